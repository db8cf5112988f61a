"""Rigid parts of a car, in world axes at the design position."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Body
from jounce.model.vehicle.geometry import SixNumbers, Triple
from jounce.schema.frozen import Frozen, replace
from jounce.schema.quantities import Direction, Inertia, Mass, Point, Positive, PossibleMass


def same_rules_as(example: Frozen, field: str) -> BeforeValidator:
    """A validator that takes for a value whatever the class of `example` takes for `field`, with the same findings."""

    def check(value: object) -> object:
        try:
            return getattr(replace(example, **{field: value}), field)
        except ModelError as error:
            stripped = (found.where.removeprefix(field).removeprefix(".") for found in error.findings)
            findings = [dataclasses.replace(f, where=w) for f, w in zip(error.findings, stripped, strict=True)]
            raise ModelError(findings) from None

    return BeforeValidator(check)


_EXAMPLE = Body(name="example", mass=1.0, inertia=(1.0, 1.0, 1.0))

MassOfPart = Annotated[Mass, Positive, PossibleMass]
InertiaOfPart = Annotated[SixNumbers, same_rules_as(_EXAMPLE, "inertia")]
"""3 principal moments, 6 entries xx yy zz xy xz yz or the matrix, about the centre of mass [kg m²]."""


def _check_left(point: Triple) -> Triple:
    if point[1] <= 0.0:
        hint = "give the left side, the right one is its mirror image"
        raise InputError("not on the left side", f"y = {point[1]:g} m", "y > 0", hint)
    return point


LeftPoint = Annotated[Point, AfterValidator(_check_left)]
"""A point of the left side [m]."""


def _check_above_ground(centre: Triple) -> Triple:
    if centre[2] <= 0.0:
        raise InputError("below the ground", f"z = {centre[2]:g} m", "z > 0", "the ground is z = 0")
    return centre


def _check_towards_left(axis: Triple) -> Triple:
    if axis[1] <= 0.0:
        expected = "y > 0: a wheel that rolls forward spins about +y"
        raise InputError("not towards the left", f"y = {axis[1]:g}", expected)
    return axis


WheelCentre = Annotated[LeftPoint, AfterValidator(_check_above_ground)]
"""The centre of the left wheel [m]."""
SpinAxis = Annotated[Direction, AfterValidator(_check_towards_left)]
"""The axis about which a wheel spins, towards the left."""


class Part(Frozen):
    """A rigid part: mass [kg], centre of mass [m], inertia about it in world axes [kg m²] as a mechanism.Body has."""

    mass: MassOfPart
    centre_of_mass: Point
    inertia: InertiaOfPart


class LeftPart(Frozen):
    """A rigid part of the left side."""

    mass: MassOfPart
    centre_of_mass: LeftPoint
    inertia: InertiaOfPart


class Wheel(Frozen):
    """Rim, tire and what else turns with them; its centre of mass is the wheel centre.

    mass [kg]; spin_inertia about the spin axis, transverse_inertia about any diameter [kg m²]. A wheel is a balanced
    rotor: two moments say it all, for every camber and toe, where a matrix in world axes would not turn with them.
    """

    mass: MassOfPart
    spin_inertia: Annotated[Inertia, Positive]
    transverse_inertia: Annotated[Inertia, Positive]

    @model_validator(mode="after")
    def _has_moments_of_a_rigid_body(self) -> Wheel:
        try:
            Body(name="wheel", mass=self.mass, inertia=self.inertia((0.0, 1.0, 0.0)))
        except ModelError as error:
            found = error.findings[0]
            raise ModelError([Finding("spin_inertia", found.what, found.got, found.expected)]) from None
        return self

    def inertia(self, spin_axis: Triple) -> SixNumbers:
        """transverse · 1 + (spin − transverse) s sᵀ for a unit spin axis s, as xx yy zz xy xz yz [kg m²]."""
        x, y, z = spin_axis
        more = self.spin_inertia - self.transverse_inertia
        xy, xz, yz = more * x * y + 0.0, more * x * z + 0.0, more * y * z + 0.0  # + 0.0: no −0.0
        return self._moment(x), self._moment(y), self._moment(z), xy, xz, yz

    def _moment(self, cosine: float) -> float:
        """The moment about an axis at that cosine to the spin axis; exact at 0 and 1."""
        return cosine**2 * self.spin_inertia + (1.0 - cosine**2) * self.transverse_inertia
