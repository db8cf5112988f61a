"""Arrays for compiled code, from descriptions: parameters of cars, and objects of a course, a copy for every car."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.engine.laws.ground import ask
from jounce.engine.linalg.quaternion import from_axis_angle, from_matrix, multiply, rotate
from jounce.engine.single_body.car import AIR_DENSITY, SimpleCar
from jounce.engine.single_body.compiled.records import (
    BOX,
    CORNER,
    NO_PARTNER,
    NUMBERS,
    POINT,
    PRINTED,
    SHAPE,
    SMOOTH,
    THING,
    WHEELS,
    Designs,
    Objects,
)
from jounce.engine.single_body.course import Box, Cone, Course, Crate, Object, Ramp

GRIP_DAMPING = 0.3
"""Damping of a tire's bristle at rest, as a share of critical damping of the load that it carries."""


def designs_of(kinds: Sequence[SimpleCar], gravity: float) -> Designs:
    """The numbers of kinds of cars, for a gravity [m/s²]."""
    most_points = max((len(car.points()) for car in kinds), default=0)
    most_boxes = max((len(car.hull_boxes) for car in kinds), default=0)
    designs = Designs(
        np.zeros(len(kinds), NUMBERS),
        np.zeros((len(kinds), WHEELS), CORNER),
        np.zeros((len(kinds), most_points, 3)),
        np.zeros((len(kinds), most_boxes), BOX),
    )
    for k, car in enumerate(kinds):
        _fill(designs, k, car, gravity)
    return designs


def _fill(designs: Designs, k: int, car: SimpleCar, gravity: float) -> None:
    number = designs.numbers[k]
    number["law"] = PRINTED if car.law == "printed" else SMOOTH
    number["limited"] = car.side_limit == "friction"
    number["gravity"], number["drag"] = gravity, 0.5 * AIR_DENSITY * car.drag_area
    number["radius"], number["tread"] = car.wheel_radius, 0.5 * car.wheel_width
    number["rear"] = car.front_axle - car.wheelbase
    number["onset"], number["stop"], number["stop_stiffness"] = car.damping_onset, car.bump_stop, car.bump_stiffness
    number["relaxation"], number["rolling"] = car.relaxation_length, car.rolling_resistance
    number["hand_force"], number["steer"] = car.handbrake_force, car.max_steer
    number["hull_onset"] = 5e-3
    same = (
        "mass",
        "inertia",
        "wheelbase",
        "stiffness",
        "damping",
        "friction",
        "side_gain",
        "drive_force",
        "drive_power",
    )
    for name in (*same, "brake_force", "steer_rate", "hull_stiffness", "hull_damping", "hull_friction"):
        number[name] = getattr(car, name)
    for i, corner in enumerate(designs.corners[k]):
        _fill_corner(corner, car, i, gravity)
    points = [(x, y, z - car.height) for x, y, z in car.points()]
    number["points"], number["boxes"] = len(points), len(car.hull_boxes)
    designs.points[k, : len(points)] = np.reshape(points, (-1, 3))
    for b, box in enumerate(car.hull_boxes):
        designs.boxes[k, b]["centre"] = (box.centre[0], box.centre[1], box.centre[2] - car.height)
        designs.boxes[k, b]["half"] = [0.5 * length for length in box.size]
    ends = [math.dist((0, 0, 0), point) for point in points]
    ends += [float(np.linalg.norm(c["position"])) + car.wheel_radius for c in designs.corners[k]]
    number["reach"] = max(ends)


def _fill_corner(corner: np.void, car: SimpleCar, i: int, gravity: float) -> None:
    """Parameters of the wheels fl, fr, rl, rr; each is placed at its spring deflection at rest."""
    front, left = i < 2, i % 2 == 0
    load = 0.5 * car.mass * gravity * (car.wheelbase - car.front_axle if front else car.front_axle) / car.wheelbase
    corner["position"] = (
        car.front_axle if front else car.front_axle - car.wheelbase,
        0.5 * car.track if left else -0.5 * car.track,
        car.wheel_radius - load / car.stiffness - car.height,
    )
    corner["steered"] = front
    corner["drive"] = 0.5 * (car.drive_front if front else 1.0 - car.drive_front)
    corner["brake"] = 0.5 * (car.brake_front if front else 1.0 - car.brake_front)
    corner["hand"] = 0.0 if front else 0.5
    # without gravity a tire has no static load to measure its stiffness by: that of the weight on Earth
    reference = load if gravity > 0.0 else 0.25 * car.mass * 9.81
    cornering = car.cornering_front if front else car.cornering_rear
    corner["grip"] = cornering * reference / car.relaxation_length
    corner["grip_damping"] = 2.0 * GRIP_DAMPING * math.sqrt(corner["grip"] * 0.25 * car.mass)


