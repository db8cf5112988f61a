"""The same car with another actuation of its rack."""

from __future__ import annotations

from jounce.errors import Refusal
from jounce.mechanism import replace
from jounce.vehicle.parts import Part
from jounce.vehicle.steering import PrescribedRack, RackServo, Steering
from jounce.vehicle.vehicle import Vehicle

SMOOTHING = 0.01
"""Time constant of the lag of a rack that is moved by hand [s]."""


def with_prescribed_rack(vehicle: Vehicle, *, rack_mass: float | None = None, smoothing: float = 0.0) -> Vehicle:
    """The car with the travel of its rack prescribed: one degree of freedom less.

    rack_mass [kg]: of another rack of the same shape, its inertia in proportion; 1e-3 gives a nearly massless one.
    """
    steering = _steering_of(vehicle)
    rack = steering.rack if rack_mass is None else _with_mass(steering.rack, rack_mass)
    how = PrescribedRack(smoothing=smoothing)
    return replace(vehicle, steering=replace(steering, rack=rack, actuation=how))


def with_smooth_rack(vehicle: Vehicle) -> Vehicle:
    """The car for somebody who moves its rack while it runs: a prescribed rack without a lag gets one, because what is
    asked of it then has rates that jump."""
    steering = vehicle.steering
    if steering is None or not isinstance(steering.actuation, PrescribedRack) or steering.actuation.smoothing > 0.0:
        return vehicle
    return with_prescribed_rack(vehicle, smoothing=SMOOTHING)


def with_rack_servo(vehicle: Vehicle, *, stiffness: float, damping: float) -> Vehicle:
    """The car with its rack on a servo [N/m, N s/m]."""
    servo = RackServo(stiffness=stiffness, damping=damping)
    return replace(vehicle, steering=replace(_steering_of(vehicle), actuation=servo))


def _steering_of(vehicle: Vehicle) -> Steering:
    if vehicle.steering is None:
        raise Refusal("no steering", f"vehicle {vehicle.name!r}", "a vehicle with a rack", where="steering")
    return vehicle.steering


def _with_mass(part: Part, mass: float) -> Part:
    inertia = tuple(mass / part.mass * entry for entry in part.inertia)
    return replace(part, mass=mass, inertia=inertia)
