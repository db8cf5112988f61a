"""What the drives of Kang 2014 give as numbers: iterations, new matrices, differences, open joints, times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import numpy as np

from jounce.model.vehicle.corners import CHASSIS
from jounce_papers.drives import Drive, Record
from jounce_papers.kang_2014.drives import METHODS, STEP, watched_acceleration
from jounce_papers.timing import pieces

TIMED_STEPS = 250
"""Steps that are timed together: the call from Python costs less than a microsecond of each."""
MEAN_STEPS = 20
"""Steps whose iterations become one mean: whole numbers of every step would be a black band."""


def method_numbers(records: Mapping[str, Record], reference: str = "conventional") -> dict[str, Any]:
    """Counts, differences from the reference and open joints, by method."""
    return {name: _numbers(record, records[reference]) for name, record in records.items()}


def _numbers(record: Record, reference: Record) -> dict[str, Any]:
    counts, n = record.run.counts, len(record.run.time)
    away = np.abs(watched_acceleration(record) - watched_acceleration(reference)[:n])
    peak = float(np.abs(watched_acceleration(reference)).max())
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


def seconds_off_ground(record: Record) -> float:
    """How long at least one wheel is in the air [s]."""
    loads = record.run.observation.tire["fz"]
    return float(np.any(loads == 0.0, axis=1).mean() * record.run.time[-1])


def times(drive: Drive, names: tuple[str, ...], repeats: int) -> dict[str, float]:
    """Microseconds per step by method, as far as it goes."""
    runs = [_take_turns(drive, names) for _ in range(repeats)]
    return {name: 1e6 / TIMED_STEPS * float(np.mean(np.min([run[name] for run in runs], axis=0))) for name in names}


def _take_turns(drive: Drive, names: tuple[str, ...]) -> dict[str, list[float]]:
    """Seconds of every piece by method; the methods take turns after every piece."""
    found: dict[str, list[float]] = {name: [] for name in names}
    for of_all in zip_longest(*(_pieces(drive, name, TIMED_STEPS) for name in names)):
        for name, piece in zip(names, of_all, strict=True):
            if piece is not None:
                found[name].append(piece[0])
    return found


def mean_iterations(drive: Drive, name: str) -> list[float]:
    """Iterations per step with a method, means over `MEAN_STEPS` steps each, as far as it goes."""
    return [count / MEAN_STEPS for _, count in _pieces(drive, name, MEAN_STEPS)]


def _pieces(drive: Drive, name: str, steps: int) -> Iterator[tuple[float, float]]:
    method = METHODS[name]
    return pieces(drive, method.formulation, method.integrator(STEP), sample=steps * STEP)
