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
from jounce.model.vehicle.translate import to_mechanism
from jounce.model.vehicle.vehicle import Vehicle

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
    """Braked wheel → the input of its brake: a torque [N m], or a pressure [Pa] of a car with hydraulic brakes."""
    corners = [Corner(axle.name, side) for axle in _braked_axles(vehicle) for side in SIDES]
    return {c: c.brake_torque if vehicle.brakes is None else c.brake_pressure for c in corners}


def brake_gains(vehicle: Vehicle) -> dict[str, float]:
    """Name of the input of every brake → torque of the brake, cold, per unit of it: 1, or [N m/Pa]."""
    gains = {}
    for axle in _braked_axles(vehicle):
        caliper = axle.brake.caliper if axle.brake is not None and vehicle.brakes is not None else None
        gains[axle.name] = caliper.torque_per_pressure if caliper is not None else 1.0
    return {name: gains[corner.axle] for corner, name in brake_inputs(vehicle).items()}


def full_brake_inputs(vehicle: Vehicle, *, mass: float | None = None) -> Mapping[str, float]:
    """Name of the input of every brake → its value with the pedal fully down: the pressure of the car's own brake
    system [Pa], or a torque [N m] that axles share from front to rear."""
    if vehicle.brakes is not None:
        return {name: vehicle.brakes.full_pressure(c.axle) for c, name in brake_inputs(vehicle).items()}
    weight, braked = weight_of(vehicle, mass), _braked_axles(vehicle)
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
    """Name of the input of every brake that the handbrake pulls → its value, a torque [N m] or a pressure [Pa]."""
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


def _radius(axle: Axle) -> float:
    """Height of the wheel centres over the ground [m]."""
    return axle.suspension.wheel_centre[2]
