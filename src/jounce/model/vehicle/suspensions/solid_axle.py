"""A solid axle on links: one beam between both wheels, held by rods, a Panhard rod or a Watt linkage, or by A-arms.

Four equations leave two freedoms, heave and roll: two pairs of links that converge; one pair and a third link with a
Panhard rod; and so on. Elastic links hold nothing rigidly and may be more. Steered axles have knuckles on kingpins, a
track rod between them and a drag link to the rack or its arm. World axes at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.mechanism import Distance, Revolute
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, MIN_DISTANCE, RIGHT, direction, halfway
from jounce.model.vehicle.parts import LeftPart, LeftPoint, Part
from jounce.model.vehicle.suspensions.links import Link, build_link
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin
from jounce.schema.frozen import Frozen
from jounce.schema.named_items import named_items
from jounce.schema.quantities import Point

BEAM, KNUCKLE, DRAG_LINK, TRACK_ROD = "beam", "knuckle", "drag_link", "track_rod"
EQUATIONS = 4
"""What rigid rods must take from the six freedoms of the beam."""


class Rod(Frozen):
    """A rod without mass from `inner`, on the chassis or the rack, to `outer` [m]."""

    inner: Point
    outer: Point

    def distance(self, name: str, inner_body: str, outer_body: str) -> Distance:
        """The rod as a joint."""
        return Distance(name=name, body_a=inner_body, body_b=outer_body, point_a=self.inner, point_b=self.outer)


class WattLinkage(Part):
    """A rocker on the beam that turns about the longitudinal axis through `pivot`, and two rods to the chassis [m].

    left, right: rods from `inner` on the chassis to `outer` on the rocker, one above and one below the pivot. Mass,
    centre of mass and inertia are those of the rocker.
    """

    pivot: Point
    left: Rod
    right: Rod


class SteeredEnds(Frozen):
    """The knuckles of a steered solid axle.

    knuckle: the left one; lower, upper: two points of its kingpin; track_rod: where the rod between both knuckles holds
    the left one; drag_link: from the rack, or its arm, to the left knuckle [m].
    """

    knuckle: LeftPart
    lower: LeftPoint
    upper: LeftPoint
    track_rod: LeftPoint
    drag_link: Rod


class SolidAxle(Suspension):
    """A beam with both wheels on it, links, springs and dampers.

    links: those of the left side, from the chassis to the beam; the right ones are mirror images. middle_links: those
    that the axle has once: a third link, a Panhard rod. watt: instead of a Panhard rod. steered: knuckles on kingpins.
    """

    kind: Literal["solid_axle"] = "solid_axle"
    beam: Part
    links: Annotated[tuple[Link, ...], named_items(build_link)] = ()
    middle_links: Annotated[tuple[Link, ...], named_items(build_link)] = ()
    watt: WattLinkage | None = None
    steered: SteeredEnds | None = None
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({BEAM: BEAM}, default=BEAM, hub=BEAM)

    @model_validator(mode="after")
    def _holds_two_wheels(self) -> SolidAxle:
        findings = [*_link_findings(self)]
        if self.kingpin is not None:
            findings += [f.inside("steered") for f in self.kingpin.findings("upper", "exchange the points")]
        for key, strut in (("spring", self.spring), ("damper", self.damper)):
            findings += self.attachments.findings(f"{key}.carrier", strut.carrier if strut is not None else None)
        if findings:
            raise ModelError(findings)
        return self

    @property
    def attachments(self) -> Carriers:
        """The beam, and the knuckle that carries the wheel of a steered axle."""
        if self.steered is None:
            return self.carriers
        return Carriers({BEAM: BEAM, KNUCKLE: KNUCKLE}, default=BEAM, hub=KNUCKLE)

    @property
    def kingpin(self) -> Kingpin | None:
        """The kingpin of a steered axle: the drag link turns both wheels about theirs, through the track rod."""
        ends = self.steered
        if ends is None:
            return None
        rod = ends.drag_link
        return Kingpin(ends.lower, ends.upper, rod.outer, DRAG_LINK, BEAM, rod.inner)

    def full_name(self, name: str, corner: Corner) -> str:
        """The beam and what is between both sides have the name of the axle, everything else its corner's suffix."""
        shared = {BEAM, DRAG_LINK, TRACK_ROD, *(link.name for link in self.middle_links)}
        return f"{name}_{corner.axle}" if name in shared else corner.name(name)

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Links, spring and damper of one side, and the knuckle of a steered axle."""
        side, beam, elements = corner.side, self.full_name(BEAM, corner), Elements()
        for link in self.links:
            elements += link.elements(corner.name(f"{link.name}{{}}"), CHASSIS, beam, side)
        if (ends := self.steered) is not None:
            knuckle = corner.name(KNUCKLE)
            pin = Revolute(
                name=corner.name("kingpin"),
                body_a=beam,
                body_b=knuckle,
                point=side.point(halfway(ends.lower, ends.upper)),
                axis=side.line(direction(ends.lower, ends.upper)),
            )
            elements += Elements(bodies=(body(knuckle, ends.knuckle, side),), joints=(pin,))
        for part, strut in (("spring", self.spring), ("damper", self.damper)):
            if strut is not None:
                carrier = self.body_name(strut.carrier, corner)
                elements += Elements(forces=(strut.element(part, corner, CHASSIS, carrier),))
        return elements

    def axle_elements(self, axle: str, tie_rod_holder: str) -> Elements:
        """The beam, the links that the axle has once, and track rod and drag link of a steered one."""
        beam = f"{BEAM}_{axle}"
        elements = Elements(bodies=(body(beam, self.beam, LEFT),))
        for link in self.middle_links:
            elements += link.elements(f"{link.name}{{}}_{axle}", CHASSIS, beam, LEFT)
        if self.watt is not None:
            elements += _watt_elements(self.watt, axle, beam)
        if (ends := self.steered) is not None:
            left, right = (Corner(axle, side).name(KNUCKLE) for side in (LEFT, RIGHT))
            track = Rod(inner=RIGHT.point(ends.track_rod), outer=ends.track_rod)
            rods = (
                track.distance(f"{TRACK_ROD}_{axle}", right, left),
                ends.drag_link.distance(f"{DRAG_LINK}_{axle}", tie_rod_holder, left),
            )
            elements += Elements(joints=rods)
        return elements


def _watt_elements(watt: WattLinkage, axle: str, beam: str) -> Elements:
    rocker = f"watt_{axle}"
    pivot = Revolute(name=rocker, body_a=beam, body_b=rocker, point=watt.pivot, axis=(1.0, 0.0, 0.0))
    rods = (
        watt.left.distance(f"watt_left_{axle}", CHASSIS, rocker),
        watt.right.distance(f"watt_right_{axle}", CHASSIS, rocker),
    )
    return Elements(bodies=(body(rocker, watt, LEFT),), joints=(pivot, *rods))


def _link_findings(axle: SolidAxle) -> Iterator[Finding]:
    """A number of equations that leaves more or fewer freedoms than heave and roll, and points on the wrong side."""
    rigid = 2 * sum(not link.is_elastic for link in axle.links)
    rigid += sum(not link.is_elastic for link in axle.middle_links) + (axle.watt is not None)
    elastic = any(link.is_elastic for link in (*axle.links, *axle.middle_links))
    got = f"{rigid} rigid rods, a Watt linkage counted as one"
    if rigid > EQUATIONS:
        hint = "give some of them stiffness, as their rubber has in a car"
        yield Finding("links", "too many rods: the axle could not roll", got, f"{EQUATIONS}", hint)
    elif rigid < EQUATIONS and not elastic:
        hint = "add a pair of links, a Panhard rod among middle_links, or watt"
        yield Finding("links", "too few rods: the axle moves freely", got, f"{EQUATIONS}", hint)
    for link in axle.links:
        if math.isclose(link.outer[1], 0.0, abs_tol=MIN_DISTANCE) or link.outer[1] < 0.0:
            hint = "links are given for the left; what the axle has once is one of middle_links"
            yield Finding(f"links.{link.name}.outer", "not on the left side", f"y = {link.outer[1]:g} m", "y > 0", hint)
