"""What the analysis of an axle needs of the whole car: wheelbase, centre of mass, shares of braking and driving."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.model.vehicle import Axle, Vehicle, to_mechanism
from jounce.schema.units import GRAVITY


@dataclass(frozen=True)
class Car:
    """The whole car at its design position, SI units."""

    mass: float
    """Mass of all bodies [kg]."""
    centre_of_mass: tuple[float, float, float]
    axles: tuple[float, ...]
    """x of the wheel centres, front to rear, those of trailers last [m]."""
    braked: tuple[float, ...]
    """Share of the braking force of each axle."""
    driven: tuple[float, ...]
    """Share of the driving force of each axle."""
    outboard: bool
    """Drive torques are reacted by the carriers of the wheels, not by the chassis."""
    names: tuple[str, ...]
    """Names of the axles, front to rear, those of trailers last."""
    wheelbase: float
    """Distance from the first to the last axle of the towing unit [m]."""
    drawn: frozenset[str]
    """Names of the axles of trailers."""

    def turning_axle(self, steered: str) -> float | None:
        """x of the line on which the car turns slowly [m]: the mean of the axles that are not steered."""
        others = [x for x, name in zip(self.axles, self.names, strict=True) if name not in {steered} | self.drawn]
        return sum(others) / len(others) if others else None

    def static_wheel_load(self, name: str) -> float:
        """Load of a wheel of that axle at rest [N]; where levers alone do not say it, all wheels carry alike."""
        share = 1.0 / len(self.axles)
        if len(self.axles) == 2 and self.axles[1] < self.centre_of_mass[0] < self.axles[0]:
            front = (self.centre_of_mass[0] - self.axles[1]) / self.wheelbase
            share = front if name == self.names[0] else 1.0 - front
        return 0.5 * share * self.mass * GRAVITY

    def braking_support(self, axle: Axle, slope: np.ndarray) -> np.ndarray:
        """(KC13) from dx/dz of the contact point; NaN without brakes, or but for two axles."""
        return self._support(axle, self.braked, slope if axle.name == self.names[0] else -slope)

    def driving_support(self, axle: Axle, slope: np.ndarray, free_slope: np.ndarray) -> np.ndarray:
        """(KC14) from dx/dz of the contact point (drive on the carrier) or of the wheel centre (half shafts)."""
        used = slope if self.outboard else free_slope
        return self._support(axle, self.driven, used if axle.name == self.names[0] else -used)

    def _support(self, axle: Axle, shares: tuple[float, ...], slope: np.ndarray) -> np.ndarray:
        share = shares[self.names.index(axle.name)]
        if len(self.axles) != 2 or share == 0.0:
            return np.full(slope.shape, math.nan)
        return share * slope * self.wheelbase / self.centre_of_mass[2]


def describe_car(vehicle: Vehicle, brake_share: float | None) -> Car:
    """The facts of a vehicle; brake_share: that of the front of two axles, by default its share of the static load."""
    bodies = to_mechanism(vehicle).bodies
    mass = sum(body.mass for body in bodies)
    x, y, z = np.average([b.centre_of_mass_world for b in bodies], axis=0, weights=[b.mass for b in bodies]).tolist()
    places = tuple(axle.suspension.wheel_centre[0] for axle in vehicle.all_axles)
    drives, outboard = _drive(vehicle)
    return Car(
        mass=mass,
        centre_of_mass=(x, y, z),
        axles=places,
        wheelbase=places[0] - vehicle.axles[-1].suspension.wheel_centre[0],
        drawn=frozenset(axle.name for trailer in vehicle.trailers for axle in trailer.axles),
        braked=_brakes(vehicle, places, x, brake_share),
        driven=tuple(share / sum(drives) if any(drives) else 0.0 for share in drives),
        outboard=outboard,
        names=tuple(axle.name for axle in vehicle.all_axles),
    )


def _brakes(vehicle: Vehicle, places: tuple[float, ...], x: float, front: float | None) -> tuple[float, ...]:
    braked = [axle.brake is not None for axle in vehicle.all_axles]
    if len(braked) == 2 and all(braked):
        share = (x - places[1]) / (places[0] - places[1]) if front is None else front
        return share, 1.0 - share
    return tuple(float(has) / max(sum(braked), 1) for has in braked)


def _drive(vehicle: Vehicle) -> tuple[list[float], bool]:
    """Shares of the driving force, equal on all driven axles, and whether carriers take the reaction."""
    if vehicle.skid_steering is not None:
        return [1.0] * len(vehicle.all_axles), True
    if vehicle.powertrain is not None:
        return [float(axle.name in vehicle.powertrain.axle_names) for axle in vehicle.all_axles], False
    kinds = [axle.drive for axle in vehicle.all_axles]
    return [float(kind is not None) for kind in kinds], "outboard" in kinds
