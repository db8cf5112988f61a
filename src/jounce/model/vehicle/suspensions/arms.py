"""Arms that are hinged to the chassis, and the wishbones among them, which carry the knuckle on a ball joint.

A hinge is the line through two pivots, or the one through `pivot` along `axis`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import ClassVar

from pydantic import model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Revolute, Spherical
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import MIN_DISTANCE, Side, Triple, direction, foot, halfway, perpendiculars
from jounce.model.vehicle.parts import LeftPart, LeftPoint
from jounce.model.vehicle.suspensions.mounts import BushingMount, mount_elements
from jounce.schema.quantities import Direction
from jounce.schema.remembered import remembered


class HingedArm(LeftPart):
    """An arm of the left side that is hinged to the chassis.

    The hinge is the line through the two pivots that a class names in `pivot_names`, or the one through `pivot` along
    `axis`.
    """

    pivot_names: ClassVar[tuple[str, str]]

    pivot: LeftPoint | None = None
    axis: Direction | None = None

    @model_validator(mode="after")
    def _has_one_hinge(self) -> HingedArm:
        findings = [*_hinge_findings(self._pivots, self.pivot, self.axis)] or [*self._order_findings()]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def hinge_point(self) -> Triple:
        """A point of the hinge axis: the pivot, or the one halfway between the two pivots [m]."""
        return _hinge_line(self._pivots, self.pivot, self.axis)[0]

    @property
    def hinge_axis(self) -> Triple:
        """The unit vector along the hinge; from the second pivot to the first one, if there are two."""
        return _hinge_line(self._pivots, self.pivot, self.axis)[1]

    @property
    def _pivots(self) -> dict[str, Triple | None]:
        return {name: getattr(self, name) for name in self.pivot_names}

    def _order_findings(self) -> Iterator[Finding]:
        """What is wrong with the order of the two pivots."""
        yield from ()


class Wishbone(HingedArm):
    """An arm that is hinged to the chassis and carries the knuckle on a ball joint.

    The hinge is the line through front_pivot and rear_pivot, or the one through `pivot` along `axis`. front_bushing,
    rear_bushing: rubber at the two pivots instead of the hinge.
    """

    pivot_names: ClassVar[tuple[str, str]] = ("front_pivot", "rear_pivot")

    front_pivot: LeftPoint | None = None
    rear_pivot: LeftPoint | None = None
    ball_joint: LeftPoint
    front_bushing: BushingMount | None = None
    rear_bushing: BushingMount | None = None

    @model_validator(mode="after")
    def _is_an_arm(self) -> Wishbone:
        if math.dist(self.ball_joint, foot(self.ball_joint, self.hinge_point, self.hinge_axis)) < MIN_DISTANCE:
            raise InputError("ball joint on the hinge axis", f"{self.ball_joint}", "an arm", where="ball_joint")
        findings = [*self._bushing_findings()]
        if findings:
            raise ModelError(findings)
        return self

    @remembered
    def elements(self, name: str, corner: Corner) -> Elements:
        """The arm as a body of that name on its hinge, or on two bushings: NAME_front_fl and NAME_rear_fl."""
        side = corner.side
        if self.front_bushing is not None and self.rear_bushing is not None:
            return Elements(bodies=(body(name, self, side),)) + self._rubber(name, side)
        return self._hinged(name, side, side.line(self.hinge_axis))

    @remembered
    def elements_with_torsion_bar(self, name: str, corner: Corner) -> Elements:
        """The arm as a body of that name on its hinge, whose angle grows in bump on both sides."""
        x, y, z = self.hinge_axis
        px, py, _ = (b - p for b, p in zip(self.ball_joint, self.hinge_point, strict=True))
        upwards = (x, y, z) if x * py - y * px > 0.0 else (0.0 - x, 0.0 - y, 0.0 - z)  # no −0.0
        return self._hinged(name, corner.side, corner.side.rotation(upwards))

    @property
    def is_in_rubber(self) -> bool:
        """Whether bushings hold the arm instead of a hinge."""
        return self.front_bushing is not None

    def _hinged(self, name: str, side: Side, axis: Triple) -> Elements:
        hinge = Revolute(name=name, body_a=CHASSIS, body_b=name, point=side.point(self.hinge_point), axis=axis)
        return Elements(bodies=(body(name, self, side),), joints=(hinge,))

    @remembered
    def ball_joint_elements(self, name: str, arm: str, knuckle: str, corner: Corner) -> Elements:
        """The ball joint between the bodies of the arm and of the knuckle."""
        return Elements(
            joints=(Spherical(name=name, body_a=arm, body_b=knuckle, point=corner.side.point(self.ball_joint)),)
        )

    def _rubber(self, name: str, side: Side) -> Elements:
        """The bushings at both pivots; z along the hinge unless they say otherwise."""
        elements, axes = Elements(), perpendiculars(self.hinge_axis)
        stem, _, suffix = name.rpartition("_")
        for place in ("front", "rear"):
            mount, pivot = getattr(self, f"{place}_bushing"), getattr(self, f"{place}_pivot")
            elements += mount_elements(mount, f"{stem}_{place}_{suffix}", name, pivot, side, axes)
        return elements

    def _bushing_findings(self) -> Iterator[Finding]:
        given = [key for key in ("front_bushing", "rear_bushing") if getattr(self, key) is not None]
        if given and (len(given) == 1 or self.front_pivot is None):
            got = f"{' and '.join(given)}{'' if self.front_pivot else ' with pivot and axis'}"
            yield Finding(given[0], "not two bushings at two pivots", got, "a bushing at front_pivot and at rear_pivot")

    def _order_findings(self) -> Iterator[Finding]:
        front, rear = self.front_pivot, self.rear_pivot
        if front is not None and rear is not None and front[0] < rear[0]:
            got = f"x = {front[0]:g} m and {rear[0]:g} m"
            yield Finding("front_pivot", "behind rear_pivot", got, "x forward", "exchange the two")


def _hinge_findings(pair: Mapping[str, Triple | None], pivot: Triple | None, axis: Triple | None) -> Iterator[Finding]:
    """What keeps the points of an arm from being one hinge; `pair`: the two pivots by their names."""
    line = {"pivot": pivot, "axis": axis}
    given = [key for key, value in {**pair, **line}.items() if value is not None]
    first, second = pair
    if set(given) not in ({*pair}, {*line}):
        one, expected = given[0] if given else first, f"{first} and {second}, or pivot and axis"
        yield Finding(one, "not one hinge", ", ".join(given) or "none of its points", expected)
        return
    start, end = pair.values()
    if start is not None and end is not None and math.dist(start, end) < MIN_DISTANCE:
        yield Finding(second, "points coincide", f"both pivots at {end}", "a hinge axis", hint="or give pivot and axis")


def _hinge_line(pair: Mapping[str, Triple | None], pivot: Triple | None, axis: Triple | None) -> tuple[Triple, Triple]:
    """A point of the hinge [m], halfway between two pivots, and its unit vector, from the second pivot to the first."""
    if pivot is not None and axis is not None:
        return pivot, axis
    first, second = pair.values()
    assert first is not None
    assert second is not None
    return halfway(first, second), direction(second, first)
