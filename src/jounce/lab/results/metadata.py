"""What was run, how, and at what cost.

The numbers people ask for first.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from jounce.lab.results.result import Result


SIMULATED, MEASURED = "simulated", "measured"


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """The settings of a run, its origin and its counts; times in seconds."""

    vehicle: str
    maneuver: str
    origin: str = SIMULATED
    """`simulated`, or `measured` of a car on a road."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How it was run: every field of `jounce.lab.run_settings.RunSettings`, with what was chosen where nothing
    was given. The properties below name those that reports show."""
    planned_end: float
    """End of the maneuver, if nothing ends it earlier [s]."""
    options: Mapping[str, float] = field(default_factory=dict)
    """Options of the maneuver [SI]."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """Numbers of the car that metrics need, such as `wheelbase`; `jounce.lab.metrics.metric` lists them [SI]."""
    about: str = ""
    """What the vehicle is and what it is asked to do."""
    jounce_version: str
    created: str
    """Date and time of creation, ISO 8601 in UTC."""
    steps: int
    evaluations: int
    rejected_steps: int
    iterations: int = 0
    """Number of iterations of implicit steps."""
    refreshes: int = 0
    """Times the matrix of implicit steps was made anew during the run."""
    wall_time: float
    """Wall-clock time spent in the integrator, without compilation [s]."""
    preparation_time: float = field(default=0.0, compare=False)
    """Wall-clock time before it: building, compiling where code was missing, and finding the start [s]."""
    interrupted: bool = False
    """Whether the user stopped the run."""
    stopped: str = ""
    """Condition of the maneuver that ended the run before its planned end, if one did."""
    failure: str | None = None
    """Why the run stopped early, if it did."""
    warnings: tuple[str, ...] = ()
    """What a reader of the results should know."""
    metrics: tuple[str, ...] = ()
    """Names of what the maneuver asked to be computed from the channels."""
    figures: tuple[str, ...] = ()
    """Names of the figures that a report of the run shows first."""
    measured: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Metrics by name: `value` [SI, or None where it does not exist], `unit` and `note`; also `display_unit`, the unit
    in which it is printed, where that differs."""

    @property
    def formulation(self) -> str:
        """Formulation of the equations of motion; empty of a measurement."""
        return str(self.settings.get("formulation") or "")

    @property
    def integrator(self) -> str:
        """Name of the integrator; empty of a measurement."""
        return str(self.settings.get("integrator") or "")

    @property
    def is_measured(self) -> bool:
        """Whether the channels were measured, not simulated."""
        return self.origin == MEASURED

    @property
    def step(self) -> float | None:
        """Fixed step [s]; None when the integrator chose its steps."""
        return self.settings.get("step")

    @property
    def tolerance(self) -> float | None:
        """Relative local error allowed; None with a fixed step."""
        return self.settings.get("tolerance")

    @property
    def rack(self) -> str:
        """How the rack was moved: servo or prescribed; empty without one."""
        return self.settings.get("rack") or ""

    @property
    def initial(self) -> str:
        """Where the run began: at the design position, or settled."""
        return self.settings.get("initial") or "design"

    @property
    def ground(self) -> str:
        """Ground that it drove on."""
        return self.settings.get("ground") or "flat"

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for files."""
        measured = {name: dict(row) for name, row in self.measured.items()}
        copies = {
            "settings": dict(self.settings),
            "options": dict(self.options),
            "facts": dict(self.facts),
            "measured": measured,
        }
        return {**dataclasses.asdict(self), **copies}


def from_dict(data: Mapping[str, Any]) -> Metadata:
    """Metadata from plain data; keys of later versions are ignored, missing ones raise TypeError."""
    known = {field.name for field in dataclasses.fields(Metadata)}
    fields = {key: value for key, value in data.items() if key in known}
    lists = {name: tuple(fields.get(name, ())) for name in ("warnings", "metrics", "figures")}
    return Metadata(**(fields | lists))


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
        "origin": run.origin,
        "options": dict(run.options),
        **run.settings,
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
