"""A trailing arm: one arm, hinged to the chassis, that carries the wheel, and the body and joint it becomes.

The hinge may lie across the car (trailing), obliquely (semi-trailing), behind the wheel (leading) or along the car
(swing axle). World axes at the design position [m].
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
from jounce.model.vehicle.geometry import MIN_DISTANCE, Triple, foot
from jounce.model.vehicle.parts import LeftPoint
from jounce.model.vehicle.suspensions.arms import HingedArm
from jounce.model.vehicle.suspensions.springs import Strut, TorsionBar
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension

ARM = "arm"


class Arm(HingedArm):
    """An arm that is hinged to the chassis.

    The hinge is the line through inner_pivot and outer_pivot, or the one through `pivot` along `axis`.
    """

    pivot_names: ClassVar[tuple[str, str]] = ("inner_pivot", "outer_pivot")

    inner_pivot: LeftPoint | None = None
    outer_pivot: LeftPoint | None = None

    def _order_findings(self) -> Iterator[Finding]:
        inner, outer = self.inner_pivot, self.outer_pivot
        if inner is not None and outer is not None and inner[1] > outer[1]:
            got = f"y = {inner[1]:g} m and {outer[1]:g} m"
            yield Finding("inner_pivot", "outside outer_pivot", got, "y to the left", "exchange the two")


class TrailingArm(Suspension):
    """An arm with the wheel on it, and a strut, a torsion bar at the hinge, or both; damper: one with its own points.

    Such a wheel cannot be steered. With a hinge along the car it is a swing axle.
    """

    kind: Literal["trailing_arm"] = "trailing_arm"
    arm: Arm
    spring: Strut | None = None
    torsion_bar: TorsionBar | None = None
    damper: Strut | None = None

    steerable: ClassVar[bool] = False
    carriers: ClassVar[Carriers] = Carriers({"arm": ARM}, default="arm", hub="arm")

    @model_validator(mode="after")
    def _carries_a_wheel(self) -> TrailingArm:
        findings = [*_lever_findings(self), *_spring_findings(self), *strut_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def bump_axis(self) -> Triple:
        """The unit vector along the hinge about which the arm turns when the wheel rises."""
        x, y, z = self.arm.hinge_axis
        return (x, y, z) if _rise(self) > 0.0 else (0.0 - x, 0.0 - y, 0.0 - z)  # no −0.0

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """The arm as a body, its hinge, whose angle grows in bump, strut and torsion bar; there is no tie rod."""
        side, arm = corner.side, corner.name(ARM)
        hinge = Revolute(
            name=arm,
            body_a=CHASSIS,
            body_b=arm,
            point=side.point(self.arm.hinge_point),
            axis=side.rotation(self.bump_axis),
        )
        elements = Elements(bodies=(body(arm, self.arm, side),), joints=(hinge,))
        elements += strut_elements(self, corner)
        if self.torsion_bar is not None:
            elements += Elements(forces=(self.torsion_bar.element("torsion", corner, arm),))
        return elements


def _rise(suspension: TrailingArm) -> float:
    """How far the wheel centre rises per angle of the arm about its hinge axis a [m/rad]: z · (a × r)."""
    ax, ay, _ = suspension.arm.hinge_axis
    x, y, _ = (c - p for c, p in zip(suspension.wheel_centre, suspension.arm.hinge_point, strict=True))
    return ax * y - ay * x


def _lever_findings(suspension: TrailingArm) -> Iterator[Finding]:
    centre, point, axis = suspension.wheel_centre, suspension.arm.hinge_point, suspension.arm.hinge_axis
    if math.dist(centre, foot(centre, point, axis)) < MIN_DISTANCE:
        yield Finding("wheel_centre", "on the hinge axis", f"{centre}", "an arm", "move the wheel or the pivots")
    elif abs(_rise(suspension)) < MIN_DISTANCE:
        hint = "turn the hinge, or move it ahead of the wheel or behind it"
        yield Finding("wheel_centre", "cannot rise", f"{centre}, hinge along {axis}", "an arm that lifts it", hint)


def _spring_findings(suspension: TrailingArm) -> Iterator[Finding]:
    if suspension.spring is None and suspension.torsion_bar is None:
        yield Finding("spring", "nothing supports the car", "neither", "a spring, a torsion_bar, or both")
