"""A trailing arm as its designer writes it: one arm, hinged to the chassis, that carries the wheel.

The hinge may lie across the car (trailing), obliquely (semi-trailing) or behind the wheel (leading). World axes at the
design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Direction
from jounce.vehicle.carriers import Carriers
from jounce.vehicle.hinges import hinge_findings, hinge_line
from jounce.vehicle.lines import SHORTEST, foot
from jounce.vehicle.parts import LeftPart, LeftPoint, SpinAxis, WheelCentre
from jounce.vehicle.sides import Triple
from jounce.vehicle.struts import Strut
from jounce.vehicle.torsion_bar import TorsionBar


class Arm(LeftPart):
    """An arm that is hinged to the chassis.

    The hinge is the line through inner_pivot and outer_pivot, or the one through `pivot` along `axis`.
    """

    inner_pivot: LeftPoint | None = None
    outer_pivot: LeftPoint | None = None
    pivot: LeftPoint | None = None
    axis: Direction | None = None

    @model_validator(mode="after")
    def _one_hinge(self) -> Arm:
        findings = [*hinge_findings(self.pivots, self.pivot, self.axis)] or [*_inside_to_outside(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def pivots(self) -> dict[str, Triple | None]:
        """The two pivots by their names."""
        return {"inner_pivot": self.inner_pivot, "outer_pivot": self.outer_pivot}

    @property
    def hinge_point(self) -> Triple:
        """A point of the hinge axis: the pivot, or the one halfway between the two pivots [m]."""
        return hinge_line(self.pivots, self.pivot, self.axis)[0]

    @property
    def hinge_axis(self) -> Triple:
        """The unit vector along the hinge; from the outer pivot to the inner one, if there are two."""
        return hinge_line(self.pivots, self.pivot, self.axis)[1]


class TrailingArm(Frozen):
    """An arm with the wheel on it, and a strut, a torsion bar at the hinge, or both.

    spin_axis: of the wheel, towards the left (+y). Such a wheel cannot be steered.
    """

    kind: Literal["trailing_arm"] = "trailing_arm"
    wheel_centre: WheelCentre
    spin_axis: SpinAxis = (0.0, 1.0, 0.0)
    arm: Arm
    spring: Strut | None = None
    torsion_bar: TorsionBar | None = None
    carriers: ClassVar[Carriers] = Carriers({"arm": "arm"}, usual="arm", hub="arm")

    @model_validator(mode="after")
    def _carries_a_wheel(self) -> TrailingArm:
        carrier = self.spring.carrier if self.spring is not None else None
        findings = [*_lever(self), *_springs(self), *self.carriers.findings("spring.carrier", carrier)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def bump_axis(self) -> Triple:
        """The unit vector along the hinge about which the arm turns when the wheel rises."""
        x, y, z = self.arm.hinge_axis
        return (x, y, z) if _rise(self) > 0.0 else (0.0 - x, 0.0 - y, 0.0 - z)  # no −0.0


def _rise(suspension: TrailingArm) -> float:
    """How far the wheel centre rises per angle of the arm about its hinge axis a [m/rad]: z · (a × r)."""
    ax, ay, _ = suspension.arm.hinge_axis
    x, y, _ = (c - p for c, p in zip(suspension.wheel_centre, suspension.arm.hinge_point, strict=True))
    return ax * y - ay * x


def _lever(suspension: TrailingArm) -> Iterator[Finding]:
    centre, point, axis = suspension.wheel_centre, suspension.arm.hinge_point, suspension.arm.hinge_axis
    if math.dist(centre, foot(centre, point, axis)) < SHORTEST:
        yield Finding("wheel_centre", "on the hinge axis", f"{centre}", "an arm", "move the wheel or the pivots")
    elif abs(_rise(suspension)) < SHORTEST:
        hint = "turn the hinge, or move it ahead of the wheel or behind it"
        yield Finding("wheel_centre", "cannot rise", f"{centre}, hinge along {axis}", "an arm that lifts it", hint)


def _springs(suspension: TrailingArm) -> Iterator[Finding]:
    if suspension.spring is None and suspension.torsion_bar is None:
        yield Finding("spring", "nothing carries the car", "neither", "a spring, a torsion_bar, or both")


def _inside_to_outside(arm: Arm) -> Iterator[Finding]:
    if arm.inner_pivot is not None and arm.outer_pivot is not None and arm.inner_pivot[1] > arm.outer_pivot[1]:
        got = f"y = {arm.inner_pivot[1]:g} m and {arm.outer_pivot[1]:g} m"
        yield Finding("inner_pivot", "outside outer_pivot", got, "y to the left", "exchange the two")
