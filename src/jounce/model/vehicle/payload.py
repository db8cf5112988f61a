"""Payload: passengers and luggage as masses at points of the chassis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.model.vehicle.parts import MassOfPart, Part
from jounce.schema.frozen import Frozen, replace
from jounce.schema.quantities import Name, Point


class Payload(Frozen):
    """A mass [kg] that is fixed to the chassis at a position [m], without an inertia of its own."""

    name: Name
    mass: MassOfPart
    position: Point


def with_payload(chassis: Part, payload: Sequence[Payload]) -> Part:
    """The chassis with its payload as one rigid part.

    m = Σ mᵢ, c = Σ mᵢ rᵢ / m, and by the parallel-axis theorem J = Σ (Jᵢ + mᵢ (dᵢ·dᵢ 1 − dᵢ dᵢᵀ)) with dᵢ = rᵢ − c.
    """
    if not payload:
        return chassis
    masses = np.array([chassis.mass, *(item.mass for item in payload)])
    places = np.array([chassis.centre_of_mass, *(item.position for item in payload)])
    centre = masses @ places / masses.sum()
    xx, yy, zz, xy, xz, yz = chassis.inertia
    J = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    for mass, d in zip(masses, places - centre, strict=True):
        J += mass * (d @ d * np.eye(3) - np.outer(d, d))
    entries = (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2])
    return replace(
        chassis,
        mass=float(masses.sum()),
        centre_of_mass=tuple(centre.tolist()),
        inertia=tuple(float(entry) for entry in entries),
    )
