"""A Pitman arm: a centre link between the arm of the gear and an idler arm holds both tie rods."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from pydantic import model_validator

from jounce.errors import InputError
from jounce.model.mechanism import RevoluteSpherical, Universal
from jounce.model.vehicle.corners import CHASSIS, Elements, body
from jounce.model.vehicle.geometry import LEFT, MIN_DISTANCE, Triple, direction
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.steerings.arm import PITMAN_ARM, ArmSteering, triple
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Direction, Point

CENTRE_LINK = "centre_link"
MAX_COSINE = 0.99
"""Largest cosine between centre link and sector shaft: beyond it the cross between arm and link is next to its
singular position."""


class IdlerArm(Frozen):
    """An arm without mass, hinged in the chassis at `pivot` about `axis`, that guides the centre link at `end` [m]."""

    pivot: Point
    axis: Direction = (0.0, 0.0, 1.0)
    end: Point


class PitmanArm(ArmSteering):
    """A gear whose arm moves a centre link, which an idler arm guides on the other side; it holds both tie rods.

    centre_link: mass [kg], centre of mass [m] and inertia [kg m²]. At the arm it has a cross, one pin along the sector
    shaft and one across the link, so that it does not spin about itself.
    """

    kind: Literal["pitman_arm"] = "pitman_arm"
    centre_link: Part
    idler: IdlerArm

    @model_validator(mode="after")
    def _has_a_link(self) -> PitmanArm:
        if math.dist(self.end, self.idler.end) < MIN_DISTANCE:
            raise InputError("points coincide", f"both ends of the centre link at {self.end}", where="idler.end")
        if abs(np.dot(self.pivot_axis, direction(self.end, self.idler.end))) > MAX_COSINE:
            raise InputError("centre link along the sector shaft", f"pivot_axis {self.pivot_axis}", where="pivot_axis")
        return self

    def holder_name(self, prefix: str) -> str:
        """The centre link."""
        return f"{prefix}{CENTRE_LINK}"

    def linkage_elements(self, prefix: str) -> Elements:
        """Arm, centre link and idler."""
        link, arm = self.holder_name(prefix), f"{prefix}{PITMAN_ARM}"
        across = np.cross(self.pivot_axis, direction(self.end, self.idler.end))
        x, y, z = (float(c) for c in across / np.linalg.norm(across))
        cross = Universal(
            name=f"{prefix}pitman_cross",
            body_a=arm,
            body_b=link,
            point=self.end,
            axis_a=self.pivot_axis,
            axis_b=(x, y, z),
        )
        idler = RevoluteSpherical(
            name=f"{prefix}idler",
            body_a=CHASSIS,
            body_b=link,
            point_a=self.idler.pivot,
            point_b=self.idler.end,
            axis=self.idler.axis,
        )
        own = Elements(bodies=(body(link, self.centre_link, LEFT),), joints=(cross, idler))
        return super().linkage_elements(prefix) + own

    def velocity_at(self, point: Triple) -> Triple:
        """Velocity of a point of the centre link per travel of the nut [-].

        Its ends move with arm and idler, and keep their distance; it does not spin about itself.
        """
        v = np.array(super().velocity_at(self.end))
        along = np.subtract(self.idler.end, self.end)
        swing = np.cross(self.idler.axis, np.subtract(self.idler.end, self.idler.pivot))
        other = swing * (along @ v / (along @ swing))
        turning = np.cross(along, other - v) / (along @ along)
        return triple(v + np.cross(turning, np.subtract(point, self.end)))