OBJECT_FREQUENCY, OBJECT_DAMPING = 80.0, 0.3
"""Natural frequency [rad/s] and damping ratio [-] of a light object on one of its points."""
OBJECT_FRICTION = 0.6
"""Friction of crates and cones on a ground of factor 1."""
BUMPER_HEIGHT = 0.5
"""Height above their lower side of additional points of high boxes [m]: where cars have their bumpers."""
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


def stand_on(ground: tuple, x: float, y: float, heading: float) -> tuple[np.ndarray, Quaternion]:
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
    objects.touches["partner"] = NO_PARTNER
    for j, (thing, points) in enumerate(zip(course.objects, offsets, strict=True)):
        _fill_shape(objects.shapes[j], thing, len(points))
        objects.points[j, : len(points)] = points
        position, rotation = _pose(thing, ground)
        objects.things["position"][:, j], objects.things["rotation"][:, j] = position, rotation
        objects.things["rest"][:, j] = 0.0 if thing.above > 0.0 else math.inf
    return objects


def _half(thing: Object) -> Vector:
    """Half lengths of the contact box of an object [m]."""
    if isinstance(thing, Box | Crate):
        a, b, c = thing.size
        return 0.5 * a, 0.5 * b, 0.5 * c
    if isinstance(thing, Ramp):
        return 0.5 * math.hypot(thing.length, thing.height), 0.5 * thing.width, 0.5 * thing.height
    return 0.3 * thing.width, 0.3 * thing.width, 0.5 * thing.height


def _points(thing: Object) -> list[Vector]:
    """Contact points of an object, from its centre [m]."""
    if isinstance(thing, Cone):
        half, foot = 0.5 * thing.height, 0.5 * thing.width
        ring = [(i * foot, j * foot, -half) for i in (1.0, -1.0) for j in (1.0, -1.0)]
        waist = [(0.5 * i * foot, 0.5 * j * foot, 0.0) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return [*ring, *waist, (0.0, 0.0, half)]
    a, b, c = _half(thing)
    heights = [-c, c]
    if isinstance(thing, Box) and 2.0 * c > BUMPER_HEIGHT:
        heights.append(BUMPER_HEIGHT - c)
    return [(i * a, j * b, z) for z in heights for i in (1.0, -1.0) for j in (1.0, -1.0)]


def _fill_shape(shape: np.void, thing: Object, points: int) -> None:
    half = _half(thing)
    shape["half"], shape["points"], shape["friction"], shape["sliding"] = half, points, thing.friction, OBJECT_FRICTION
    shape["reach"] = max(math.hypot(*half), *(math.hypot(*point) for point in _points(thing)))
    if isinstance(thing, Crate | Cone):
        m, (a, b, c) = thing.mass, half
        shape["moving"], shape["mass"] = 1, m
        shape["inertia"] = (m / 3.0 * (b * b + c * c), m / 3.0 * (a * a + c * c), m / 3.0 * (a * a + b * b))
        shape["stiffness"], shape["damping"] = (
            m * OBJECT_FREQUENCY * OBJECT_FREQUENCY,
            2.0 * OBJECT_DAMPING * m * OBJECT_FREQUENCY,
        )


def _pose(thing: Object, ground: tuple) -> tuple[np.ndarray, Quaternion]:
    """Position of the centre, and rotation."""
    foot, rotation = stand_on(ground, thing.x, thing.y, thing.heading)
    half = _half(thing)
    if isinstance(thing, Ramp):
        slope = math.atan2(thing.height, thing.length)
        rotation = multiply(rotation, from_axis_angle((0.0, 1.0, 0.0), -slope))
        middle = rotate(rotation, (half[0], 0.0, -half[2]))
    else:
        middle = rotate(rotation, (0.0, 0.0, half[2]))
    return foot + middle + np.array([0.0, 0.0, thing.above]), rotation
