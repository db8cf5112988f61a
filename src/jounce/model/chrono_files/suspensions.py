"""Chrono's suspension templates as suspensions of jounce, by name; the multilink is a linkage of any kind.

Other independent suspensions are in `independent`, beams on springs in `solid_axles`, axles without in `rigid_axles`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, arm_axes, rod_axes
from jounce.model.chrono_files.generic import generic_suspension
from jounce.model.chrono_files.independent import double_wishbone, macpherson_strut, semi_trailing_arm, three_link
from jounce.model.chrono_files.rigid_axles import pinned_axle, rigid_suspension
from jounce.model.chrono_files.sides import Sides, join_shock, read_tie_rod
from jounce.model.chrono_files.solid_axles import (
    bellcrank_three_link,
    guided_leaf_spring,
    push_pipe,
    sae_leaf_spring,
    solid_three_link,
)
from jounce.model.chrono_files.springs import read_shock, read_spring
from jounce.model.chrono_files.suspension import ReadSuspension


def read_suspension(document: Document, frame: Frame) -> ReadSuspension:
    """The suspension of a file at the frame of its axle; raises ModelError for a template that is not known."""
    template = document.text("Template")
    reader = READERS.get(template)
    if reader is None:
        hint = f"known templates: {', '.join(READERS)}"
        raise document.error("Template", "cannot be carried over: unknown suspension template", repr(template), hint)
    found = reader(document, frame)
    spindle = document.child("Spindle")
    found.spindle_mass = spindle.number("Mass")
    xx, yy, zz = spindle.numbers("Inertia", 3)
    found.spindle_inertia = xx, yy, zz
    found.shaft_inertia = document.child("Axle").number("Inertia") if document.has("Axle") else 0.0
    found.keys["wheel_centre"] = frame.point(spindle.numbers("COM", 3))
    for key, angle in (("toe", "Toe Angle (deg)"), ("camber", "Camber Angle (deg)")):
        value = document.number(angle, 0.0)
        if value:
            found.keys[key] = math.radians(value)  # turns about z and x with the signs of jounce
    return found


def _multilink(document: Document, frame: Frame) -> ReadSuspension:
    """An upper arm on a hinge, a lateral and a trailing link, and a tie rod; the trailing link carries the spring."""
    sides = Sides(document, frame)
    front, back, outer = sides.points("Upper Arm", "Chassis Front", "Chassis Back", "Upright")
    lateral, trailing = (sides.points(key, "Chassis", "Upright") for key in ("Lateral", "Trailing Link"))
    seat = frame.point(document.child("Spring").numbers("Location Link", 3))
    bodies = {
        "upper_arm": sides.part("upper_arm", "Upper Arm", arm_axes, front, back, outer),
        "lateral": sides.part("lateral", "Lateral", rod_axes, *lateral, trailing[1]),
        "trailing": sides.part("trailing", "Trailing Link", rod_axes, *trailing, seat),
        "upright": sides.part("upright", "Upright"),
    }
    joints: dict[str, Any] = {
        "upper_arm": {"kind": "revolute", "body_a": "chassis", "body_b": "upper_arm",
                      "point": [0.5 * (a + b) for a, b in zip(front, back, strict=True)],
                      "axis": [a - b for a, b in zip(front, back, strict=True)]},
        "upper_ball": {"kind": "spherical", "body_a": "upper_arm", "body_b": "upright", "point": outer},
    }  # fmt: skip
    for name, key, (inner, end) in (("lateral", "Lateral", lateral), ("trailing", "Trailing Link", trailing)):
        chassis, link = (document.child(key).numbers(f"Universal Joint Axis {end}", 3) for end in ("Chassis", "Link"))
        joints[f"{name}_inner"] = {"kind": "universal", "body_a": "chassis", "body_b": name, "point": inner,
                                   "axis_a": frame.direction(chassis), "axis_b": frame.direction(link)}  # fmt: skip
        joints[f"{name}_outer"] = {"kind": "spherical", "body_a": name, "body_b": "upright", "point": end}
    rod = read_tie_rod(sides)
    if "mass" in rod:
        raise document.error("Tierod.Mass", "cannot be carried over: a tie rod with mass in a MultiLink")
    joints["tie"] = {"kind": "distance", "body_a": "rack", "body_b": "upright", "point_a": rod["inner"],
                     "point_b": rod["outer"]}  # fmt: skip
    keys: dict[str, Any] = {"kind": "mechanism", "carrier": "upright", "bodies": bodies, "joints": joints}
    keys["spring"] = read_spring(document.child("Spring"), frame, "Location Link", "trailing", sides.notes)
    shock = read_shock(document.child("Shock"), frame, "Location Link", "trailing", sides.notes)
    right = {"suspension": {"bodies": sides.differing}} if sides.differing else {}
    found = ReadSuspension(keys, right, notes=sides.notes)
    join_shock(found, shock)
    return found


READERS: dict[str, Callable[[Document, Frame], ReadSuspension]] = {
    "DoubleWishbone": double_wishbone,
    "MacPhersonStrut": macpherson_strut,
    "SemiTrailingArm": semi_trailing_arm,
    "ThreeLinkIRS": three_link,
    "MultiLink": _multilink,
    "GenericWheeledSuspension": generic_suspension,
    "RigidSuspension": rigid_suspension,
    "RigidPinnedAxle": pinned_axle,
    "SolidThreeLinkAxle": solid_three_link,
    "SolidBellcrankThreeLinkAxle": bellcrank_three_link,
    "LeafspringAxle": guided_leaf_spring,
    "ToeBarLeafspringAxle": guided_leaf_spring,
    "SAELeafspringAxle": sae_leaf_spring,
    "SAEToeBarLeafspringAxle": sae_leaf_spring,
    "PushPipeAxle": push_pipe,
    "ToeBarPushPipeAxle": push_pipe,
}
"""Template of Chrono → what reads it."""
