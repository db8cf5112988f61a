"""Suspensions of the library, written again as blocks of bodies, joints and forces."""

from __future__ import annotations

from typing import Any

from jounce.model.mechanism import replace
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.suspensions.double_wishbone import DoubleWishbone


def as_block(suspension: DoubleWishbone) -> dict[str, Any]:
    """The keys of a block with the bodies, joints and roles of a double wishbone whose tie rod has no mass."""
    lower, upper, knuckle, tie = suspension.lower_arm, suspension.upper_arm, suspension.knuckle, suspension.tie_rod
    return {
        "kind": "mechanism",
        "wheel_centre": suspension.wheel_centre,
        "toe": suspension.toe,
        "camber": suspension.camber,
        "spin_axis": suspension.spin_axis,
        "carrier": "knuckle",
        "bodies": {
            name: {key: getattr(part, key) for key in ("mass", "centre_of_mass", "inertia")}
            for name, part in (("lca", lower), ("uca", upper), ("knuckle", knuckle))
        },
        "joints": {
            **{
                name: {"kind": "revolute", "body_a": "chassis", "body_b": name, "point": arm.hinge_point,
                       "axis": arm.hinge_axis}
                for name, arm in (("lca", lower), ("uca", upper))
            },
            "lbj": {"kind": "spherical", "body_a": "lca", "body_b": "knuckle", "point": lower.ball_joint},
            "ubj": {"kind": "spherical", "body_a": "uca", "body_b": "knuckle", "point": upper.ball_joint},
            "tie": {"kind": "distance", "body_a": "rack", "body_b": "knuckle", "point_a": tie.inner,
                    "point_b": tie.outer},
        },
        "spring": replace(suspension.spring, carrier="lca"),
        "steering_axis": {"lower": lower.ball_joint, "upper": upper.ball_joint, "tie_rod_end": tie.outer,
                          "released": "tie", "fixed": "lca"},
    }  # fmt: skip


def with_blocks(car: Vehicle) -> Vehicle:
    """A car on double wishbones with blocks in their place; anti-roll bars stay on the lower arms."""
    axles = []
    for axle in car.axles:
        bar = axle.anti_roll_bar and replace(axle.anti_roll_bar, carrier="lca")
        axles.append(replace(axle, suspension=as_block(axle.suspension), anti_roll_bar=bar))
    return replace(car, axles=tuple(axles))
