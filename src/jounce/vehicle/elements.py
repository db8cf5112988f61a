"""Bodies, joints, forces and tires on their way into a mechanism, and the names they share."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.mechanism import Body, Force, Joint, Tire
from jounce.vehicle.parts import LeftPart, Part
from jounce.vehicle.sides import Side

CHASSIS, RACK = "chassis", "rack"


@dataclass(frozen=True)
class Elements:
    """What one piece of a vehicle adds to the mechanism."""

    bodies: tuple[Body, ...] = ()
    joints: tuple[Joint, ...] = ()
    forces: tuple[Force, ...] = ()
    tires: tuple[Tire, ...] = ()

    def __add__(self, other: Elements) -> Elements:
        return Elements(
            self.bodies + other.bodies,
            self.joints + other.joints,
            self.forces + other.forces,
            self.tires + other.tires,
        )


def body(name: str, part: Part | LeftPart, side: Side, *, free: bool = False) -> Body:
    """The body of a part, given for the left side."""
    return Body(
        name=name,
        mass=part.mass,
        inertia=side.inertia(part.inertia),
        centre_of_mass=side.point(part.centre_of_mass),
        free=free,
    )
