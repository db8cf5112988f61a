"""Elements of a mechanism that are written for the left side, made for a side and with the names that they have there.

The right side is the mirror image in y = 0. Points and lines are mirrored as they are. Coordinates of joints keep their
sense: a hinge turns about the mirror image of its rotation, a slider slides along the mirror image of its line, so that
springs, servos, gears and couplers on both sides have the same numbers. Of a bushing x and z are mirrored and y is the
mirror image turned back: preloads along y, and preload torques about x and z, change their signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from jounce.findings import Finding, dotted
from jounce.model.mechanism import Bushing, Input, RotationalSpringDamper, Servo
from jounce.model.mechanism.joints import PrescribedMotion
from jounce.model.vehicle.geometry import LEFT, Side
from jounce.schema.frozen import Frozen

Element = TypeVar("Element", bound=Any)
Rename = Callable[[str], str]

BODY_KEYS = ("body", "body_a", "body_b", "left_body", "right_body", "reaction")
"""Fields of elements that name a body."""
JOINT_KEYS = ("joint", "joint_a", "joint_b", "rack", "pinion")
"""Fields of elements that name a joint; `joints` names several."""
_POINTS = ("point", "point_a", "point_b", "left_point", "right_point")
_DIRECTIONS = ("axis", "axis_a", "axis_b", "direction", "x_axis", "y_axis")
_TURNING = ("revolute", "constant_velocity", "half_shaft", "applied_torque")
"""Kinds whose axes are those of rotations."""


def place_element(element: Element, side: Side, body: Rename, joint: Rename, own: Rename) -> Element:
    """The element on a side, with its references renamed by `body` and `joint`, its name and its inputs by `own`."""
    changes: dict[str, Any] = {"name": own(element.name)}
    for key, value in element:
        if key in BODY_KEYS and isinstance(value, str):
            changes[key] = body(value)
        elif key in JOINT_KEYS and isinstance(value, str):
            changes[key] = joint(value)
        elif key == "joints":
            changes[key] = tuple(joint(name) for name in value)
        elif isinstance(value, Input):
            changes[key] = value.model_copy(update={"name": own(value.name)})
        elif side is not LEFT and value is not None:
            changes |= _mirrored(element, key, value, side)
    return element.model_copy(update=changes)  # all else has been checked


def _mirrored(element: Frozen, key: str, value: Any, side: Side) -> dict[str, Any]:
    if key in _POINTS:
        return {key: side.point(value)}
    if key in _DIRECTIONS:
        turns = key == "y_axis" or vars(element).get("kind") in _TURNING
        return {key: side.rotation(value) if turns else side.line(value)}
    if isinstance(element, Bushing) and key == "preload":
        x, y, z = value
        return {key: (x, 0.0 - y, z)}
    if isinstance(element, Bushing) and key == "preload_torque":
        x, y, z = value
        return {key: (0.0 - x, y, 0.0 - z)}
    if isinstance(element, Bushing) and key == "curves" and value.y is not None:
        return {key: value.model_copy(update={"y": value.y.turned()})}
    return {}


def mirror_findings(elements: dict[str, Any]) -> Iterator[Finding]:
    """What cannot be mirrored: an element with a preferred sense on the angle of a cylindrical joint.

    elements: joints and forces by their paths. The mirror image of a screw turns the other way.
    """
    screws = {item.name for item in elements.values() if vars(item).get("kind") == "cylindrical"}
    for path, element in elements.items():
        if vars(element).get("joint") not in screws:
            continue
        one_sided = isinstance(element, RotationalSpringDamper) and (
            element.free_angle != 0.0 or element.curve is not None or element.actuator is not None
        )
        if one_sided or (isinstance(element, Servo | PrescribedMotion) and element.coordinate == "angle"):
            hint = "use a revolute and a prismatic joint with a small body between them"
            yield Finding(dotted(path, "joint"), "turns the other way on the right side", repr(element.joint), "", hint)
