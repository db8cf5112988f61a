"""Drifting: round a circle on a wet road with the rear axle sliding, by steering wheel and throttle."""

from __future__ import annotations

import numpy as np

from jounce.gym.course import Course
from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination
from jounce.lab.drivers.path import Path

RADIUS = 25.0
"""Radius of the circle, which is driven to the left [m]."""
SLIP = -0.35
"""Side slip angle to hold, the nose inside the circle [rad]: −20°."""
LEAVING, SPINNING = 8.0, 1.3
"""Deviation from the circle [m] and side slip angle [rad] at which an episode ends."""
_ANGLES = np.linspace(0.0, 2.0 * np.pi, 181)
CIRCLE = Course(
    Path(np.column_stack([RADIUS * np.sin(_ANGLES), RADIUS * (1.0 - np.cos(_ANGLES))]), closed=True), half_width=LEAVING
)


def _slide(seen: Seen) -> np.ndarray:
    """1 with the side slip angle that is asked for, less beside it, 0 without any."""
    return seen.period * np.exp(-np.square((seen["chassis.side_slip_angle"] - SLIP) / 0.15))


TASK = Task(
    name="drift",
    about="Hold a side slip angle of 20° on a circle of 25 m on a wet road, with rear-wheel drive.",
    vehicle="dw18",
    ground="flat, friction=0.6",
    course=CIRCLE,
    start=Start(
        speed=Uniform(8.0, 11.0),
        station=Uniform(0.0, CIRCLE.path.length),
        offset=Uniform(-1.0, 1.0),
        heading=Uniform("0 deg", "15 deg"),
    ),
    observations=(
        Observation("course.lateral_deviation", 4.0),
        Observation("course.heading_deviation", 0.5),
        Observation("chassis.speed", 10.0),
        Observation("chassis.side_slip_angle", 0.5),
        Observation("chassis.yaw_rate", 0.5),
        Observation("chassis.lateral_acceleration", 5.0),
        Observation("steering_wheel.angle", 5.0),
        Observation("wheel.rl.spin", 40.0),
        Observation("wheel.rr.spin", 40.0),
    ),
    channels=("course.station",),
    actions=(Action("steer"), Action("throttle", 0.0, 1.0)),
    rewards=(
        Reward("slide", 1.0, Formula(_slide)),
        Reward("way", 0.02, Formula(lambda seen: seen.change("course.station"))),
        Reward("circle", -0.5, Formula(lambda seen: seen.period * np.abs(seen["course.lateral_deviation"]) / LEAVING)),
        Reward("smooth", -0.02, Formula(lambda seen: np.square(seen.action - seen.last_action).sum(axis=1))),
    ),
    terminations=(
        Termination("left the circle", Formula(lambda seen: np.abs(seen["course.lateral_deviation"]) > LEAVING), -5.0),
        Termination("spun round", Formula(lambda seen: np.abs(seen["chassis.side_slip_angle"]) > SPINNING), -5.0),
        Termination("stopped", Formula(lambda seen: seen["chassis.speed"] < 2.0), -5.0),
    ),
    episode="20 s",
    failure_reward=-5.0,
)
