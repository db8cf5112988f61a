"""One corner on a double wishbone: arms and knuckle as bodies, hinges, ball joints, tie rod and strut."""

from __future__ import annotations

from jounce.vehicle.corners import Corner
from jounce.vehicle.double_wishbone import DoubleWishbone
from jounce.vehicle.elements import CHASSIS, Elements, body
from jounce.vehicle.links import ball_joint, tie_rod, wishbone


def double_wishbone_corner(suspension: DoubleWishbone, corner: Corner, tie_rod_holder: str) -> Elements:
    """Everything between the chassis, the rack and the wheel of one corner."""
    side, lower, upper, knuckle = corner.side, corner.name("lca"), corner.name("uca"), corner.name("knuckle")
    spring = suspension.spring
    strut = spring.element(corner.name("spring"), CHASSIS, corner.name(suspension.carriers.body(spring.carrier)), side)
    return (
        wishbone(suspension.lower_arm, lower, corner)
        + wishbone(suspension.upper_arm, upper, corner)
        + Elements(bodies=(body(knuckle, suspension.knuckle, side),))
        + ball_joint("lbj", lower, suspension.lower_arm.ball_joint, corner)
        + ball_joint("ubj", upper, suspension.upper_arm.ball_joint, corner)
        + tie_rod(suspension.tie_rod, tie_rod_holder, corner)
        + Elements(forces=(strut,))
    )
