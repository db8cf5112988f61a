"""The smoothest path between cones.

y over x, on points a metre apart, has the least sum of squared third differences, and is inside every lane while any
part of the car is; where the car is free, so is the path.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from jounce.drivers import Path
from jounce.metrics.course import Course
from jounce.metrics.course_driven import Outline

SPACING = 1.0
"""[m]"""
CLEARANCE = 0.05
"""That the driver leaves between the body and the edge of a lane, if it is wide enough [m]."""
NARROWEST = 0.02
"""Room to either side that a lane leaves at least [m]."""
RUN_OUT = 80.0
"""Straight on behind the course [m]."""
CALM = 25.0
"""Behind the course, until the path is straight [m]."""
BEND = 0.05
"""Weight of the curvature beside its change."""
PULL = 0.03
"""Of values within bounds on smooth ones, and the other way: how quickly they meet."""
CLOSE, MOST_ROUNDS = 1e-4, 5_000


@lru_cache(maxsize=16)
def lane_path(course: Course, outline: Outline, start: float) -> Path:
    """The path of the centre of mass from x = start [m] through the course and beyond."""
    x = np.arange(start, course.end + RUN_OUT + SPACING, SPACING)
    low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
    for section in course.sections:
        inside = (x >= section.start - outline.front) & (x <= section.end + outline.rear)
        room = max(NARROWEST, 0.5 * (section.width - outline.width) - CLEARANCE)
        low[inside] = np.maximum(low[inside], section.middle - room)
        high[inside] = np.minimum(high[inside], section.middle + room)
    before, after = x < course.start - outline.front, x > course.end + CALM
    low[before] = high[before] = course.sections[0].middle
    low[after] = high[after] = course.sections[-1].middle
    return Path.through(np.column_stack([x, _smoothest(low, high)]))


def _smoothest(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Values between bounds, as smooth as they can be, by the alternating direction method of multipliers: y is smooth,
    z within bounds, and what is between them is added up until there is nothing."""
    eye = np.eye(len(low))
    rough = sum(w * d.T @ d for w, d in ((1.0, np.diff(eye, 3, axis=0)), (BEND, np.diff(eye, 2, axis=0))))
    pulled = np.linalg.inv(rough + PULL * eye) * PULL
    z = np.clip(np.zeros(len(low)), low, high)
    gap = np.zeros(len(low))
    for _ in range(MOST_ROUNDS):
        y = pulled @ (z - gap)
        before, z = z, np.clip(y + gap, low, high)
        gap += y - z
        if max(np.abs(y - z).max(), np.abs(z - before).max()) < CLOSE:
            break
    return z
