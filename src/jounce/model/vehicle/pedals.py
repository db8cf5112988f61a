"""What the pedals of a car do: torques of its brakes, and shares of its driven wheels in a force.

A Vehicle does not say how strong its brakes are, so they are as strong as a dry road asks for, whatever the car weighs.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.corners import Corner
from jounce.model.vehicle.geometry import SIDES
from jounce.model.vehicle.statics import wheel_loads
from jounce.model.vehicle.translate import to_mechanism
from jounce.model.vehicle.vehicle import Vehicle
from jounce.schema.frozen import replace

FULL_BRAKING, FRONT_SHARE, REAR_SHARE = 1.1, 0.65, 0.35
"""Deceleration of full brakes, in g, if tires could bear it, and shares of first and last axle of a car with two."""
FULL_HAND_BRAKING = 0.6
"""Deceleration of the handbrake, on the last axle, in g, if tires could bear it."""


def total_mass(vehicle: Vehicle) -> float:
    """The mass of all bodies of a car [kg]."""
    return sum(body.mass for body in to_mechanism(vehicle).bodies)


def weight_of(vehicle: Vehicle, mass: float | None = None) -> float:
    """The weight that pedals are scaled by [N]; mass: that of the whole car [kg], if it is known already. A car without
    gravity still has pedals, as if there were some."""
    return (total_mass(vehicle) if mass is None else mass) * max(vehicle.gravity, 1.0)


def full_brake_torques(vehicle: Vehicle, *, mass: float | None = None) -> Mapping[str, float]:
    """Name of the input of every brake → its torque with the pedal fully down [N m].

    Axles of the towing unit share from front to rear what all its wheels carry; those of trailers brake what they
    carry.
    """
    loads = {} if not vehicle.trailers else _axle_loads(vehicle)
    own = sum(loads[axle.name] for axle in vehicle.axles) if loads else weight_of(vehicle, mass)
    drawn = [axle for trailer in vehicle.trailers for axle in trailer.axles if axle.brake is not None]
    return _shared_torques(vehicle, own) | {
        Corner(axle.name, side).brake_torque: FULL_BRAKING * loads[axle.name] * _radius(axle) / 2.0
        for axle in drawn
        for side in SIDES
    }


def _axle_loads(vehicle: Vehicle) -> Mapping[str, float]:
    """Axle → load of its wheels [N] at the design position; where there is no gravity, as if there were some."""
    heavy = vehicle if vehicle.gravity >= 1.0 else replace(vehicle, gravity=1.0)
    loads = wheel_loads(to_mechanism(heavy), heavy)
    found = dict.fromkeys((axle.name for axle in vehicle.all_axles), 0.0)
    for corner in vehicle.corners:
        found[corner.axle] += loads[corner.name("tire")] + loads.get(corner.inner_tire, 0.0)
    return found


def _shared_torques(vehicle: Vehicle, weight: float) -> dict[str, float]:
    """Torques of the towing unit for a weight [N] on its wheels."""
    braked = _braked_axles(vehicle)
    shares = np.linspace(FRONT_SHARE, REAR_SHARE, len(braked)) if len(braked) > 1 else np.ones(len(braked))
    return {
        Corner(axle.name, side).brake_torque: float(FULL_BRAKING * weight * share * _radius(axle) / 2.0)
        for axle, share in zip(braked, shares / max(shares.sum(), 1e-9), strict=True)
        for side in SIDES
    }


def full_hand_brake_torques(vehicle: Vehicle, *, mass: float | None = None) -> Mapping[str, float]:
    """Name of the input of every brake that the handbrake pulls → its torque [N m]; none of a trailer."""
    weight = weight_of(vehicle, mass)
    return {
        Corner(axle.name, side).brake_torque: FULL_HAND_BRAKING * weight * _radius(axle) / 2.0
        for axle in _braked_axles(vehicle)[-1:]
        for side in SIDES
    }


def drive_shares(vehicle: Vehicle) -> Mapping[str, float]:
    """Name of the input of every wheel driven by a torque → its torque for each newton that drives the car [m].

    Nothing for a car whose powertrain or skid steering drives it.
    """
    if vehicle.powertrain is not None or vehicle.skid_steering is not None:
        return {}
    driven = [axle for axle in vehicle.axles if axle.drive is not None]
    return {
        Corner(axle.name, side).drive_torque: _radius(axle) / (2.0 * len(driven)) for axle in driven for side in SIDES
    }


def _braked_axles(vehicle: Vehicle) -> list[Axle]:
    return [axle for axle in vehicle.axles if axle.brake is not None]


def _radius(axle: Axle) -> float:
    """Height of the wheel centres over the ground [m]."""
    return axle.suspension.wheel_centre[2]
