"""Song 2005, Table 1: operations of one evaluation of an SLA quarter suspension, by stage, in two kinds of coordinates.

Counted on the record that machine code is made from (`operations.py`): one first pass `terms`, one second pass `rates`
and one Newton pass `close`.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from jounce.engine.formulations.synthesis import build
from jounce_papers.reproduction import NumberTable, Reproduction, table_lines, wrap
from jounce_papers.song_2005.counting import OperationCounts, Place
from jounce_papers.song_2005.evaluation import evaluation_time
from jounce_papers.song_2005.operations import SOLUTION, count_operations
from jounce_papers.song_2005.sla import CASES, sla

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
"""Relative difference from which a stage gets an explanation."""
NOT_EXPLAINED = "Not explained yet."
REASONS: Mapping[str, Mapping[str, str]] = {
    "joint": {
        "position": "All frames are against the base, so an arm's rotation starts from nothing and the chassis' own is "
        "never multiplied in; a ball joint's quaternion is the knuckle's rotation against the base. One 4×4 system "
        "gives the corrections of positions and the dependent velocities; the paper does not say how many Newton "
        "passes its number holds.",
        "velocity": "Twists are spatial vectors at the base's origin in base axes: they pass from body to body without "
        "being shifted or turned, and most terms of an arm on the base are zero and not written. The dependent "
        "velocities come with the position pass.",
        "RHS": "Rows of the Jacobian and γ of four equations: a ball joint that meets is written as p_b − p_a in base "
        "axes, so its rows are arms and cross products, and behind a ball only the velocity of its centre is carried "
        "over.",
        "mass/force": "The loops' solution goes into the twists first, so that M* is formed in independent coordinates "
        "at once and M_vu, M_uu are never made; an inertia is ten numbers, not a 6×6 matrix.",
        "effective mass/force": "Only the 21 entries of a symmetric matrix are computed, one product each per "
        "independent coordinate.",
        "acceleration": "The first pass keeps M*⁻¹Q, M*⁻¹Hᵀ, D and G, so an independent acceleration is two dot "
        "products and a dependent one a product and a sum; the base's six equations are counted apart.",
    },
    "cartesian": {
        "position": "Every body has a quaternion, and one Newton pass solves all joint equations at once, 18 of them "
        "here, with a dense solver that skips zero multipliers but keeps no pattern; the corrections of positions and "
        "all velocities come out of it. The paper's number is too small to hold a solution of that size; it may count "
        "it elsewhere.",
        "velocity": "Twists are part of the state: there is nothing to compute.",
        "RHS": "Rows of all joints, hinges too, and γ; a hinge is five equations by general measures with rates and "
        "biases, where special formulas would do.",
        "mass/force": "N and p need one solution of 18 equations with two right-hand sides that skips zero "
        "multipliers; inertias are ten numbers, and NᵀMN is formed from twists. How the paper spends its number is not "
        "in print.",
        "effective mass/force": "The paper's 49 operations fill a symmetric 6×6 from one independent coordinate if its "
        "inverse mass is there already; ours also divides, and adds the inertias of all bodies.",
        "acceleration": "Rates of three quaternions and origins are counted here, with the accelerations of all "
        "bodies.",
    },
}
"""Coordinates → stage → why it differs from the paper's."""


def song_2005(measure: bool = True) -> Reproduction:
    """Count, compare, and, if asked to `measure`, time the compiled kernels."""
    known = [c for c in PAPER if c == "joint" or "coordinates" in inspect.signature(build).parameters]
    found = {(c, case): count_operations(sla(case), **_options(c)) for c in known for case in CASES}
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


def _by_stage(counted: Mapping[Place, OperationCounts]) -> dict[str, OperationCounts]:
    """Counts by the paper's stages; raises KeyError for a stage of a kernel that no stage of the paper takes."""
    found = dict.fromkeys(STAGES, OperationCounts())
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


def _base(counted: Mapping[Place, OperationCounts]) -> OperationCounts:
    """Operations of the chassis itself: its inertia, its six equations, its kinematics."""
    return counted["base", "own"] + counted["derivative", ""]


def _column(coordinates: str, cases: Mapping[str, Mapping[str, OperationCounts]] | None) -> dict[str, Any]:
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
    """Stage → why, for every stage whose total differs notably from the paper's."""
    return {
        stage: REASONS[coordinates].get(stage, NOT_EXPLAINED)
        for stage, total in ours.items()
        if abs(total - sum(PAPER[coordinates][stage])) > NOTABLE * sum(PAPER[coordinates][stage])
    }


