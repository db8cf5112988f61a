"""A MacPherson strut suspension as its designer writes it: the hardpoints and parts of the left side.

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
from jounce.mechanism.frozen import Frozen
from jounce.vehicle.carriers import Carriers
from jounce.vehicle.double_wishbone import TieRod, Wishbone
from jounce.vehicle.kingpin import kingpin_findings, lever
from jounce.vehicle.lines import SHORTEST, across, direction
from jounce.vehicle.mounts import BallMount, Mount
from jounce.vehicle.parts import LeftPart, LeftPoint, SpinAxis, WheelCentre
from jounce.vehicle.sides import Triple
from jounce.vehicle.struts import Strut


class StrutRod(LeftPart):
    """The rod of a strut, which slides in the tube along the line from `bottom` to `top`.

    top: where the top mount holds it; bottom: any point of the tube's axis below.
    """

    top: LeftPoint
    bottom: LeftPoint

    @model_validator(mode="after")
    def _upright(self) -> StrutRod:
        findings = [*_axis(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def axis(self) -> Triple:
        """The unit vector along the strut, upwards."""
        return direction(self.bottom, self.top)


class MacPherson(Frozen):
    """A lower arm, a knuckle with the tube of the strut, its rod, a tie rod, and spring, damper and stops.

    spin_axis: of the wheel, towards the left (+y). knuckle: its mass is that of the tube, too. top_mount: a ball joint,
    or rubber with z along the strut. The spring acts between the chassis and the knuckle; below a top mount of rubber
    between the rod and the knuckle, so that the rubber carries all of it.
    """

    kind: Literal["macpherson"] = "macpherson"
    wheel_centre: WheelCentre
    spin_axis: SpinAxis = (0.0, 1.0, 0.0)
    lower_arm: Wishbone
    knuckle: LeftPart
    strut_rod: StrutRod
    top_mount: Mount = BallMount()
    tie_rod: TieRod
    spring: Strut
    carriers: ClassVar[Carriers] = Carriers({"knuckle": "knuckle", "lower_arm": "lca"}, usual="knuckle", hub="knuckle")

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> MacPherson:
        findings = [*_kingpin(self), *self.carriers.findings("spring.carrier", self.spring.carrier)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def steering_lever(self) -> float:
        """How far the outer end of the tie rod is ahead of the kingpin axis [m]; negative behind it."""
        return lever(self.lower_arm.ball_joint, self.strut_rod.top, self.tie_rod.outer)

    @property
    def mount_axes(self) -> tuple[Triple, Triple]:
        """x and y of a top mount of rubber, across the strut; x as nearly forward as can be."""
        return across(self.strut_rod.axis)


def _axis(rod: StrutRod) -> Iterator[Finding]:
    if math.dist(rod.top, rod.bottom) < SHORTEST:
        yield Finding("bottom", "points coincide", f"top and bottom at {rod.bottom}", "a strut axis")
    elif rod.top[2] <= rod.bottom[2]:
        got = f"z = {rod.top[2]:g} m and {rod.bottom[2]:g} m"
        yield Finding("top", "not above the bottom", got, "z up", "exchange the two")


def _kingpin(suspension: MacPherson) -> Iterator[Finding]:
    lower, top = suspension.lower_arm.ball_joint, suspension.strut_rod.top
    hint = "the top mount is the upper end of the kingpin"
    return kingpin_findings("strut_rod.top", lower, top, suspension.tie_rod.outer, hint)
