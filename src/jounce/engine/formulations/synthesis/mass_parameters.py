"""Masses among the parameters of generated kernels: where they stand, and the parameters of a car with others.

The source of a kernel does not depend on masses, but for the shape of an inertia: one without products of inertia is
written shorter, and a body of revolution on a hinge needs no sine of its angle (`is_round` of
`jounce.engine.formulations.synthesis.chains`). So cars of the same geometry share what was written, and their masses
are put in its places, by the very operations by which they came there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class MassPlace:
    """Where mass and moments of inertia of one body stand among the parameters."""

    body: int
    """Number of the body in the packed arrays."""
    mass: int
    inertia: int
    """First of three moments of inertia, or of six with the products."""
    alignment: np.ndarray | None
    """Rotation from body axes to those of the moments; None for the same."""
    products: bool
    """Whether there are products of inertia."""


def turned_inertia(record: np.void, alignment: np.ndarray | None) -> np.ndarray:
    """Inertia (3, 3) of a packed body [kg m²] in the axes of its branch."""
    J = record["inertia"].reshape(3, 3)
    return J if alignment is None else alignment @ J @ alignment.T


def has_products(J: np.ndarray) -> bool:
    """Whether an inertia has products beyond rounding."""
    return bool(np.abs(J - np.diag(np.diag(J))).max() > 1e-15 * np.abs(J).max())


def moments(J: np.ndarray) -> tuple[float, ...]:
    """An inertia as kernels read it: three moments, or six numbers where there are products."""
    if not has_products(J):
        return tuple(float(x) for x in np.diag(J))
    return tuple(float(x) for x in (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]))


def with_other_masses(
    parameters: np.ndarray, places: Iterable[MassPlace], before: np.ndarray, after: np.ndarray, hinged: set[int]
) -> np.ndarray | None:
    """The parameters with the masses of other packed bodies; None where other source would have been written.

    before, after: packed bodies. hinged: numbers of bodies that only turn, and carry nothing: their inertia may decide
    about their source.
    """
    changed = {i for i in range(len(after)) if not np.array_equal(before[i]["inertia"], after[i]["inertia"])}
    if changed & hinged:
        return None
    parameters = parameters.copy()
    for place in places:
        record = after[place.body]
        J = turned_inertia(record, place.alignment)
        if has_products(J) is not place.products:
            return None
        numbers = moments(J)
        parameters[place.mass] = float(record["mass"])
        parameters[place.inertia : place.inertia + len(numbers)] = numbers
    return parameters
