"""The car that every engine gets: dw18 from tests/data/dw18.json, and its J-turn with the rack prescribed.

World axes at the design position: x forward, y left, z up; SI units. All body frames are parallel to the world there,
so a vector between two points of a body is the difference of their design positions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "dw18.json"
CORNERS = ("fl", "fr", "rl", "rr")
RACK_TRAVEL, RAMP_START, RAMP_END = -0.010, 2.0, 2.5
"""Travel of the rack after the ramp [m], and when the ramp begins and ends [s]."""
END, SAMPLE = 5.0, 0.01
"""Simulated time, and time between compared states [s]."""
STEPS = (2.5e-4, 5e-4, 1e-3, 2e-3, 2.5e-3, SAMPLE / 3.0, 5e-3, 1e-2)
"""Steps of every method [s]; each divides a sample."""


@dataclass(frozen=True)
class Body:
    """A rigid body at its design position."""

    name: str
    mass: float
    centre: np.ndarray
    """centre of mass [m]"""
    inertia: np.ndarray
    """principal moments about the centre of mass, axes of the world [kg m²]"""


@dataclass(frozen=True)
class Joint:
    """A joint of the tree; the axis is None for a ball joint."""

    kind: str
    parent: str
    child: str
    point: np.ndarray
    axis: np.ndarray | None


@dataclass(frozen=True)
class Link:
    """What connects a point of one body with a point of another: ball joint (one point), rod or spring."""

    name: str
    body_a: str
    body_b: str
    point_a: np.ndarray
    point_b: np.ndarray
    stiffness: float = 0.0
    damping: float = 0.0
    free_length: float = 0.0

    @property
    def length(self) -> float:
        """Distance of the points at the design position [m]."""
        return float(np.linalg.norm(self.point_b - self.point_a))


@dataclass(frozen=True)
class Car:
    """dw18: a tree of 18 bodies, 31 coordinates with the rack, and the loops that close it."""

    gravity: float
    speed: float
    bodies: dict[str, Body]
    joints: tuple[Joint, ...]
    """parents come before their children"""
    balls: tuple[Link, ...]
    rods: tuple[Link, ...]
    springs: tuple[Link, ...]
    hubs: dict[str, np.ndarray]

    @property
    def spin(self) -> float:
        """Angular velocity of the wheels at the start [rad/s]."""
        return self.speed / float(self.hubs["fl"][2])


@cache
def load_car() -> Car:
    """Read tests/data/dw18.json."""
    data: dict[str, Any] = json.loads(FILE.read_text())
    bodies = {
        name: Body(name, b["mass"], np.array(b["centre_of_mass"]), np.array(b["principal_inertia"]))
        for name, b in data["bodies"].items()
    }
    return Car(
        gravity=data["gravity"],
        speed=data["maneuver"]["speed"],
        bodies=bodies,
        joints=tuple(_joint(row) for row in data["tree_joints"]),
        balls=tuple(_link(row) for row in data["ball_loops"]),
        rods=tuple(_link(row) for row in data["rod_loops"]),
        springs=tuple(_link(row) for row in data["springs"]),
        hubs={corner: np.array(point) for corner, point in data["hubs"].items()},
    )


def _joint(row: dict[str, Any]) -> Joint:
    axis = None if row["axis"] is None else np.array(row["axis"]) / np.linalg.norm(row["axis"])
    return Joint(row["kind"], row["parent"], row["child"], np.array(row["point"]), axis)


def _link(row: dict[str, Any]) -> Link:
    a, b = row.get("point_a", row.get("point")), row.get("point_b", row.get("point"))
    numbers = {key: row[key] for key in ("stiffness", "damping", "free_length") if key in row}
    return Link(row["name"], row["body_a"], row["body_b"], np.array(a), np.array(b), **numbers)


def sample_times() -> np.ndarray:
    """Times of the compared states [s], the start included."""
    return SAMPLE * np.arange(round(END / SAMPLE) + 1)
