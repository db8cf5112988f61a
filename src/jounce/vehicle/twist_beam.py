"""A twist beam axle as its designer writes it: the left half, which is a trailing arm with half of the beam.

Both arms are rigid, each with its half of the beam, and all twist is at the line of the shear centres in the middle:
in bump of both wheels the axle turns about its mounts, in roll each half turns about the line through its own mount and
the shear centre. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, model_validator

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import NotNegative, Point, RotationalDamping, RotationalStiffness
from jounce.vehicle.carriers import Carriers
from jounce.vehicle.lines import SHORTEST
from jounce.vehicle.mounts import BallMount, Mount
from jounce.vehicle.parts import LeftPart, LeftPoint, SpinAxis, WheelCentre
from jounce.vehicle.sides import Triple
from jounce.vehicle.struts import Strut


def _in_the_middle(point: Triple) -> Triple:
    if point[1] != 0.0:
        raise Refusal("not in the middle of the car", f"y = {point[1]:g} m", "y = 0", "both halves share it")
    return point


class BeamArm(LeftPart):
    """An arm with half of the beam; pivot: where its mount holds it on the chassis [m]."""

    pivot: LeftPoint


class Beam(Frozen):
    """The twist of the beam: torque stiffness × angle + damping × rate between its halves.

    shear_centre: of its profile, where the halves turn against each other, in the middle of the car [m]; the axis is
    the line across the car through it. stiffness [N m/rad], damping [N m s/rad].
    """

    shear_centre: Annotated[Point, AfterValidator(_in_the_middle)]
    stiffness: Annotated[RotationalStiffness, NotNegative]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0


class TwistBeam(Frozen):
    """Two trailing arms joined by a beam that twists, with a spring and a damper at each arm.

    mount: a ball joint, where the halves must slide along each other a little when the beam twists, because the mounts
    keep their distance; or rubber, which gives way itself. spin_axis: of the wheel, towards the left (+y). damper: one
    with points of its own. Such wheels cannot be steered.
    """

    kind: Literal["twist_beam"] = "twist_beam"
    wheel_centre: WheelCentre
    spin_axis: SpinAxis = (0.0, 1.0, 0.0)
    arm: BeamArm
    mount: Mount = BallMount()
    beam: Beam
    spring: Strut
    damper: Strut | None = None
    carriers: ClassVar[Carriers] = Carriers({"arm": "arm"}, usual="arm", hub="arm")

    @model_validator(mode="after")
    def _carries_a_wheel(self) -> TwistBeam:
        findings = [*_lever(self), *self.carriers.findings("spring.carrier", self.spring.carrier)]
        if self.damper is not None:
            findings += self.carriers.findings("damper.carrier", self.damper.carrier)
        if findings:
            raise ModelError(findings)
        return self


def _lever(suspension: TwistBeam) -> Iterator[Finding]:
    """In bump the axle turns about the line through both mounts, in roll each arm about that to the shear centre."""
    centre, pivot, middle = suspension.wheel_centre, suspension.arm.pivot, suspension.beam.shear_centre
    if abs(centre[0] - pivot[0]) < SHORTEST:
        got, hint = f"wheel centre and pivot at x = {centre[0]:g} m", "move the pivot ahead of the wheel or behind it"
        yield Finding("wheel_centre", "cannot rise", got, "an arm that lifts it", hint)
        return
    along = (middle[0] - pivot[0]) * (centre[1] - pivot[1]) + pivot[1] * (centre[0] - pivot[0])
    if abs(along) < SHORTEST * pivot[1]:
        got, hint = f"shear centre at x = {middle[0]:g} m", "move the beam towards the pivots"
        yield Finding("beam.shear_centre", "in line with pivot and wheel centre", got, "an axle that can roll", hint)
