"""Chrono's suspension templates as suspensions of jounce: double wishbones, and multilinks as a linkage of any kind.

Solid axles are in `solid_axles`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import (
    Frame,
    arm_axes,
    is_same,
    mirrored,
    possible_tensor,
    read_tensor,
    rod_axes,
    sided_inertias,
)
from jounce.model.chrono_files.solid_axles import (
    bellcrank_three_link,
    guided_leaf_spring,
    push_pipe,
    sae_leaf_spring,
    solid_three_link,
)
from jounce.model.chrono_files.springs import read_shock, read_spring
from jounce.model.chrono_files.suspension import ReadSuspension
from jounce.model.vehicle.geometry import Triple


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
            found.keys[key] = math.radians(value)
            found.notes.append(f"{document.file.name}: {angle} = {value:g} taken with the signs of jounce: check them")
    return found


class _Sides:
    """Parts with inertias of both sides; what is not a mirror image goes under `right`."""

    def __init__(self, document: Document, frame: Frame) -> None:
        self.document, self.frame = document, frame
        self.in_vehicle_axes = document.flag("Vehicle-Frame Inertia")
        self.differing: dict[str, Any] = {}
        self.notes: list[str] = []

    def part(
        self, name: str, key: str, axes: Callable[..., np.ndarray] | None = None, *points: Triple
    ) -> dict[str, Any]:
        """Mass, centre of mass and inertia of a part, about axes that its points make, or about those of the car."""
        part = self.document.child(key)
        tensor, left, right = self.tensor(part), np.eye(3), np.eye(3)
        if axes is not None and not self.in_vehicle_axes:
            left, right = axes(*points), axes(*mirrored(*points))
        ours, theirs = sided_inertias(tensor, left, right)
        if not is_same(ours, theirs):
            self.differing[name] = {"inertia": theirs}
        return {
            "mass": part.number("Mass"),
            "centre_of_mass": self.frame.point(part.numbers("COM", 3)),
            "inertia": ours,
        }

    def tensor(self, part: Document) -> np.ndarray:
        """The inertia of a part, made possible where it is not, with a note."""
        tensor, raised = possible_tensor(read_tensor(part))
        self.notes += [f"{part.file.name}: {part.path}: {raised}"] if raised else []
        return tensor

    def points(self, key: str, *names: str) -> tuple[Triple, ...]:
        """Points of a part."""
        part = self.document.child(key)
        return tuple(self.frame.point(part.numbers(f"Location {name}", 3)) for name in names)


def _double_wishbone(document: Document, frame: Frame) -> ReadSuspension:
    sides, keys = _Sides(document, frame), dict[str, Any](kind="double_wishbone")
    bushings = {}
    for name, key, joint in (("lower_arm", "Lower Control Arm", "lca"), ("upper_arm", "Upper Control Arm", "uca")):
        front, back, outer = sides.points(key, "Chassis Front", "Chassis Back", "Upright")
        part = sides.part(name, key, arm_axes, front, back, outer)
        keys[name] = {"front_pivot": front, "rear_pivot": back, "ball_joint": outer, **part}
        if document.child(key).has("Bushing Data"):
            bushings[joint] = _bushing(document.child(key).child("Bushing Data"), front, back)
    keys["knuckle"] = sides.part("knuckle", "Upright")
    keys["tie_rod"] = _tie_rod(sides)
    keys["spring"] = read_spring(document.child("Spring"), frame, "Location Arm", "lower_arm")
    shock = read_shock(document.child("Shock"), frame, "Location Arm", "lower_arm", sides.notes)
    found = ReadSuspension(keys, {"suspension": sides.differing} if sides.differing else {}, notes=sides.notes)
    _join_shock(found, shock)
    if bushings:
        keys["bushings"] = bushings
    return found


def _multilink(document: Document, frame: Frame) -> ReadSuspension:
    """An upper arm on a hinge, a lateral and a trailing link, and a tie rod; the trailing link carries the spring."""
    sides = _Sides(document, frame)
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
    rod = _tie_rod(sides)
    if "mass" in rod:
        raise document.error("Tierod.Mass", "cannot be carried over: a tie rod with mass in a MultiLink")
    joints["tie"] = {"kind": "distance", "body_a": "rack", "body_b": "upright", "point_a": rod["inner"],
                     "point_b": rod["outer"]}  # fmt: skip
    keys: dict[str, Any] = {"kind": "mechanism", "carrier": "upright", "bodies": bodies, "joints": joints}
    keys["spring"] = read_spring(document.child("Spring"), frame, "Location Link", "trailing")
    shock = read_shock(document.child("Shock"), frame, "Location Link", "trailing", sides.notes)
    right = {"suspension": {"bodies": sides.differing}} if sides.differing else {}
    found = ReadSuspension(keys, right, notes=sides.notes)
    _join_shock(found, shock)
    return found


def _join_shock(found: ReadSuspension, shock: dict[str, Any]) -> None:
    """One strut where both have the same points; else the shock is a damper, of its own or among the forces."""
    spring = found.keys["spring"]
    ends = ("upper", "lower", "carrier")
    if all(spring[end] == shock[end] for end in ends):
        spring |= {key: value for key, value in shock.items() if key not in ends}
    else:
        found.keys["damper"] = shock


def _tie_rod(sides: _Sides) -> dict[str, Any]:
    """Points of the tie rod; with mass and inertia it is a body of its own, z along it and x as nearly forward."""
    inner, outer = sides.points("Tierod", "Chassis", "Upright")
    rod = sides.document.child("Tierod")
    keys: dict[str, Any] = {"inner": inner, "outer": outer}
    if rod.has("Mass"):
        left, right = (_tie_rod_axes(*ends) for ends in ((inner, outer), mirrored(inner, outer)))
        ours, theirs = sided_inertias(sides.tensor(rod), left, right)
        keys |= {"mass": rod.number("Mass"), "inertia": ours}
        if not is_same(ours, theirs):
            sides.differing["tie_rod"] = {"inertia": theirs}
    return keys


def _tie_rod_axes(inner: Triple, outer: Triple) -> np.ndarray:
    z = np.subtract(outer, inner) / math.dist(outer, inner)
    y = np.cross(z, (1.0, 0.0, 0.0))
    y = y / np.linalg.norm(y)
    return np.column_stack([np.cross(y, z), y, z])


def _bushing(data: Document, front: Triple, back: Triple) -> dict[str, Any]:
    """Rubber at the middle of a hinge: rates across it, and those under `DOF` about it (the hinge turns about z)."""
    linear, turning = data.number("Stiffness Linear"), data.number("Stiffness Rotational")
    damping, turning_damping = data.number("Damping Linear"), data.number("Damping Rotational")
    free = data.child("DOF") if data.has("DOF") else None
    about = (free.number("Stiffness Rotational"), free.number("Damping Rotational")) if free else (0.0, 0.0)
    for key in ("Stiffness Linear", "Damping Linear"):  # for joints that slide: along z a hinge has no freedom
        if free is not None:
            free.number(key, 0.0)
    return {
        "point": [0.5 * (a + b) for a, b in zip(front, back, strict=True)],
        "stiffness": [linear] * 3,
        "damping": [damping] * 3,
        "rotational_stiffness": [turning, turning, about[0]],
        "rotational_damping": [turning_damping, turning_damping, about[1]],
    }


READERS: dict[str, Callable[[Document, Frame], ReadSuspension]] = {
    "DoubleWishbone": _double_wishbone,
    "MultiLink": _multilink,
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
