"""Cones of a lane change in its replay: they stand where the lanes are, and fall when the car hits them."""

from __future__ import annotations

import math

import numpy as np

from jounce.lab.metrics.course import CHANNELS, CONE_RADIUS, course_of, driven_course
from jounce.lab.metrics.signals import NoValueError
from jounce.lab.results import Result
from jounce.lab.results.motion import POSE, Motion
from jounce.lab.scene.scene import WORLD, Shape
from jounce.lab.scene.shapes import cone

HEIGHT = 0.5
"""Height of a cone [m]."""
FALL = 0.25
"""Time in which a cone that is hit falls over [s]."""
AWAY = 1.2
"""How far it is thrown along the car [m]."""


def with_cones(result: Result, motion: Motion) -> Motion:
    """The motion with the cones of its course; as it is for a run without one."""
    standard = result.metadata.options.get("course")
    try:
        if not isinstance(standard, str):
            return motion
        course, driven = course_of(result, standard), driven_course(result, standard)
    except (NoValueError, KeyError):
        return motion
    before, base = motion.scene["bodies"], np.array(motion.scene.get("origin", (0.0, 0.0, 0.0)))
    hit = {one.cone: one.time for one in driven.hits}
    shapes: list[Shape] = []
    poses: list[np.ndarray] = []
    for number, (x, y) in enumerate(course.cones()):
        place = np.array([x, y, 0.0]) - base
        if number in hit:
            body = len(before) + len(poses)
            shapes.append(cone(body, (0.0, 0.0, 0.0), (0.0, 0.0, HEIGHT), CONE_RADIUS))
            poses.append(_fall(motion.blocks[:, 0], place, hit[number], _heading(result, hit[number])))
        else:
            shapes.append(cone(WORLD, tuple(place), (*place[:2], place[2] + HEIGHT), CONE_RADIUS))
    bodies = [*before, *(f"cone {number}" for number in hit)]
    end = 1 + len(motion.scene.get("gauges", ())) + POSE * len(before)
    blocks = np.concatenate([motion.blocks[:, :end], *poses, motion.blocks[:, end:]], axis=1).astype(np.float32)
    drawn = [*motion.scene["shapes"], *(dict(shape) for shape in shapes)]
    return Motion({**motion.scene, "bodies": bodies, "shapes": drawn}, blocks, motion.terrain)


def _heading(result: Result, time: float) -> float:
    """Yaw angle of the car at a time [rad]."""
    return float(np.interp(time, result.time, result[CHANNELS[2]].values))


def _fall(time: np.ndarray, place: np.ndarray, when: float, heading: float) -> np.ndarray:
    """Poses (n, 7) of a cone that stands, is thrown along a heading, and lies."""
    share = np.clip((time - when) / FALL, 0.0, 1.0)
    along = np.array([math.cos(heading), math.sin(heading), 0.0])
    half = 0.25 * np.pi * share
    poses = np.zeros((len(time), POSE))
    poses[:, :3] = place + share[:, None] * AWAY * along
    poses[:, 2] += CONE_RADIUS * share
    poses[:, 3] = np.cos(half)
    poses[:, 4], poses[:, 5] = -along[1] * np.sin(half), along[0] * np.sin(half)
    return poses
