"""Emergency stop with the right wheels on ice: four brakes and the steering wheel, short and straight."""

from __future__ import annotations

import numpy as np

from jounce.engine.laws.ground import Flat, Split
from jounce.gym.course import Course
from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.task import Action, Observation, Reward, Start, Task, Termination
from jounce.lab.drivers.path import Path

LANE = Course(Path.through([(-50.0, 0.0), (400.0, 0.0)]), half_width=1.0)
"""The line between the two halves of the road; cars leave their lane 1 m beside it."""
WHEELS = ("fl", "fr", "rl", "rr")
MAX_TORQUE = 2500.0
"""Largest torque of a brake [N m], enough to lock its wheel on a dry road."""

TASK = Task(
    name="split-friction-stop",
    about="Stop from 80 km/h with the right wheels on a slippery half of the road, short and in the lane.",
    vehicle="sedan",
    ground=Flat(friction=Split(left=1.0, right=0.3, width=0.1)),
    course=LANE,
    start=Start(
        speed=Uniform("70 km/h", "90 km/h"),
        station=Uniform(50.0, 60.0),
        offset=Uniform(-0.1, 0.1),
        heading=Uniform("-0.5 deg", "0.5 deg"),
    ),
    observations=(
        Observation("course.lateral_deviation", 0.5),
        Observation("course.heading_deviation", 0.1),
        Observation("chassis.speed", 20.0),
        Observation("chassis.yaw_rate", 0.3),
        Observation("chassis.side_slip_angle", 0.1),
        Observation("chassis.longitudinal_acceleration", 8.0),
        Observation("chassis.lateral_acceleration", 4.0),
        Observation("steering_wheel.angle", 2.0),
        *(Observation(f"wheel.{wheel}.spin", 70.0) for wheel in WHEELS),
        *(Observation(f"tire.{wheel}.slip_ratio", 0.2) for wheel in WHEELS),
    ),
    channels=("course.station",),
    actions=(Action("steer", -0.4, 0.4), *(Action(f"brake_torque_{wheel}", 0.0, MAX_TORQUE) for wheel in WHEELS)),
    rewards=(
        Reward("way", -0.1, Formula(lambda seen: seen.change("course.station"))),
        Reward(
            "lane", -1.0, Formula(lambda seen: seen.period * np.abs(seen["course.lateral_deviation"]) / LANE.half_width)
        ),
        Reward("turned", -1.0, Formula(lambda seen: seen.period * np.abs(seen["course.heading_deviation"]) / 0.2)),
    ),
    terminations=(
        Termination("stopped", Formula(lambda seen: seen["chassis.speed"] < 1.0)),
        Termination(
            "left the lane", Formula(lambda seen: np.abs(seen["course.lateral_deviation"]) > LANE.half_width), -10.0
        ),
        Termination("spun round", Formula(lambda seen: np.abs(seen["course.heading_deviation"]) > 0.8), -10.0),
    ),
    steps_per_action=10,
    episode="12 s",
    failure_reward=-10.0,
)