def _ratios(counts: Mapping[str, Mapping[str, Mapping[str, OperationCounts]]]) -> dict[str, float | None]:
    """Relative Cartesian over relative joint."""
    paper = [sum(m + a for m, a in PAPER[c].values()) for c in ("cartesian", "joint")]
    ours = None
    if "cartesian" in counts:
        totals = [sum(x.total for x in counts[c]["quarter"].values()) for c in ("cartesian", "joint")]
        ours = totals[0] / totals[1]
    return {"paper": paper[0] / paper[1], "jounce": ours}


def _text(data: Mapping[str, Any]) -> str:
    lines = ["Song 2005, Table 1: operations per evaluation of an SLA quarter suspension"]
    columns = data["coordinates"]
    ratio, base = data["ratio"], data["base"]
    totals = [
        ("relative Cartesian / relative joint, paper", f"{ratio['paper']:.2f}"),
        ("relative Cartesian / relative joint, jounce", "–" if ratio["jounce"] is None else f"{ratio['jounce']:.2f}"),
        ("the chassis itself, in no column", f"{base['products']} M·D + {base['sums']} A·S"),
    ]
    stages = [(stage, ", ".join(places)) for stage, places in data["mapping"].items()]
    tables = [
        *(_comparison(TITLES[c], column) for c, column in columns.items()),
        NumberTable("Totals", (), {"": totals}),
        *(_cases(TITLES[c], column) for c, column in columns.items() if column["jounce"] is not None),
        NumberTable(
            "Stages of the kernels that stand for the paper's, which names them and says no more", (), {"": stages}
        ),
        _times(data["time_ns"]),
    ]
    for table in tables:
        lines += ["", *table_lines(table)]
    for coordinates, column in columns.items():
        if column["differences"]:
            lines += ["", f"Where {TITLES[coordinates]} differs by more than {100 * NOTABLE:.0f} %"]
            for stage, reason in column["differences"].items():
                lines += wrap(f"  {stage:<22}", reason)
    return "\n".join(lines)


def _comparison(title: str, column: Mapping[str, Any]) -> NumberTable:
    """The paper's products and sums beside ours, stage by stage."""
    ours = column["jounce"]["quarter"] if column["jounce"] is not None else None
    counts = {
        stage: [theirs["products"], theirs["sums"], *((ours[stage]["products"], ours[stage]["sums"]) if ours else ())]
        for stage, theirs in column["paper"].items()
    }
    subtotal = [sum(row) for row in zip(*counts.values(), strict=True)]
    total = [subtotal[0] + subtotal[1], *((subtotal[2] + subtotal[3],) if ours else ())]
    rows = [_cells(stage, row) for stage, row in (*counts.items(), ("subtotal", subtotal))]
    jounce_total = (f"{total[1]:,}", f"{total[1] / total[0]:.2f}") if ours else ("–", "–")
    rows.append(("total", "", f"{total[0]:,}", "", *jounce_total))
    heads = ("paper M·D", "A·S", "jounce M·D", "A·S", "ratio")
    return NumberTable(title, heads, {"": rows}, "" if ours else "This jounce writes no kernels in these coordinates.")


def _cells(stage: str, row: list[int]) -> tuple[str, ...]:
    if len(row) == 2:
        return stage, f"{row[0]:,}", f"{row[1]:,}", "–", "–", "–"
    return stage, *(f"{n:,}" for n in row), f"{(row[2] + row[3]) / (row[0] + row[1]):.2f}"


def _cases(title: str, column: Mapping[str, Any]) -> NumberTable:
    """Totals of what a corner of dw18 has more than the paper's, and what is listed apart."""
    cases = column["jounce"].values()
    rows = [(stage, *(f"{x[stage]['products'] + x[stage]['sums']:,}" for x in cases)) for stage in STAGES]
    rows.append(("total", *(f"{n:,}" for n in column["jounce_total"].values())))
    apart = {
        "square_roots": "square roots",
        "functions": "sines and the like",
        "comparisons": "comparisons",
    }
    rows += [(label, *(f"{sum(s[key] for s in x.values()):,}" for x in cases)) for key, label in apart.items()]
    note = "; ".join(f"{name}: {case.about}" for name, case in CASES.items())
    return NumberTable(f"{title}, M·D + A·S", tuple(CASES), {"": rows}, note)


def _times(times: Mapping[str, Mapping[str, float]]) -> NumberTable:
    heads = ("smallest [ns]", "median [ns]")
    rows = [(TITLES[c], f"{t['smallest']:.0f}", f"{t['median']:.0f}") for c, t in times.items()]
    return NumberTable("Time per ẏ of chassis and quarter", heads, {"": rows or [("not measured", "", "")]})
