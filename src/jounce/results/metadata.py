"""What was run, how, and at what cost."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """The settings of a run, its origin and its counts; times in seconds."""

    vehicle: str
    maneuver: str
    formulation: str
    integrator: str
    step: float | None
    """Fixed step [s]; None when the integrator chose its steps."""
    tolerance: float | None
    """Relative local error allowed; None with a fixed step."""
    max_step: float | None = None
    """Longest step that an integrator might choose [s]; None without a limit, or with a fixed step."""
    planned_end: float
    """Where the maneuver ends [s]."""
    rack: str = ""
    """How the rack was moved: servo or prescribed; empty without one."""
    initial: str = "design"
    """Where the run began: at the design position, or settled."""
    ground: str = "flat"
    """What it drove on."""
    options: Mapping[str, float] = field(default_factory=dict)
    """Options of the maneuver [SI]."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """Numbers of the car that metrics need, such as `wheelbase`; `jounce.metrics.facts` lists them [SI]."""
    about: str = ""
    """What the vehicle is and what it is asked to do."""
    jounce_version: str
    created: str
    """ISO 8601 in UTC."""
    steps: int
    evaluations: int
    rejected_steps: int
    iterations: int = 0
    """Of implicit steps."""
    refreshes: int = 0
    """Times the matrix of implicit steps was made anew during the run."""
    wall_time: float
    """Spent in the integrator, without compilation [s]."""
    interrupted: bool = False
    """Stopped by the user."""
    stopped: str = ""
    """The condition of the maneuver that ended it before its time, if one did."""
    failure: str | None = None
    """Why the run stopped early, if it did."""
    warnings: tuple[str, ...] = ()
    """What a reader of the results should know."""
    metrics: tuple[str, ...] = ()
    """Names of what the maneuver asked to be computed from the channels."""
    measured: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What came of it: name → `value` [SI, or None where it does not exist], `unit` and `note`; also `spoken`, the unit
    that people give it in, where it is another."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for files."""
        measured = {name: dict(row) for name, row in self.measured.items()}
        copies = {"options": dict(self.options), "facts": dict(self.facts), "measured": measured}
        return {**dataclasses.asdict(self), **copies}


def from_dict(data: Mapping[str, Any]) -> Metadata:
    """Metadata from plain data; keys of later versions are ignored, missing ones raise TypeError."""
    known = {field.name for field in dataclasses.fields(Metadata)}
    fields = {key: value for key, value in data.items() if key in known}
    lists = {name: tuple(fields.get(name, ())) for name in ("warnings", "metrics")}
    return Metadata(**(fields | lists))
