"""Chrono's GenericWheeledSuspension as a linkage of any kind: bodies, joints, rods and springs by name.

Elements with `Mirrored` are those of the corners, others what the axle has once. Bodies and joints have axes of their
own, the columns of R; on the right these are M R D with the mirror M = diag(1, −1, 1) and D = diag(1, 1, −1).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, is_same, possible_tensor, read_tensor, rotation, triple
from jounce.model.chrono_files.generic_kingpin import find_steering_axis
from jounce.model.chrono_files.springs import read_shock, read_spring
from jounce.model.chrono_files.suspension import ReadSuspension
from jounce.model.vehicle.corners import CHASSIS, RACK

RIGHT_TURN = np.diag([1.0, 1.0, -1.0])
"""D: what turns the mirror image of a frame into a right-handed one."""
CAR_BODIES = {"Chassis": CHASSIS, "Steering": RACK}
"""Bodies of the car by their names in Chrono."""
PARALLEL = 1e-2
"""Sine of the angle up to which the axes of a spring and of its joint are the same: files round their turns."""


def generic_suspension(document: Document, frame: Frame) -> ReadSuspension:
    """A GenericWheeledSuspension; the wheel is carried by the attachment body of its spindle."""
    linkage = _Linkage(document, frame)
    linkage.read_bodies()
    linkage.read_joints()
    linkage.read_springs()
    carrier = linkage.body(document.child("Spindle"), "Attachment Body")
    keys: dict[str, Any] = {"kind": "mechanism", "carrier": carrier, **linkage.corner, "shared": linkage.shared}
    if document.flag("Steerable"):
        keys["steering_axis"] = find_steering_axis(
            document, linkage.corner["joints"], linkage.shared["joints"], carrier
        )
    document.read |= {"Independent", "Antiroll Body", "Vehicle-Frame Inertia"}  # where others hold on, and an old flag
    right = {"suspension": {"bodies": linkage.differing}} if linkage.differing else {}
    return ReadSuspension(keys, right, notes=linkage.notes)


@dataclass
class _Linkage:
    """The elements of the corners and those of the axle that are being read."""

    document: Document
    frame: Frame
    corner: dict[str, Any] = field(default_factory=lambda: {"bodies": {}, "joints": {}, "forces": {}})
    shared: dict[str, Any] = field(default_factory=lambda: {"bodies": {}, "joints": {}, "forces": {}})
    differing: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def read_bodies(self) -> None:
        """Mass, place and inertia of all bodies."""
        for item in self._items("Bodies"):
            R = rotation(item.numbers("Rotation", 4))
            tensor, raised = possible_tensor(read_tensor(item))
            self.notes += [f"{item.file.name}: {item.path}: {raised}"] if raised else []
            ours, theirs = (self.frame.inertia(R @ D @ tensor @ D @ R.T) for D in (np.eye(3), RIGHT_TURN))
            self._home(item)["bodies"][_slug(item)] = {
                "mass": item.number("Mass"),
                "centre_of_mass": self.frame.point(item.numbers("Position", 3)),
                "inertia": ours,
            }
            if item.flag("Mirrored") and not is_same(ours, theirs):
                self.differing[_slug(item)] = {"inertia": theirs}

    def read_joints(self) -> None:
        """Joints by their frames, and rods without mass."""
        for item in self._items("Joints"):
            kind, R = item.text("Type"), self.frame.axes @ rotation(item.numbers("Rotation", 4))
            x, y, z = (triple(axis) for axis in R.T)
            known: dict[str, dict[str, Any]] = {
                "Lock": {"kind": "fixed"},
                "Revolute": {"kind": "revolute", "axis": z},
                "Spherical": {"kind": "spherical"},
                "Universal": {"kind": "universal", "axis_a": x, "axis_b": y},
            }
            if kind not in known:
                hint = f"known types: {', '.join(known)}"
                raise item.error("Type", "cannot be carried over: unknown type of joint", repr(kind), hint)
            if item.has("Bushing Data"):
                raise item.error("Bushing Data", "cannot be carried over: rubber in a joint of a generic suspension")
            point = {"point": self.frame.point(item.numbers("Position", 3))}
            self._home(item)["joints"][_slug(item)] = known[kind] | self._bodies(item) | point
        for item in self._items("Distance Constraints"):
            ends = {f"point_{a}": self.frame.point(item.numbers(f"Point{i}", 3)) for i, a in enumerate("ab", start=1)}
            self._home(item)["joints"][_slug(item)] = {"kind": "distance", **self._bodies(item), **ends}

    def read_springs(self) -> None:
        """Springs and shocks between two points, the first of a corner as its strut, and torsional springs."""
        for item in self._items("TSDAs"):
            sprung = item.has("Free Length")
            between, part = self._bodies(item), "spring" if sprung else "damper"
            inner, outer = ("Point1", "Point2") if between["body_b"] != CHASSIS else ("Point2", "Point1")
            ends = {between["body_a"], between["body_b"]} - {CHASSIS}
            read = read_spring if sprung else read_shock
            found = read(item, self.frame, outer, max(ends), self.notes, inner=inner)
            if sprung and item.has("Damping Coefficient"):
                found["damping"] = item.number("Damping Coefficient")
            if item.flag("Mirrored") and len(ends) == 1 and part not in self.corner:
                self.corner[part] = found
                continue
            points = {"point_a": found.pop("upper"), "point_b": found.pop("lower")}
            bodies = between if inner == "Point1" else {"body_a": between["body_b"], "body_b": between["body_a"]}
            found.pop("carrier")
            self._home(item)["forces"][_slug(item)] = {"kind": "spring_damper", **bodies, **points, **found}
        for item in self._items("RSDAs"):
            self._home(item)["forces"][_slug(item)] = self._torsional(item)

    def body(self, item: Document, key: str) -> str:
        """The body that a key names; of one side, with `_left` or `_right` behind it."""
        value = item.data.get(key)
        if isinstance(value, list) and len(value) == 2 and value[1] in ("Left", "Right"):
            item.read.add(key)
            name, side = _slugged(str(value[0])), f"_{value[1].lower()}"
        else:
            text, side = item.text(key), ""
            name = CAR_BODIES.get(text, _slugged(text))
        if name not in (*CAR_BODIES.values(), *self.corner["bodies"], *self.shared["bodies"]):
            raise item.error(key, "cannot be carried over: no such body of the suspension", repr(value))
        return name + side

    def joint_between(self, bodies: dict[str, str], axis: Any, home: dict[str, Any]) -> tuple[str, float] | None:
        """The hinge between two bodies about an axis, and 1 if its angle grows as that from the first body to the
        second, else −1."""
        for name, joint in home["joints"].items():
            if joint["kind"] != "revolute" or {joint["body_a"], joint["body_b"]} != set(bodies.values()):
                continue
            if np.linalg.norm(np.cross(joint["axis"], axis)) <= PARALLEL * np.linalg.norm(axis):
                order = 1.0 if joint["body_a"] == bodies["body_a"] else -1.0
                return name, order * float(np.sign(np.dot(joint["axis"], axis)))
        return None

    def _torsional(self, item: Document) -> dict[str, Any]:
        """A torque P − k (θ − θ₀) − c θ̇ of the second body against the first, on the angle of their hinge."""
        item.numbers("Position", 3)
        axis = self.frame.direction(item.numbers("Axis", 3))
        found = self.joint_between(self._bodies(item), axis, self._home(item))
        if found is None:
            raise item.error("Axis", "cannot be carried over: no revolute joint of both bodies about this axis")
        joint, sign = found
        rate, push = item.number("Spring Coefficient"), item.number("Preload", 0.0)
        free = item.number("Free Angle", 0.0) + (push / rate if push else 0.0)
        keys = {"kind": "rotational_spring_damper", "joint": joint, "stiffness": rate, "free_angle": sign * free}
        return keys | {"damping": item.number("Damping Coefficient", 0.0)}

    def _bodies(self, item: Document) -> dict[str, str]:
        return {"body_a": self.body(item, "Body1"), "body_b": self.body(item, "Body2")}

    def _home(self, item: Document) -> dict[str, Any]:
        return self.corner if item.flag("Mirrored") else self.shared

    def _items(self, key: str) -> list[Document]:
        return self.document.items(key) if self.document.has(key) else []


def _slug(item: Document) -> str:
    """The name of an element as one of jounce."""
    return _slugged(item.text("Name"))


def _slugged(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
