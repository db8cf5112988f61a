"""Loads of the wheels of a car that stands at its design position, from its masses alone.

With contact points (xᵢ, yᵢ) and loads Fᵢ, the weight G acts at the centre of mass (x, y):

    Σ Fᵢ = G,     Σ xᵢ Fᵢ = x G,     Σ yᵢ Fᵢ = y G.

More than three wheels leave the loads undetermined; the smallest sum of squares is taken, which is the one of a car
without preload across: on both sides alike for a car that is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from jounce.model.mechanism import Mechanism, Tire
from jounce.model.mechanism.tires import SimpleTire
from jounce.model.vehicle.geometry import Triple


def mass_and_centre(mechanism: Mechanism) -> tuple[float, np.ndarray]:
    """Mass of all bodies [kg] and their centre of mass at the design position [m]."""
    masses = [body.mass for body in mechanism.bodies]
    centre = np.average([body.centre_of_mass_world for body in mechanism.bodies], axis=0, weights=masses)
    return float(np.sum(masses)), centre


def wheel_loads(mechanism: Mechanism) -> Mapping[str, float]:
    """Load of every wheel [N] by the name of its tire, such as tire_fl; negative where a wheel would have to pull."""
    mass, centre = mass_and_centre(mechanism)
    weight = mass * math.hypot(*mechanism.gravity)
    points = np.array([contact_point(tire) for tire in mechanism.tires]) - centre
    levers = np.vstack([np.ones(len(points)), points[:, 0], points[:, 1]])
    loads = np.linalg.lstsq(levers, np.array([weight, 0.0, 0.0]), rcond=None)[0]
    return {tire.name: float(load) for tire, load in zip(mechanism.tires, loads, strict=True)}


def contact_point(tire: Tire) -> Triple:
    """Where the load of a wheel acts on the ground z = 0 at the design position [m].

    As the tire laws have it: below the wheel centre for a simple tire, in the plane of the wheel for the others.
    """
    (x, y, z), (sx, sy, sz) = tire.centre, tire.spin_axis
    if isinstance(tire.law, SimpleTire):
        return x, y, 0.0
    lean = z * sz / (1.0 - sz**2)  # along the spin axis projected to the ground, per its own length
    return x + lean * sx, y + lean * sy, 0.0
