"""A double wishbone suspension as its designer writes it: the hardpoints and parts of the left side.

Each hardpoint stands with the part it belongs to, so that a wishbone can be moved, copied or given to another axle as
one object. World axes at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError, Refusal
from jounce.findings import Finding
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Direction
from jounce.vehicle.carriers import Carriers
from jounce.vehicle.hinges import hinge_findings, hinge_line
from jounce.vehicle.kingpin import kingpin_findings, lever
from jounce.vehicle.lines import SHORTEST, foot, halfway
from jounce.vehicle.parts import InertiaOfPart, LeftPart, LeftPoint, MassOfPart, SpinAxis, WheelCentre
from jounce.vehicle.sides import Triple
from jounce.vehicle.struts import Strut


class Wishbone(LeftPart):
    """An arm that is hinged to the chassis and carries the knuckle on a ball joint.

    The hinge is the line through front_pivot and rear_pivot, or the one through `pivot` along `axis`.
    """

    front_pivot: LeftPoint | None = None
    rear_pivot: LeftPoint | None = None
    pivot: LeftPoint | None = None
    axis: Direction | None = None
    ball_joint: LeftPoint

    @model_validator(mode="after")
    def _one_hinge(self) -> Wishbone:
        findings = [*hinge_findings(self.pivots, self.pivot, self.axis)] or [*_front_to_rear(self)]
        if findings:
            raise ModelError(findings)
        if math.dist(self.ball_joint, foot(self.ball_joint, self.hinge_point, self.hinge_axis)) < SHORTEST:
            raise Refusal("ball joint on the hinge axis", f"{self.ball_joint}", "an arm", where="ball_joint")
        return self

    @property
    def pivots(self) -> dict[str, Triple | None]:
        """The two pivots by their names."""
        return {"front_pivot": self.front_pivot, "rear_pivot": self.rear_pivot}

    @property
    def hinge_point(self) -> Triple:
        """A point of the hinge axis: the pivot, or the one halfway between the two pivots [m]."""
        return hinge_line(self.pivots, self.pivot, self.axis)[0]

    @property
    def hinge_axis(self) -> Triple:
        """The unit vector along the hinge; from the rear pivot to the front one, if there are two."""
        return hinge_line(self.pivots, self.pivot, self.axis)[1]


class TieRod(Frozen):
    """A rod from `inner` on the rack, or on the chassis of an axle that is not steered, to `outer` on the knuckle.

    Without mass it is a constraint of one equation. With mass [kg] and inertia [kg m²] it is a body, with a universal
    joint at the inner and a ball joint at the outer end; its centre of mass is halfway unless it is given.
    """

    inner: LeftPoint
    outer: LeftPoint
    mass: MassOfPart | None = None
    inertia: InertiaOfPart | None = None
    centre_of_mass: LeftPoint | None = None

    @model_validator(mode="after")
    def _rod_or_body(self) -> TieRod:
        findings = []
        if math.dist(self.inner, self.outer) < SHORTEST:
            findings.append(Finding("outer", "points coincide", f"{self.outer}", "a point away from inner"))
        body = {"mass": self.mass, "inertia": self.inertia}
        given = [key for key, value in (*body.items(), ("centre_of_mass", self.centre_of_mass)) if value is not None]
        absent = [key for key, value in body.items() if value is None] if given else []
        hint = "a rod with mass needs mass and inertia, one without needs neither"
        findings += [Finding(key, "missing key", f"only {', '.join(given)}", hint=hint) for key in absent]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def middle(self) -> Triple:
        """The centre of mass, by default halfway [m]."""
        return self.centre_of_mass or halfway(self.inner, self.outer)


class DoubleWishbone(Frozen):
    """Two wishbones, a knuckle, a tie rod and a strut; spin_axis: of the wheel, towards the left (+y)."""

    kind: Literal["double_wishbone"] = "double_wishbone"
    wheel_centre: WheelCentre
    spin_axis: SpinAxis = (0.0, 1.0, 0.0)
    lower_arm: Wishbone
    upper_arm: Wishbone
    knuckle: LeftPart
    tie_rod: TieRod
    spring: Strut
    carriers: ClassVar[Carriers] = Carriers(
        {"lower_arm": "lca", "upper_arm": "uca", "knuckle": "knuckle"}, usual="lower_arm", hub="knuckle"
    )

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> DoubleWishbone:
        findings = [*_kingpin(self), *self.carriers.findings("spring.carrier", self.spring.carrier)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def steering_lever(self) -> float:
        """How far the outer end of the tie rod is ahead of the kingpin axis [m]; negative behind it."""
        return lever(self.lower_arm.ball_joint, self.upper_arm.ball_joint, self.tie_rod.outer)


def _front_to_rear(arm: Wishbone) -> Iterator[Finding]:
    if arm.front_pivot is not None and arm.rear_pivot is not None and arm.front_pivot[0] < arm.rear_pivot[0]:
        got = f"x = {arm.front_pivot[0]:g} m and {arm.rear_pivot[0]:g} m"
        yield Finding("front_pivot", "behind rear_pivot", got, "x forward", "exchange the two")


def _kingpin(suspension: DoubleWishbone) -> Iterator[Finding]:
    lower, upper = suspension.lower_arm.ball_joint, suspension.upper_arm.ball_joint
    return kingpin_findings("upper_arm.ball_joint", lower, upper, suspension.tie_rod.outer, "exchange the arms")
