"""Song 2005, Table 1: operations of one evaluation of an SLA quarter suspension, by stage, in two kinds of coordinates.

Counted by running the production kernels on numbers that count (`jounce.benches.operations`): one first pass `terms`,
one second pass `rates` and one Newton pass `close`. Operations stand as the source has them; a compiler shares equal
ones.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from jounce.benches.counting import Counts, Place
from jounce.benches.evaluation import evaluation_time
from jounce.benches.operations import SOLUTION, count_each
from jounce.papers.reproduction import Reproduction
from jounce.papers.sla import CASES, sla
from jounce.synthesis import build

NAME = "song-2005"

PAPER: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "joint": {
        "position": (764, 727),
        "velocity": (290, 220),
        "RHS": (127, 194),
        "mass/force": (1290, 1139),
        "effective mass/force": (177, 160),
        "acceleration": (311, 292),
    },
    "cartesian": {
        "position": (401, 302),
        "velocity": (414, 302),
        "RHS": (245, 196),
        "mass/force": (3594, 3241),
        "effective mass/force": (25, 24),
        "acceleration": (49, 42),
    },
}
"""Coordinates → stage → (M·D, A·S), as printed."""
STAGES = tuple(PAPER["joint"])
TITLES = {"joint": "relative joint", "cartesian": "relative Cartesian"}

MAPPING: Mapping[str, tuple[Place, ...]] = {
    "position": (("terms", "positions"), ("hold", "*"), ("close", "*")),
    "velocity": (("terms", "velocities"),),
    "RHS": (("terms", "loops"), ("terms", "joints")),
    "mass/force": tuple(("terms", s) for s in (SOLUTION, "motion", "inertia", "forces", "wrenches", "mass")),
    "effective mass/force": (("terms", "effective"),),
    "acceleration": (("rates", "*"),),
}
"""Stage of the paper → function and stage of our kernels; * is all of them."""

NOTABLE = 0.25
"""Relative difference from which a stage gets a sentence."""

REASONS: Mapping[tuple[str, str, bool], str] = {
    ("joint", "position", False): "All frames are against the base, so an arm's rotation starts from nothing and the "
    "chassis' own is never multiplied in; a ball joint's quaternion is the knuckle's rotation against the base. One "
    "4×4 system gives the corrections of positions and the dependent velocities; the paper does not say how many "
    "Newton passes its number holds.",
    ("joint", "velocity", False): "Twists are spatial vectors at the base's origin in base axes: they pass from body "
    "to body without being shifted or turned, and most terms of an arm on the base are zero and not written. The "
    "dependent velocities come with the position pass.",
    (
        "joint",
        "RHS",
        False,
    ): "Rows of the Jacobian and γ of four equations: a ball joint that meets is written as p_b − "
    "p_a in base axes, so its rows are arms and cross products, and behind a ball only the velocity of its centre is "
    "carried over.",
    ("cartesian", "position", True): "Every body has a quaternion, and one Newton pass solves all joint equations at "
    "once, 18 of them here, with a dense solver that skips zero multipliers but keeps no pattern; the corrections of "
    "positions and all velocities come out of it. The paper's number is too small to hold a solution of that size; it "
    "may count it elsewhere.",
    ("cartesian", "velocity", False): "Twists are part of the state: there is nothing to compute.",
    ("cartesian", "RHS", True): "Rows of all joints, hinges too, and γ; a hinge is five equations by general measures "
    "with rates and biases, where special formulas would do.",
    ("cartesian", "mass/force", False): "N and p need one solution of 18 equations with two right-hand sides that "
    "skips zero multipliers; inertias are ten numbers, and NᵀMN is formed from twists. How the paper spends its number "
    "is not in print.",
    ("cartesian", "effective mass/force", True): "The paper's 49 operations fill a symmetric 6×6 from one independent "
    "coordinate if its inverse mass is there already; ours also divides, and adds the inertias of all bodies.",
    ("cartesian", "acceleration", True): "Rates of three quaternions and origins are counted here, with the "
    "accelerations of all bodies.",
    ("joint", "mass/force", False): "The loops' solution goes into the twists first, so that M* is formed in "
    "independent coordinates at once and M_vu, M_uu are never made; an inertia is ten numbers, not a 6×6 matrix.",
    (
        "joint",
        "effective mass/force",
        False,
    ): "Only the 21 entries of a symmetric matrix are computed, one product each per independent coordinate.",
    ("joint", "acceleration", False): "The first pass keeps M*⁻¹Q, M*⁻¹Hᵀ, D and G, so an independent acceleration is "
    "two dot products and a dependent one a product and a sum; the base's six equations are counted apart.",
    ("joint", "mass/force", True): "Forces are general records (tires in the world, brakes, drives), and a wheel is a "
    "body of its own.",
    ("joint", "effective mass/force", True): "A wheel that spins is a second independent coordinate.",
}
"""(coordinates, stage, ours is more) → why."""


def song_2005(measure: bool = True) -> Reproduction:
    """Count, compare, and, if asked to `measure`, time the compiled kernels."""
    known = [c for c in PAPER if c == "joint" or "coordinates" in inspect.signature(build).parameters]
    asked = {(c, case): (sla(case), _options(c)) for c in known for case in CASES}
    found = dict(zip(asked, count_each(list(asked.values())), strict=True))
    counts = {c: {case: _by_stage(found[c, case]) for case in CASES} for c in known}
    data: dict[str, Any] = {
        "paper": "Song 2005, Table 1",
        "mapping": {stage: [" ".join(place) for place in places] for stage, places in MAPPING.items()},
        "coordinates": {c: _column(c, counts.get(c)) for c in PAPER},
        "base": asdict(_base(found["joint", "quarter"])),
        "ratio": _ratios(counts),
        "time_ns": {c: asdict(evaluation_time(build(sla("quarter"), **_options(c)))) for c in known if measure},
    }
    return Reproduction(NAME, data, _text(data))


def _options(coordinates: str) -> dict[str, Any]:
    return {} if coordinates == "joint" else {"coordinates": coordinates}


def _by_stage(counted: Mapping[Place, Counts]) -> dict[str, Counts]:
    """Counts by the paper's stages; raises KeyError for a stage of a kernel that no stage of the paper takes."""
    found = dict.fromkeys(STAGES, Counts())
    for (kernel, stage), counts in counted.items():
        function = kernel.rpartition("_")[2]
        if function in ("terms", "rates", "hold", "close"):
            home = _home(function, stage)
            found[home] = found[home] + counts
    return found


