"""The initial condition of most maneuvers: a car that rolls straight ahead."""

from __future__ import annotations

import math

from jounce.mechanism import Body, Mechanism, Tire
from jounce.units import parse_quantity
from jounce.vehicle.corners import Corner
from jounce.vehicle.sides import SIDES, Triple
from jounce.vehicle.translate import to_mechanism
from jounce.vehicle.translate_powertrain import DIFFERENTIAL, ENGINE, FLANGE
from jounce.vehicle.vehicle import Vehicle


def rolling(vehicle: Vehicle | Mechanism, speed: float | str, *, gear: float | None = None) -> Mechanism:
    """The mechanism with all bodies at `speed` [m/s, or a text with a unit] along x and wheels without slip.

    ω = speed cos(toe) / loaded radius about the spin axis, the loaded radius being the height of the wheel centre
    above the ground z = 0 at the design position: no longitudinal slip in the tire law. The powertrain of a vehicle
    turns along in a gear, by default the one of `rolling_gear`; in neutral, or between two gears, its engine idles.
    """
    v = parse_quantity(speed, "velocity")
    model = to_mechanism(vehicle) if isinstance(vehicle, Vehicle) else vehicle
    spins = {tire.body: _spin(tire, v) for tire in model.tires}
    if isinstance(vehicle, Vehicle):
        spins |= _in_gear(vehicle, v, rolling_gear(vehicle, v) if gear is None else gear)
    moving = tuple(_moving(body, v, spins.get(body.name)) for body in model.bodies)
    return model.model_copy(update={"bodies": moving})  # all else has been checked


def rolling_gear(vehicle: Vehicle, speed: float) -> int:
    """The gear for a speed [m/s], see `Powertrain.gear_for`; 0 without a powertrain."""
    if vehicle.powertrain is None:
        return 0
    return vehicle.powertrain.gear_for(wheel_speed(vehicle, speed))


def rolling_throttle(vehicle: Vehicle, speed: float, gear: float) -> float:
    """The throttle that carries the drag of the air at a speed [m/s] in a gear; 0 without a powertrain."""
    powertrain, air = vehicle.powertrain, vehicle.aerodynamics
    if powertrain is None:
        return 0.0
    drag = 0.5 * air.air_density * air.drag_area * speed**2 if air is not None else 0.0
    radius = vehicle.axle(powertrain.axle).suspension.wheel_centre[2]
    return powertrain.throttle_for(drag * radius, gear, wheel_speed(vehicle, speed))


def wheel_speed(vehicle: Vehicle, speed: float) -> float:
    """The spin [rad/s] of the driven wheels without slip."""
    assert vehicle.powertrain is not None
    suspension = vehicle.axle(vehicle.powertrain.axle).suspension
    x, y, _ = suspension.spin_axis
    return speed * (y / math.hypot(x, y)) / suspension.wheel_centre[2]


def _in_gear(vehicle: Vehicle, speed: float, gear: float) -> dict[str, Triple]:
    """Angular velocities of engine, differential and flanges; half shafts turn like their wheels."""
    powertrain = vehicle.powertrain
    if powertrain is None:
        return {}
    spin = wheel_speed(vehicle, speed)
    turning = [DIFFERENTIAL, *(Corner(powertrain.axle, side).name(FLANGE) for side in SIDES)]
    across = dict.fromkeys(turning, (0.0, spin, 0.0))
    return across | {ENGINE: (0.0, powertrain.engine_speed(gear, spin), 0.0)}


def _moving(body: Body, speed: float, spin: Triple | None) -> Body:
    return body.model_copy(update={"velocity": (speed, 0.0, 0.0), "angular_velocity": spin or (0.0, 0.0, 0.0)})


def _spin(tire: Tire, speed: float) -> Triple:
    """The angular velocity of a wheel [rad/s] in world axes."""
    x, y, z = tire.spin_axis
    rate = speed * (y / math.hypot(x, y)) / tire.centre[2]
    return rate * x, rate * y, rate * z
