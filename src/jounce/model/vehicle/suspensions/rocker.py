"""A pushrod or pullrod with its rocker, on which spring and damper stand, and the third spring between both rockers.

The rod turns the rocker about an axis in the chassis when the wheel rises. Springs on the rockers see each wheel, an
anti-roll bar on them sees roll, and the third spring sees heave alone. World axes at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Curve, Revolute, SpringDamper, Stop
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, MIN_DISTANCE, RIGHT, foot
from jounce.model.vehicle.parts import LeftPart, LeftPoint
from jounce.model.vehicle.suspensions.links import Rod
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Damping, Direction, Force, Length, Name, NotNegative, Stiffness

ROCKER, PUSHROD, THIRD_SPRING = "rocker", "pushrod", "third_spring"


class Rocker(LeftPart):
    """A rocker that turns about `axis` through `pivot` in the chassis [m], and the rod that turns it.

    pushrod: from `inner`, on the rocker, to `outer`, on the part of the suspension that `carrier` names, the lower arm
    unless given; a pullrod is one from above. Mass, centre of mass and inertia are those of the rocker.
    """

    pivot: LeftPoint
    axis: Direction
    pushrod: Rod
    carrier: Name | None = None

    @model_validator(mode="after")
    def _has_a_lever(self) -> Rocker:
        findings = [*_lever_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    def elements(self, corner: Corner, carrier: str) -> Elements:
        """The rocker of one corner and its rod to a body."""
        side, rocker = corner.side, corner.name(ROCKER)
        pin = Revolute(
            name=rocker, body_a=CHASSIS, body_b=rocker, point=side.point(self.pivot), axis=side.line(self.axis)
        )
        turned = Elements(bodies=(body(rocker, self, side),), joints=(pin,))
        return turned + self.pushrod.elements(corner.name(f"{PUSHROD}{{}}"), rocker, carrier, side)


class ThirdSpring(Frozen):
    """A spring with a damper between both rockers, which heave compresses and roll does not.

    point: on the left rocker, the other end is its mirror image on the right one [m]. stiffness [N/m], damping [N s/m];
    preload: its push at the design position [N], or free_length [m]; curves and stops as those of a spring.
    """

    point: LeftPoint
    stiffness: Annotated[Stiffness, NotNegative] = 0.0
    damping: Annotated[Damping, NotNegative] = 0.0
    preload: Force | None = None
    free_length: Annotated[Length, NotNegative] | None = None
    spring_curve: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    bump_stop: Stop | None = None
    rebound_stop: Stop | None = None

    @model_validator(mode="after")
    def _is_a_spring_damper(self) -> ThirdSpring:
        self.elements("front")  # raises what is wrong with it
        return self

    def elements(self, axle: str) -> Elements:
        """The spring of the axle of that name, between its rockers."""
        left, right = (Corner(axle, side).name(ROCKER) for side in (LEFT, RIGHT))
        ends = {"body_a": right, "body_b": left, "point_a": RIGHT.point(self.point), "point_b": self.point}
        rates = {key: value for key, value in self if key != "point"}
        return Elements(forces=(SpringDamper(name=f"{THIRD_SPRING}_{axle}", **ends, **rates),))


def _lever_findings(rocker: Rocker) -> Iterator[Finding]:
    inner = rocker.pushrod.inner
    if math.dist(inner, foot(inner, rocker.pivot, rocker.axis)) < MIN_DISTANCE:
        yield Finding("pushrod.inner", "on the axis of the rocker", f"{inner}", "a lever", "move it or the pivot")
    if rocker.pushrod.is_elastic:
        yield Finding("pushrod.stiffness", "an elastic pushrod", "a stiffness", "a rigid one, or one with mass")
