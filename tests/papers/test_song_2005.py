"""Operation counts of the SLA quarter suspension: reproducible, complete, and explained where they differ."""

import json
from collections import Counter
from dataclasses import asdict

import pytest

from jounce.engine.formulations.synthesis import build, explain
from jounce.engine.formulations.synthesis.code import program_of
from jounce.errors import InputError
from jounce_papers import PAPERS, reproduce
from jounce_papers.song_2005.counting import OperationCounts
from jounce_papers.song_2005.operations import count_operations
from jounce_papers.song_2005.reproduction import NOT_EXPLAINED, NOTABLE, PAPER, STAGES, _by_stage, differences
from jounce_papers.song_2005.sla import CASES, sla


@pytest.fixture(scope="module")
def done():
    return reproduce("song-2005", measure=False)


@pytest.fixture(scope="module")
def joint(done):
    return done.data["coordinates"]["joint"]


def test_the_paper_adds_up():
    totals = {c: [sum(n) for n in zip(*stages.values(), strict=True)] for c, stages in PAPER.items()}
    assert totals == {"joint": [2959, 2732], "cartesian": [4728, 4107]}


def test_the_cases_are_what_they_say():
    freedoms = {case: explain(build(sla(case))).degrees_of_freedom for case in CASES}
    assert freedoms == {"quarter": 7, "wheel": 8, "corner": 8}
    assert len(sla("corner").tires) == 1


@pytest.fixture(scope="module")
def again():
    """The quarter suspension, counted once more."""
    return count_operations(sla("quarter"))


def test_counts_of_positions_by_hand(again):
    """Two arms (12 + 10 a rotation with shared products k x y, 6 + 3 a moment), an offset turned and added (9 + 9),
    a quaternion: made a unit (9 + 3), and its matrix (9 products, each doubled, + 12). A sine comes with its cosine."""
    counts = again["corner_terms", "positions"]
    assert (counts.products, counts.sums) == (2 * (12 + 6) + 9 + 9 + 18, 2 * (10 + 3) + 9 + 3 + 12)
    assert (counts.square_roots, counts.functions) == (1, 2)


def test_counts_are_those_of_the_record_that_is_compiled(again):
    """In all stages together. A product that several sums take is joined with each of them, and made anew there."""
    program = program_of(build(sla("quarter")).generated.source)
    for name in ("corner_rates", "corner_terms"):
        function = program.functions[name]
        ops = Counter(op[0] for op, needed in zip(function.ops, function.needed(), strict=True) if needed)
        solver = [program.functions[op[1]] for op in function.ops if op[0] == "call"]
        for called in solver:
            ops += Counter(op[0] for op, needed in zip(called.ops, called.needed(), strict=True) if needed)
        mine = sum((counts for (kernel, _), counts in again.items() if kernel == name), OperationCounts())
        assert mine.sums == ops["add"] + ops["subtract"] + ops["fused"]
        assert ops["multiply"] + ops["divide"] < mine.products <= ops["multiply"] + ops["divide"] + ops["fused"]


def test_counts_are_reproducible(joint, again):
    assert {stage: asdict(counts) for stage, counts in _by_stage(again).items()} == joint["jounce"]["quarter"]


def test_counts_are_of_the_papers_size(joint):
    """Half to twice the paper's with all that dw18 has; the paper's own suspension takes less than half."""
    ratios = {case: total / joint["paper_total"] for case, total in joint["jounce_total"].items()}
    assert ratios["quarter"] < ratios["wheel"] < ratios["corner"]
    assert ratios["quarter"] > 0.3
    assert 0.5 < ratios["corner"] < 2.0


def test_every_stage_is_there(done, joint):
    for stages in joint["jounce"].values():
        assert tuple(stages) == STAGES
        assert all(s["products"] > 0 and s["sums"] > 0 for s in stages.values())
    for stage in STAGES:
        assert done.text.count(stage) >= 3
    assert "5,691" in done.text
    assert "8,835" in done.text


def test_no_product_with_a_constant_zero_or_one_is_recorded():
    for function in program_of(build(sla("corner")).generated.source).functions.values():
        known = {i: op[1] for i, op in enumerate(function.ops) if op[0] == "constant"}
        factors = [known.get(x) for op in function.ops if op[0] in ("multiply", "fused") for x in op[1:3]]
        assert not {0.0, 1.0, -1.0}.intersection(factors)


def test_differences_are_explained_and_only_they(joint):
    totals = {s: x["products"] + x["sums"] for s, x in joint["jounce"]["quarter"].items()}
    for stage, total in totals.items():
        theirs = sum(PAPER["joint"][stage])
        assert (stage in joint["differences"]) == (abs(total - theirs) > NOTABLE * theirs)
    assert NOT_EXPLAINED not in joint["differences"].values()
    assert differences("joint", {s: sum(x) for s, x in PAPER["joint"].items()}) == {}


def test_unknown_papers_are_refused():
    with pytest.raises(InputError, match="did you mean 'song-2005'"):
        reproduce("song-2006")
    assert all(paper.about for paper in PAPERS.values())


def test_the_data_is_json(done):
    assert json.loads(json.dumps(done.data)) == done.data
