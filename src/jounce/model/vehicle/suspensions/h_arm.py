"""A lower H-arm with one upper link: the arm is hinged to the chassis inside and to the knuckle outside.

The two hinges hold steer and caster, the link holds camber. World axes at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Revolute
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import MIN_DISTANCE, Triple, direction, foot, halfway
from jounce.model.vehicle.parts import LeftPart, LeftPoint
from jounce.model.vehicle.suspensions.arms import HingedArm
from jounce.model.vehicle.suspensions.links import Rod
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension

LOWER, KNUCKLE, UPPER = "lca", "knuckle", "upper_link"


class HArm(HingedArm):
    """An arm that is hinged to the chassis and to the knuckle [m].

    The inner hinge is the line through front_pivot and rear_pivot, or the one through `pivot` along `axis`; the outer
    hinge is the line through front_outer and rear_outer.
    """

    pivot_names: ClassVar[tuple[str, str]] = ("front_pivot", "rear_pivot")

    front_pivot: LeftPoint | None = None
    rear_pivot: LeftPoint | None = None
    front_outer: LeftPoint
    rear_outer: LeftPoint

    @property
    def outer_axis(self) -> Triple:
        """The unit vector along the outer hinge, forwards."""
        return direction(self.rear_outer, self.front_outer)

    @property
    def outer_point(self) -> Triple:
        """The middle of the outer hinge [m]."""
        return halfway(self.rear_outer, self.front_outer)


class HArmSuspension(Suspension):
    """A lower H-arm, a knuckle and an upper link, a spring and a damper.

    upper_link: from `inner` on the chassis to `outer` on the knuckle. damper: one with points of its own. Such a wheel
    cannot be steered: the arm holds its toe.
    """

    kind: Literal["h_arm"] = "h_arm"
    lower_arm: HArm
    knuckle: LeftPart
    upper_link: Rod
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = False
    carriers: ClassVar[Carriers] = Carriers(
        {"lower_arm": LOWER, "knuckle": KNUCKLE}, default="lower_arm", hub="knuckle"
    )

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> HArmSuspension:
        findings = [*_hinge_findings(self), *strut_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Arm and knuckle as bodies, both hinges, the link, spring and damper; there is no tie rod."""
        side, arm, knuckle = corner.side, corner.name(LOWER), corner.name(KNUCKLE)
        inner = Revolute(
            name=arm,
            body_a=CHASSIS,
            body_b=arm,
            point=side.point(self.lower_arm.hinge_point),
            axis=side.line(self.lower_arm.hinge_axis),
        )
        outer = Revolute(
            name=corner.name("outer"),
            body_a=arm,
            body_b=knuckle,
            point=side.point(self.lower_arm.outer_point),
            axis=side.line(self.lower_arm.outer_axis),
        )
        elements = Elements((body(arm, self.lower_arm, side), body(knuckle, self.knuckle, side)), (inner, outer))
        elements += self.upper_link.elements(corner.name(f"{UPPER}{{}}"), CHASSIS, knuckle, side)
        return elements + strut_elements(self, corner)


def _hinge_findings(suspension: HArmSuspension) -> Iterator[Finding]:
    arm, link = suspension.lower_arm, suspension.upper_link
    if math.dist(arm.front_outer, arm.rear_outer) < MIN_DISTANCE:
        yield Finding("lower_arm.rear_outer", "points coincide", f"{arm.rear_outer}", "a hinge axis")
        return
    if math.dist(link.outer, foot(link.outer, arm.outer_point, arm.outer_axis)) < MIN_DISTANCE:
        hint = "without a lever nothing holds the camber of the wheel"
        yield Finding("upper_link.outer", "on the outer hinge", f"{link.outer}", "above or below it", hint)
    if link.is_elastic:
        yield Finding("upper_link.stiffness", "an elastic link", "a stiffness", "a rigid one, or one with mass")
