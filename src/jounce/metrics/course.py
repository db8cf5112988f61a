"""Courses between cones: the double lane changes of ISO 3888, as lanes whose widths follow the width of the car.

x runs along the course from where its first section begins, y = 0 is the middle of the first section, and the car
swerves to the left. Between sections the car is free.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

CONE_RADIUS = 0.15
"""Of the base [m]; the edges of a lane touch the bases of its cones from inside."""
CONES_PER_SIDE = 3
"""Of a section: at its beginning, in its middle and at its end."""


@dataclass(frozen=True)
class Section:
    """A lane from x = start to x = end, between y = right and y = left [m]."""

    name: str
    start: float
    end: float
    right: float
    left: float

    @property
    def middle(self) -> float:
        """y of its centre line [m]."""
        return 0.5 * (self.left + self.right)

    @property
    def width(self) -> float:
        """[m]"""
        return self.left - self.right


@dataclass(frozen=True)
class Course:
    """Sections in the order in which they are driven through."""

    name: str
    sections: tuple[Section, ...]

    @property
    def start(self) -> float:
        """x of its beginning [m]."""
        return self.sections[0].start

    @property
    def end(self) -> float:
        """x of its end [m]."""
        return self.sections[-1].end

    @property
    def length(self) -> float:
        """[m]"""
        return self.end - self.start

    def at(self, start: float) -> Course:
        """The same course, beginning at x = start [m]."""
        shift = start - self.start
        moved = (Section(s.name, s.start + shift, s.end + shift, s.right, s.left) for s in self.sections)
        return Course(self.name, tuple(moved))

    def mirrored(self) -> Course:
        """The same course with a swerve to the right."""
        return Course(self.name, tuple(Section(s.name, s.start, s.end, -s.left, -s.right) for s in self.sections))

    def boundary(self) -> np.ndarray:
        """Points (n, 2) of the edges of the lanes that the cones touch, right and left, section after section [m]."""
        return np.array([point for point, _ in self._places()])

    def cones(self) -> np.ndarray:
        """Centres (n, 2) of the cones [m], in the order of `boundary`; one that two sections share is there once."""
        return np.array([point for _, point in self._places()])

    def path(self) -> np.ndarray:
        """Points (n, 2) for a driver to aim at: the ends of the centre lines of all sections [m]."""
        return np.array([(x, s.middle) for s in self.sections for x in (s.start, s.end)])

    def _places(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Of every cone: where it touches the lane, and its centre."""
        places = {}
        for s in self.sections:
            for x in np.linspace(s.start, s.end, CONES_PER_SIDE):
                places[float(x), s.right] = (float(x), s.right - CONE_RADIUS)
                places[float(x), s.left] = (float(x), s.left + CONE_RADIUS)
        return list(places.items())


def iso_3888_1(width: float, start: float = 0.0) -> Course:
    """The double lane change for a car of that width [m]: 125 m, offset 3.5 m.

    The offset is from the right edge of the first lane to the right edge of the second; the last lane continues the
    right edge of the first.
    """
    first, second, third = (factor * width + 0.25 for factor in (1.1, 1.2, 1.3))
    right = -0.5 * first
    return Course(
        "ISO 3888-1",
        (
            Section("1", 0.0, 15.0, right, right + first),
            Section("3", 45.0, 70.0, right + 3.5, right + 3.5 + second),
            Section("5", 95.0, 110.0, right, right + third),
            Section("6", 110.0, 125.0, right, right + third),
        ),
    ).at(start)


def iso_3888_2(width: float, start: float = 0.0) -> Course:
    """The obstacle avoidance for a car of that width [m]: 61 m, with 1 m between the edges of the two lanes.

    The last lane continues the right edge of the first.
    """
    first, second, third = 1.1 * width + 0.25, width + 1.0, max(1.3 * width + 0.25, 3.0)
    right = -0.5 * first
    aside = right + first + 1.0
    return Course(
        "ISO 3888-2",
        (
            Section("1", 0.0, 12.0, right, right + first),
            Section("3", 25.5, 36.5, aside, aside + second),
            Section("5", 49.0, 61.0, right, right + third),
        ),
    ).at(start)


COURSES: dict[str, Callable[[float, float], Course]] = {"ISO 3888-1": iso_3888_1, "ISO 3888-2": iso_3888_2}
"""Name → course for a width and a start [m]."""