def _home(function: str, stage: str) -> str:
    for name, places in MAPPING.items():
        if (function, stage) in places or (function, "*") in places:
            return name
    raise KeyError(f"stage {stage!r} of {function} has no place in the paper's table")


def _base(counted: Mapping[Place, Counts]) -> Counts:
    """Operations of the chassis itself: its inertia, its six equations, its kinematics."""
    return counted["base", "own"] + counted["derivative", ""]


def _column(coordinates: str, cases: Mapping[str, Mapping[str, Counts]] | None) -> dict[str, Any]:
    paper = PAPER[coordinates]
    column: dict[str, Any] = {
        "paper": {stage: {"products": m, "sums": a} for stage, (m, a) in paper.items()},
        "paper_total": sum(m + a for m, a in paper.values()),
        "jounce": None,
        "differences": {},
    }
    if cases is None:
        return column
    column["jounce"] = {case: {s: asdict(x) for s, x in stages.items()} for case, stages in cases.items()}
    column["jounce_total"] = {case: sum(x.total for x in stages.values()) for case, stages in cases.items()}
    column["differences"] = differences(coordinates, {s: x.total for s, x in cases["quarter"].items()})
    return column


def differences(coordinates: str, ours: Mapping[str, int]) -> dict[str, str]:
    """Stage → a sentence, for every stage whose total differs notably from the paper's."""
    found = {}
    for stage, total in ours.items():
        theirs = sum(PAPER[coordinates][stage])
        if abs(total - theirs) <= NOTABLE * theirs:
            continue
        more = total > theirs
        size = f"{total / theirs:.1f} times as many" if more else f"{100 * (1 - total / theirs):.0f} % fewer"
        reason = REASONS.get((coordinates, stage, more), "Nobody has looked into it yet.")
        found[stage] = f"{size} ({total:,} against {theirs:,}). {reason}"
    return found


def _ratios(counts: Mapping[str, Mapping[str, Mapping[str, Counts]]]) -> dict[str, float | None]:
    """Relative Cartesian over relative joint."""
    paper = [sum(m + a for m, a in PAPER[c].values()) for c in ("cartesian", "joint")]
    ours = None
    if "cartesian" in counts:
        totals = [sum(x.total for x in counts[c]["quarter"].values()) for c in ("cartesian", "joint")]
        ours = totals[0] / totals[1]
    return {"paper": paper[0] / paper[1], "jounce": ours}


