"""One corner on a double wishbone: arms and knuckle as bodies, hinges, ball joints, tie rod and strut."""

from __future__ import annotations

import math

from jounce.mechanism import Body, Distance, Revolute, Spherical, Universal
from jounce.vehicle.corners import Corner
from jounce.vehicle.double_wishbone import DoubleWishbone, TieRod, Wishbone
from jounce.vehicle.elements import CHASSIS, Elements, body
from jounce.vehicle.lines import direction
from jounce.vehicle.sides import Triple


def double_wishbone_corner(suspension: DoubleWishbone, corner: Corner, tie_rod_holder: str) -> Elements:
    """Everything between the chassis, the rack and the wheel of one corner."""
    side, lower, upper, knuckle = corner.side, corner.name("lca"), corner.name("uca"), corner.name("knuckle")
    spring = suspension.spring
    strut = spring.element(corner.name("spring"), CHASSIS, corner.name(suspension.carriers.body(spring.carrier)), side)
    return (
        _wishbone(suspension.lower_arm, lower, corner)
        + _wishbone(suspension.upper_arm, upper, corner)
        + Elements(bodies=(body(knuckle, suspension.knuckle, side),))
        + _ball_joint("lbj", lower, suspension.lower_arm.ball_joint, corner)
        + _ball_joint("ubj", upper, suspension.upper_arm.ball_joint, corner)
        + _tie_rod(suspension.tie_rod, tie_rod_holder, corner)
        + Elements(forces=(strut,))
    )


def _wishbone(arm: Wishbone, name: str, corner: Corner) -> Elements:
    side = corner.side
    hinge = Revolute(
        name=name, body_a=CHASSIS, body_b=name, point=side.point(arm.hinge_point), axis=side.line(arm.hinge_axis)
    )
    return Elements(bodies=(body(name, arm, side),), joints=(hinge,))


def _ball_joint(name: str, arm: str, point: Triple, corner: Corner) -> Elements:
    joint = Spherical(name=corner.name(name), body_a=arm, body_b=corner.name("knuckle"), point=corner.side.point(point))
    return Elements(joints=(joint,))


def _tie_rod(rod: TieRod, holder: str, corner: Corner) -> Elements:
    """From the rack or the chassis to the knuckle: one equation without mass, a body on two joints with it."""
    inner, outer, knuckle = corner.side.point(rod.inner), corner.side.point(rod.outer), corner.name("knuckle")
    if rod.mass is None or rod.inertia is None:
        joint = Distance(name=corner.name("tie"), body_a=holder, body_b=knuckle, point_a=inner, point_b=outer)
        return Elements(joints=(joint,))
    name, (pin_a, pin_b) = corner.name("tie_rod"), _pins(rod)
    tie_rod = Body(
        name=name,
        mass=rod.mass,
        inertia=corner.side.inertia(rod.inertia),
        centre_of_mass=corner.side.point(rod.middle),
    )
    cross = Universal(
        name=corner.name("tie_inner"),
        body_a=holder,
        body_b=name,
        point=inner,
        axis_a=corner.side.line(pin_a),
        axis_b=corner.side.line(pin_b),
    )
    ball = Spherical(name=corner.name("tie_outer"), body_a=name, body_b=knuckle, point=outer)
    return Elements(bodies=(tie_rod,), joints=(cross, ball))


def _pins(rod: TieRod) -> tuple[Triple, Triple]:
    """Two directions perpendicular to the rod and to each other, the first as nearly forward as can be."""
    d = direction(rod.inner, rod.outer)
    start = (1.0, 0.0, 0.0) if abs(d[0]) < 0.9 else (0.0, 0.0, 1.0)
    along = sum(s * x for s, x in zip(start, d, strict=True))
    x, y, z = (s - along * c for s, c in zip(start, d, strict=True))
    length = math.hypot(x, y, z)
    a = (x / length, y / length, z / length)
    return a, (d[1] * a[2] - d[2] * a[1], d[2] * a[0] - d[0] * a[2], d[0] * a[1] - d[1] * a[0])
