"""What the pedals of a car do: torques or pressures of its brakes, and shares of its driven wheels in a force.

A car without a brake system does not say how strong its brakes are; they are as strong as a dry road asks for, whatever
the car weighs.
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


def brake_inputs(vehicle: Vehicle) -> dict[Corner, str]:
    """Braked wheel → the input of its brake: a torque [N m], or a pressure [Pa] of a car with hydraulic brakes; brakes
    of trailers are torques."""
    own = _wheels(_braked_axles(vehicle))
    found = {c: c.brake_torque if vehicle.brakes is None else c.brake_pressure for c in own}
    return found | {c: c.brake_torque for c in _wheels(_drawn_axles(vehicle))}


def brake_gains(vehicle: Vehicle) -> dict[str, float]:
    """Name of the input of every brake → torque of the brake, cold, per unit of it: 1, or [N m/Pa]."""
    gains = {}
    for axle in _braked_axles(vehicle):
        caliper = axle.brake.caliper if axle.brake is not None and vehicle.brakes is not None else None
        gains[axle.name] = caliper.torque_per_pressure if caliper is not None else 1.0
    return {name: gains.get(corner.axle, 1.0) for corner, name in brake_inputs(vehicle).items()}


def full_brake_inputs(vehicle: Vehicle, *, mass: float | None = None) -> Mapping[str, float]:
    """Name of the input of every brake → its value with the pedal fully down.

    Of the car: the pressure of its brake system [Pa], or torques [N m] that its axles share from front to rear, for
    what all its wheels carry. Axles of trailers brake what they carry [N m].
    """
    loads = _axle_loads(vehicle) if vehicle.trailers else {}
    if vehicle.brakes is not None:
        names = brake_inputs(vehicle)
        own = {names[c]: vehicle.brakes.full_pressure(c.axle) for c in _wheels(_braked_axles(vehicle))}
    else:
        carried = sum(loads[axle.name] for axle in vehicle.axles) if loads else weight_of(vehicle, mass)
        own = _shared_torques(vehicle, carried)
    return own | {
        Corner(axle.name, side).brake_torque: FULL_BRAKING * loads[axle.name] * _radius(axle) / 2.0
        for axle in _drawn_axles(vehicle)
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


def full_deceleration(vehicle: Vehicle, *, mass: float | None = None) -> float:
    """Deceleration with the pedal fully down, if tires could bear it [m/s²]."""
    if vehicle.brakes is None:
        return FULL_BRAKING * max(vehicle.gravity, 1.0)
    full, gains = full_brake_inputs(vehicle), brake_gains(vehicle)
    radii = {name: _radius(vehicle.axle(corner.axle)) for corner, name in brake_inputs(vehicle).items()}
    force = sum(gains[name] * value / radii[name] for name, value in full.items())
    return force / (total_mass(vehicle) if mass is None else mass)


def full_hand_brake_inputs(vehicle: Vehicle, *, mass: float | None = None) -> Mapping[str, float]:
    """Name of the input of every brake that the handbrake pulls → its value, a torque [N m] or a pressure [Pa];
    none of a trailer."""
    weight, gains, names = weight_of(vehicle, mass), brake_gains(vehicle), brake_inputs(vehicle)
    return {
        (name := names[Corner(axle.name, side)]): FULL_HAND_BRAKING * weight * _radius(axle) / 2.0 / gains[name]
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


def _drawn_axles(vehicle: Vehicle) -> list[Axle]:
    """Braked axles of trailers."""
    return [axle for trailer in vehicle.trailers for axle in trailer.axles if axle.brake is not None]


def _wheels(axles: list[Axle]) -> list[Corner]:
    return [Corner(axle.name, side) for axle in axles for side in SIDES]


def _radius(axle: Axle) -> float:
    """Height of the wheel centres over the ground [m]."""
    return axle.suspension.wheel_centre[2]
