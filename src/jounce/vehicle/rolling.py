"""The initial condition of most maneuvers: a car that rolls straight ahead."""

from __future__ import annotations

import math

from jounce.mechanism import Body, Mechanism, Tire, replace
from jounce.units import parse_quantity
from jounce.vehicle.sides import Triple
from jounce.vehicle.translate import to_mechanism
from jounce.vehicle.vehicle import Vehicle


def rolling(vehicle: Vehicle | Mechanism, speed: float | str) -> Mechanism:
    """The mechanism with all bodies at `speed` [m/s, or a text with a unit] along x and wheels without slip.

    ω = speed cos(toe) / loaded radius about the spin axis, the loaded radius being the height of the wheel centre
    above the ground z = 0 at the design position: no longitudinal slip in the tire law.
    """
    v = parse_quantity(speed, "velocity")
    model = to_mechanism(vehicle) if isinstance(vehicle, Vehicle) else vehicle
    spins = {tire.body: _spin(tire, v) for tire in model.tires}
    return replace(model, bodies=tuple(_moving(body, v, spins.get(body.name)) for body in model.bodies))


def _moving(body: Body, speed: float, spin: Triple | None) -> Body:
    return replace(body, velocity=(speed, 0.0, 0.0), angular_velocity=spin or (0.0, 0.0, 0.0))


def _spin(tire: Tire, speed: float) -> Triple:
    """The angular velocity of a wheel [rad/s] in world axes."""
    x, y, z = tire.spin_axis
    rate = speed * (y / math.hypot(x, y)) / tire.centre[2]
    return rate * x, rate * y, rate * z
