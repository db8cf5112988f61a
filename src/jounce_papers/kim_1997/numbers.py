"""What drives of Kim 1997 give as numbers: steps, violations, differences, sizes, scatter, stability, times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.engine.analysis import linearise
from jounce.engine.simulate import Integrator
from jounce.engine.simulate.observer import to_world_frame
from jounce_papers.drives import Drive, Record
from jounce_papers.kim_1997.drives import RELATIVE, SAMPLE, adams, drive_with
from jounce_papers.timing import pieces

CHANNELS = {
    "chassis.vertical_acceleration": ("vertical acceleration", "m/s²"),
    "chassis.lateral_acceleration": ("lateral acceleration", "m/s²"),
    "chassis.position_y": ("lateral displacement", "m"),
    "chassis.roll_rate": ("roll rate", "rad/s"),
    "chassis.yaw_rate": ("yaw rate", "rad/s"),
}
"""Title and unit of what Figs. 9 to 13 show of the chassis."""
EQUAL = 1e-9
"""Relative difference up to which two steps are of one length."""
TIMED_SAMPLES = 10
"""Samples that are timed together."""
NUDGE = 0.02
"""Relative difference between the tolerances of two runs that show the scatter."""
SCATTERED = ("projection", "qr_all", "projection_printed", "qr")
FREE = 0.1
"""A maximum step that no run comes near [s]."""
TIGHTER = 0.01
"""Factor of a tolerance that would more than halve the steps if accuracy, at orders two to five, limited them."""


def step_numbers(record: Record, largest: float) -> dict[str, Any]:
    """Steps of a run with a maximum step [s], and the violations that the projections after them met."""
    counts, log = record.run.counts, record.run.steps
    assert log is not None
    ratios = log.size[1:] / log.size[:-1]
    return {
        "steps": counts.steps,
        "evaluations": counts.evaluations,
        "rejected": counts.rejected,
        "step_changes": int(np.count_nonzero(np.abs(ratios - 1.0) > EQUAL)),
        "median_step": float(np.median(log.size)),
        "share_at_maximum": float(np.mean(log.size > (1.0 - EQUAL) * largest)),
        "violation": float(log.violation.max()),
        "violation_median": float(np.median(log.violation)),
    }


def violation_left(record: Record) -> float:
    """Largest |Φ| of the samples of a run, after its projections [m]."""
    return float(record.channels["joints.violation"].max())


def differences(record: Record, reference: Record) -> dict[str, Any]:
    """Largest differences of what the paper shows, and the reference's peaks."""
    found = {}
    for name in CHANNELS:
        ours, theirs = record.channels[name], reference.channels[name]
        away, peak = float(np.abs(ours - theirs).max()), float(np.abs(theirs).max())
        found[name] = {"difference": away, "peak": peak, "relative": away / peak}
    return found


def sizes(drive: Drive) -> dict[str, int]:
    """Bodies, and unknowns of the formulations."""
    tree, world = _null_space(drive, "projection"), to_world_frame(drive.ready("augmented_world")[0])
    return {
        "bodies": len(tree.layout.bodies),
        "joint_velocities": int(tree.work.u.size),
        "loop_equations": int(tree.work.rows.size),
        "freedom": 6 + int(tree.model.cells["freedom"].sum()),
        "world_accelerations": 6 * len(world.layout.bodies),
        "world_equations": int(world.model.rows.size),
    }


def basis_numbers(drive: Drive, method: str) -> dict[str, float]:
    """How often a null space was made anew or lacked rank since it was built, and its worst condition."""
    renewed, deficient, condition = _null_space(drive, method).work.space.counts
    return {"renewed": int(renewed), "deficient": int(deficient), "worst_condition": float(condition)}


def _null_space(drive: Drive, method: str) -> Any:
    """The system of a method on a null space, whose model and work hold its cells."""
    return drive.ready(method)[0]


def scatter(drive: Drive, largest: float, runs: int) -> dict[str, Any]:
    """How much of a difference between two methods is chance: median and range over `runs` runs, by method.

    Which steps a run takes, and so the largest violation that it meets, hangs on the last digits where stability
    limits the step. Runs whose tolerances differ by a few percent show how much.
    """
    found: dict[str, Any] = {}
    for name in SCATTERED:
        rows = [
            step_numbers(drive_with(drive, name, adams(largest, RELATIVE * (1.0 + NUDGE * k))), largest)
            for k in range(runs)
        ]
        keys = ("steps", "step_changes", "violation", "violation_median")
        found[name] = {key: _spread([row[key] for row in rows]) for key in keys}
    return {"runs": runs, "largest_nudge": NUDGE * (runs - 1), "methods": found}


def _spread(values: list[float]) -> dict[str, float]:
    return {"median": float(np.median(values)), "smallest": float(min(values)), "largest": float(max(values))}


def compare_ranges(a: Mapping[str, float], b: Mapping[str, float]) -> str:
    """Whether a is `less` or `more` than b, or `alike`: their ranges overlap."""
    if a["largest"] < b["smallest"]:
        return "less"
    return "more" if a["smallest"] > b["largest"] else "alike"


def stability(drive: Drive) -> dict[str, Any]:
    """The largest |λ| at the start with the bodies that move most, and runs without a maximum step and more accurate.

    Where a far smaller tolerance hardly makes more steps, stability limits them.
    """
    world, start = drive.ready("augmented_world")
    fastest = max(linearise(to_world_frame(world), start).modes(), key=lambda mode: abs(mode.eigenvalue))
    free = step_numbers(drive_with(drive, "projection", adams(FREE)), FREE)
    tight = step_numbers(drive_with(drive, "projection", adams(FREE, TIGHTER * RELATIVE)), FREE)
    kept = ("steps", "median_step")
    return {
        "fastest_mode": {
            "magnitude": float(abs(fastest.eigenvalue)),
            "real": float(np.real(fastest.eigenvalue)),
            "imaginary": float(np.imag(fastest.eigenvalue)),
            "bodies": [body for body, share in fastest.bodies.items() if share > 0.1],
        },
        "without_maximum": {key: free[key] for key in kept},
        "tighter": {"factor": TIGHTER, **{key: tight[key] for key in kept}},
    }


def times(drive: Drive, names: tuple[str, ...], integrator: Integrator, rounds: int) -> dict[str, float]:
    """Seconds of the drive by method, which take turns; of every piece the smallest time of all rounds counts."""
    found: dict[str, list[list[float]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            timed = pieces(drive, name, integrator, sample=SAMPLE, together=TIMED_SAMPLES)
            found[name].append([seconds for seconds, _ in timed])
    return {name: float(np.min(own, axis=0).sum()) for name, own in found.items()}
