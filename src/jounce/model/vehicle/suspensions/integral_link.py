"""An integral-link suspension: a lower arm, an upper link, a toe link, and the integral link from arm to knuckle.

The arm is hinged to the chassis and carries the knuckle on a ball joint; the integral link between the two takes the
torque of brakes and drive, so that the ball joint may be soft along the car. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import numpy as np
from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import LeftPart
from jounce.model.vehicle.suspensions.arms import Wishbone
from jounce.model.vehicle.suspensions.links import Rod
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod

LOWER, KNUCKLE, UPPER, INTEGRAL = "lca", "knuckle", "upper_link", "integral_link"
MIN_SINE = 0.05
"""Least sine between the planes in which the two links let the knuckle turn: below it they depend on each other."""


class IntegralLink(Suspension):
    """A lower arm, a knuckle, three rods, a spring and a damper.

    upper_link: from `inner` on the chassis to `outer` on the knuckle; integral_link: from `inner` on the arm to
    `outer` on the knuckle; tie_rod: the toe link, on the rack of a steered axle. damper: one with points of its own.
    """

    kind: Literal["integral_link"] = "integral_link"
    lower_arm: Wishbone
    knuckle: LeftPart
    upper_link: Rod
    integral_link: Rod
    tie_rod: TieRod
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers(
        {"lower_arm": LOWER, "knuckle": KNUCKLE}, default="lower_arm", hub="knuckle"
    )

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> IntegralLink:
        findings = [*_rod_findings(self)] or [*self._kingpin_findings()]
        findings += strut_findings(self)
        if findings:
            raise ModelError(findings)
        return self

    @property
    def kingpin(self) -> Kingpin:
        """The axis through the ball joint about which both links let the knuckle turn on the standing arm."""
        ball, axis = np.array(self.lower_arm.ball_joint), _free_axis(self)
        height = self.upper_link.outer[2] - ball[2]
        upper: Triple = tuple((ball + height / axis[2] * axis).tolist())
        return Kingpin(
            self.lower_arm.ball_joint, upper, self.tie_rod.outer, self.tie_rod.outer_joint, LOWER, self.tie_rod.inner
        )

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Arm and knuckle as bodies, hinge and ball joint, the links, spring and damper."""
        side, arm, knuckle = corner.side, corner.name(LOWER), corner.name(KNUCKLE)
        elements = self.lower_arm.elements(arm, corner) + Elements(bodies=(body(knuckle, self.knuckle, side),))
        elements += self.lower_arm.ball_joint_elements(corner.name("lbj"), arm, knuckle, corner)
        elements += self.upper_link.elements(corner.name(f"{UPPER}{{}}"), CHASSIS, knuckle, side)
        elements += self.integral_link.elements(corner.name(f"{INTEGRAL}{{}}"), arm, knuckle, side)
        elements += self.tie_rod.elements(tie_rod_holder, knuckle, corner)
        return elements + strut_elements(self, corner)

    def _kingpin_findings(self) -> Iterator[Finding]:
        if abs(_free_axis(self)[2]) < MIN_SINE:
            yield Finding("upper_link", "the kingpin lies down", hint="the links must hold camber and caster")
            return
        yield from self.kingpin.findings("upper_link.outer", "the upper link stands above the ball joint")


def _normals(suspension: IntegralLink) -> tuple[np.ndarray, np.ndarray]:
    """Axes about which the upper and the integral link hold the knuckle at its ball joint, unit vectors."""
    ball = np.array(suspension.lower_arm.ball_joint)
    found = [
        np.cross(np.subtract(rod.outer, ball), np.subtract(rod.outer, rod.inner))
        for rod in (suspension.upper_link, suspension.integral_link)
    ]
    first, second = (each / (np.linalg.norm(each) or 1.0) for each in found)
    return first, second


def _free_axis(suspension: IntegralLink) -> np.ndarray:
    """The unit vector, upwards, of the axis about which neither link holds the knuckle."""
    axis = np.cross(*_normals(suspension))
    unit: np.ndarray = axis / (np.linalg.norm(axis) or 1.0) * (1.0 if axis[2] >= 0.0 else -1.0)
    return unit


def _rod_findings(suspension: IntegralLink) -> Iterator[Finding]:
    for key in (UPPER, INTEGRAL):
        if getattr(suspension, key).is_elastic:
            yield Finding(f"{key}.stiffness", "an elastic link", "a stiffness", "a rigid one, or one with mass")
    if np.linalg.norm(np.cross(*_normals(suspension))) < MIN_SINE:
        hint = "the upper link holds camber, the integral link stands upright behind or ahead of the ball joint"
        yield Finding(INTEGRAL, "does not hold the knuckle", "links that depend on each other", hint=hint)
