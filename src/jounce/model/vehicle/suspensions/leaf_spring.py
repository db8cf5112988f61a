"""A leaf spring as the three links of the SAE's Spring Design Manual: front leaf, clamp with the axle, rear leaf; and
the shackle.

Each half of the spring is a rigid leaf, hinged to the clamp on the beam by a torsional spring: bending of the leaf.
The front eye is held by the chassis, the rear eye by the shackle. So the axle moves on the arc of the front leaf, the
shackle takes up the change of length, and the pitch of the axle is held by both leaves alone: it winds up under brakes
and drive. Across the car the eyes give way on springs. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import (
    Body,
    Brake,
    Bushing,
    Constant,
    PointOnLine,
    Revolute,
    RotationalSpringDamper,
)
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements
from jounce.model.vehicle.geometry import MIN_DISTANCE, Side, Triple, halfway
from jounce.model.vehicle.parts import InertiaOfPart, LeftPoint, MassOfPart
from jounce.model.vehicle.suspensions.springs import BALANCE
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Damping,
    Force,
    Length,
    NotNegative,
    Number,
    Positive,
    RotationalStiffness,
    Stiffness,
    items,
)
from jounce.schema.units import parse_quantity

FRONT, REAR, SHACKLE = "leaf_front", "leaf_rear", "shackle"
ACROSS: Triple = (0.0, 1.0, 0.0)


def _read_preload(value: object) -> object:
    """None, `balance`, one force, or those at both eyes."""
    if value is None or value == BALANCE:
        return value
    if isinstance(value, list | tuple):
        return tuple(parse_quantity(each, "force") for each in items(value))
    return parse_quantity(value, "force")


class LeafPart(Frozen):
    """A half of a leaf spring, or a shackle: mass [kg], inertia about its centre in world axes [kg m²].

    centre_of_mass: halfway between its ends unless given [m].
    """

    mass: MassOfPart
    inertia: InertiaOfPart
    centre_of_mass: LeftPoint | None = None


class LeafSpring(Frozen):
    """A leaf spring between the chassis and the beam of a solid axle, without its helper.

    front_eye, on the chassis; front_clamp and rear_clamp: the ends of the rigid middle, on the beam; rear_eye, on the
    shackle; shackle_pivot: its upper end, on the chassis [m]. The rear eye may be on the chassis's side of a shackle
    that stands in compression.
    stiffness: vertical rate at the axle, of both halves [N/m]; front_share of it, by default such that both halves have
    one section: rates go with the inverse cubes of their lengths. damping [N s/m] likewise.
    preload: the load that the spring carries at the design position [N], or both loads at front and rear eye, or
    `balance`. friction: of the leaves on each other, half of the width of the loop of force over travel at the axle
    [N], which builds up over friction_travel [m]. lateral_stiffness [N/m], lateral_damping [N s/m]: of each eye across
    the car. twist_stiffness: against roll, of each eye [N m/rad].
    """

    front_eye: LeftPoint
    front_clamp: LeftPoint
    rear_clamp: LeftPoint
    rear_eye: LeftPoint
    shackle_pivot: LeftPoint
    front_leaf: LeafPart
    rear_leaf: LeafPart
    shackle: LeafPart
    stiffness: Annotated[Stiffness, Positive]
    front_share: Annotated[Number, Positive] | None = None
    damping: Annotated[Damping, NotNegative] = 0.0
    preload: Annotated[float | tuple[float, float] | Literal["balance"] | None, BeforeValidator(_read_preload)] = None
    friction: Annotated[Force, NotNegative] = 0.0
    friction_travel: Annotated[Length, Positive] = 0.005
    lateral_stiffness: Annotated[Stiffness, Positive]
    lateral_damping: Annotated[Damping, NotNegative] = 0.0
    twist_stiffness: Annotated[RotationalStiffness, NotNegative] = 0.0

    @model_validator(mode="after")
    def _is_a_leaf_spring(self) -> LeafSpring:
        findings = [*_order_findings(self)]
        if self.front_share is not None and self.front_share >= 1.0:
            findings.append(Finding("front_share", "out of range", f"{self.front_share:g}", "between 0 and 1"))
        if findings:
            raise ModelError(findings)
        return self

    @property
    def halves(self) -> tuple[_Half, _Half]:
        """The front and the rear half; their senses: bump turns the front leaf about +y and the rear one about −y."""
        a, b = self.front_eye[0] - self.front_clamp[0], self.rear_clamp[0] - self.rear_eye[0]
        share = self.front_share if self.front_share is not None else b**3 / (a**3 + b**3)
        front, rear = self._eye_loads(a, b)
        return (
            _Half(FRONT, self.front_leaf, self.front_eye, self.front_clamp, a, share, front, 1.0),
            _Half(REAR, self.rear_leaf, self.rear_eye, self.rear_clamp, b, 1.0 - share, rear, -1.0),
        )

    def eye_loads(self, torques: tuple[float, float]) -> tuple[float, float]:
        """Loads at front and rear eye [N] that bend the leaves by these torques at the clamps [N m]."""
        (front, rear), (one, other) = self.halves, torques
        return one / front.length, other / rear.length

    def _eye_loads(self, a: float, b: float) -> tuple[float, float]:
        """Loads at the eyes at the design position [N]; one load is shared such that it does not turn the axle."""
        if self.preload is None or self.preload == BALANCE:
            return 0.0, 0.0
        if isinstance(self.preload, tuple):
            return self.preload
        assert isinstance(self.preload, float)
        return self.preload * b / (a + b), self.preload * a / (a + b)

    def elements(self, corner: Corner, beam: str) -> Elements:
        """Both leaves, the shackle, their joints and springs."""
        side, elements = corner.side, Elements()
        for half in self.halves:
            elements += self._half_elements(half, corner, beam)
        shackle, pivot = corner.name(SHACKLE), side.point(self.shackle_pivot)
        hanger = Revolute(name=shackle, body_a=CHASSIS, body_b=shackle, point=pivot, axis=ACROSS)
        hung = _body(shackle, self.shackle, halfway(self.shackle_pivot, self.rear_eye), side)
        elements += Elements(bodies=(hung,), joints=(hanger,))
        elements += self._eye_elements("front_eye", CHASSIS, corner.name(FRONT), self.front_eye, corner)
        return elements + self._eye_elements("rear_eye", shackle, corner.name(REAR), self.rear_eye, corner)

    def _half_elements(self, half: _Half, corner: Corner, beam: str) -> Elements:
        """A leaf, its hinge on the clamp, whose angle grows in bump, its torsional spring, and its friction."""
        side, leaf = corner.side, corner.name(half.name)
        axis, clamp = (0.0, half.sense, 0.0), corner.name(half.name.replace("leaf", "clamp"))
        hinge = Revolute(name=clamp, body_a=beam, body_b=leaf, point=side.point(half.clamp), axis=axis)
        rate = half.share * half.length**2
        spring = RotationalSpringDamper(
            name=leaf,
            joint=clamp,
            stiffness=self.stiffness * rate,
            damping=self.damping * rate,
            free_angle=0.0 - half.eye_load * half.length / (self.stiffness * rate),
        )
        forces: tuple[Any, ...] = (spring,)
        if self.friction:
            front, rear = self.halves
            torque = self.friction * front.length * rear.length / (front.length + rear.length)
            rubbing = Brake(
                name=f"{half.name}_friction_{corner.suffix}",
                joint=clamp,
                torque=Constant(value=torque),
                grip_angle=self.friction_travel / half.length,
            )
            forces = (spring, rubbing)
        bent = _body(leaf, half.part, halfway(half.eye, half.clamp), side)
        return Elements(bodies=(bent,), joints=(hinge,), forces=forces)

    def _eye_elements(self, name: str, holder: str, leaf: str, eye: Triple, corner: Corner) -> Elements:
        """An eye that slides along its pin across the car, against a spring."""
        at = corner.side.point(eye)
        pin = PointOnLine(name=corner.name(name), body_a=holder, body_b=leaf, point=at, axis=ACROSS)
        give = Bushing(
            name=corner.name(f"{name}_rubber"),
            body_a=holder,
            body_b=leaf,
            point=at,
            stiffness=(0.0, self.lateral_stiffness, 0.0),
            damping=(0.0, self.lateral_damping, 0.0),
            rotational_stiffness=(self.twist_stiffness, 0.0, 0.0),
        )
        return Elements(joints=(pin,), forces=(give,))


@dataclass(frozen=True)
class _Half:
    """One leaf: from its eye to its clamp, `length` [m] along the car; `share` of the rate, `eye_load` [N]."""

    name: str
    part: LeafPart
    eye: Triple
    clamp: Triple
    length: float
    share: float
    eye_load: float
    sense: float
    """+1 if bump turns the leaf about +y against the beam, −1 if about −y."""


def _body(name: str, part: LeafPart, middle: Triple, side: Side) -> Body:
    centre = side.point(part.centre_of_mass or middle)
    return Body(name=name, mass=part.mass, inertia=side.inertia(part.inertia), centre_of_mass=centre)


def _order_findings(spring: LeafSpring) -> Iterator[Finding]:
    """Points that do not follow each other from front to rear, and a shackle without a length."""
    points = {key: getattr(spring, key)[0] for key in ("front_eye", "front_clamp", "rear_clamp", "rear_eye")}
    names = list(points)
    for ahead, behind in pairwise(names):
        least = 0.0 if ahead == "front_clamp" else MIN_DISTANCE
        if points[ahead] - points[behind] < least:
            got = f"x = {points[behind]:g} m and {points[ahead]:g} m"
            yield Finding(behind, f"not behind {ahead}", got, "points from front to rear", "exchange the two")
    x, _, z = (p - q for p, q in zip(spring.rear_eye, spring.shackle_pivot, strict=True))
    if x * x + z * z < MIN_DISTANCE**2:
        yield Finding("shackle_pivot", "points coincide", f"{spring.shackle_pivot}", "a shackle with a length")
