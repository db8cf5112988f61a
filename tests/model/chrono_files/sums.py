"""Masses of a vehicle of Chrono and their places along the car, summed from its JSON without the program's readers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from jounce.model.chrono_files.syntax import parse_json

ONCE = {"Axle Tube", "Tube", "Draglink", "Triangular Link", "Bellcrank", "Panhard Rod"}
"""Parts that an axle has once; all others are on both sides."""
ENDS = {
    "Tierod": ("Tierod.Location Knuckle", "Tierod.Location Chassis", "Tierod.Location Upright"),
    "Draglink": (
        *("Draglink.Location Chassis", "Draglink.Location Steering"),
        *("Knuckle.Location Draglink", "Draglink.Location Bellcrank"),
    ),
    "Triangular Link": ("Triangular Link.Location Chassis", "Triangular Link.Location Axle"),
    "Longitudinal Link": ("Longitudinal Link.Location Chassis", "Longitudinal Link.Location Axle"),
    "Bellcrank": ("Bellcrank.Location Axle",),
    "Panhard Rod": ("Panhard Rod.Location Connector Chassis", "Panhard Rod.Location Connector Axle"),
    "Strut": ("Spring.Location Chassis", "Spring.Location Upright"),
    "Frontleaf": ("Leafspring.Location Front Hanger", "Leafspring.Location Clamp A"),
    "Rearleaf": ("Leafspring.Location Shackle", "Leafspring.Location Clamp B"),
    "Shackle": ("Leafspring.Location Shackle", "Leafspring.Location Rear Hanger"),
}
"""Points between which a part without a centre of mass has it halfway; those that a file does not have are left out."""


def masses_along(vehicle: Path, data: Path, tire_mass: float) -> list[tuple[float, float]]:
    """Mass [kg] and x in the chassis reference frame [m] of every part, with the wheels at their spindles."""
    car, found = _load(vehicle), list[tuple[float, float]]()
    for part in _load(data / car["Chassis"]["Input File"])["Components"]:
        sign = -1.0 if part.get("Void") else 1.0
        found.append((sign * part["Mass"], part["Centroidal Frame"]["Location"][0]))
    for axle in car["Axles"]:
        x0 = axle["Suspension Location"][0]
        suspension = _load(data / axle["Suspension Input File"])
        wheels = 2.0 * (tire_mass + _load(data / axle["Left Wheel Input File"])["Mass"])
        found += [(mass, x0 + x) for mass, x in _suspension(suspension)]
        found.append((wheels, x0 + suspension["Spindle"]["COM"][0]))
    for steering in car.get("Steering Subsystems", []):
        found += _steering(_load(data / steering["Input File"]), steering)
    return found


def wheel_places(vehicle: Path, data: Path) -> list[float]:
    """x of the wheel centres of every axle in the chassis reference frame [m]."""
    axles = _load(vehicle)["Axles"]
    files = (_load(data / axle["Suspension Input File"]) for axle in axles)
    return [a["Suspension Location"][0] + f["Spindle"]["COM"][0] for a, f in zip(axles, files, strict=True)]


def _suspension(file: dict[str, Any]) -> Iterator[tuple[float, float]]:
    for part in file.get("Bodies", ()):  # of a generic suspension
        yield part["Mass"] * (2.0 if part["Mirrored"] else 1.0), part["Position"][0]
    tied = "Axle Tube" in file and "Bellcrank" not in file  # one rod from knuckle to knuckle
    leaf = file.get("Leafspring", {})
    for name, part in (*file.items(), *leaf.items()):
        if not isinstance(part, dict) or "Mass" not in part:
            continue
        count = 1.0 if name in ONCE or (name == "Tierod" and tied) else 2.0
        if name == "Half Clamp":
            yield 4.0 * part["Mass"], np.mean([leaf[f"Location Clamp {end}"][0] for end in "AB"])
        elif "COM" in part:
            yield count * part["Mass"], part["COM"][0]
        elif name == "Tierod" and "Bellcrank" in file:
            ends = file["Bellcrank"]["Location Tierod"][0], file["Knuckle"]["Location Tierod"][0]
            yield count * part["Mass"], float(np.mean(ends))
        else:
            ends = [point for path in ENDS[name] if (point := _at(file, path)) is not None]
            yield count * part["Mass"], float(np.mean([point[0] for point in ends]))


def _steering(file: dict[str, Any], place: dict[str, Any]) -> Iterator[tuple[float, float]]:
    """Link and arm of a steering, whose frame is turned about y at most."""
    w, x, y, z = place["Orientation"]
    assert x == z == 0.0
    angle = 2.0 * np.arctan2(y, w)
    for name in {"Steering Link", "Pitman Arm"} & set(file):
        part = file[name]
        if "Point of Rotation" in part:
            local = 0.5 * np.add(part["Point of Rotation"], part["Point to Draglink"])
        else:
            local = part["COM"] if isinstance(part["COM"], list) else (0.0, part["COM"], 0.0)
        yield part["Mass"], place["Location"][0] + np.cos(angle) * local[0] + np.sin(angle) * local[2]


def _at(file: dict[str, Any], path: str) -> list[float] | None:
    part, key = path.split(".")
    return file.get(part, {}).get(key)


def _load(path: Path) -> dict[str, Any]:
    return parse_json(path.read_text(encoding="utf-8"))
