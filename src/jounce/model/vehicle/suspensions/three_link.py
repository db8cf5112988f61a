"""A trailing arm on a ball joint with two lateral links: the hardpoints of the left side, and what they become.

The arm carries the wheel. Its mount at the front takes three freedoms and each link one, which leaves one, the travel
of the wheel; the links hold camber and toe. World axes at the design position [m].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.vehicle.corners import CHASSIS, Corner, Elements, body
from jounce.model.vehicle.parts import LeftPart, LeftPoint
from jounce.model.vehicle.suspensions.links import Link, build_link, with_links
from jounce.model.vehicle.suspensions.mounts import BallMount, Mount, mount_elements
from jounce.model.vehicle.suspensions.springs import Strut
from jounce.model.vehicle.suspensions.struts import strut_elements, strut_findings
from jounce.model.vehicle.suspensions.suspension import Carriers, Suspension
from jounce.schema.named_items import named_items

ARM, LINKS = "arm", 2
MIN_RISE = 1e-3
"""Least share of the vertical in the motion of the wheel centre that the links leave."""


class MountedArm(LeftPart):
    """A trailing arm with the wheel on it; pivot: where its mount holds it on the chassis [m]."""

    pivot: LeftPoint


class ThreeLink(Suspension):
    """A trailing arm on a mount and two lateral links, a spring and a damper.

    mount: a ball joint, or rubber. links: two, by name, from the chassis to the arm. damper: one with points of its
    own. Such a wheel cannot be steered.
    """

    kind: Literal["three_link"] = "three_link"
    arm: MountedArm
    mount: Mount = BallMount()
    links: Annotated[tuple[Link, ...], named_items(build_link)]
    spring: Strut
    damper: Strut | None = None

    steerable: ClassVar[bool] = False
    carriers: ClassVar[Carriers] = Carriers({ARM: ARM}, default=ARM, hub=ARM)

    @model_validator(mode="after")
    def _holds_a_wheel(self) -> ThreeLink:
        findings = [*_link_findings(self), *strut_findings(self)]
        if findings:
            raise ModelError(findings)
        return self

    @property
    def attachments(self) -> Carriers:
        """The arm and all links with mass."""
        return with_links(self.carriers, self.links)

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        """The arm on its mount, the links, spring and damper; there is no tie rod."""
        side, arm = corner.side, corner.name(ARM)
        elements = Elements(bodies=(body(arm, self.arm, side),))
        elements += mount_elements(self.mount, corner.name("mount"), arm, self.arm.pivot, side)
        for link in self.links:
            elements += link.elements(corner.name(f"{link.name}{{}}"), CHASSIS, arm, side)
        return elements + strut_elements(self, corner)


def _link_findings(suspension: ThreeLink) -> Iterator[Finding]:
    """Too many or too few links, or two with which the wheel cannot rise."""
    links, pivot = suspension.links, np.array(suspension.arm.pivot)
    if len(links) != LINKS:
        yield Finding("links", "not a trailing arm with two links", f"{len(links)} links", f"{LINKS} links")
        return
    # turns of the arm about its mount that keep the lengths of both links
    first, second = (np.cross(link.outer - pivot, np.subtract(link.outer, link.inner)) for link in links)
    axis = np.cross(first, second)
    away = np.array(suspension.wheel_centre) - pivot
    size = float(np.linalg.norm(axis) * np.linalg.norm(away))
    if abs(np.cross(axis, away)[2]) < MIN_RISE * size or size == 0.0:
        hint = "the lines from the mount to the links must let the arm turn about an axis across the car"
        yield Finding("links", "the wheel cannot rise", "links that hold it", hint=hint)
