"""Hardpoints of a car: the points that its suspensions and steering are described by, and the car with some moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.geometry import Triple

NO_POINTS = ("axis", "inertia", "direction", "centre_of_mass", "orientation", "stiffness", "damping", "relaxation")
"""Ends of keys whose three numbers are no point of the linkage."""
SECTIONS = ("suspension", "anti_roll_bar")
"""Parts of an axle that are described by points."""


@dataclass(frozen=True)
class Hardpoint:
    """A point of the left side at the design position, world axes."""

    path: str
    """Dotted path in the vehicle, such as `axles.front.suspension.upper_arm.ball_joint`."""
    axle: str | None
    """Name of its axle; None for a point of the steering, which belongs to the steered axle."""
    label: str
    """What it is called in pictures and tables, such as `front.upper_arm.ball_joint`."""
    at: Triple
    """Place [m]."""


def hardpoints(vehicle: Vehicle) -> Iterator[Hardpoint]:
    """Every hardpoint of a car, axle by axle, then those of the steering."""
    for axle in vehicle.all_axles:
        for section in SECTIONS:
            part = getattr(axle, section)
            for key, point in _points(part.model_dump() if part is not None else {}):
                label = key if section == "suspension" else f"{section}.{key}"
                yield Hardpoint(f"axles.{axle.name}.{section}.{key}", axle.name, f"{axle.name}.{label}", point)
    if vehicle.steering is not None:
        for key, point in _points(vehicle.steering.model_dump()):
            yield Hardpoint(f"steering.{key}", None, f"steering.{key}", point)


def with_hardpoints(vehicle: Vehicle, places: Mapping[str, Triple]) -> Vehicle:
    """The car with hardpoints, by their paths, at other places [m]; raises ModelError for what it refuses."""
    return vehicle.with_values({path: list(place) for path, place in places.items()})


def _points(data: Any, path: str = "") -> Iterator[tuple[str, Triple]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _points(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list | tuple):
        plain = len(data) == 3 and all(isinstance(one, float | int) and not isinstance(one, bool) for one in data)
        if plain and not path.endswith(NO_POINTS):
            yield path, (float(data[0]), float(data[1]), float(data[2]))
        elif not plain:
            for i, value in enumerate(data):
                step = value.get("name", i) if isinstance(value, Mapping) else i
                yield from _points(value, f"{path}.{step}" if path else str(step))
