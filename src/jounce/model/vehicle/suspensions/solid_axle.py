"""A solid axle: one beam between both wheels, on links, an A-arm, a torque tube, a guide, or leaf springs.

The beam carries both wheels, driven through it or not; it takes the reaction of an outboard drive. What locates it must
leave it two freedoms: heave and roll; leaf springs also let it wind up. A steered one has knuckles on kingpins. World
axes at the design position [m].
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.geometry import LEFT, MIN_DISTANCE, Triple
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.suspensions.axle_guides import AArm, Guide, TorqueTube, beam_without_slide
from jounce.model.vehicle.suspensions.leaf_spring import LeafSpring
from jounce.model.vehicle.suspensions.links import Link, build_link
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.steered_ends import KNUCKLE, SteeredEnds
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.model.vehicle.suspensions.tie_rod import Kingpin
from jounce.model.vehicle.suspensions.watt_linkage import WattLinkage
from jounce.schema.named_items import named_items

BEAM = "beam"
EQUATIONS = 4
"""What rigid rods and guides must take from the six freedoms of the beam."""


class SolidAxle(Suspension):
    """A beam with both wheels on it, what locates it, springs and dampers.

    links: those of the left side, from the chassis to the beam; the right ones are mirror images. middle_links: those
    that the axle has once: a third link, a Panhard rod. watt: instead of a Panhard rod. a_arm: hinged across the car,
    with a ball joint on the beam. torque_tube: a ball joint ahead of or behind the axle. guide: a vertical one, for
    axles of which no geometry is known. leaf_spring: the left one; it locates the axle by itself, and `spring` is then
    its helper, if there is one. steered: knuckles on kingpins.
    """

    kind: Literal["solid_axle"] = "solid_axle"
    beam: Part
    links: Annotated[tuple[Link, ...], named_items(build_link)] = ()
    middle_links: Annotated[tuple[Link, ...], named_items(build_link)] = ()
    watt: WattLinkage | None = None
    a_arm: AArm | None = None
    torque_tube: TorqueTube | None = None
    guide: Guide | None = None
    leaf_spring: LeafSpring | None = None
    steered: SteeredEnds | None = None
    spring: Strut | None = None
    damper: Strut | None = None

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({BEAM: BEAM}, default=BEAM, hub=BEAM)

    @model_validator(mode="after")
    def _holds_two_wheels(self) -> SolidAxle:
        findings = [*_link_findings(self), *_spring_findings(self), *strut_findings(self)]
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
        return None if self.steered is None else self.steered.kingpin(BEAM)

    @property
    def steering_lever(self) -> float:
        """Travel of the rack across the car per steer angle of the left wheel [m/rad]."""
        if self.steered is None:
            raise TypeError("a solid axle without steered ends has no kingpin; ask `kingpin` first")
        return self.steered.lever

    def steer_rate(self, velocity_at: Callable[[Triple], Triple]) -> float:
        """Turn of the left wheel by a motion of what holds the drag link [rad], from velocities of its points [m]."""
        if self.steered is None:
            raise TypeError("a solid axle without steered ends has no kingpin; ask `kingpin` first")
        return self.steered.steer_rate(velocity_at)

    def full_name(self, name: str, corner: Corner) -> str:
        """The beam and what is between both sides have the name of the axle, everything else its corner's suffix."""
        shared = {BEAM, *(link.name for link in self.middle_links)}
        shared |= self.steered.shared_names if self.steered is not None else frozenset()
        return f"{name}_{corner.axle}" if name in shared else corner.name(name)

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """Links, leaf spring, spring and damper of one side, and the knuckle of a steered axle."""
        side, beam, elements = corner.side, self.full_name(BEAM, corner), Elements()
        for link in self.links:
            elements += link.elements(corner.name(f"{link.name}{{}}"), CHASSIS, beam, side)
        if self.leaf_spring is not None:
            elements += self.leaf_spring.elements(corner, beam)
        if self.steered is not None:
            elements += self.steered.corner_elements(corner, beam)
        return elements + strut_elements(self, corner)

    def axle_elements(self, axle: str, tie_rod_holder: str) -> Elements:
        """The beam, what the axle has once, and track rod and drag link of a steered one."""
        beam = f"{BEAM}_{axle}"
        part = self.beam if self.guide is None else beam_without_slide(self.beam)
        elements = Elements(bodies=(body(beam, part, LEFT),))
        for link in self.middle_links:
            elements += link.elements(f"{link.name}{{}}_{axle}", CHASSIS, beam, LEFT)
        for held in (self.watt, self.a_arm, self.torque_tube):
            elements += held.elements(axle, beam) if held is not None else Elements()
        if self.guide is not None:
            elements += self.guide.elements(axle, beam, self.beam)
        if self.steered is not None:
            elements += self.steered.axle_elements(axle, beam, tie_rod_holder)
        return elements


def _link_findings(axle: SolidAxle) -> Iterator[Finding]:
    """A number of equations that leaves more or fewer freedoms than heave and roll, and points on the wrong side."""
    rigid = 2 * sum(not link.is_elastic for link in axle.links)
    rigid += sum(not link.is_elastic for link in axle.middle_links) + (axle.watt is not None)
    rigid += sum(held.equations for held in (axle.a_arm, axle.torque_tube, axle.guide) if held is not None)
    elastic = axle.leaf_spring is not None or any(link.is_elastic for link in (*axle.links, *axle.middle_links))
    got = f"{rigid} equations of rigid rods (a Watt linkage is one, an a_arm two, a torque_tube three, a guide four)"
    if rigid > EQUATIONS:
        hint = "give some of them stiffness, as their rubber has in a car"
        yield Finding("links", "too many rods: the axle could not roll", got, f"{EQUATIONS}", hint)
    elif axle.leaf_spring is not None and rigid:
        hint = "give them stiffness: leaf springs locate the axle themselves"
        yield Finding("leaf_spring", "rigid rods beside leaf springs", got, "none", hint)
    elif rigid < EQUATIONS and not elastic:
        hint = "add a pair of links, a Panhard rod among middle_links, watt, a_arm, torque_tube, guide or leaf_spring"
        yield Finding("links", "too few rods: the axle moves freely", got, f"{EQUATIONS}", hint)
    for link in axle.links:
        if math.isclose(link.outer[1], 0.0, abs_tol=MIN_DISTANCE) or link.outer[1] < 0.0:
            hint = "links are given for the left; what the axle has once is one of middle_links"
            yield Finding(f"links.{link.name}.outer", "not on the left side", f"y = {link.outer[1]:g} m", "y > 0", hint)


def _spring_findings(axle: SolidAxle) -> Iterator[Finding]:
    if axle.spring is None and axle.leaf_spring is None:
        yield Finding("spring", "nothing supports the car", "neither", "a spring, a leaf_spring, or both")
