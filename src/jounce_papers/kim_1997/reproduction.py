"""Kim & Yoo 1997, section 6: a lane change with constraint forces removed by a null space, found by projection.

Violations and steps of projection and QR at three maximum steps; the motion against the augmented system in world
coordinates, as a general-purpose code would solve it; times of all methods in one table. The paper's own method, which
integrates ż, is run as printed, and beside it ours, which integrates all velocities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.engine.simulate import Chord
from jounce.output.reports.plots import digits
from jounce_papers.drives import Drive, Record
from jounce_papers.kim_1997.comparison import comparison, study_tables, tables, yaw_ppm
from jounce_papers.kim_1997.drives import (
    ABSOLUTE,
    MAXIMUM_STEPS,
    METHODS,
    RELATIVE,
    SAMPLE,
    SMOOTHING,
    VEHICLE,
    adams,
    drive_with,
    lane_change,
)
from jounce_papers.kim_1997.figures import figures
from jounce_papers.kim_1997.numbers import (
    basis_numbers,
    differences,
    scatter,
    sizes,
    stability,
    step_numbers,
    times,
    violation_left,
)
from jounce_papers.kim_1997.study import study
from jounce_papers.page import Head, page_of
from jounce_papers.reproduction import Reproduction, text_of

HEAD = Head(
    "kim-1997",
    "Kim & Yoo 1997",
    "section 6",
    "A null space by projection",
    "“A Dynamic Analysis for Constrained Multibody Systems Using Pseudo-inverse and Projection Matrix” removes "
    "constraint forces by a null space of Φ_q that is carried along, P ← P_N P, instead of being decomposed anew, and "
    "changes lanes with a small car. The same drive with its method as printed, with ours, which integrates all "
    "velocities, with its relatives and with the augmented system in world coordinates. Its car is not public and its "
    "curves cannot be read: the car is ours, of the same kind.",
)
TITLE = "Kim & Yoo 1997, section 6: a lane change on a null space by projection"
PAPER = {"projection": 22.76, "general_purpose": 74.46}
"""CPU times of Table 1 [s]."""
CHORD = Chord(step=1e-3)
"""Integrator that jounce takes for cars."""
BRIEF = 0.02
"""A run that compiles, or loads what is compiled [s]."""
QUICK = {"start": 0.5, "period": 1.5, "duration": 2.5}
"""A lane change that is soon driven [s]."""
COMPARED = ("projection", "projection_printed", "qr", "augmented_world")
"""Methods that are compared when nothing is measured."""
CORE = (*COMPARED, "partitioning", "synthesis")
"""Methods at all maximum steps but the last, where all are measured; --full has all at all."""
ROUNDS = {1e-3: 2, 5e-3: 3, 10e-3: 4}
"""Rounds of timing by maximum step; short runs need more for the same certainty."""
SCATTERED, SCATTERED_QUICK = 6, 5
"""Runs of each method: ranges of equal methods are apart by chance in two cases of a thousand, and in eight."""


def kim_1997(measure: bool = True, full: bool = False) -> Reproduction:
    """Drive it; `measure`: the whole of it, with all methods, steps and times; `full`: with studies beyond it."""
    drive = lane_change() if measure else lane_change(**QUICK)
    last, names = MAXIMUM_STEPS[-1], tuple(METHODS) if measure else COMPARED
    asked = {**dict.fromkeys(MAXIMUM_STEPS[:-1], CORE), last: names} if measure else {last: names}
    # compile, then drive, then time
    for name in names:
        drive_with(drive, name, adams(1e-3), end=BRIEF)
    records = {step: {name: drive_with(drive, name, adams(step)) for name in own} for step, own in asked.items()}
    taken = {step: times(drive, own, adams(step), ROUNDS[step]) for step, own in asked.items()} if measure else {}
    data: dict[str, Any] = {
        "paper": f"{HEAD.paper}, {HEAD.section}",
        "vehicle": VEHICLE,
        "about": drive.plan.about,
        "end": drive.plan.end,
        "rack_smoothing": SMOOTHING,
        "relative": RELATIVE,
        "absolute": ABSOLUTE,
        "sample": SAMPLE,
        "sizes": sizes(drive),
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
    rows, before, after = comparison(data), tables(data), study_tables(data)
    data["comparison"] = [row._asdict() for row in rows]
    size = data["sizes"]
    page = page_of(
        HEAD,
        facts=(
            VEHICLE,
            f"{size['bodies']} bodies",
            f"{size['joint_velocities']} joint velocities, {size['loop_equations']} loop equations",
            f"Adams–Bashforth–Moulton, local error {RELATIVE:g}",
        ),
        tiles=_tiles(data),
        rows=rows,
        figures=figures(data, records),
        tables=before,
        details=after,
    )
    return Reproduction(HEAD.name, data, text_of(TITLE, rows, (*before, *after)), page)


def _tiles(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    last, scattered = data["maximum_steps"][-1], data["scatter"]["methods"]
    tiles = [("Yaw rate, against the world frame", digits(yaw_ppm(last, "projection"), 2), "ppm")]
    for title, name in (("as printed", "projection_printed"), ("QR", "qr")):
        label = f"Largest |Φ|, {title}, {1e3 * last['maximum_step']:g} ms"
        tiles.append((label, digits(scattered[name]["violation"]["median"], 2), "m"))
    if data["cpu_s"] is None:
        return tiles
    ratio, printed = data["ratio_augmented_over_projection"], data["paper_cpu_s"]["ratio"]
    return [
        ("Augmented world / projection", digits(ratio, 2), f"× (paper {printed:.1f})"),
        (f"Projection, {data['end']:g} s", digits(data["cpu_s"]["projection"], 2), "s"),
        *tiles,
    ]


def _numbers(largest: float, records: Mapping[str, Record], taken: Mapping[str, float] | None) -> dict[str, Any]:
    """Numbers of all methods at one maximum step [s], with times by method if they were taken [s]."""
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
    """The drive as jounce does it by itself: synthesis with implicit steps."""
    drive_with(drive, "synthesis", CHORD, end=BRIEF)
    taken = times(drive, ("synthesis",), CHORD, ROUNDS[CHORD.step])["synthesis"]
    return {"step": CHORD.step, "steps": round(drive.plan.end / CHORD.step), "cpu_s": taken}
