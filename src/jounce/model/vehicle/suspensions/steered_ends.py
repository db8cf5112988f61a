"""The ends of a steered solid axle: knuckles on kingpins, and the rods that turn them.

Either a track rod ties both knuckles and a drag link turns one of them, or the drag link turns a bellcrank on the beam
and a rod goes from it to each knuckle. World axes at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Distance, Revolute
from jounce.model.vehicle.corners import Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, RIGHT, Triple, direction, halfway
from jounce.model.vehicle.parts import LeftPart, LeftPoint, Part
from jounce.model.vehicle.suspensions.links import Rod
from jounce.model.vehicle.suspensions.tie_rod import Kingpin
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Direction, Point

KNUCKLE, DRAG_LINK, TRACK_ROD, BELLCRANK = "knuckle", "drag_link", "track_rod", "bellcrank"


class Bellcrank(Part):
    """A lever on the beam that turns about `axis` through `pivot` [m] and moves both knuckles by a rod each.

    tie_rod: where the left rod holds it; the right one is the mirror image. Mass, centre of mass and inertia are those
    of the lever.
    """

    pivot: Point
    axis: Direction = (0.0, 0.0, 1.0)
    tie_rod: Point


class SteeredEnds(Frozen):
    """The knuckles of a steered solid axle.

    knuckle: the left one; lower, upper: two points of its kingpin; track_rod: where the rod between both knuckles, or
    the one from the bellcrank, holds the left one; drag_link: from the rack, or its arm, to the left knuckle, to the
    right one (y < 0), or to the bellcrank [m].
    """

    knuckle: LeftPart
    lower: LeftPoint
    upper: LeftPoint
    track_rod: LeftPoint
    drag_link: Rod
    bellcrank: Bellcrank | None = None

    @model_validator(mode="after")
    def _can_be_turned(self) -> SteeredEnds:
        findings = [*self.kingpin("beam").findings("upper", "exchange the points"), *_rod_findings(self)]
        end = "track_rod" if self.bellcrank is not None else "drag_link.outer"
        if findings:
            raise ModelError([replace(f, where=end) if f.where == "tie_rod.outer" else f for f in findings])
        return self

    def kingpin(self, beam: str) -> Kingpin:
        """The kingpin of the left wheel; the rod that turns both wheels, or that of this one, gives way."""
        if self.bellcrank is not None:
            return Kingpin(self.lower, self.upper, self.track_rod, released_joint=TRACK_ROD, fixed=beam)
        (x, y, z), (inner_x, inner_y, inner_z) = self.drag_link.outer, self.drag_link.inner
        start = inner_x, math.copysign(1.0, y) * inner_y, inner_z
        return Kingpin(self.lower, self.upper, (x, abs(y), z), self.drag_link.outer_joint(DRAG_LINK), beam, start)

    @property
    def lever(self) -> float:
        """Travel of the rack across the car per steer angle of the left wheel [m/rad], positive to the left both.

        Through a bellcrank with axis b the drag link d turns it by d_y / d·(b × r_d), and the rod e turns the wheel
        about its kingpin k by e·(b × r_e) / e·(k × r_k) of that.
        """
        lever = self.bellcrank
        if lever is None:
            return self.kingpin("beam").lever
        drag, rod = direction(self.drag_link.inner, self.drag_link.outer), direction(lever.tie_rod, self.track_rod)
        by_rack = drag[1] / _rate(drag, lever.axis, lever.pivot, self.drag_link.outer)
        pin = direction(self.lower, self.upper)
        by_lever = _rate(rod, lever.axis, lever.pivot, lever.tie_rod) / _rate(rod, pin, self.lower, self.track_rod)
        return 1.0 / (by_rack * by_lever)

    def steer_rate(self, velocity_at: Callable[[Triple], Triple]) -> float:
        """Turn of the left wheel by a motion of what holds the drag link [rad], from velocities of its points [m].

        With the rods' directions as in `lever`; through a track rod both wheels turn alike, straight ahead.
        """
        drag, side = self.drag_link, RIGHT if self.drag_link.outer[1] < 0.0 else LEFT
        along = direction(drag.inner, drag.outer)
        moved = sum(d * v for d, v in zip(along, velocity_at(drag.inner), strict=True))
        if (lever := self.bellcrank) is None:
            lower, upper = side.point(self.lower), side.point(self.upper)
            return moved / _rate(along, direction(lower, upper), lower, drag.outer)
        turn, rod = moved / _rate(along, lever.axis, lever.pivot, drag.outer), direction(lever.tie_rod, self.track_rod)
        pin = direction(self.lower, self.upper)
        by_lever = _rate(rod, lever.axis, lever.pivot, lever.tie_rod) / _rate(rod, pin, self.lower, self.track_rod)
        return turn * by_lever

    @property
    def shared_names(self) -> frozenset[str]:
        """Names of what the axle has once."""
        ends = {f"{DRAG_LINK}{end}" for end in ("", "_inner", "_outer")}
        return frozenset(ends | ({TRACK_ROD} if self.bellcrank is None else {BELLCRANK}))

    def corner_elements(self, corner: Corner, beam: str) -> Elements:
        """The knuckle of one side on its kingpin, and its rod from the bellcrank."""
        side, knuckle = corner.side, corner.name(KNUCKLE)
        pin = Revolute(
            name=corner.name("kingpin"),
            body_a=beam,
            body_b=knuckle,
            point=side.point(halfway(self.lower, self.upper)),
            axis=side.line(direction(self.lower, self.upper)),
        )
        elements = Elements(bodies=(body(knuckle, self.knuckle, side),), joints=(pin,))
        if self.bellcrank is None:
            return elements
        ends = {"point_a": side.point(self.bellcrank.tie_rod), "point_b": side.point(self.track_rod)}
        lever = f"{BELLCRANK}_{corner.axle}"
        return elements + Elements(
            joints=(Distance(name=corner.name(TRACK_ROD), body_a=lever, body_b=knuckle, **ends),)
        )

    def axle_elements(self, axle: str, beam: str, holder: str) -> Elements:
        """Track rod or bellcrank, and the drag link from its holder."""
        left, right = (Corner(axle, side).name(KNUCKLE) for side in (LEFT, RIGHT))
        if (lever := self.bellcrank) is not None:
            turned = f"{BELLCRANK}_{axle}"
            pin = Revolute(name=turned, body_a=beam, body_b=turned, point=lever.pivot, axis=lever.axis)
            elements = Elements(bodies=(body(turned, lever, LEFT),), joints=(pin,))
        else:
            turned = right if self.drag_link.outer[1] < 0.0 else left
            ends = {"point_a": RIGHT.point(self.track_rod), "point_b": self.track_rod}
            elements = Elements(joints=(Distance(name=f"{TRACK_ROD}_{axle}", body_a=right, body_b=left, **ends),))
        return elements + self.drag_link.elements(f"{DRAG_LINK}{{}}_{axle}", holder, turned, LEFT)


def _rod_findings(ends: SteeredEnds) -> Iterator[Finding]:
    if ends.drag_link.is_elastic:
        got, hint = "a stiffness", "give compliance to the rack's servo instead"
        yield Finding("drag_link.stiffness", "an elastic drag link", got, "a rod that holds the steer", hint)


def _rate(along: Triple, axis: Triple, pivot: Triple, point: Triple) -> float:
    """Speed of a point along a direction per rotation about an axis through a pivot [m/rad]."""
    x, y, z = (p - q for p, q in zip(point, pivot, strict=True))
    ax, ay, az = axis
    return sum(d * v for d, v in zip(along, (ay * z - az * y, az * x - ax * z, ax * y - ay * x), strict=True))
