"""Lanes between cones as an environment sees them: how far the body of every car is from their edges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.gym.task import Seen
from jounce.lab.metrics.course import Course, Outline

SIDE_POINTS = 7
"""Points of either side of the body whose distances to the edges are taken."""
FREE = 2.0
"""Distance that is told where a body is beside no lane [m]."""


@dataclass(frozen=True)
class ConeLanes:
    """A course of ISO 3888 and the outline of a body around the chassis' centre of mass."""

    course: Course
    outline: Outline

    def margin(self, seen: Seen) -> np.ndarray:
        """Least distance of the sides of the body to the edges of the lanes beside it, negative outside, at most FREE;
        (cars,) [m]."""
        place = seen["chassis.position_x"], seen["chassis.position_y"], seen["chassis.yaw_angle"]
        return self.margin_at(*place)

    def margin_at(self, x: np.ndarray, y: np.ndarray, yaw: np.ndarray) -> np.ndarray:
        """`margin` at poses of the centre of mass, (n,) each [m, rad]."""
        cos, sin = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
        ahead = np.linspace(-self.outline.rear, self.outline.front, SIDE_POINTS)
        least = np.full(len(x), FREE)
        for aside in (-0.5 * self.outline.width, 0.5 * self.outline.width):
            place = x[:, None] + ahead * cos - aside * sin
            across = y[:, None] + ahead * sin + aside * cos
            for section in self.course.sections:
                beside = (place >= section.start) & (place <= section.end)
                room = np.minimum(across - section.right, section.left - across)
                least = np.minimum(least, np.where(beside, room, FREE).min(axis=1))
        return least
