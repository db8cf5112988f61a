"""A double wishbone suspension: the hardpoints and parts of the left side, and the bodies and joints they become.

Each hardpoint stands with the part it belongs to, so that a wishbone can be moved, copied or given to another axle as
one object. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.model.mechanism import SpringDamper
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.parts import LeftPart
from jounce.model.vehicle.suspensions.arms import Wishbone
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod

LOWER, UPPER, KNUCKLE = "lca", "uca", "knuckle"


class DoubleWishbone(Suspension):
    """Two wishbones, a knuckle, a tie rod and a strut; damper: one with points of its own."""

    kind: Literal["double_wishbone"] = "double_wishbone"
    lower_arm: Wishbone
    upper_arm: Wishbone
    knuckle: LeftPart
    tie_rod: TieRod
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers(
        {"lower_arm": LOWER, "upper_arm": UPPER, "knuckle": KNUCKLE}, default="lower_arm", hub="knuckle"
    )

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> DoubleWishbone:
        findings = [*self.kingpin.findings("upper_arm.ball_joint", "exchange the arms")]
        findings += self.carriers.findings("spring.carrier", self.spring.carrier)
        findings += self.carriers.findings("damper.carrier", self.damper.carrier if self.damper is not None else None)
        if findings:
            raise ModelError(findings)
        return self

    @property
    def kingpin(self) -> Kingpin:
        """The line through both ball joints."""
        return Kingpin(
            lower=self.lower_arm.ball_joint,
            upper=self.upper_arm.ball_joint,
            tie_rod_end=self.tie_rod.outer,
            released_joint=self.tie_rod.outer_joint,
            fixed=LOWER,
            tie_rod_start=self.tie_rod.inner,
        )

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Arms and knuckle as bodies, hinges, ball joints, tie rod and strut."""
        lower, upper, knuckle = corner.name(LOWER), corner.name(UPPER), corner.name(KNUCKLE)
        return (
            self.lower_arm.elements(lower, corner)
            + self.upper_arm.elements(upper, corner)
            + Elements(bodies=(body(knuckle, self.knuckle, corner.side),))
            + self.lower_arm.ball_joint_elements(corner.name("lbj"), lower, knuckle, corner)
            + self.upper_arm.ball_joint_elements(corner.name("ubj"), upper, knuckle, corner)
            + self.tie_rod.elements(tie_rod_holder, knuckle, corner)
            + Elements(forces=tuple(self._struts(corner)))
        )

    def _struts(self, corner: Corner) -> Iterator[SpringDamper]:
        for part, strut in (("spring", self.spring), ("damper", self.damper)):
            if strut is not None:
                yield strut.element(part, corner, CHASSIS, corner.name(self.carriers.body(strut.carrier)))
