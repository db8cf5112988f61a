"""A twist beam axle: one arm per corner on its mount, and the beam between the two."""

from __future__ import annotations

from jounce.mechanism import Cylindrical, Revolute, RotationalSpringDamper
from jounce.vehicle.corners import Corner
from jounce.vehicle.elements import CHASSIS, Elements, body
from jounce.vehicle.mounts import BallMount, mounted
from jounce.vehicle.sides import LEFT, RIGHT
from jounce.vehicle.twist_beam import TwistBeam

ACROSS = (0.0, 1.0, 0.0)


def twist_beam_corner(suspension: TwistBeam, corner: Corner) -> Elements:
    """Everything of one corner between the chassis and the wheel."""
    side, arm = corner.side, corner.name("arm")
    struts = {"spring": suspension.spring, "damper": suspension.damper}
    forces = (strut.element(corner.name(name), CHASSIS, arm, side) for name, strut in struts.items() if strut)
    return (
        Elements(bodies=(body(arm, suspension.arm, side),))
        + mounted(suspension.mount, corner.name("mount"), arm, suspension.arm.pivot, side)
        + Elements(forces=tuple(forces))
    )


def beam_elements(suspension: TwistBeam, axle: str) -> Elements:
    """The joint between both halves and the spring about it; its angle grows when the left wheel rises.

    Between two ball mounts a hinge would lock the roll: the halves turn about lines that are not parallel to the
    beam, so that the distance of the mounts would change, in second order. They slide along each other instead.
    """
    left, right = (Corner(axle, side).name("arm") for side in (LEFT, RIGHT))
    joint = Cylindrical if isinstance(suspension.mount, BallMount) else Revolute
    beam = suspension.beam
    # behind its pivot an arm rises when it turns about +y, ahead of it about −y
    trails = suspension.wheel_centre[0] < suspension.arm.pivot[0]
    axis = ACROSS if trails else (0.0, -1.0, 0.0)
    name = f"beam_{axle}"
    twist = joint(name=name, body_a=right, body_b=left, point=beam.shear_centre, axis=axis)
    spring = RotationalSpringDamper(name=f"twist_{axle}", joint=name, stiffness=beam.stiffness, damping=beam.damping)
    return Elements(joints=(twist,), forces=(spring,))
