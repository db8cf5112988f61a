"""What is painted on a ground and stands beside it: roads with lanes, paved areas, gates of a lap, cones and signs.

Plain data beside the heights and the friction that tires feel; pages draw it, and laps are timed by it. World axes, x
and y [m], headings [rad] from x to the left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.schema.units import parse_quantity

LANE = 3.5
"""Width of a lane of a straight road [m]."""
BOARD_DISTANCE = 50.0
"""Distance between the boards along a straight road [m]."""


@dataclass(frozen=True, eq=False)
class Road:
    """A strip of asphalt around a line, with marked edges and lanes."""

    name: str
    points: NDArray[np.float64]
    """Its middle (n, 2) [m], in the direction of driving."""
    width: float
    """[m]"""
    lanes: int = 2
    closed: bool = False
    """Whether the last point joins the first."""
    kerbs: bool = False
    """Whether red and white kerbs are painted beside it."""


class Area(NamedTuple):
    """A paved polygon."""

    name: str
    outline: NDArray[np.float64]
    """Its corners (n, 2) [m]."""


class Gate(NamedTuple):
    """A line across a road that is crossed in the direction of its heading."""

    x: float
    y: float
    heading: float
    half_width: float
    """Half the length of the line [m]."""


class Sign(NamedTuple):
    """A board with words, which faces drivers who come along its heading."""

    x: float
    y: float
    heading: float
    text: str


@dataclass(frozen=True, eq=False)
class Course:
    """Everything that is painted or stands on one ground."""

    roads: tuple[Road, ...] = ()
    areas: tuple[Area, ...] = ()
    lap: str = ""
    """Name of the closed road whose laps are timed; empty for none."""
    gates: tuple[Gate, ...] = ()
    """Start line of the lap, then the ends of its sectors but the last, in the order of driving."""
    cones: tuple[tuple[float, float], ...] = ()
    """Places of cones (x, y) [m]."""
    signs: tuple[Sign, ...] = field(default=())


NOTHING = Course()
"""The course of a ground without one."""


def straight_road(length: float, lanes: int = 2) -> Course:
    """A straight road along x from the origin, with a board every 50 m [m]."""
    points = np.column_stack(
        [np.linspace(-20.0, length + 20.0, max(2, round(length / 20.0))), np.zeros(max(2, round(length / 20.0)))]
    )
    side = 0.5 * LANE * lanes + 1.6
    boards = np.arange(0.0, length + 1.0, BOARD_DISTANCE)
    signs = tuple(Sign(float(x), -side, 0.0, f"{x:.0f} m") for x in boards)
    return Course((Road("road", points, LANE * lanes, lanes),), signs=signs)


def circle(x: float, y: float, radius: float, corners: int = 72) -> NDArray[np.float64]:
    """Points around a circle (corners, 2) [m]."""
    angle = np.linspace(0.0, math.tau, corners, endpoint=False)
    return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])


def rectangle(x: tuple[float, float], y: tuple[float, float]) -> NDArray[np.float64]:
    """Corners of a rectangle (4, 2) [m]."""
    return np.array([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]])


def course_of(spec: str) -> Course:
    """The course of a ground's specification; `NOTHING` for a ground without one."""
    from jounce.engine.terrain.ground_spec import NAMED_GROUNDS

    name, *pairs = (part.strip() for part in spec.split(","))
    if name in NAMED_GROUNDS:
        name, *more = (part.strip() for part in NAMED_GROUNDS[name][0].split(","))
        pairs = [*more, *pairs]
    options: dict[str, str] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        options[key.strip()] = value.strip()
    make = _COURSES.get(name)
    return NOTHING if make is None else make(options)


def _proving_ground(options: Mapping[str, str]) -> Course:
    from jounce.engine.terrain.proving_ground import proving_ground_course

    return proving_ground_course()


_COURSES: Mapping[str, Callable[[Mapping[str, str]], Course]] = {
    "iso8608": lambda options: straight_road(min(parse_quantity(options.get("length", 1000.0), "length"), 5000.0)),
    "proving-ground": _proving_ground,
}
