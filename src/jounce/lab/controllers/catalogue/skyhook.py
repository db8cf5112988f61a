"""Skyhook: the body is held as if a damper hung it from the sky, by actuators at the corners.

With the vertical velocity v of the body above a wheel (of its centre of mass, and roll and pitch rates times the arm)
and the velocity u of the suspension (bump positive, so that the body leaves the wheel with −u):

    F = −c_sky v                                                                                    (S1)

pushes the body up. A semi-active damper can only resist the motion of its ends. Its force is that of a damper with a
rate c within limits, which is as near to (S1) as it gets:

    F = c u,   c = −c_sky v / u limited to c_min … c_max                                              (S2)

An actuator that is mounted with a motion ratio i (its travel by that of the wheel) pushes with F / i.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from jounce.errors import InputError
from jounce.model.mechanism.inputs import input_defaults
from jounce.model.vehicle import Vehicle, to_mechanism
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Damping, Force, Frequency, NotNegative, Number, Positive

PARTS = ("damper_force", "spring_force")
"""Inputs of actuators at a corner, the first that a car has is moved [N]."""
REST = 1e-4
"""Velocity of the suspension below which a semi-active damper has no force [m/s]."""


class Skyhook(Frozen):
    """Options of the skyhook dampers, numbers in SI or strings with a unit."""

    name: ClassVar[str] = "skyhook"
    damping: Annotated[Damping, Positive, Field(description="c_sky at every corner [N s/m]")] = 3000.0
    mode: Annotated[
        Literal["semi-active", "active"],
        Field(description="whether actuators only resist motion, or push as they like"),
    ] = "semi-active"
    min_damping: Annotated[Damping, NotNegative, Field(description="c_min of a semi-active damper [N s/m]")] = 0.0
    max_damping: Annotated[Damping, NotNegative, Field(description="c_max of a semi-active damper [N s/m]")] = 5000.0
    max_force: Annotated[Force, Positive, Field(description="largest force of an actuator [N]")] = 3000.0
    motion_ratio: Annotated[
        Number, Positive, Field(description="i: travel of the actuator by that of the wheel [-]")
    ] = 1.0
    rate: Annotated[Frequency, Positive, Field(description="updates per second [Hz]")] = 200.0

    def start(self, car: Vehicle, speed: float) -> SkyhookSession:
        """Start a run; raises InputError for a car without actuators."""
        return SkyhookSession(self, car)

    def force(self, body: float, suspension: float) -> float:
        """The force (S1) or (S2) that pushes the body up [N], for the velocities v and u [m/s]."""
        wanted = -self.damping * body
        if self.mode == "active":
            return wanted
        if abs(suspension) < REST:
            return 0.0
        return max(self.min_damping, min(self.max_damping, wanted / suspension)) * suspension


class SkyhookSession:
    """Skyhook dampers in one run."""

    def __init__(self, options: Skyhook, car: Vehicle) -> None:
        known = input_defaults(to_mechanism(car))
        names = {corner: [corner.name(part) for part in PARTS if corner.name(part) in known] for corner in car.corners}
        self.options = options
        self.actuators = {corner: found[0] for corner, found in names.items() if found}
        if not self.actuators:
            hint = "give springs or dampers `actuator: true`"
            raise InputError("nothing to control", car.name, "actuators at the corners", hint, "controllers.skyhook")
        mass = car.chassis.centre_of_mass
        centres = {c: c.side.point(car.axle(c.axle).suspension.wheel_centre) for c in self.actuators}
        self.arms = {corner: (centre[0] - mass[0], centre[1] - mass[1]) for corner, centre in centres.items()}
        self.inputs = tuple(self.actuators.values())

    def update(self, t: float, channels: Mapping[str, float], inputs: Mapping[str, float]) -> dict[str, float]:
        """Forces of all actuators, on top of what is asked for [N]."""
        largest, ratio = self.options.max_force, self.options.motion_ratio
        found = {}
        for corner, name in self.actuators.items():
            suspension = channels[corner.channel("suspension", "velocity")]
            force = self.options.force(self._body(channels, *self.arms[corner]), suspension)
            found[name] = inputs[name] + max(-largest, min(largest, force / ratio))
        return found

    def _body(self, channels: Mapping[str, float], x: float, y: float) -> float:
        """Vertical velocity of the body [m/s] at x and y [m] from its centre of mass."""
        turning = y * channels["chassis.roll_rate"] - x * channels["chassis.pitch_rate"]
        return channels["chassis.vertical_velocity"] + turning
