"""Joints between two bodies.

All geometry is in world axes at the design position, SI. Each joint sits at `point_a` of body a and at `point_b` of
body b, with `axis_a` and `axis_b` fixed in them; `point` and `axis` give both at once. The two may differ as written:
assembly brings them together. Joint coordinates (angle about, travel along axis_a, of body b relative to body a) are
zero at the design position.

Constraints between joint coordinates, and motions prescribed in time.

They refer to joints by name. Joint coordinates are zero at the design position; angles in rad, travel in m.
"""

from __future__ import annotations

import math
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import model_validator

from jounce.errors import InputError
from jounce.model.mechanism.bodies import GROUND
from jounce.model.mechanism.signals import Input, Signal
from jounce.schema.frozen import Frozen, Shorthands
from jounce.schema.quantities import (
    WRITTEN_SHORT,
    AnyQuantity,
    Direction,
    Items,
    Length,
    Name,
    NotNegative,
    NotZero,
    Number,
    Point,
    Positive,
    SameAxis,
    SamePoint,
    Time,
)

_POINT: Shorthands = {"point": ("point_a", "point_b")}
_AXIS: Shorthands = {"axis": ("axis_a", "axis_b")}
_AXIS_OF_A: Shorthands = {"axis": ("axis_a",)}
_MAX_COSINE = 0.99  # beyond it a universal joint is next to its singular position


class _AtPoint(Frozen):
    """The fields of a joint that has a point on each body."""

    name: Name
    body_a: Name = GROUND
    body_b: Name
    point: SamePoint = None
    point_a: Point = WRITTEN_SHORT
    point_b: Point = WRITTEN_SHORT

    shorthands: ClassVar[Shorthands] = _POINT


class _OnAxis(_AtPoint):
    """The fields of a joint that has a point and an axis on each body."""

    axis: SameAxis = None
    axis_a: Direction = WRITTEN_SHORT
    axis_b: Direction = WRITTEN_SHORT

    shorthands: ClassVar[Shorthands] = {**_POINT, **_AXIS}


class Revolute(_OnAxis):
    """A hinge: one rotation about the axis."""

    kind: Literal["revolute"] = "revolute"
    equations: ClassVar[int] = 5


class Prismatic(_OnAxis):
    """A slider: one translation along the axis."""

    kind: Literal["prismatic"] = "prismatic"
    equations: ClassVar[int] = 5


class Cylindrical(_OnAxis):
    """Rotation about and translation along the axis."""

    kind: Literal["cylindrical"] = "cylindrical"
    equations: ClassVar[int] = 4


class Planar(_OnAxis):
    """Two points share a plane, and the bodies turn about its normal, the axis."""

    kind: Literal["planar"] = "planar"
    equations: ClassVar[int] = 3


class Spherical(_AtPoint):
    """A ball joint."""

    kind: Literal["spherical"] = "spherical"
    equations: ClassVar[int] = 3


class Fixed(_AtPoint):
    """No relative motion."""

    kind: Literal["fixed"] = "fixed"
    equations: ClassVar[int] = 6


class Universal(_AtPoint):
    """A cross with one pin along axis_a in body a and the other along axis_b in body b, perpendicular to each other."""

    kind: Literal["universal"] = "universal"
    axis_a: Direction
    axis_b: Direction
    equations: ClassVar[int] = 4

    @model_validator(mode="after")
    def _axes_cross(self) -> Universal:
        cosine = sum(a * b for a, b in zip(self.axis_a, self.axis_b, strict=True))
        if abs(cosine) > _MAX_COSINE:
            got = f"an angle of {math.degrees(math.acos(min(abs(cosine), 1.0))):.3g} deg between axis_a and axis_b"
            raise InputError("axes are parallel", got, "perpendicular axes, one along each pin of the cross")
        return self


class PointOnLine(_AtPoint):
    """point_b of body b stays on the line through point_a along axis_a, both fixed in body a."""

    kind: Literal["point_on_line"] = "point_on_line"
    axis: SameAxis = None
    axis_a: Direction = WRITTEN_SHORT
    equations: ClassVar[int] = 2

    shorthands: ClassVar[Shorthands] = {**_POINT, **_AXIS_OF_A}


class Distance(Frozen):
    """A massless rod with a ball at both ends: point_a and point_b stay `length` [m] apart, by default as designed."""

    kind: Literal["distance"] = "distance"
    name: Name
    body_a: Name = GROUND
    body_b: Name
    point_a: Point
    point_b: Point
    length: Annotated[Length, Positive] | None = None
    equations: ClassVar[int] = 1

    @model_validator(mode="after")
    def _has_a_length(self) -> Distance:
        check_apart(self.point_a, self.point_b)
        return self

    @property
    def rod_length(self) -> float:
        """The length that is kept [m]."""
        return math.dist(self.point_a, self.point_b) if self.length is None else self.length


