"""One corner on a MacPherson strut: arm, knuckle with the tube, rod, top mount, tie rod and spring."""

from __future__ import annotations

from jounce.mechanism import Prismatic
from jounce.vehicle.corners import Corner
from jounce.vehicle.elements import CHASSIS, Elements, body
from jounce.vehicle.links import ball_joint, tie_rod, wishbone
from jounce.vehicle.macpherson import MacPherson
from jounce.vehicle.mounts import BushingMount, mounted


def macpherson_corner(suspension: MacPherson, corner: Corner, tie_rod_holder: str) -> Elements:
    """Everything between the chassis, the rack and the wheel of one corner; the travel of the strut grows in bump."""
    side, lower, knuckle, rod = corner.side, corner.name("lca"), corner.name("knuckle"), corner.name("strut_rod")
    written = suspension.strut_rod
    slider = Prismatic(
        name=corner.name("strut"),
        body_a=rod,
        body_b=knuckle,
        point=side.point(written.bottom),
        axis=side.line(written.axis),
    )
    return (
        wishbone(suspension.lower_arm, lower, corner)
        + Elements(bodies=(body(knuckle, suspension.knuckle, side), body(rod, written, side)))
        + ball_joint("lbj", lower, suspension.lower_arm.ball_joint, corner)
        + Elements(joints=(slider,))
        + mounted(suspension.top_mount, corner.name("top"), rod, written.top, side, suspension.mount_axes)
        + tie_rod(suspension.tie_rod, tie_rod_holder, corner)
        + _spring(suspension, corner)
    )


def _spring(suspension: MacPherson, corner: Corner) -> Elements:
    """On the chassis, or on the rod when that is held by rubber and the spring stands on the tube."""
    spring, part = suspension.spring, suspension.carriers.body(suspension.spring.carrier)
    through_rubber = isinstance(suspension.top_mount, BushingMount) and part == "knuckle"
    holder = corner.name("strut_rod") if through_rubber else CHASSIS
    return Elements(forces=(spring.element(corner.name("spring"), holder, corner.name(part), corner.side),))
