"""What the drives of Kang 2014 give as numbers: iterations, new matrices, differences, open joints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.papers.kang_drives import METHODS, Drive, Record, drive_with
from jounce.vehicle.elements import CHASSIS


def recorded(drive: Drive, names: tuple[str, ...]) -> dict[str, Record]:
    """A run with each method, recorded at every step."""
    return {name: drive_with(drive, METHODS[name]) for name in names}


def methods(records: Mapping[str, Record], reference: str = "conventional") -> dict[str, Any]:
    """Counts, differences from the reference and open joints, by method."""
    return {name: _numbers(record, records[reference]) for name, record in records.items()}


def seconds_off_ground(record: Record) -> float:
    """How long at least one wheel is in the air [s]."""
    loads = record.run.observation.tire["fz"]
    return float(np.any(loads == 0.0, axis=1).mean() * record.run.time[-1])


def _numbers(record: Record, reference: Record) -> dict[str, Any]:
    counts, n = record.run.counts, len(record.run.time)
    away = np.abs(record.watched - reference.watched[:n])
    peak = float(np.abs(reference.watched).max())
    ends = record.run.position(CHASSIS)[-1] - reference.run.position(CHASSIS)[n - 1]
    failure = record.failure
    return {
        "steps": counts.steps,
        "iterations": counts.iterations / max(1, counts.steps),
        "evaluations": counts.evaluations / max(1, counts.steps),
        "refreshes": counts.refreshes,
        "rejected": counts.rejected,
        "max_acceleration_difference": float(away.max()),
        "relative_acceleration_difference": float(away.max()) / peak,
        "final_position_difference": float(np.linalg.norm(ends)),
        "heading": float(record.channels["chassis.yaw_angle"][-1]),
        "constraint_violation": float(record.channels["joints.violation"].max()),
        "constraint_rate": float(record.channels["joints.violation_rate"].max()),
        "failure": None if failure is None else {"time": failure.time, "step": failure.step, "text": str(failure)},
    }
