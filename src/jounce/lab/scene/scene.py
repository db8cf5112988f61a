"""A scene: bodies with shapes, wheels, gauges and charts; what stays the same while things move.

One moment of a scene is a *block* of numbers: time, gauges, poses of all bodies, contacts (see `Scene.width`). Live
frames, result files, replays and ghosts share this layout.

Containers: binary messages with a kind, a head in JSON, and float32 numbers.

    uint32 kind · uint32 length of the JSON · JSON, filled with spaces to a multiple of four bytes · numbers

All little endian; docs/viewer.md has the kinds.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

FRAME, TERRAIN, MOTION = 1, 2, 3
"""Kinds of binary messages; a frame is not a container but floats only, the first of them 1."""
_HEAD = struct.Struct("<II")


def pack(kind: int, head: Mapping[str, Any], *numbers: np.ndarray) -> bytes:
    """A container; numbers are sent as float32, one array after the other."""
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    payload = b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in numbers)
    return _HEAD.pack(kind, len(text)) + text + payload


def unpack(data: bytes) -> tuple[int, dict[str, Any], np.ndarray]:
    """Kind, head and numbers of a container; raises ValueError for other data."""
    if len(data) < _HEAD.size:
        raise ValueError(f"{len(data)} bytes are no container")
    kind, length = _HEAD.unpack_from(data)
    end = _HEAD.size + length
    if kind not in (TERRAIN, MOTION) or length % 4 or end > len(data) or (len(data) - end) % 4:
        raise ValueError(f"kind {kind} with {length} bytes of head in {len(data)} bytes is no container")
    return kind, json.loads(data[_HEAD.size : end]), np.frombuffer(data, "<f4", offset=end)


POSE, CONTACT = 7, 6
"""Numbers of a pose (position, quaternion) and of a contact (point, force)."""
WORLD = -1
"""The body of shapes that do not move."""

Shape: TypeAlias = Mapping[str, Any]
"""Plain data, as docs/viewer.md lists it: kind, body, role, and the numbers of its kind in body axes."""
Triple: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True)
class Gauge:
    """One number to show over time."""

    name: str
    label: str
    unit: str
    """SI unit of the gauge."""


@dataclass(frozen=True)
class GaugeChart:
    """Gauges of one kind on one pair of axes, in a display unit."""

    title: str
    unit: str
    scale: float
    """Factor from SI to the unit."""
    gauges: tuple[str, ...]


@dataclass(frozen=True)
class SceneWheel:
    """A wheel: its name, indices of its body and its contact, and its size [m]."""

    name: str
    body: int
    contact: int
    radius: float
    width: float


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Everything that is drawn."""

    title: str
    vehicle: str
    bodies: tuple[str, ...]
    shapes: tuple[Shape, ...]
    wheels: tuple[SceneWheel, ...] = ()
    contacts: tuple[str, ...] = ()
    """Names of the contacts whose forces are drawn."""
    gauges: tuple[Gauge, ...] = ()
    charts: tuple[GaugeChart, ...] = ()
    weight: float = 0.0
    """Weight of everything that moves [N], for the scale of force arrows."""
    focus: int = 0
    """The body that cameras follow."""
    origin: Triple = field(default=(0.0, 0.0, 0.0))
    """Positions in blocks count from here: float32 is fine near it, and coarse 10 km away."""
    course: Mapping[str, Any] = field(default_factory=dict)
    """Roads, areas and gates of the ground as plain data (`jounce.lab.scene.course_shapes`); empty for none."""

    @property
    def width(self) -> int:
        """Numbers in a block."""
        return 1 + len(self.gauges) + POSE * len(self.bodies) + CONTACT * len(self.contacts)

    @property
    def poses(self) -> slice:
        """Columns of the poses in a block."""
        start = 1 + len(self.gauges)
        return slice(start, start + POSE * len(self.bodies))

    @property
    def contact_numbers(self) -> slice:
        """Columns of the contacts in a block."""
        return slice(self.poses.stop, self.poses.stop + CONTACT * len(self.contacts))

    def to_dict(self, number: int = 0) -> dict[str, Any]:
        """Plain data for JSON; number: which scene of a session it is."""
        return {
            "kind": "scene",
            "number": number,
            "title": self.title,
            "vehicle": self.vehicle,
            "origin": list(self.origin),
            "bodies": list(self.bodies),
            "focus": self.focus,
            "wheels": [dict(vars(wheel)) for wheel in self.wheels],
            "contacts": list(self.contacts),
            "gauges": [dict(vars(gauge)) for gauge in self.gauges],
            "charts": [{**vars(chart), "gauges": list(chart.gauges)} for chart in self.charts],
            "weight": self.weight,
            "shapes": [dict(shape) for shape in self.shapes],
            **({"course": dict(self.course)} if self.course else {}),
        }


def scene_from_dict(data: Mapping[str, Any]) -> Scene:
    """A scene from its plain data; raises KeyError or TypeError for other data."""
    return Scene(
        title=data["title"],
        vehicle=data["vehicle"],
        bodies=tuple(data["bodies"]),
        shapes=tuple(data["shapes"]),
        wheels=tuple(SceneWheel(**wheel) for wheel in data["wheels"]),
        contacts=tuple(data["contacts"]),
        gauges=tuple(Gauge(**gauge) for gauge in data["gauges"]),
        charts=tuple(GaugeChart(**{**chart, "gauges": tuple(chart["gauges"])}) for chart in data["charts"]),
        weight=float(data["weight"]),
        focus=int(data["focus"]),
        origin=tuple(data["origin"]),
        course=data.get("course", {}),
    )
