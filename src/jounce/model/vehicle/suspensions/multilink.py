"""A multilink suspension: a knuckle on four links and a tie rod, five rods in all, each where its hardpoints say.

The wheel steers about a virtual kingpin: the axis about which the knuckle turns when the tie rod gives way and the
spring keeps its length. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Protocol

import numpy as np
from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import LeftPart
from jounce.model.vehicle.suspensions.links import Link, build_link, with_links
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin, TieRod
from jounce.schema.named_items import named_items

KNUCKLE, SPRING = "knuckle", "spring"
LINKS = 4
"""Links beside the tie rod: with it five equations leave one freedom, the travel of the wheel."""
MIN_CONDITION = 1e-3
"""Least singular value of the five rods, relative to the largest with lengths in metres: below it they depend."""


class Ended(Protocol):
    """Anything with two ends at the design position [m]."""

    @property
    def inner(self) -> Triple: ...

    @property
    def outer(self) -> Triple: ...


class Multilink(Suspension):
    """A knuckle on four links and a tie rod, a spring and a damper.

    links: four, by name; a spring or bar stands on the knuckle or on a link with mass. damper: one with points of its
    own. A tie rod on the chassis is the toe link of an axle that is not steered.
    """

    kind: Literal["multilink"] = "multilink"
    links: Annotated[tuple[Link, ...], named_items(build_link)]
    knuckle: LeftPart
    tie_rod: TieRod
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({KNUCKLE: KNUCKLE}, default=KNUCKLE, hub=KNUCKLE)

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> Multilink:
        findings = [*_link_findings(self), *strut_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def attachments(self) -> Carriers:
        """The knuckle and all links with mass."""
        return with_links(self.carriers, self.links)

    @property
    def kingpin(self) -> Kingpin:
        """The axis of the virtual kingpin, from the height of the lowest to that of the highest end of a link."""
        point, axis = _screw_axis(np.array([*(rod_row(link) for link in self.links), self._spring_row()]))
        heights = [link.outer[2] for link in self.links]
        lower, upper = (point + (z - point[2]) / axis[2] * axis for z in (min(heights), max(heights)))
        return Kingpin(
            _triple(lower), _triple(upper), self.tie_rod.outer, self.tie_rod.outer_joint, SPRING, self.tie_rod.inner
        )

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Knuckle, links, tie rod, spring and damper."""
        side, knuckle = corner.side, corner.name(KNUCKLE)
        elements = Elements(bodies=(body(knuckle, self.knuckle, side),))
        for link in self.links:
            elements += link.elements(corner.name(f"{link.name}{{}}"), CHASSIS, knuckle, side)
        elements += self.tie_rod.elements(tie_rod_holder, knuckle, corner)
        return elements + strut_elements(self, corner)

    def _spring_row(self) -> np.ndarray:
        """Change of the spring's length with a motion (v, ω) of the knuckle about the world's origin.

        On a link with mass, which does not spin about its own line d: ω = d × v / length, v that of its outer end.
        """
        seat, along = np.array(self.spring.lower), np.subtract(self.spring.lower, self.spring.upper)
        link = next((link for link in self.links if link.name == self.spring.carrier), None)
        if link is None:
            return np.concatenate([along, np.cross(seat, along)])
        d = np.subtract(link.outer, link.inner)
        push = np.cross(np.cross(seat - link.inner, along), d) / float(d @ d)
        return np.concatenate([push, np.cross(link.outer, push)])


def rod_row(rod: Ended, about: Triple = (0.0, 0.0, 0.0)) -> np.ndarray:
    """Change of a rod's length with a motion (v, ω) of the knuckle about a point, by default the world's origin."""
    d = np.subtract(rod.outer, rod.inner)
    d = d / np.linalg.norm(d)
    return np.concatenate([d, np.cross(np.subtract(rod.outer, about), d)])


def _screw_axis(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A point and the unit vector, upwards, of the axis of the motion that five rows allow."""
    motion = np.linalg.svd(rows)[2][-1]
    v, w = motion[:3], motion[3:]
    size = float(w @ w) or 1.0
    axis = w / np.sqrt(size) * (1.0 if w[2] >= 0.0 else -1.0)
    return np.cross(w, v) / size, axis


def _triple(vector: np.ndarray) -> Triple:
    x, y, z = (float(value) for value in vector)
    return x, y, z


def _link_findings(suspension: Multilink) -> Iterator[Finding]:
    """Too many or too few links, or some that depend on each other."""
    links = suspension.links
    if len(links) != LINKS:
        yield Finding("links", "not a multilink", f"{len(links)} links", f"{LINKS} links beside the tie rod")
        return
    for link in links:
        if min(link.inner[1], link.outer[1]) <= 0.0:
            where = f"links.{link.name}.{'inner' if link.inner[1] <= 0.0 else 'outer'}"
            yield Finding(where, "not on the left side", hint="give the left side, the right one is its mirror image")
    rods: list[Ended] = [*links, suspension.tie_rod]
    rows = np.array([rod_row(rod, suspension.wheel_centre) for rod in rods])
    sizes = np.linalg.svd(rows, compute_uv=False)
    if sizes[-1] < MIN_CONDITION * sizes[0]:
        hint = "move one of them, so that all five lines do not meet or run parallel"
        yield Finding("links", "do not hold the knuckle", "rods that depend on each other", hint=hint)
