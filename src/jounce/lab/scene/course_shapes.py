"""A course for a page: its roads, areas and gates as plain data, its cones and signs as shapes that stand on the
ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.engine.laws.ground import ask
from jounce.engine.terrain.course import NOTHING, Course
from jounce.lab.scene.scene import WORLD, Scene, Shape, Triple
from jounce.lab.scene.shapes import cone, sign

HeightAt = Callable[[float, float], float]
"""Height of the ground at x, y [m]; NaN where it is not known."""
CONE_HEIGHT, CONE_RADIUS = 0.5, 0.14
"""Size of the cones of a course [m]."""


def course_data(course: Course) -> dict[str, Any]:
    """Roads, areas and gates in world coordinates [m, rad], as plain data; empty for a course without any."""
    if not course.roads and not course.areas:
        return {}
    return {
        "roads": [
            {
                "name": road.name,
                "points": _pairs(road.points),
                "width": road.width,
                "lanes": road.lanes,
                "closed": road.closed,
                "kerbs": road.kerbs,
            }
            for road in course.roads
        ],
        "areas": [{"name": area.name, "outline": _pairs(area.outline)} for area in course.areas],
        "lap": course.lap,
        "gates": [[round(value, 4) for value in gate] for gate in course.gates],
    }


def course_shapes(course: Course, height_at: HeightAt, origin: Triple) -> Iterator[Shape]:
    """Cones and signs of a course on its ground, relative to the origin of a scene; none where no height is known."""

    def place(x: float, y: float) -> tuple[float, float, float] | None:
        height = height_at(x, y)
        return None if math.isnan(height) else (x - origin[0], y - origin[1], height - origin[2])

    for x, y in course.cones:
        if (at := place(x, y)) is not None:
            yield cone(WORLD, at, (at[0], at[1], at[2] + CONE_HEIGHT), CONE_RADIUS)
    for board in course.signs:
        if (at := place(board.x, board.y)) is not None:
            yield sign(at, board.heading, board.text)
    for number, gate in enumerate(course.gates):
        if (at := place(gate.x, gate.y)) is not None:
            yield sign(at, gate.heading, "START" if number == 0 else f"SECTOR {number}", gate.half_width)


def with_course(scene: Scene, course: Course, ground: tuple) -> Scene:
    """The scene with a course on its ground."""
    if course is NOTHING:
        return scene

    def height_at(x: float, y: float) -> float:
        return float(np.asarray(ask(ground, x, y).height))

    shapes = (*scene.shapes, *course_shapes(course, height_at, scene.origin))
    return replace(scene, shapes=shapes, course=course_data(course))


def _pairs(points: np.ndarray) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]
