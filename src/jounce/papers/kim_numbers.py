"""What drives of Kim 1997 give as numbers: steps, violations, differences, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.null_space import system as null_space_system
from jounce.papers.kim_drive import Drive, Record

CHANNELS = (
    "chassis.vertical_acceleration",
    "chassis.lateral_acceleration",
    "chassis.position_y",
    "chassis.roll_rate",
    "chassis.yaw_rate",
)
"""Of the chassis, Figs. 9 to 13."""
EQUAL = 1e-9
"""Relative difference up to which two steps are of one length."""


def step_numbers(record: Record, largest: float) -> dict[str, Any]:
    """Steps of a run with a maximum step [s], and what the projections after them met."""
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


def sizes(drive: Drive) -> Mapping[str, int]:
    """Bodies, and unknowns of the formulations."""
    tree, world = drive.system("projection"), drive.system("augmented_world")
    assert isinstance(tree, null_space_system.System)
    assert isinstance(world, cartesian_system.System)
    return {
        "bodies": len(tree.layout.bodies),
        "joint_velocities": int(tree.work.u.size),
        "loop_equations": int(tree.work.rows.size),
        "freedom": 6 + int(tree.model.cells["freedom"].sum()),
        "world_accelerations": 6 * len(world.layout.bodies),
        "world_equations": int(world.model.rows.size),
    }


def basis_numbers(drive: Drive, name: str) -> dict[str, float]:
    """What a null space went through since it was built: times made anew, at less than full rank, worst condition."""
    system = drive.system(name)
    assert isinstance(system, null_space_system.System)
    renewed, deficient, condition = system.work.space.counts
    return {"renewed": int(renewed), "deficient": int(deficient), "worst_condition": float(condition)}
