"""A twist beam axle: its left half, a trailing arm with half of the beam, and the bodies and joints it becomes.

Both arms are rigid, each with its half of the beam, and all twist is at the line of the shear centres in the middle:
in bump of both wheels the axle turns about its mounts, in roll each half turns about the line through its own mount and
the shear centre. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Cylindrical, Revolute, RotationalSpringDamper
from jounce.model.vehicle.corners import Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, MIN_DISTANCE, RIGHT, Triple
from jounce.model.vehicle.parts import LeftPart, LeftPoint
from jounce.model.vehicle.suspensions.mounts import BallMount, Mount, mount_elements
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Point, RotationalDamping, RotationalStiffness

ARM = "arm"


def _check_in_the_middle(point: Triple) -> Triple:
    if point[1] != 0.0:
        raise InputError("not in the middle of the car", f"y = {point[1]:g} m", "y = 0", "both halves share it")
    return point


class BeamArm(LeftPart):
    """An arm with half of the beam; pivot: where its mount holds it on the chassis [m]."""

    pivot: LeftPoint


class Beam(Frozen):
    """The twist of the beam: torque stiffness × angle + damping × rate between its halves.

    shear_centre: that of its profile, where the halves turn against each other, in the middle of the car [m]; the axis
    is the line across the car through it. stiffness [N m/rad], damping [N m s/rad].
    """

    shear_centre: Annotated[Point, AfterValidator(_check_in_the_middle)]
    stiffness: Annotated[RotationalStiffness, NotNegative]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0


class TwistBeam(Suspension):
    """Two trailing arms joined by a beam that twists, with a spring and a damper at each arm.

    mount: a ball joint, where the halves must slide along each other a little when the beam twists, because the mounts
    keep their distance; or rubber, which gives way itself. damper: one with points of its own. Such
    wheels cannot be steered.
    """

    kind: Literal["twist_beam"] = "twist_beam"
    arm: BeamArm
    mount: Mount = BallMount()
    beam: Beam
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = False
    carriers: ClassVar[Carriers] = Carriers({"arm": ARM}, default="arm", hub="arm")

    @model_validator(mode="after")
    def _carries_a_wheel(self) -> TwistBeam:
        findings = [*_lever_findings(self), *strut_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """One arm on its mount with its spring and damper; there is no tie rod."""
        side, arm = corner.side, corner.name(ARM)
        return (
            Elements(bodies=(body(arm, self.arm, side),))
            + mount_elements(self.mount, corner.name("mount"), arm, self.arm.pivot, side)
            + strut_elements(self, corner)
        )

    def axle_elements(self, axle: str, tie_rod_holder: str) -> Elements:
        """The joint between both halves and the spring about it; its angle grows when the left wheel rises.

        Between two ball mounts a hinge would lock the roll: the halves turn about lines that are not parallel to the
        beam, so that the distance of the mounts would change, in second order. They slide along each other instead.
        """
        left, right = (Corner(axle, side).name(ARM) for side in (LEFT, RIGHT))
        joint = Cylindrical if isinstance(self.mount, BallMount) else Revolute
        # behind its pivot an arm rises when it turns about +y, ahead of it about −y
        trails = self.wheel_centre[0] < self.arm.pivot[0]
        axis = (0.0, 1.0, 0.0) if trails else (0.0, -1.0, 0.0)
        name, beam = f"beam_{axle}", self.beam
        twist = joint(name=name, body_a=right, body_b=left, point=beam.shear_centre, axis=axis)
        spring = RotationalSpringDamper(
            name=f"twist_{axle}", joint=name, stiffness=beam.stiffness, damping=beam.damping
        )
        return Elements(joints=(twist,), forces=(spring,))


def _lever_findings(suspension: TwistBeam) -> Iterator[Finding]:
    """In bump the axle turns about the line through both mounts, in roll each arm about that to the shear centre."""
    centre, pivot, middle = suspension.wheel_centre, suspension.arm.pivot, suspension.beam.shear_centre
    if abs(centre[0] - pivot[0]) < MIN_DISTANCE:
        got, hint = f"wheel centre and pivot at x = {centre[0]:g} m", "move the pivot ahead of the wheel or behind it"
        yield Finding("wheel_centre", "cannot rise", got, "an arm that lifts it", hint)
        return
    along = (middle[0] - pivot[0]) * (centre[1] - pivot[1]) + pivot[1] * (centre[0] - pivot[0])
    if abs(along) < MIN_DISTANCE * pivot[1]:
        got, hint = f"shear centre at x = {middle[0]:g} m", "move the beam towards the pivots"
        yield Finding("beam.shear_centre", "in line with pivot and wheel centre", got, "an axle that can roll", hint)
