"""Rigid bodies."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
from pydantic import BeforeValidator, StrictBool, field_validator

from jounce.errors import InputError, ModelError
from jounce.findings import shown
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    AngularVelocity3,
    Mass,
    Name,
    Point,
    Positive,
    PossibleMass,
    Quaternion,
    Velocity3,
    items,
)
from jounce.schema.units import parse_quantity

GROUND = "ground"
"""The name of the world, which every mechanism has and no body may take."""

SixNumbers: TypeAlias = tuple[float, float, float, float, float, float]

MIN_INERTIA, MAX_INERTIA = 1e-15, 1e18
"""Least and largest moment of inertia of a body [kg m²]."""
_ROUNDING = 1e-12  # eigenvalues of a 3×3 matrix are exact to a few 1e-16 of the largest
_ASYMMETRY = 1e-9
_TRIANGLE = 1e-6  # data sheets round moments to six digits or so


def _read_inertia(value: object) -> SixNumbers:
    """Three principal moments, six entries or a symmetric matrix as (xx, yy, zz, xy, xz, yz) [kg m²]."""
    given = items(value)
    if len(given) not in (3, 6):
        raise InputError("wrong number of items", f"{shown(given)} ({len(given)})", "3 or 6 numbers, or a 3×3 matrix")
    if len(given) == 3 and any(isinstance(row, list | tuple) for row in given):
        return _from_matrix([_read_row(items(row, 3), str(i)) for i, row in enumerate(given)])
    moments = _read_row(given)
    return (*moments, 0.0, 0.0, 0.0) if len(moments) == 3 else moments  # type: ignore[return-value]


def _read_row(row: object, where: str = "") -> tuple[float, ...]:
    numbers, findings = [], []
    for i, entry in enumerate(items(row)):
        try:
            numbers.append(parse_quantity(entry, "inertia"))
        except InputError as refusal:
            findings.append(refusal.finding.inside(where, i))
    if findings:
        raise ModelError(findings)
    return tuple(numbers)


def _from_matrix(matrix: list[tuple[float, ...]]) -> SixNumbers:
    scale = max(abs(entry) for row in matrix for entry in row)
    for i, j, name in ((0, 1, "xy"), (0, 2, "xz"), (1, 2, "yz")):
        if abs(matrix[i][j] - matrix[j][i]) > _ASYMMETRY * scale:
            got = f"{name} = {matrix[i][j]:g} and {name[::-1]} = {matrix[j][i]:g}"
            raise InputError("inertia matrix is not symmetric", got, f"{name} = {name[::-1]}")
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = matrix
    return xx, yy, zz, xy, xz, yz


def _matrix(inertia: SixNumbers) -> np.ndarray:
    xx, yy, zz, xy, xz, yz = inertia
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _check_inertia(inertia: SixNumbers) -> SixNumbers:
    """Refuse an inertia that no rigid body with a volume can have."""
    scale = max(abs(entry) for entry in inertia) or 1.0
    if not MIN_INERTIA <= scale <= MAX_INERTIA:
        raise InputError(
            "inertia out of range", f"{scale:g} kg m²", f"moments from {MIN_INERTIA:g} to {MAX_INERTIA:g} kg m²"
        )
    small, middle, large = (np.linalg.eigvalsh(_matrix(inertia) / scale)).tolist()
    moments = ", ".join(f"{moment * scale:.6g}" for moment in (small, middle, large))
    if small <= _ROUNDING * abs(large):
        hint = "every body needs a non-singular inertia; give a thin rod or a point mass small moments"
        raise InputError("inertia is not positive definite", f"principal moments {moments} kg m²", "all above 0", hint)
    if small + middle < large * (1.0 - _TRIANGLE):
        short = (large - small - middle) * scale
        got = f"principal moments {moments} kg m²: the two smaller add up to {short:.3g} less than the largest"
        hint = "check the units, and the signs of the products (xy = −∫xy dm)"
        raise InputError("impossible inertia", got, "each moment at most the sum of the other two", hint)
    return inertia


class Body(Frozen):
    """A rigid body at its design position.

    position, orientation: the body frame in the world [m, quaternion w x y z]. centre_of_mass: in the body frame [m].
    inertia: about the centre of mass in body axes [kg m²]; 3 principal moments, 6 entries xx yy zz xy xz yz of the
    matrix (so xy = −∫xy dm) or the symmetric matrix, kept as the 6 entries. velocity of the centre of mass [m/s] and
    angular_velocity [rad/s]: in world axes, approximate; assembly makes them consistent with the joints.
    free: the body may float without a path to ground.
    """

    name: Name
    mass: Annotated[Mass, Positive, PossibleMass]
    inertia: Annotated[SixNumbers, BeforeValidator(_read_inertia)]
    centre_of_mass: Point = (0.0, 0.0, 0.0)
    position: Point = (0.0, 0.0, 0.0)
    orientation: Quaternion = (1.0, 0.0, 0.0, 0.0)
    velocity: Velocity3 = (0.0, 0.0, 0.0)
    angular_velocity: AngularVelocity3 = (0.0, 0.0, 0.0)
    free: StrictBool = False

    _inertia_of_a_rigid_body = field_validator("inertia")(_check_inertia)

    @property
    def centre_of_mass_world(self) -> tuple[float, float, float]:
        """The centre of mass in the world at the design position [m]."""
        w, *vector = self.orientation
        c = np.array(self.centre_of_mass)
        turned = c + 2.0 * np.cross(vector, np.cross(vector, c) + w * c)
        x, y, z = (np.array(self.position) + turned).tolist()
        return x, y, z

    @property
    def inertia_matrix(self) -> np.ndarray:
        """The inertia about the centre of mass in body axes, 3×3 [kg m²]."""
        return _matrix(self.inertia)
