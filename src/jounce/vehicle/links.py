"""Arms, ball joints and tie rods of one corner as bodies and joints, for every suspension that has them."""

from __future__ import annotations

from jounce.mechanism import Body, Distance, Revolute, Spherical, Universal
from jounce.vehicle.corners import Corner
from jounce.vehicle.double_wishbone import TieRod, Wishbone
from jounce.vehicle.elements import CHASSIS, Elements, body
from jounce.vehicle.lines import across, direction
from jounce.vehicle.sides import Triple


def wishbone(arm: Wishbone, name: str, corner: Corner) -> Elements:
    """An arm on its hinge."""
    side = corner.side
    hinge = Revolute(
        name=name, body_a=CHASSIS, body_b=name, point=side.point(arm.hinge_point), axis=side.line(arm.hinge_axis)
    )
    return Elements(bodies=(body(name, arm, side),), joints=(hinge,))


def ball_joint(name: str, arm: str, point: Triple, corner: Corner) -> Elements:
    """A ball joint between an arm and the knuckle."""
    joint = Spherical(name=corner.name(name), body_a=arm, body_b=corner.name("knuckle"), point=corner.side.point(point))
    return Elements(joints=(joint,))


def tie_rod(rod: TieRod, holder: str, corner: Corner) -> Elements:
    """From the rack or the chassis to the knuckle: one equation without mass, a body on two joints with it."""
    inner, outer, knuckle = corner.side.point(rod.inner), corner.side.point(rod.outer), corner.name("knuckle")
    if rod.mass is None or rod.inertia is None:
        joint = Distance(name=corner.name("tie"), body_a=holder, body_b=knuckle, point_a=inner, point_b=outer)
        return Elements(joints=(joint,))
    name, (pin_a, pin_b) = corner.name("tie_rod"), across(direction(rod.inner, rod.outer))
    heavy = Body(
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
    return Elements(bodies=(heavy,), joints=(cross, ball))