class RevoluteSpherical(Frozen):
    """A massless rod hinged to body a at point_a about axis_a, with a ball on body b at point_b."""

    kind: Literal["revolute_spherical"] = "revolute_spherical"
    name: Name
    body_a: Name = GROUND
    body_b: Name
    point_a: Point
    point_b: Point
    axis: SameAxis = None
    axis_a: Direction = WRITTEN_SHORT
    length: Annotated[Length, Positive] | None = None
    equations: ClassVar[int] = 2

    shorthands: ClassVar[Shorthands] = _AXIS_OF_A

    @model_validator(mode="after")
    def _has_a_length(self) -> RevoluteSpherical:
        check_apart(self.point_a, self.point_b)
        return self

    @property
    def rod_length(self) -> float:
        """The length that is kept [m]."""
        return math.dist(self.point_a, self.point_b) if self.length is None else self.length


class ConstantVelocity(Frozen):
    """Equal rotation about two shaft axes, axis_a in body a and axis_b in body b."""

    kind: Literal["constant_velocity"] = "constant_velocity"
    name: Name
    body_a: Name = GROUND
    body_b: Name
    axis: SameAxis = None
    axis_a: Direction = WRITTEN_SHORT
    axis_b: Direction = WRITTEN_SHORT
    equations: ClassVar[int] = 1

    shorthands: ClassVar[Shorthands] = _AXIS


Pointed: TypeAlias = (
    Revolute
    | Prismatic
    | Cylindrical
    | Spherical
    | Universal
    | Fixed
    | Planar
    | PointOnLine
    | Distance
    | RevoluteSpherical
)
"""A joint that sits at a point of each body."""
Connection: TypeAlias = Pointed | ConstantVelocity
"""A joint that connects two bodies."""


def check_apart(point_a: tuple[float, float, float], point_b: tuple[float, float, float]) -> None:
    """Refuse two points that coincide, where a direction from one to the other is needed."""
    if math.dist(point_a, point_b) == 0.0:
        raise InputError("points coincide", f"point_a and point_b at {point_a}", "two different points")


INPUT_SMOOTHING = 0.01
"""Time constant [s] by which a driver rounds the steps of a run-time input when the user names none."""


class Gear(Frozen):
    """angle of joint_b = ratio × angle of joint_a."""

    kind: Literal["gear"] = "gear"
    name: Name
    joint_a: Name
    joint_b: Name
    ratio: Annotated[Number, NotZero]
    equations: ClassVar[int] = 1


class RackAndPinion(Frozen):
    """travel of the prismatic joint `rack` = radius [m] × angle of the revolute joint `pinion`."""

    kind: Literal["rack_and_pinion"] = "rack_and_pinion"
    name: Name
    rack: Name
    pinion: Name
    radius: Annotated[Length, NotZero]
    equations: ClassVar[int] = 1


class Coupler(Frozen):
    """Σ coefficientᵢ × coordinate of jointᵢ = 0."""

    kind: Literal["coupler"] = "coupler"
    name: Name
    joints: Annotated[tuple[Name, ...], Items]
    coefficients: Annotated[tuple[Annotated[AnyQuantity, NotZero], ...], Items]
    equations: ClassVar[int] = 1

    @model_validator(mode="after")
    def _one_coefficient_per_joint(self) -> Coupler:
        joints, coefficients = len(self.joints), len(self.coefficients)
        if joints != coefficients:
            raise InputError(
                "lengths differ", f"{joints} joints and {coefficients} coefficients", "one of each per joint"
            )
        if joints < 2:
            raise InputError("too few joints", str(joints), "2 or more", where="joints")
        return self


class PrescribedMotion(Frozen):
    """A joint coordinate prescribed as a function of time.

    coordinate: `angle` [rad] or `travel` [m]; only a cylindrical joint, which has both, needs it.
    smoothing: time constant [s] of a filter that makes the motion differentiable; None is 0 for functions of time and
    INPUT_SMOOTHING for a run-time input.
    """

    kind: Literal["driver"] = "driver"
    name: Name
    joint: Name
    motion: Signal
    coordinate: Literal["angle", "travel"] | None = None
    smoothing: Annotated[Time, NotNegative] | None = None
    equations: ClassVar[int] = 1

    @property
    def smoothing_time(self) -> float:
        """The time constant that is used [s]."""
        if self.smoothing is not None:
            return self.smoothing
        return INPUT_SMOOTHING if isinstance(self.motion, Input) else 0.0


Coupling: TypeAlias = Gear | RackAndPinion | Coupler | PrescribedMotion
"""A constraint on the coordinates of joints."""
