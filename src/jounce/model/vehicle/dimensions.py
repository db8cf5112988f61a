"""The first numbers people ask of a car: mass, wheelbase, tracks, axle loads, at the design position."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.translate import to_mechanism
from jounce.model.vehicle.vehicle import Vehicle


@dataclass(frozen=True)
class Dimensions:
    """A car at its design position, SI units; lists from front to rear."""

    mass: float
    """Mass of all bodies [kg]."""
    centre_of_mass: Triple
    axles: tuple[str, ...]
    """Names of the axles."""
    wheelbase: float
    """Distance from the first to the last axle of the towing unit [m]."""
    positions: tuple[float, ...]
    """x of the wheel centres of each axle [m]."""
    tracks: tuple[float, ...]
    """Distance between the wheel centres of each axle [m]."""
    axle_loads: tuple[float, ...] | None
    """Load of each axle at rest [N]; None unless there are two, which levers alone determine."""


def measure_dimensions(vehicle: Vehicle) -> Dimensions:
    """Mass, centre of mass, wheelbase, tracks and axle loads of a vehicle."""
    bodies = to_mechanism(vehicle).bodies
    mass = sum(body.mass for body in bodies)
    x, y, z = (sum(body.mass * body.centre_of_mass_world[i] for body in bodies) / mass for i in range(3))
    centres = [axle.suspension.wheel_centre for axle in vehicle.all_axles]
    positions = tuple(centre[0] for centre in centres)
    return Dimensions(
        mass=mass,
        centre_of_mass=(x, y, z),
        axles=tuple(axle.name for axle in vehicle.all_axles),
        wheelbase=centres[0][0] - vehicle.axles[-1].suspension.wheel_centre[0],
        positions=positions,
        tracks=tuple(2.0 * centre[1] for centre in centres),
        axle_loads=_axle_loads(positions, x, mass * vehicle.gravity),
    )


def _axle_loads(positions: tuple[float, ...], x: float, weight: float) -> tuple[float, ...] | None:
    """Loads of two axles by moments about each other; None for more."""
    if len(positions) != 2:
        return None
    front = weight * (x - positions[1]) / (positions[0] - positions[1])
    return front, weight - front
