"""Loads of the wheels of a vehicle that stands at its design position, from its masses alone.

Each unit u (the towing one, and trailers) may heave, pitch and roll as a rigid body; a point (x, y) of it then moves up
by zᵤ + x pᵤ + y qᵤ. Hitches allow motions in which their points on both units move alike, and pitch or roll too where
they carry it. With contact points (xᵢ, yᵢ), loads Fᵢ and weights Gᵤ at the centres of mass of the units, no such motion
does work:

    Σ Fᵢ δzᵢ = Σ Gᵤ δzᵤ.

For one unit that is Σ Fᵢ = G, Σ xᵢ Fᵢ = x G, Σ yᵢ Fᵢ = y G. More wheels than equations leave the loads undetermined;
the smallest sum of squares is taken, which is the one of a car without preload across: on both sides alike for a car
that is. Axles of one load group have one load.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from jounce.model.mechanism import Mechanism, Tire
from jounce.model.mechanism.tires import SimpleTire
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.units import unit_of_bodies

if TYPE_CHECKING:
    from jounce.model.vehicle.vehicle import Vehicle

RANK_TOLERANCE = 1e-9
"""Relative singular value below which an equation of the hitches depends on the others."""


def mass_and_centre(mechanism: Mechanism) -> tuple[float, np.ndarray]:
    """Mass of all bodies [kg] and their centre of mass at the design position [m]."""
    return _mass_and_centre(mechanism.bodies)


def _mass_and_centre(bodies: tuple) -> tuple[float, np.ndarray]:
    masses = [body.mass for body in bodies]
    centre = np.average([body.centre_of_mass_world for body in bodies], axis=0, weights=masses)
    return float(np.sum(masses)), centre


def wheel_loads(mechanism: Mechanism, vehicle: Vehicle) -> Mapping[str, float]:
    """Load of every tire [N] by its name, such as tire_fl; negative where a wheel would have to pull.

    mechanism: that of the vehicle.
    """
    mass, origin = mass_and_centre(mechanism)
    units = (CHASSIS, *(trailer.name for trailer in vehicle.trailers))
    of_body = unit_of_bodies(mechanism, units[1:])
    motions = _allowed_motions(vehicle, origin)
    gravity = math.hypot(*mechanism.gravity)
    weights = np.zeros(3 * len(units))
    for i, unit in enumerate(units):
        own = tuple(body for body in mechanism.bodies if of_body.get(body.name, CHASSIS) == unit)
        of_unit, centre = (mass, origin) if len(units) == 1 else _mass_and_centre(own)
        x, y, _ = centre - origin
        weights[3 * i : 3 * i + 3] = of_unit * gravity * np.array([1.0, x, y])
    levers = np.zeros((3 * len(units), len(mechanism.tires)))
    for j, tire in enumerate(mechanism.tires):
        x, y, _ = contact_point(tire) - origin
        i = units.index(of_body[tire.body])
        levers[3 * i : 3 * i + 3, j] = 1.0, x, y
    shared = _shares(mechanism, vehicle)
    found = np.linalg.lstsq(motions.T @ levers @ shared, motions.T @ weights, rcond=None)[0]
    return {tire.name: float(load) for tire, load in zip(mechanism.tires, shared @ found, strict=True)}


def _allowed_motions(vehicle: Vehicle, origin: np.ndarray) -> np.ndarray:
    """Basis of heave, pitch and roll of all units that the hitches allow, (3 × units, freedoms)."""
    rows = []
    for i, trailer in enumerate(vehicle.trailers):
        x, y, _ = np.array(trailer.hitch.point) - origin
        alike = [(1.0, x, y)]
        alike += [(0.0, 1.0, 0.0)] if trailer.hitch.carries_pitch else []
        alike += [(0.0, 0.0, 1.0)] if trailer.hitch.carries_roll else []
        for row in alike:
            rows.append(np.zeros(3 * len(vehicle.trailers) + 3))
            rows[-1][3 * i : 3 * i + 6] = *row, *(-value for value in row)
    if not rows:
        return np.eye(3)
    _, sizes, V = np.linalg.svd(np.array(rows))
    return V[int(np.sum(sizes > RANK_TOLERANCE * sizes[0])) :].T


def _shares(mechanism: Mechanism, vehicle: Vehicle) -> np.ndarray:
    """Loads of tires per unknown: one for each tire, or for the tires of one side of a load group; columns of length
    one, so that the smallest unknowns are the smallest loads."""
    groups = {axle.name: axle.load_group for axle in vehicle.all_axles}
    names = [tire.name for tire in mechanism.tires]
    unknown_of = dict[str, Hashable]()
    for corner in vehicle.corners:
        own = [name for name in (corner.name("tire"), corner.inner_tire) if name in names]
        group = groups[corner.axle]
        unknown_of |= {name: name if group is None else (corner.unit, group, corner.side.letter) for name in own}
    unknowns = list(dict.fromkeys(unknown_of[name] for name in names))
    shared = np.zeros((len(names), len(unknowns)))
    for i, name in enumerate(names):
        shared[i, unknowns.index(unknown_of[name])] = 1.0
    return shared / np.linalg.norm(shared, axis=0)


def contact_point(tire: Tire) -> Triple:
    """Where the load of a wheel acts on the ground z = 0 at the design position [m].

    As the tire laws have it: below the wheel centre for a simple tire, in the plane of the wheel for the others.
    """
    (x, y, z), (sx, sy, sz) = tire.centre, tire.spin_axis
    if isinstance(tire.law, SimpleTire):
        return x, y, 0.0
    lean = z * sz / (1.0 - sz**2)  # along the spin axis projected to the ground, per its own length
    return x + lean * sx, y + lean * sy, 0.0
