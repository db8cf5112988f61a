"""A course as rows of numbers: one copy of its objects for every car."""

from __future__ import annotations

import math

import numpy as np

from jounce.algebra.quaternion import from_axis_angle, from_matrix, multiply, rotate
from jounce.ground import ask
from jounce.simple_car.compiled.records import NOBODY, POINT, SHAPE, THING, Objects
from jounce.simple_car.course import Box, Cone, Course, Crate, Object, Ramp

RATE, DAMPING = 80.0, 0.3
"""Natural frequency [rad/s] of a light object on one of its points, and the damping of that."""
SLIDING = 0.6
"""Friction of crates and cones on a ground of factor 1."""
BUMPER = 0.5
"""Height above their lower side of additional points of high boxes [m]: where cars have their bumpers."""
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


def standing(ground: tuple, x: float, y: float, heading: float) -> tuple[np.ndarray, Quaternion]:
    """The point of the ground at (x, y) [m], and the rotation of what stands on it with a heading [rad]."""
    answer = ask(ground, x, y)
    n = answer.normal
    ahead = np.array([math.cos(heading), math.sin(heading), 0.0])
    ahead -= n * (n @ ahead)
    ahead /= np.linalg.norm(ahead)
    R = np.column_stack([ahead, np.cross(n, ahead), n])
    return np.array([x, y, float(answer.height)]), from_matrix(tuple(float(v) for v in R.ravel()))


def objects_of(course: Course, ground: tuple, count: int) -> Objects:
    """The objects of a course on a ground, for `count` cars."""
    m = len(course.objects)
    offsets = [_points(thing) for thing in course.objects]
    most = max(map(len, offsets), default=0)
    objects = Objects(
        np.zeros(m, SHAPE), np.zeros((m, most, 3)), np.zeros((count, m), THING), np.zeros((count, m, most), POINT)
    )
    objects.touches["partner"] = NOBODY
    for j, (thing, points) in enumerate(zip(course.objects, offsets, strict=True)):
        _fill_shape(objects.shapes[j], thing, len(points))
        objects.points[j, : len(points)] = points
        position, rotation = _pose(thing, ground)
        objects.things["position"][:, j], objects.things["rotation"][:, j] = position, rotation
        objects.things["rest"][:, j] = 0.0 if thing.above > 0.0 else math.inf
    return objects


def _half(thing: Object) -> Vector:
    """Half lengths of the box that others feel [m]."""
    if isinstance(thing, Box | Crate):
        a, b, c = thing.size
        return 0.5 * a, 0.5 * b, 0.5 * c
    if isinstance(thing, Ramp):
        return 0.5 * math.hypot(thing.length, thing.height), 0.5 * thing.width, 0.5 * thing.height
    return 0.3 * thing.width, 0.3 * thing.width, 0.5 * thing.height


def _points(thing: Object) -> list[Vector]:
    """Points that push against others, about the centre [m]."""
    if isinstance(thing, Cone):
        half, foot = 0.5 * thing.height, 0.5 * thing.width
        ring = [(i * foot, j * foot, -half) for i in (1.0, -1.0) for j in (1.0, -1.0)]
        waist = [(0.5 * i * foot, 0.5 * j * foot, 0.0) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return [*ring, *waist, (0.0, 0.0, half)]
    a, b, c = _half(thing)
    heights = [-c, c]
    if isinstance(thing, Box) and 2.0 * c > BUMPER:
        heights.append(BUMPER - c)
    return [(i * a, j * b, z) for z in heights for i in (1.0, -1.0) for j in (1.0, -1.0)]


def _fill_shape(shape: np.void, thing: Object, points: int) -> None:
    half = _half(thing)
    shape["half"], shape["points"], shape["friction"], shape["sliding"] = half, points, thing.friction, SLIDING
    shape["reach"] = max(math.hypot(*half), *(math.hypot(*point) for point in _points(thing)))
    if isinstance(thing, Crate | Cone):
        m, (a, b, c) = thing.mass, half
        shape["moving"], shape["mass"] = 1, m
        shape["inertia"] = (m / 3.0 * (b * b + c * c), m / 3.0 * (a * a + c * c), m / 3.0 * (a * a + b * b))
        shape["stiffness"], shape["damping"] = m * RATE * RATE, 2.0 * DAMPING * m * RATE


def _pose(thing: Object, ground: tuple) -> tuple[np.ndarray, Quaternion]:
    """Place of the centre and rotation."""
    foot, rotation = standing(ground, thing.x, thing.y, thing.heading)
    half = _half(thing)
    if isinstance(thing, Ramp):
        slope = math.atan2(thing.height, thing.length)
        rotation = multiply(rotation, from_axis_angle((0.0, 1.0, 0.0), -slope))
        middle = rotate(rotation, (half[0], 0.0, -half[2]))
    else:
        middle = rotate(rotation, (0.0, 0.0, half[2]))
    return foot + middle + np.array([0.0, 0.0, thing.above]), rotation