def _text(data: Mapping[str, Any]) -> str:
    lines = ["Song 2005, Table 1: operations per evaluation of an SLA quarter suspension", ""]
    for coordinates, column in data["coordinates"].items():
        lines += [*_comparison(TITLES[coordinates], column), ""]
    ratio = data["ratio"]
    ours = "not counted" if ratio["jounce"] is None else f"{ratio['jounce']:.2f} here"
    lines += [f"relative Cartesian / relative joint: {ratio['paper']:.2f} in the paper, {ours}", ""]
    for coordinates, column in data["coordinates"].items():
        if column["jounce"] is not None:
            lines += [*_cases(TITLES[coordinates], column), ""]
    base = data["base"]
    lines += [
        f"the chassis itself, in none of these columns: {base['products']} M·D + {base['sums']} A·S",
        "",
        "which stages of the kernels stand for which of the paper's, which names them and says no more",
        *(f"  {stage:<22}{', '.join(places)}" for stage, places in data["mapping"].items()),
    ]
    for coordinates, column in data["coordinates"].items():
        if column["differences"]:
            lines += ["", f"where {TITLES[coordinates]} differs by more than {100 * NOTABLE:.0f} %"]
            for stage, sentence in column["differences"].items():
                lines += _wrapped(f"  {stage:<22}", sentence)
    lines += ["", *_times(data["time_ns"])]
    return "\n".join(lines)


def _comparison(title: str, column: Mapping[str, Any]) -> list[str]:
    ours = column["jounce"]["quarter"] if column["jounce"] is not None else None
    lines = [
        f"{title:<24}{'paper':>12}{'jounce':>18}",
        f"  {'':<22}{'M·D':>6}{'A·S':>8}{'M·D':>10}{'A·S':>8}{'ratio':>8}",
    ]
    sums = [0, 0, 0, 0]
    for stage, theirs in column["paper"].items():
        row = [theirs["products"], theirs["sums"]]
        row += [ours[stage]["products"], ours[stage]["sums"]] if ours else [0, 0]
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        lines.append(_row(stage, row, ours is not None))
    lines.append(_row("subtotal", sums, ours is not None))
    total = f"  {'total':<22}{sums[0] + sums[1]:>14,}"
    if ours is None:
        return [*lines, total, "  (this jounce writes no kernels in these coordinates)"]
    return [*lines, f"{total}{sums[2] + sums[3]:>18,}{(sums[2] + sums[3]) / (sums[0] + sums[1]):>8.2f}"]


def _row(stage: str, row: list[int], counted: bool) -> str:
    paper = f"  {stage:<22}{row[0]:>6,}{row[1]:>8,}"
    if not counted:
        return f"{paper}{'–':>10}{'–':>8}"
    return f"{paper}{row[2]:>10,}{row[3]:>8,}{(row[2] + row[3]) / (row[0] + row[1]):>8.2f}"


def _cases(title: str, column: Mapping[str, Any]) -> list[str]:
    """Totals of what a corner of dw18 has more than the paper's, and what is listed apart."""
    width = 30
    lines = [f"{f'{title}, M·D + A·S':<{width + 2}}{''.join(f'{case:>9}' for case in CASES)}"]
    for stage in STAGES:
        totals = [x[stage]["products"] + x[stage]["sums"] for x in column["jounce"].values()]
        lines.append(f"  {stage:<{width}}" + "".join(f"{n:>9,}" for n in totals))
    lines.append(f"  {'total':<{width}}" + "".join(f"{n:>9,}" for n in column["jounce_total"].values()))
    apart = {
        "square_roots": "square roots",
        "functions": "sines and the like",
        "comparisons": "comparisons",
        "trivial": "times ±1, plus 0 (dropped)",
        "zeros": "times 0 (in the M·D)",
    }
    for key, label in apart.items():
        totals = [sum(stage[key] for stage in x.values()) for x in column["jounce"].values()]
        lines.append(f"  {label:<{width}}" + "".join(f"{n:>9,}" for n in totals))
    return [*lines, *(f"  {case:<9}{CASES[case].about}" for case in CASES)]


def _times(times: Mapping[str, Mapping[str, float]]) -> list[str]:
    if not times:
        return ["time per evaluation: not measured"]
    lines = [f"{'time per ẏ of chassis and quarter':<36}{'smallest':>10}{'median':>10}"]
    for coordinates, t in times.items():
        lines.append(f"  {TITLES[coordinates]:<34}{t['smallest']:>10.0f}{t['median']:>10.0f}  ns")
    return lines


def _wrapped(lead: str, sentence: str) -> list[str]:
    import textwrap

    return textwrap.wrap(sentence, 116, initial_indent=lead, subsequent_indent=" " * len(lead))
