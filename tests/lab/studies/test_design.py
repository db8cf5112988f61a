"""Points of designs: complete, even, distributed as they say, and the same every time."""

import numpy as np
import pytest
from scipy import stats

from jounce.errors import ModelError
from jounce.lab.studies.design import points
from jounce.lab.studies.runs import runs_of
from tests.lab.studies import examples


def sampled(design: dict, parameters: dict, seed: int = 3) -> dict[str, np.ndarray]:
    rows = points(examples.study(design=design, parameters=parameters, seed=seed))
    return {name: np.array([row[name] for row in rows]) for name in parameters}


def test_a_grid_has_all_combinations_and_the_last_parameter_changes_first():
    parameters = {"a": {"values": [1, 2]}, "b": {"from": 1, "to": 100, "steps": 3, "scale": "log"}}
    rows = points(examples.study(design="grid", parameters=parameters))
    assert [row["a"] for row in rows] == [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
    assert [row["b"] for row in rows] == pytest.approx([1.0, 10.0, 100.0] * 2, rel=1e-15)
    assert rows[2]["b"] == 100.0  # a range ends where it says


@pytest.mark.parametrize(
    "design", [{"latin_hypercube": {"runs": 64}}, {"sobol": {"runs": 64}}], ids=lambda d: next(iter(d))
)
def test_samples_are_even_in_every_parameter(design):
    found = sampled(design, {"a": {"from": 0, "to": 64}, "b": {"uniform": {"from": -64, "to": 0}}})
    for name, low in (("a", 0), ("b", -64)):
        assert sorted(np.floor(found[name]) - low) == list(range(64))  # one in each of 64 equal parts


def test_normal_logarithmic_and_listed_values_are_distributed_as_they_say():
    parameters = {
        "normal": {"normal": {"mean": "10 m", "std": "500 mm"}},
        "log": {"from": 1, "to": 1000, "scale": "log"},
        "words": {"values": ["a", "b", "c", "d"]},
    }
    found = sampled({"sobol": {"runs": 256}}, parameters)
    assert stats.kstest(found["normal"], stats.norm(10.0, 0.5).cdf).statistic < 1 / 256
    assert stats.kstest(np.log10(found["log"]) / 3.0, "uniform").statistic < 1 / 256
    assert sorted(np.unique(found["words"], return_counts=True)[1]) == [64] * 4


def test_the_same_seed_gives_the_same_points_and_another_one_others():
    design, parameters = {"latin_hypercube": {"runs": 8}}, {"a": {"from": 0, "to": 1}}
    assert (sampled(design, parameters)["a"] == sampled(design, parameters)["a"]).all()
    assert (sampled(design, parameters)["a"] != sampled(design, parameters, seed=4)["a"]).any()


def test_a_list_is_taken_row_by_row():
    rows = [{"maneuver.speed": "36 km/h", "both": 1}, {"both": 2, "maneuver.speed": 20}]
    study = examples.study(design={"list": rows}, parameters={"both": {"paths": ["a", "b"], "factor": True}})
    assert points(study) == [{"maneuver.speed": 10.0, "both": 1.0}, {"maneuver.speed": 20.0, "both": 2.0}]


def test_a_list_with_other_keys_in_a_row_is_refused():
    with pytest.raises(ModelError, match=r"design\.list\.1: another set of parameters; got no b; also c"):
        points(examples.study(design={"list": [{"a": 1, "b": 2}, {"a": 1, "c": 2}]}, parameters={}))
    with pytest.raises(ModelError, match="values beside a list"):
        points(examples.study(design={"list": [{"a": 1}]}, parameters={"a": {"values": [1]}}))


def test_seeds_depend_on_the_study_and_the_number_alone():
    few, many, other = runs_of([{}] * 3, 7), runs_of([{}] * 30, 7), runs_of([{}] * 30, 8)
    assert [run.seed for run in few] == [run.seed for run in many[:3]]
    assert len({run.seed for run in (*many, *other)}) == 60
    assert few[2].seed == int(np.random.SeedSequence([7, 2]).generate_state(1)[0])
