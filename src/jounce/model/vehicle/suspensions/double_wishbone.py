"""A double wishbone suspension: the hardpoints and parts of the left side, and the bodies and joints they become.

Each hardpoint stands with the part it belongs to, so that a wishbone can be moved, copied or given to another axle as
one object. Springs stand on an arm, on the knuckle, or on a rocker that a pushrod turns; or a torsion bar lies in the
hinge of an arm. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.vehicle.corners import Corner, Elements, body
from jounce.model.vehicle.parts import LeftPart
from jounce.model.vehicle.suspensions.arms import Wishbone
from jounce.model.vehicle.suspensions.rocker import ROCKER, Rocker, ThirdSpring
from jounce.model.vehicle.suspensions.springs import Strut, TorsionBar
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod

LOWER, UPPER, KNUCKLE = "lca", "uca", "knuckle"


class DoubleWishbone(Suspension):
    """Two wishbones, a knuckle, a tie rod and a strut; damper: one with points of its own.

    torsion_bar: beside a strut or instead of it. torsion_arm: the arm in whose hinge it lies. rocker: turned by a
    pushrod; springs, dampers and anti-roll bars stand on it unless they name another carrier. third_spring: between
    both rockers.
    """

    kind: Literal["double_wishbone"] = "double_wishbone"
    lower_arm: Wishbone
    upper_arm: Wishbone
    knuckle: LeftPart
    tie_rod: TieRod
    spring: Strut | None = None
    damper: Strut | None = None
    torsion_bar: TorsionBar | None = None
    torsion_arm: Literal["lower_arm", "upper_arm"] = "lower_arm"
    rocker: Rocker | None = None
    third_spring: ThirdSpring | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers(
        {"lower_arm": LOWER, "upper_arm": UPPER, "knuckle": KNUCKLE}, default="lower_arm", hub="knuckle"
    )

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> DoubleWishbone:
        findings = [*self.kingpin.findings("upper_arm.ball_joint", "exchange the arms"), *_spring_findings(self)]
        findings += strut_findings(self)
        if self.rocker is not None:
            findings += self.carriers.findings("rocker.carrier", self.rocker.carrier)
        if findings:
            raise ModelError(findings)
        return self

    @property
    def attachments(self) -> Carriers:
        """Arms and knuckle; and the rocker, which carries springs and bars unless they say otherwise."""
        if self.rocker is None:
            return self.carriers
        return Carriers({**self.carriers.bodies, ROCKER: ROCKER}, default=ROCKER, hub=self.carriers.hub)

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
        """Arms and knuckle as bodies, hinges, ball joints, tie rod, rocker and springs."""
        lower, upper, knuckle = corner.name(LOWER), corner.name(UPPER), corner.name(KNUCKLE)
        elements = (
            self._arm_elements("lower_arm", lower, corner)
            + self._arm_elements("upper_arm", upper, corner)
            + Elements(bodies=(body(knuckle, self.knuckle, corner.side),))
            + self.lower_arm.ball_joint_elements(corner.name("lbj"), lower, knuckle, corner)
            + self.upper_arm.ball_joint_elements(corner.name("ubj"), upper, knuckle, corner)
            + self.tie_rod.elements(tie_rod_holder, knuckle, corner)
        )
        if self.rocker is not None:
            elements += self.rocker.elements(corner, corner.name(self.carriers.body(self.rocker.carrier)))
        elements += strut_elements(self, corner)
        if self.torsion_bar is not None:
            hinge = corner.name(self.carriers.body(self.torsion_arm))
            elements += Elements(forces=(self.torsion_bar.element("torsion", corner, hinge),))
        return elements

    def axle_elements(self, axle: str, tie_rod_holder: str) -> Elements:
        """The third spring between the rockers."""
        return self.third_spring.elements(axle) if self.third_spring is not None else Elements()

    def _arm_elements(self, key: Literal["lower_arm", "upper_arm"], name: str, corner: Corner) -> Elements:
        arm: Wishbone = getattr(self, key)
        if self.torsion_bar is not None and self.torsion_arm == key:
            return arm.elements_with_torsion_bar(name, corner)
        return arm.elements(name, corner)


def _spring_findings(suspension: DoubleWishbone) -> Iterator[Finding]:
    bar, arm = suspension.torsion_bar, getattr(suspension, suspension.torsion_arm)
    if suspension.spring is None and bar is None:
        yield Finding("spring", "nothing supports the car", "neither", "a spring, a torsion_bar, or both")
    if bar is not None and arm.is_in_rubber:
        hint = "give the rubber to the other arm, or write the hinge of this one"
        yield Finding(
            "torsion_bar", "a torsion bar without a hinge", f"{suspension.torsion_arm} on bushings", "a hinge", hint
        )
    if suspension.third_spring is not None and suspension.rocker is None:
        yield Finding("third_spring", "a third spring without rockers", "no rocker", "a rocker with its pushrod")
