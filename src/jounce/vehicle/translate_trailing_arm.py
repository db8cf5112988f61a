"""One corner on a trailing arm: the arm as a body, its hinge, strut and torsion bar."""

from __future__ import annotations

from jounce.mechanism import Revolute
from jounce.vehicle.corners import Corner
from jounce.vehicle.elements import CHASSIS, Elements, body
from jounce.vehicle.trailing_arm import TrailingArm


def trailing_arm_corner(suspension: TrailingArm, corner: Corner) -> Elements:
    """Everything between the chassis and the wheel of one corner; the angle of the hinge grows in bump."""
    side, arm = corner.side, corner.name("arm")
    hinge = Revolute(
        name=arm,
        body_a=CHASSIS,
        body_b=arm,
        point=side.point(suspension.arm.hinge_point),
        axis=side.rotation(suspension.bump_axis),
    )
    elements = Elements(bodies=(body(arm, suspension.arm, side),), joints=(hinge,))
    if suspension.spring is not None:
        elements += Elements(forces=(suspension.spring.element(corner.name("spring"), CHASSIS, arm, side),))
    if suspension.torsion_bar is not None:
        elements += Elements(forces=(suspension.torsion_bar.element(corner.name("torsion"), arm),))
    return elements
