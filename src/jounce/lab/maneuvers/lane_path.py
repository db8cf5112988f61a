"""The smoothest path between cones.

y over x, on points a metre apart, has the least sum of squared third differences, and is inside every lane while any
part of the car is; where the car is free, so is the path.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from jounce.lab.drivers import Path
from jounce.lab.metrics.course import Course, Outline

POINT_SPACING = 1.0
"""Distance between points of the path along x [m]."""
CLEARANCE = 0.05
"""Distance between the body and the edge of a lane, if the lane is wide enough [m]."""
MIN_FREEDOM = 0.02
"""Lateral freedom that a lane leaves to either side at least [m]."""
RUN_OUT = 80.0
"""Length of the straight behind the course [m]."""
TRANSITION = 25.0
"""Length behind the course after which the path is straight [m]."""
CURVATURE_WEIGHT = 0.05
"""Weight of the curvature relative to that of its change [-]."""
PENALTY = 0.03
"""Penalty parameter of the alternating direction method of multipliers [-]."""
TOLERANCE = 1e-4
"""Change of the path at which the iteration ends [m]."""
MAX_ITERATIONS = 5_000


@lru_cache(maxsize=16)
def lane_path(course: Course, outline: Outline, start: float) -> Path:
    """The path of the centre of mass from x = start [m] through the course and beyond."""
    x = np.arange(start, course.end + RUN_OUT + POINT_SPACING, POINT_SPACING)
    low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
    for section in course.sections:
        inside = (x >= section.start - outline.front) & (x <= section.end + outline.rear)
        freedom = max(MIN_FREEDOM, 0.5 * (section.width - outline.width) - CLEARANCE)
        low[inside] = np.maximum(low[inside], section.middle - freedom)
        high[inside] = np.minimum(high[inside], section.middle + freedom)
    before, after = x < course.start - outline.front, x > course.end + TRANSITION
    low[before] = high[before] = course.sections[0].middle
    low[after] = high[after] = course.sections[-1].middle
    return Path.through(np.column_stack([x, _smooth_between(low, high)]))


def _smooth_between(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Values between bounds with the least roughness, by the alternating direction method of multipliers: y minimises
    the roughness, z keeps the bounds, and the scaled multiplier `gap` sums up their difference until both agree."""
    eye = np.eye(len(low))
    rough = sum(w * d.T @ d for w, d in ((1.0, np.diff(eye, 3, axis=0)), (CURVATURE_WEIGHT, np.diff(eye, 2, axis=0))))
    pulled = np.linalg.inv(rough + PENALTY * eye) * PENALTY
    z = np.clip(np.zeros(len(low)), low, high)
    gap = np.zeros(len(low))
    for _ in range(MAX_ITERATIONS):
        y = pulled @ (z - gap)
        before, z = z, np.clip(y + gap, low, high)
        gap += y - z
        if max(np.abs(y - z).max(), np.abs(z - before).max()) < TOLERANCE:
            break
    return z
