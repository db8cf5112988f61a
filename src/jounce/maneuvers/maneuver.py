"""A maneuver: a speed to start with, inputs over time, and an end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from jounce.drivers import Driver
from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.mechanism import Signal
from jounce.vehicle import Vehicle

Need = Literal["steering", "skid_steering", "drive", "powertrain", "propulsion", "brakes"]
"""`propulsion` is either of drive and powertrain."""

_GIVE = {
    "drive": "an axle with drive",
    "brakes": "axles with brake",
    "propulsion": "an axle with drive, or a powertrain",
}


@dataclass(frozen=True, kw_only=True)
class Maneuver:
    """What to do with a car that rolls straight ahead. Times in seconds, from 0."""

    name: str
    about: str
    """One sentence."""
    speed: float
    """At the start [m/s]."""
    inputs: Mapping[str, Signal] = field(default_factory=dict)
    """Name of a run-time input, such as `rack_travel` → signal [SI]."""
    ground: tuple | None = None
    """What it brings to drive on, of `jounce.ground`; None leaves it to whoever runs it."""
    end: float
    """[s]"""
    step: float = 1e-3
    """Of a fixed-step integrator, unless another is asked for [s]."""
    sample: float = 1e-2
    """Between recorded states [s]."""
    driver: Driver | None = None
    """Who moves inputs while it goes on, of `jounce.drivers`; the others follow `inputs`."""
    needs: tuple[Need, ...] = ()
    """What the vehicle must have."""
    stop: tuple[str, ...] = ()
    """Conditions on channels, such as `chassis.speed < 0.1 m/s`: the run ends at the first sample that meets one."""
    metrics: tuple[str, ...] = ()
    """Names of what to compute from its channels, of `jounce.metrics`."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options it was made with [SI], for the record."""


def check_needs(maneuver: Maneuver, vehicle: Vehicle) -> None:
    """Refuse a car that lacks what the maneuver uses, with all findings at once."""
    drive = any(axle.drive is not None for axle in vehicle.axles)
    has = {
        "steering": vehicle.steering is not None,
        "skid_steering": vehicle.skid_steering is not None,
        "drive": drive,
        "powertrain": vehicle.powertrain is not None,
        "propulsion": drive or vehicle.powertrain is not None,
        "brakes": any(axle.brake is not None for axle in vehicle.axles),
    }
    findings = [
        Finding(
            need, f"the maneuver {maneuver.name} needs it", "nothing", hint=f"give the vehicle {_GIVE.get(need, need)}"
        )
        for need in maneuver.needs
        if not has[need]
    ]
    if findings:
        raise ModelError(findings, f"vehicle {vehicle.name}")
