"""Chrono's independent suspensions with a kind of their own in jounce: wishbones, struts, trailing arms.

Arms have axes that their hardpoints make; uprights and struts those of the car.
"""

from __future__ import annotations

from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, arm_axes, link_axes, trailing_arm_axes
from jounce.model.chrono_files.sides import Sides, join_shock, read_bushing, read_tie_rod
from jounce.model.chrono_files.springs import read_shock, read_spring
from jounce.model.chrono_files.suspension import ReadSuspension
from jounce.model.vehicle.geometry import halfway


def double_wishbone(document: Document, frame: Frame) -> ReadSuspension:
    """A DoubleWishbone, with rubber in the hinges of its arms where the file has it."""
    sides = Sides(document, frame)
    arms = (("lower_arm", "Lower Control Arm", "lca"), ("upper_arm", "Upper Control Arm", "uca"))
    keys: dict[str, Any] = {"kind": "double_wishbone"}
    for name, key, joint in arms:
        keys[name] = _wishbone(sides, name, key, joint)
    keys |= {"knuckle": sides.part("knuckle", "Upright"), "tie_rod": read_tie_rod(sides)}
    return _sprung(sides, keys, "Location Arm", "lower_arm")


def macpherson_strut(document: Document, frame: Frame) -> ReadSuspension:
    """A MacPhersonStrut: the line of the spring is that of the strut, whose centre of mass is halfway."""
    sides, strut = Sides(document, frame), document.child("Strut")
    top, bottom = sides.points("Spring", "Chassis", "Upright")
    rod = sides.part("strut_rod", "Strut", centre=halfway(top, bottom))
    keys = {
        "kind": "macpherson",
        "lower_arm": _wishbone(sides, "lower_arm", "Control Arm", "lca"),
        "knuckle": sides.part("knuckle", "Upright"),
        "strut_rod": {"top": top, "bottom": bottom, **rod},
        "tie_rod": read_tie_rod(sides),
    }
    sides.notes.append(
        f"{document.file.name}: {strut.path}: it turns with the upright about its own line; Chrono's is held by a "
        "universal joint at its top"
    )
    return _sprung(sides, keys, "Location Upright", "knuckle")


def semi_trailing_arm(document: Document, frame: Frame) -> ReadSuspension:
    """A SemiTrailingArm; its point at the spindle says how the axes of its inertia lie."""
    sides = Sides(document, frame)
    outer, inner, spindle = sides.points("Trailing Arm", "Chassis Outer", "Chassis Inner", "Spindle")
    arm = sides.part("arm", "Trailing Arm", trailing_arm_axes, outer, inner, spindle)
    keys = {"kind": "trailing_arm", "arm": {"inner_pivot": inner, "outer_pivot": outer, **arm}}
    _add_bushing(sides, "Trailing Arm", "arm", outer, inner)
    return _sprung(sides, keys, "Location Arm", "arm")


def three_link(document: Document, frame: Frame) -> ReadSuspension:
    """A ThreeLinkIRS: a trailing arm on a ball joint, an upper and a lower link."""
    sides = Sides(document, frame)
    pivot, spindle = sides.points("Trailing Arm", "Chassis", "Spindle")
    arm = {"pivot": pivot, **sides.part("arm", "Trailing Arm", link_axes, spindle, pivot)}
    links, differing = {}, {}
    for name in ("upper", "lower"):
        key = f"{name.capitalize()} Link"
        inner, outer = sides.points(key, "Chassis", "Arm")
        links[name] = {"inner": inner, "outer": outer, **sides.part(name, key, link_axes, inner, outer)}
        if name in sides.differing:
            differing[name] = sides.differing.pop(name)
        document.child(key).read.add("Universal Joint Axis")
        sides.notes.append(
            f"{document.file.name}: {key}.Universal Joint Axis: pins are taken across the link, which changes its turn "
            "about its own line only"
        )
    sides.differing |= {"links": differing} if differing else {}
    return _sprung(sides, {"kind": "three_link", "arm": arm, "links": links}, "Location Arm", "arm")


def _wishbone(sides: Sides, name: str, key: str, joint: str) -> dict[str, Any]:
    """An arm on two pivots with a ball joint; joint: the name of its hinge in jounce."""
    front, back, outer = sides.points(key, "Chassis Front", "Chassis Back", "Upright")
    _add_bushing(sides, key, joint, front, back)
    part = sides.part(name, key, arm_axes, front, back, outer)
    return {"front_pivot": front, "rear_pivot": back, "ball_joint": outer, **part}


def _add_bushing(sides: Sides, key: str, joint: str, front: Any, back: Any) -> None:
    part = sides.document.child(key)
    if part.has("Bushing Data"):
        sides.bushings[joint] = read_bushing(part.child("Bushing Data"), front, back)


def _sprung(sides: Sides, keys: dict[str, Any], outer: str, carrier: str) -> ReadSuspension:
    """The suspension with spring and shock; outer: the key of their points on the part that carries them."""
    document, frame = sides.document, sides.frame
    keys["spring"] = read_spring(document.child("Spring"), frame, outer, carrier, sides.notes)
    shock = read_shock(document.child("Shock"), frame, outer, carrier, sides.notes)
    found = ReadSuspension(keys, {"suspension": sides.differing} if sides.differing else {}, notes=sides.notes)
    join_shock(found, shock)
    if sides.bushings:
        keys["bushings"] = sides.bushings
    return found
