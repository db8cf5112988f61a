"""A double wishbone suspension: the hardpoints and parts of the left side, and the bodies and joints they become.

Each hardpoint stands with the part it belongs to, so that a wishbone can be moved, copied or given to another axle as
one object. World axes at the design position [m].
"""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.parts import LeftPart
from jounce.model.vehicle.suspensions.arms import Wishbone
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod

LOWER, UPPER, KNUCKLE = "lca", "uca", "knuckle"


class DoubleWishbone(Suspension):
    """Two wishbones, a knuckle, a tie rod and a strut."""

    kind: Literal["double_wishbone"] = "double_wishbone"
    lower_arm: Wishbone
    upper_arm: Wishbone
    knuckle: LeftPart
    tie_rod: TieRod
    spring: Strut

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers(
        {"lower_arm": LOWER, "upper_arm": UPPER, "knuckle": KNUCKLE}, default="lower_arm", hub="knuckle"
    )

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> DoubleWishbone:
        findings = [*self.kingpin.findings("upper_arm.ball_joint", "exchange the arms")]
        findings += self.carriers.findings("spring.carrier", self.spring.carrier)
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
        )

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Arms and knuckle as bodies, hinges, ball joints, tie rod and strut."""
        lower, upper, knuckle = corner.name(LOWER), corner.name(UPPER), corner.name(KNUCKLE)
        carrier = corner.name(self.carriers.body(self.spring.carrier))
        return (
            self.lower_arm.elements(lower, corner)
            + self.upper_arm.elements(upper, corner)
            + Elements(bodies=(body(knuckle, self.knuckle, corner.side),))
            + self.lower_arm.ball_joint_elements(corner.name("lbj"), lower, knuckle, corner)
            + self.upper_arm.ball_joint_elements(corner.name("ubj"), upper, knuckle, corner)
            + self.tie_rod.elements(tie_rod_holder, knuckle, corner)
            + Elements(forces=(self.spring.element("spring", corner, CHASSIS, carrier),))
        )
