"""A Watt linkage: a rocker on the beam of a solid axle and two rods to the chassis, which hold its middle sideways."""

from __future__ import annotations

from jounce.model.mechanism import Revolute
from jounce.model.vehicle.corners import CHASSIS, Elements, body
from jounce.model.vehicle.geometry import LEFT
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.suspensions.links import Rod
from jounce.schema.quantities import Point


class WattLinkage(Part):
    """A rocker on the beam that turns about the longitudinal axis through `pivot`, and two rods to the chassis [m].

    left, right: rods from `inner` on the chassis to `outer` on the rocker, one above and one below the pivot. Mass,
    centre of mass and inertia are those of the rocker.
    """

    pivot: Point
    left: Rod
    right: Rod

    def elements(self, axle: str, beam: str) -> Elements:
        """Rocker and rods of the axle of that name."""
        rocker = f"watt_{axle}"
        pivot = Revolute(name=rocker, body_a=beam, body_b=rocker, point=self.pivot, axis=(1.0, 0.0, 0.0))
        rods = self.left.elements(f"watt_left{{}}_{axle}", CHASSIS, rocker, LEFT)
        rods += self.right.elements(f"watt_right{{}}_{axle}", CHASSIS, rocker, LEFT)
        return Elements(bodies=(body(rocker, self, LEFT),), joints=(pivot,)) + rods
