"""A scene: bodies with shapes, wheels, gauges and charts; what stays the same while things move.

One moment of a scene is a *block* of numbers: time, gauges, poses of all bodies, contacts (see `Scene.width`). Live
frames, recorded runs and ghosts are all made of blocks, so that whatever draws one draws them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

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
    """SI."""


@dataclass(frozen=True)
class Chart:
    """Gauges of one kind on one pair of axes, in a unit that people read."""

    title: str
    unit: str
    scale: float
    """From SI to the unit."""
    gauges: tuple[str, ...]


@dataclass(frozen=True)
class SceneWheel:
    """A wheel: its name, its body, which contact is its own, and its size [m]."""

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
    charts: tuple[Chart, ...] = ()
    weight: float = 0.0
    """Of everything that moves [N], for the scale of force arrows."""
    focus: int = 0
    """The body that cameras follow."""
    origin: Triple = field(default=(0.0, 0.0, 0.0))
    """Positions in blocks count from here: float32 is fine near it, and coarse 10 km away."""

    @property
    def width(self) -> int:
        """Numbers in a block."""
        return 1 + len(self.gauges) + POSE * len(self.bodies) + CONTACT * len(self.contacts)

    @property
    def poses(self) -> slice:
        """Where the poses are in a block."""
        start = 1 + len(self.gauges)
        return slice(start, start + POSE * len(self.bodies))

    @property
    def contact_numbers(self) -> slice:
        """Where the contacts are in a block."""
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
        }


def from_dict(data: Mapping[str, Any]) -> Scene:
    """A scene from its plain data; raises KeyError or TypeError for what is none."""
    return Scene(
        title=data["title"],
        vehicle=data["vehicle"],
        bodies=tuple(data["bodies"]),
        shapes=tuple(data["shapes"]),
        wheels=tuple(SceneWheel(**wheel) for wheel in data["wheels"]),
        contacts=tuple(data["contacts"]),
        gauges=tuple(Gauge(**gauge) for gauge in data["gauges"]),
        charts=tuple(Chart(**{**chart, "gauges": tuple(chart["gauges"])}) for chart in data["charts"]),
        weight=float(data["weight"]),
        focus=int(data["focus"]),
        origin=tuple(data["origin"]),
    )
