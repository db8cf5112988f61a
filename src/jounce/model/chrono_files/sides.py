"""Parts of Chrono's independent suspensions: inertias of both sides, tie rods, shocks beside springs, rubber."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import (
    Frame,
    is_same,
    mirrored,
    possible_tensor,
    read_tensor,
    sided_inertias,
)
from jounce.model.chrono_files.suspension import ReadSuspension
from jounce.model.vehicle.geometry import Triple


class Sides:
    """Parts with inertias of both sides; what is not a mirror image goes under `right`."""

    def __init__(self, document: Document, frame: Frame) -> None:
        self.document, self.frame = document, frame
        self.in_vehicle_axes = document.flag("Vehicle-Frame Inertia")
        self.differing: dict[str, Any] = {}
        self.bushings: dict[str, Any] = {}
        self.notes: list[str] = []

    def part(
        self,
        name: str,
        key: str,
        axes: Callable[..., np.ndarray] | None = None,
        *points: Triple,
        centre: Triple | None = None,
    ) -> dict[str, Any]:
        """Mass, centre of mass and inertia of a part, about axes that its points make, or about those of the car.

        centre: the centre of mass [m] of a part whose file has none.
        """
        part = self.document.child(key)
        tensor, left, right = self.tensor(part), np.eye(3), np.eye(3)
        if axes is not None and not self.in_vehicle_axes:
            left, right = axes(*points), axes(*mirrored(*points))
        ours, theirs = sided_inertias(tensor, left, right)
        if not is_same(ours, theirs):
            self.differing[name] = {"inertia": theirs}
        return {
            "mass": part.number("Mass"),
            "centre_of_mass": self.frame.point(part.numbers("COM", 3)) if centre is None else centre,
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


def join_shock(found: ReadSuspension, shock: dict[str, Any]) -> None:
    """One strut where both have the same points; else the shock is a damper, of its own or among the forces."""
    spring = found.keys["spring"]
    ends = ("upper", "lower", "carrier")
    if all(spring[end] == shock[end] for end in ends):
        spring |= {key: value for key, value in shock.items() if key not in ends}
    else:
        found.keys["damper"] = shock


def read_tie_rod(sides: Sides) -> dict[str, Any]:
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


def read_bushing(data: Document, front: Triple, back: Triple) -> dict[str, Any]:
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
