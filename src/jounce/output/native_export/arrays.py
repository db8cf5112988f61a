"""Outputs that belong together as arrays, for FMI 3: vectors of the chassis, and one number for every wheel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jounce.lab.simulation.car_export import OUTPUT, Variable

VECTORS = {
    "chassis.position": ("position_x", "position_y", "position_z"),
    "chassis.angles": ("roll_angle", "pitch_angle", "yaw_angle"),
    "chassis.rates": ("roll_rate", "pitch_rate", "yaw_rate"),
    "chassis.acceleration": ("longitudinal_acceleration", "lateral_acceleration", "vertical_acceleration"),
}
"""Vectors of the chassis, and the channels that they are made of."""


@dataclass(frozen=True)
class ArrayVariable:
    """An array, its unit, and the variables that it is made of."""

    name: str
    unit: str
    about: str
    members: tuple[str, ...]


def array_variables(variables: Sequence[Variable]) -> list[ArrayVariable]:
    """All arrays of a car: `tire.vertical_force` is made of `tire.fl.vertical_force` and those of the other wheels."""
    known = {one.name: one for one in variables if one.kind == OUTPUT}
    found = []
    for name, parts in VECTORS.items():
        members = tuple(f"chassis.{part}" for part in parts)
        if all(member in known for member in members):
            about = ", ".join(part.replace("_", " ") for part in parts)
            found.append(ArrayVariable(name, known[members[0]].unit, about, members))
    groups: dict[str, list[str]] = {}
    for name in known:
        part, *rest = name.split(".")
        if len(rest) == 2:
            groups.setdefault(f"{part}.{rest[1]}", []).append(name)
    for name, names in groups.items():
        first = known[names[0]]
        wheels = ", ".join(one.split(".")[1] for one in names)
        found.append(ArrayVariable(name, first.unit, f"{first.about}; wheels {wheels}", tuple(names)))
    return found
