"""From descriptions to rows of numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.simple_car.car import AIR_DENSITY, SimpleCar
from jounce.simple_car.compiled.records import BOX, CORNER, NUMBERS, PRINTED, SMOOTH, WHEELS, Designs

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
    """Of the wheels fl, fr, rl, rr; each stands as high as its spring gives way at rest."""
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
