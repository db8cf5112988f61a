"""Roads, boards and gates of the ground that a run drove on, in its replay."""

from __future__ import annotations

import math

from jounce.engine.terrain.course import NOTHING, course_of
from jounce.errors import JounceError
from jounce.lab.results import Result
from jounce.lab.results.motion import Motion
from jounce.lab.scene import unpack
from jounce.lab.scene.course_shapes import HeightAt, course_data, course_shapes


def with_scenery(result: Result, motion: Motion) -> Motion:
    """The motion with the course of its ground; as it is without one, and for recordings, which carry their own."""
    if motion.scene.get("course"):
        return motion
    try:
        course = course_of(result.metadata.ground)
    except (JounceError, ValueError):  # a ground that was given as an object
        return motion
    if course is NOTHING:
        return motion
    origin = tuple(motion.scene.get("origin", (0.0, 0.0, 0.0)))
    shapes = [dict(shape) for shape in course_shapes(course, _heights(motion.terrain), origin)]
    scene = {**motion.scene, "shapes": [*motion.scene["shapes"], *shapes], "course": course_data(course)}
    return Motion(scene, motion.blocks, motion.terrain)


def _heights(terrain: bytes) -> HeightAt:
    """Heights of the ground that the replay carries, at its nearest node."""
    _, head, numbers = unpack(terrain)
    nx, ny = int(head.get("nx") or 0), int(head.get("ny") or 0)

    def height_at(x: float, y: float) -> float:
        if nx == 0:
            return float(head.get("height", 0.0))
        i, j = round((x - head["x0"]) / head["dx"]), round((y - head["y0"]) / head["dy"])
        return float(numbers[i * ny + j]) if 0 <= i < nx and 0 <= j < ny else math.nan

    return height_at
