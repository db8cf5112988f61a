"""A maneuver: a speed to start with, inputs over time, and an end.

Stop conditions: conditions on channels at which a run ends, such as `chassis.speed < 0.1 m/s`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Signal
from jounce.model.vehicle import Vehicle
from jounce.schema.expressions import condition

if TYPE_CHECKING:
    from jounce.lab.drivers import Driver


AT_REST = "chassis.speed < 0.1 m/s"
ROLLED_OVER = "abs(chassis.roll_angle) > 45 deg"
SPUN_ROUND = "abs(chassis.yaw_angle) > 90 deg"
SLIDES_SIDEWAYS = "abs(chassis.side_slip_angle) > 45 deg"


class Stop(NamedTuple):
    """The sample at which a run ends, and the condition that it meets."""

    sample: int
    condition: str


def stop_at(conditions: Sequence[str], channels: Mapping[str, np.ndarray]) -> Stop | None:
    """The first sample, but for the very first, that meets one of the conditions; None if none does.

    channels: name → values over time [SI]; `t` is `time` if there is such a channel. Raises InputError for a condition
    that cannot be read or that names an unknown channel.
    """
    known = {**({"t": channels["time"]} if "time" in channels else {}), **channels}
    found = []
    for text in conditions:
        holds = np.atleast_1d(condition(text).evaluate(known))[1:]
        if holds.any():
            found.append(Stop(int(np.argmax(holds)) + 1, text))
    return min(found, key=lambda stop: stop.sample, default=None)


def check_conditions(conditions: object) -> tuple[str, ...]:
    """Conditions as a tuple of texts, each of which can be read; raises InputError with its place in the list."""
    listed = [conditions] if isinstance(conditions, str) else conditions
    if not isinstance(listed, list | tuple):
        raise InputError("not a list of conditions", repr(conditions), f"for example ['{AT_REST}']")
    for i, text in enumerate(listed):
        try:
            condition(text)
        except InputError as refusal:
            found = refusal.finding
            raise InputError(found.what, found.got, found.expected, found.hint, where=str(i)) from None
    return tuple(listed)


Need = Literal["steering", "skid_steering", "drive", "powertrain", "propulsion", "brakes", "actuators", "air"]
"""`propulsion` is either of drive and powertrain; `air` is aerodynamics with coefficients, of the first unit."""

_REMEDIES = {
    "drive": "an axle with drive",
    "brakes": "axles with brake",
    "actuators": "springs with actuator: true",
    "propulsion": "an axle with drive, or a powertrain",
    "air": "aerodynamics with coefficients: drag alone has no side force and no yaw moment",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class Maneuver:
    """What to do with a car that rolls straight ahead. Times in seconds, from 0."""

    name: str
    about: str
    """Description in one sentence."""
    speed: float
    """Initial speed [m/s]."""
    inputs: Mapping[str, Signal] = field(default_factory=dict)
    """Name of a run-time input, such as `rack_travel` → signal [SI]."""
    ground: tuple | None = None
    """Ground of the maneuver, of `jounce.engine.laws.ground`; None: the caller chooses it."""
    end: float
    """Duration of the run [s]."""
    step: float = 1e-3
    """Step of a fixed-step integrator, unless the caller gives another [s]."""
    sample: float = 1e-2
    """Time between recorded states [s]."""
    driver: Driver | None = None
    """Closed-loop controller of some inputs, of `jounce.lab.drivers`; the others follow `inputs`."""
    controllers: tuple[Any, ...] = ()
    """Controllers that act on the car, before those of the caller: names, mappings of expressions, or objects; see
    `jounce.lab.controllers`."""
    needs: tuple[Need, ...] = ()
    """What the vehicle must have."""
    stop: tuple[str, ...] = ()
    """Conditions on channels, such as `chassis.speed < 0.1 m/s`: the run ends at the first sample that meets one."""
    metrics: tuple[str, ...] = ()
    """Names of metrics to compute from the channels, of `jounce.lab.metrics`, or definitions of own ones."""
    figures: tuple[str, ...] = ()
    """Names of the two to four figures that answer its question, which a report shows first; `jounce list figures` has
    them all. Without any a report takes those behind the metrics."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options it was made with [SI], for the record."""
    call: tuple[str, Mapping[str, Any]] | None = field(init=False, default=None, compare=False)
    """Name and options by which `jounce.maneuver` makes it again; None of any other, also of a changed copy."""

    def __repr__(self) -> str:
        driven = ", with a driver" if self.driver is not None else ""
        inputs = f", inputs {', '.join(self.inputs)}" if self.inputs else ""
        return f"<Maneuver {self.name}: from {self.speed:.4g} m/s, {self.end:g} s{inputs}{driven}>"


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
        "air": vehicle.aerodynamics is not None and vehicle.aerodynamics.coefficients is not None,
        "actuators": any(axle.suspension.has_actuator for axle in vehicle.axles),
    }
    findings = [
        Finding(
            need,
            f"the maneuver {maneuver.name} needs it",
            "nothing",
            hint=f"give the vehicle {_REMEDIES.get(need, need)}",
        )
        for need in maneuver.needs
        if not has[need]
    ]
    if findings:
        raise ModelError(findings, f"vehicle {vehicle.name}")
