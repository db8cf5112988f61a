"""The course of an environment: a path that cars are to follow, and the columns that tell where they are on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jounce.gym.course_kernel import CourseTable
from jounce.lab.drivers.path import Path

SPACING = 0.5
"""Distance between the points of a course [m]."""
_COLUMNS = {
    "course.station": ("m", "way along the course; counts laps"),
    "course.lateral_deviation": ("m", "distance of the chassis' centre of mass from the course; left → positive"),
    "course.heading_deviation": ("rad", "yaw angle against the course; left → positive"),
    "course.curvature": ("1/m", "curvature of the course beside the car; left → positive"),
}


@dataclass(frozen=True, eq=False)
class Course:
    """A path, the half width of the road along it [m], and distances ahead at which its curvature is told [m]."""

    path: Path
    half_width: float = 1.75
    previews: tuple[float, ...] = ()

    @property
    def columns(self) -> Mapping[str, tuple[str, str]]:
        """Name → unit and description of everything that is told of a car on the course."""
        ahead = {
            f"course.curvature_{distance:g}m": ("1/m", f"curvature of the course {distance:g} m ahead; left → positive")
            for distance in self.previews
        }
        return {**_COLUMNS, **ahead}

    @cached_property
    def table(self) -> CourseTable:
        """The path for compiled code, at evenly spaced stations."""
        path = self.path
        count = max(2, round(path.length / SPACING) + 1)
        stations = np.linspace(0.0, path.length, count)
        points = np.array([path.at(s) for s in stations])
        if path.closed:
            points[-1] = points[0]
        heading = np.array([path.heading(s) for s in stations])
        curvature = np.array([path.curvature(s) for s in stations])
        return CourseTable(
            np.ascontiguousarray(points[:, 0]),
            np.ascontiguousarray(points[:, 1]),
            heading,
            curvature,
            float(stations[1]),
            path.closed,
            np.array(self.previews, dtype=float),
        )

    def place(self, station: float, offset: float, turned: float) -> tuple[float, float, float]:
        """x, y [m] and heading [rad] at a station [m], `offset` to the left of the course [m] and turned [rad]."""
        (x, y), heading = self.path.at(station), self.path.heading(station)
        return x - offset * float(np.sin(heading)), y + offset * float(np.cos(heading)), heading + turned


NO_COURSE = CourseTable(np.zeros(0), np.zeros(0), np.zeros(0), np.zeros(0), 1.0, False, np.zeros(0))
"""What compiled code gets of an environment without a course."""
