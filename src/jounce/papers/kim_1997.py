"""Kim & Yoo 1997, section 6: a lane change with constraint forces removed by a null space, found by projection.

Violations and steps of projection and QR at three maximum steps; the motion against the augmented system in world
coordinates, as a general-purpose code would solve it; times of all methods in one table. The paper's own method, which
integrates ż, is run as printed, and beside it ours, which integrates all velocities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.papers.kim_1997_page import render
from jounce.papers.kim_1997_rows import comparison
from jounce.papers.kim_1997_text import text
from jounce.papers.kim_drive import (
    ABSOLUTE,
    MAXIMUM_STEPS,
    METHODS,
    RELATIVE,
    SAMPLE,
    SMOOTHING,
    VEHICLE,
    Drive,
    Record,
    adams,
    drive_with,
    lane_change,
)
from jounce.papers.kim_numbers import basis_numbers, differences, sizes, step_numbers, violation_left
from jounce.papers.kim_scatter import scatter
from jounce.papers.kim_stability import stability
from jounce.papers.kim_study import study
from jounce.papers.kim_times import CHORD, times, warm
from jounce.papers.reproduction import Reproduction

NAME = "kim-1997"
PAPER = {"projection": 22.76, "general_purpose": 74.46}
"""CPU times of Table 1 [s]."""
QUICK = {"start": 0.5, "period": 1.5, "duration": 2.5}
"""Of a lane change that is soon driven [s]."""
COMPARED = ("projection", "projection_printed", "qr", "augmented_world")
"""Without measuring."""
CORE = (*COMPARED, "partitioning", "synthesis")
"""At maximum steps but the last, where all are measured; --full has all at all."""
ROUNDS = {1e-3: 2, 5e-3: 3, 10e-3: 4}
"""By maximum step; short runs need more for the same certainty."""
SCATTERED, SCATTERED_QUICK = 6, 5
"""Runs of each method: ranges of equal methods are apart by chance in two cases of a thousand, and in eight."""


def kim_1997(measure: bool = True, full: bool = False) -> Reproduction:
    """Drive it; `measure`: the whole of it, with all methods, steps and times; `full`: with studies beyond it."""
    drive = lane_change() if measure else lane_change(**QUICK)
    last, names = MAXIMUM_STEPS[-1], tuple(METHODS) if measure else COMPARED
    asked = {**dict.fromkeys(MAXIMUM_STEPS[:-1], CORE), last: names} if measure else {last: names}
    for name in names:
        warm(drive, name)
    records = {step: {name: drive_with(drive, name, adams(step)) for name in own} for step, own in asked.items()}
    taken = {step: times(drive, own, adams(step), ROUNDS[step]) for step, own in asked.items()} if measure else {}
    data: dict[str, Any] = {
        "paper": "Kim & Yoo 1997, section 6",
        "vehicle": VEHICLE,
        "about": drive.plan.about,
        "end": drive.plan.end,
        "rack_smoothing": SMOOTHING,
        "relative": RELATIVE,
        "absolute": ABSOLUTE,
        "sample": SAMPLE,
        "sizes": dict(sizes(drive)),
        "methods": {name: METHODS[name].about for name in names},
        "maximum_steps": [_numbers(step, own, taken.get(step)) for step, own in records.items()],
        "paper_cpu_s": {**PAPER, "ratio": PAPER["general_purpose"] / PAPER["projection"]},
        "basis": {name: basis_numbers(drive, name) for name in ("projection", "projection_printed", "qr")},
        "scatter": scatter(drive, last, SCATTERED if measure else SCATTERED_QUICK),
        "stability": stability(drive) if measure else None,
        "synthesis_chord": _chord(drive) if measure else None,
        "study": study(drive) if full else None,
    }
    for key in ("cpu_s", "ratio_augmented_over_projection"):
        data[key] = data["maximum_steps"][-1][key]
    rows = comparison(data)
    data["comparison"] = [row._asdict() for row in rows]
    return Reproduction(NAME, data, text(data, rows), render(data, rows, records))


def _numbers(largest: float, records: Mapping[str, Record], taken: Mapping[str, float] | None) -> dict[str, Any]:
    """Of one maximum step [s], with times by method if they were taken [s]."""
    methods = {
        name: {
            **step_numbers(record, largest),
            "violation_left": violation_left(record),
            "differences": differences(record, records["augmented_world"]),
            "cpu_s": None if taken is None else taken[name],
            "us_per_step": None if taken is None else 1e6 * taken[name] / record.run.counts.steps,
        }
        for name, record in records.items()
    }
    picked = {
        f"{key}_{name}": methods[name][key]
        for key in ("violation", "steps", "step_changes")
        for name in ("projection", "projection_printed", "qr")
    }
    return {
        "maximum_step": largest,
        **picked,
        "cpu_s": None if taken is None else dict(taken),
        "ratio_augmented_over_projection": None if taken is None else taken["augmented_world"] / taken["projection"],
        "methods": methods,
    }


def _chord(drive: Drive) -> dict[str, Any]:
    """The same drive as jounce does it by itself: synthesis with implicit steps."""
    warm(drive, "synthesis", CHORD)
    taken = times(drive, ("synthesis",), CHORD, ROUNDS[CHORD.step])["synthesis"]
    return {"step": CHORD.step, "steps": round(drive.plan.end / CHORD.step), "cpu_s": taken}
