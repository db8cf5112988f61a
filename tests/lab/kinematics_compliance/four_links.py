"""A suspension that jounce does not have, as a user would add it: one file, and a line that registers it.

Four rods without mass hold the knuckle, two of them below and two above. The lines of each pair meet outside of the
wheel, in a virtual ball joint: the kingpin is the line through both.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from jounce.model.mechanism import Distance
from jounce.model.vehicle import Carriers, Corner, Kingpin, LeftPart, Strut, Suspension, TieRod
from jounce.model.vehicle.corners import CHASSIS, Elements, body
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import LeftPoint
from jounce.schema.frozen import Frozen

LOWER, UPPER = (1.26, 0.76, 0.20), (1.22, 0.70, 0.50)
"""The virtual ball joints [m]."""
PIVOTS = {
    "lower_front": (1.42, 0.36, 0.21),
    "lower_rear": (1.05, 0.38, 0.20),
    "upper_front": (1.36, 0.44, 0.52),
    "upper_rear": (1.10, 0.45, 0.51),
}


class Link(Frozen):
    """A rod without mass from `inner` on the chassis to `outer` on the knuckle [m]."""

    inner: LeftPoint
    outer: LeftPoint


class FourLinks(Suspension):
    """A knuckle on four links and a tie rod, with a strut whose lower end is on the virtual kingpin."""

    kind: Literal["four_links"] = "four_links"
    lower_front: Link
    lower_rear: Link
    upper_front: Link
    upper_rear: Link
    knuckle: LeftPart
    tie_rod: TieRod
    spring: Strut
    lower: LeftPoint
    upper: LeftPoint

    steerable: ClassVar[bool] = True
    carriers: ClassVar[Carriers] = Carriers({"knuckle": "knuckle"}, default="knuckle", hub="knuckle")

    @property
    def kingpin(self) -> Kingpin:
        return Kingpin(self.lower, self.upper, self.tie_rod.outer, self.tie_rod.outer_joint, fixed="spring")

    def corner_elements(self, corner: Corner, tie_rod_holder: str) -> Elements:
        side, knuckle = corner.side, corner.name("knuckle")
        rods = tuple(
            Distance(
                name=corner.name(name),
                body_a=CHASSIS,
                body_b=knuckle,
                point_a=side.point(getattr(self, name).inner),
                point_b=side.point(getattr(self, name).outer),
            )
            for name in PIVOTS
        )
        strut = self.spring.element("spring", corner, CHASSIS, knuckle)
        held = Elements(bodies=(body(knuckle, self.knuckle, side),), joints=rods, forces=(strut,))
        return held + self.tie_rod.elements(tie_rod_holder, knuckle, corner)


def between(start: Triple, end: Triple, share: float) -> Triple:
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    return x, y, z


def keys() -> dict:
    """What a file of a car would say under `suspension:`."""
    links = {
        name: {"inner": inner, "outer": between(inner, LOWER if name.startswith("lower") else UPPER, 0.85)}
        for name, inner in PIVOTS.items()
    }
    return {
        "kind": "four_links",
        "wheel_centre": (1.25, 0.78, 0.30),
        **links,
        "knuckle": {"mass": 15.0, "centre_of_mass": (1.25, 0.70, 0.32), "inertia": (0.3, 0.28, 0.2)},
        "tie_rod": {"inner": (1.10, 0.39, 0.24), "outer": (1.12, 0.72, 0.25)},
        "spring": {"upper": (1.24, 0.58, 0.75), "lower": between(LOWER, UPPER, 0.4), "stiffness": 3e4,
                   "damping": 2500.0, "preload": 4000.0},
        "lower": LOWER,
        "upper": UPPER,
    }  # fmt: skip
