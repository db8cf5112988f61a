"""Lane keeping: hold the middle of a winding road and a speed, with steering wheel and pedals."""

from __future__ import annotations

import numpy as np

from jounce.gym.course import Course
from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination
from jounce.lab.drivers.path import Path

SPEED = 80.0 / 3.6
"""Speed to hold [m/s]."""
BENDS = [
    (120.0, 0.0), (60.0, 0.005), (120.0, 0.005), (90.0, -0.006), (150.0, -0.006), (60.0, 0.0), (100.0, 0.0),
    (50.0, 0.008), (60.0, 0.008), (80.0, 0.0), (60.0, -0.005), (140.0, -0.005), (60.0, 0.0), (400.0, 0.0),
]  # fmt: skip
"""Pieces of the road: length [m] and curvature at its end [1/m]."""
ROAD = Course(Path.bends(BENDS), half_width=1.75, previews=(10.0, 20.0, 40.0))
"""A country road of 1.4 km with bends of 125 to 200 m radius; a lane is 3.5 m wide."""


def _stay(seen: Seen) -> np.ndarray:
    """1 in the middle of the lane, 0 at its edges."""
    return seen.period * (1.0 - np.abs(seen["course.lateral_deviation"]) / ROAD.half_width)


TASK = Task(
    name="lane-keeping",
    about="Hold the middle of a lane on a winding road, and 80 km/h.",
    vehicle="sedan",
    course=ROAD,
    start=Start(
        speed=Uniform(0.9 * SPEED, 1.1 * SPEED),
        station=Uniform(5.0, 700.0),
        offset=Uniform(-0.5, 0.5),
        heading=Uniform("-2 deg", "2 deg"),
    ),
    observations=(
        Observation("course.lateral_deviation", 1.0),
        Observation("course.heading_deviation", 0.1),
        Observation("course.curvature", 0.01),
        Observation("course.curvature_10m", 0.01),
        Observation("course.curvature_20m", 0.01),
        Observation("course.curvature_40m", 0.01),
        Observation("chassis.speed", SPEED),
        Observation("chassis.side_slip_angle", 0.1),
        Observation("chassis.yaw_rate", 0.2),
        Observation("chassis.lateral_acceleration", 4.0),
        Observation("steering_wheel.angle", 1.0),
    ),
    actions=(Action("steer", -0.25, 0.25), Action("pedals")),
    rewards=(
        Reward("lane", 1.0, Formula(_stay)),
        Reward("speed", -1.0, Formula(lambda seen: seen.period * np.abs(seen["chassis.speed"] / SPEED - 1.0))),
        Reward("smooth steering", -0.1, Formula(lambda seen: np.square(seen.action[:, 0] - seen.last_action[:, 0]))),
    ),
    terminations=(
        Termination(
            "off the lane", Formula(lambda seen: np.abs(seen["course.lateral_deviation"]) > ROAD.half_width), -1.0
        ),
        Termination("stopped", Formula(lambda seen: seen["chassis.speed"] < 1.0), -1.0),
    ),
    episode="15 s",
    failure_reward=-1.0,
)
