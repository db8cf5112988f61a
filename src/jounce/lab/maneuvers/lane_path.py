"""Where the centre of mass may be while the body of a car is between cones, and the path of least curvature there.

The body is a rectangle with the heading ψ(x) over the position x of its centre of mass. A point of it at a ahead and
d to the left is at

    x + a cos ψ − d sin ψ,    y + a sin ψ + d cos ψ

and must be between the edges of a section while it is beside it: bounds for y at every x. ψ belongs to the path: the
body lags behind the direction of its path by the side slip angle, (b − s v²) κ in a steady turn, b being the distance
of the rear axle and s the slip angle of its tires by lateral acceleration. So bounds and path are found in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from jounce.lab.maneuvers.least_curvature import least_curvature
from jounce.lab.metrics.course import Course, Outline, Section

POINT_SPACING = 0.5
"""Distance between points of a path along x [m]."""
CLEARANCES = (0.25, 0.15, 0.1, 0.05)
"""Distances between the body and the edges of the lanes that a driver tries, the largest first [m]."""
CALM = 5.0
"""Lateral acceleration up to which a driver prefers clearance to a smoother path [m/s²]."""
SHARE = 0.45
"""Largest part of the lateral freedom in a lane that clearance takes on either side [-]."""
MIN_FREEDOM = 0.04
"""Lateral freedom that a lane leaves at least [m]."""
LEAD_IN, LEAD_OUT = 20.0, 30.0
"""Lengths before and behind the course on which the path is free to turn [m]; beyond them it is straight."""
RUN_OUT = 80.0
"""Length of the path behind the course [m]."""
SIDE_POINTS = 9
"""Points of either side of the body that are kept inside the lanes."""
OVERLAP = 0.3
"""Distance before and behind a section at which points of the body are beside it already [m]."""
ROUNDS = 6
"""Rounds in which bounds and path are found in turn."""


@dataclass(frozen=True, eq=False)
class LanePath:
    """A path through a course as y and heading of the body over x (n,) [m, m, rad], with the clearance it keeps [m]."""

    x: np.ndarray
    y: np.ndarray
    heading: np.ndarray
    clearance: float

    @property
    def curvature(self) -> float:
        """Largest curvature [1/m]."""
        return float(np.abs(np.diff(self.y, 2)).max()) / POINT_SPACING**2


@lru_cache(maxsize=16)
def lane_path(course: Course, outline: Outline, start: float, speed: float, lag: float) -> LanePath:
    """The path of the centre of mass from x = start [m] through the course and beyond, for a speed [m/s].

    lag: side slip angle by curvature in a steady turn at that speed, b − s v² [m]. The clearance is the largest of
    `CLEARANCES` with which the path is calm, or the smallest.
    """
    for clearance in CLEARANCES:
        path = _with_clearance(course, outline, start, lag, clearance)
        if path.curvature * speed**2 <= CALM:
            break
    return path


def replan(path: LanePath, course: Course, outline: Outline, heading: np.ndarray) -> LanePath:
    """The path for another heading (n,) of the body [rad]."""
    y = _between(course, outline, path.x, heading, path.clearance, path.y)
    return LanePath(path.x, y, heading, path.clearance)


def _with_clearance(course: Course, outline: Outline, start: float, lag: float, clearance: float) -> LanePath:
    x = np.arange(start, course.end + RUN_OUT, POINT_SPACING)
    heading, y = np.zeros(len(x)), None
    for _ in range(ROUNDS):
        y = _between(course, outline, x, heading, clearance, y)
        direction = np.arctan(np.gradient(y, POINT_SPACING))
        heading = 0.5 * (heading + direction - lag * np.gradient(direction, POINT_SPACING))
    assert y is not None
    return LanePath(x, y, heading, clearance)


def _between(
    course: Course, outline: Outline, x: np.ndarray, heading: np.ndarray, clearance: float, near: np.ndarray | None
) -> np.ndarray:
    low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
    for section in course.sections:
        right, left = _bounds(section, outline, x, heading, clearance)
        low, high = np.maximum(low, right), np.minimum(high, left)
    for beyond, section in (
        (x < course.start - outline.front - LEAD_IN, course.sections[0]),
        (x > course.end + outline.rear + LEAD_OUT, course.sections[-1]),
    ):
        low[beyond] = high[beyond] = section.middle
    return least_curvature(low, high, POINT_SPACING, near)


def _bounds(
    section: Section, outline: Outline, x: np.ndarray, heading: np.ndarray, clearance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Least and largest y of the centre of mass with the body inside a section; infinite where it is not beside it."""
    low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
    cos, sin = np.cos(heading), np.sin(heading)
    for ahead in np.linspace(-outline.rear, outline.front, SIDE_POINTS):
        for aside in (-0.5 * outline.width, 0.5 * outline.width):
            place, across = x + ahead * cos - aside * sin, ahead * sin + aside * cos
            beside = (place >= section.start - OVERLAP) & (place <= section.end + OVERLAP)
            low[beside] = np.maximum(low[beside], section.right - across[beside])
            high[beside] = np.minimum(high[beside], section.left - across[beside])
    beside = np.isfinite(low)
    freedom = high[beside] - low[beside]
    kept = np.where(freedom < MIN_FREEDOM, 0.5 * (freedom - MIN_FREEDOM), np.minimum(clearance, SHARE * freedom))
    low[beside] += kept
    high[beside] -= kept
    return low, high
