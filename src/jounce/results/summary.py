"""The numbers people ask for first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from jounce.results.result import Result

AT_THE_END = ("yaw_rate", "lateral_acceleration", "speed", "roll_angle", "pitch_angle", "side_slip_angle")
"""Channels of the chassis whose last value is in the summary."""


def summarise(result: Result) -> dict[str, Any]:
    """Plain data in SI units: end values, the largest constraint violations, cost, settings.

    us_per_step: microseconds of wall-clock time per accepted step. real_time_factor: simulated over wall-clock time of
    the integration, without compilation; above 1 is faster than the clock. What does not exist is None.
    """
    run = result.metadata
    simulated = float(result.time[-1] - result.time[0])
    return {
        **{
            name: _finite(result[f"chassis.{name}"][-1]) if f"chassis.{name}" in result else None for name in AT_THE_END
        },
        "metrics": result.metrics,
        "max_constraint_violation": _largest(result, "joints.violation"),
        "max_constraint_rate": _largest(result, "joints.violation_rate"),
        "us_per_step": _finite(1e6 * run.wall_time / run.steps) if run.steps else None,
        "real_time_factor": _finite(simulated / run.wall_time) if run.wall_time > 0.0 else None,
        "steps": run.steps,
        "evaluations": run.evaluations,
        "rejected_steps": run.rejected_steps,
        "wall_time": run.wall_time,
        "vehicle": run.vehicle,
        "maneuver": run.maneuver,
        "options": dict(run.options),
        "formulation": run.formulation,
        "integrator": run.integrator,
        "step": run.step,
        "tolerance": run.tolerance,
        "max_step": run.max_step,
        "rack": run.rack,
        "ground": run.ground,
        "initial": run.initial,
        "end_time": float(result.time[-1]),
        "planned_end_time": run.planned_end,
        "stopped": run.stopped,
        "interrupted": run.interrupted,
        "failure": run.failure,
        "warnings": list(run.warnings),
        "jounce_version": run.jounce_version,
        "created": run.created,
    }


def _largest(result: Result, name: str) -> float | None:
    return _finite(np.max(np.abs(result[name].values))) if name in result and len(result[name]) else None


def _finite(value: float) -> float | None:
    """The number, or None where JSON has no word for it."""
    return float(value) if math.isfinite(value) else None
