"""A MacPherson strut suspension: the hardpoints and parts of the left side, and the bodies and joints they become.

The tube of the strut is part of the knuckle, which slides along the rod; the rod is held by the top mount. World axes
at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Prismatic
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import MIN_DISTANCE, Triple, direction, perpendiculars
from jounce.model.vehicle.parts import LeftPart, LeftPoint
from jounce.model.vehicle.suspensions.arms import Wishbone
from jounce.model.vehicle.suspensions.mounts import BallMount, BushingMount, Mount, mount_elements
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod

LOWER, KNUCKLE, ROD = "lca", "knuckle", "strut_rod"


class StrutRod(LeftPart):
    """The rod of a strut, which slides in the tube along the line from `bottom` to `top`.

    top: where the top mount holds it; bottom: any point of the tube's axis below.
    """

    top: LeftPoint
    bottom: LeftPoint

    @model_validator(mode="after")
    def _points_upwards(self) -> StrutRod:
        findings = [*_axis_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def axis(self) -> Triple:
        """The unit vector along the strut, upwards."""
        return direction(self.bottom, self.top)


class MacPherson(Suspension):
    """A lower arm, a knuckle with the tube of the strut, its rod, a tie rod, and spring, damper and stops.

    knuckle: its mass is that of the tube, too. top_mount: a ball joint, or rubber with z along the strut. The spring
    acts between the chassis and the knuckle; below a top mount of rubber between the rod and the knuckle, so that the
    rubber carries all of it. damper: one with points of its own, between the chassis and its carrier.
    """

    kind: Literal["macpherson"] = "macpherson"
    lower_arm: Wishbone
    knuckle: LeftPart
    strut_rod: StrutRod
    top_mount: Mount = BallMount()
    tie_rod: TieRod
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({"knuckle": KNUCKLE, "lower_arm": LOWER}, default="knuckle", hub="knuckle")

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> MacPherson:
        findings = [*self.kingpin.findings("strut_rod.top", "the top mount is the upper end of the kingpin")]
        findings += strut_findings(self)
        if findings:
            raise ModelError(findings)
        return self

    @property
    def kingpin(self) -> Kingpin:
        """The line from the ball joint of the arm to the top mount."""
        return Kingpin(
            lower=self.lower_arm.ball_joint,
            upper=self.strut_rod.top,
            tie_rod_end=self.tie_rod.outer,
            released_joint=self.tie_rod.outer_joint,
            fixed=LOWER,
            tie_rod_start=self.tie_rod.inner,
        )

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Arm, knuckle with the tube, rod, top mount, tie rod and spring; the travel of the strut grows in bump."""
        side, lower, knuckle, rod = corner.side, corner.name(LOWER), corner.name(KNUCKLE), corner.name(ROD)
        slider = Prismatic(
            name=corner.name("strut"),
            body_a=rod,
            body_b=knuckle,
            point=side.point(self.strut_rod.bottom),
            axis=side.line(self.strut_rod.axis),
        )
        across = perpendiculars(self.strut_rod.axis)  # x and y of a top mount of rubber
        return (
            self.lower_arm.elements(lower, corner)
            + Elements(bodies=(body(knuckle, self.knuckle, side), body(rod, self.strut_rod, side)))
            + self.lower_arm.ball_joint_elements(corner.name("lbj"), lower, knuckle, corner)
            + Elements(joints=(slider,))
            + mount_elements(self.top_mount, corner.name("top"), rod, self.strut_rod.top, side, across)
            + self.tie_rod.elements(tie_rod_holder, knuckle, corner)
            + self._spring_elements(corner)
            + self._damper_elements(corner)
        )

    def _spring_elements(self, corner: Corner) -> Elements:
        """The spring on the chassis, or on the rod when that is held by rubber and the spring stands on the tube."""
        part = self.carriers.body(self.spring.carrier)
        through_rubber = isinstance(self.top_mount, BushingMount) and part == KNUCKLE
        holder = corner.name(ROD) if through_rubber else CHASSIS
        return Elements(forces=(self.spring.element("spring", corner, holder, corner.name(part)),))

    def _damper_elements(self, corner: Corner) -> Elements:
        if self.damper is None:
            return Elements()
        carrier = corner.name(self.carriers.body(self.damper.carrier))
        return Elements(forces=(self.damper.element("damper", corner, CHASSIS, carrier),))


def _axis_findings(rod: StrutRod) -> Iterator[Finding]:
    if math.dist(rod.top, rod.bottom) < MIN_DISTANCE:
        yield Finding("bottom", "points coincide", f"top and bottom at {rod.bottom}", "a strut axis")
    elif rod.top[2] <= rod.bottom[2]:
        got = f"z = {rod.top[2]:g} m and {rod.bottom[2]:g} m"
        yield Finding("top", "not above the bottom", got, "z up", "exchange the two")
