"""Limit handling: round a circuit as fast as the tires hold, with steering wheel and pedals."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path as File

import numpy as np

from jounce.gym.course import Course
from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.task import Action, Observation, Reward, Start, Task, Termination
from jounce.lab.drivers.path import read_path

HANDLING_COURSE = File(str(files("jounce.model.library") / "paths" / "handling-course.csv"))
TRACK = Course(read_path(HANDLING_COURSE, closed=True)[0], half_width=4.0, previews=(5.0, 10.0, 20.0, 30.0, 45.0, 60.0))
"""The closed handling course of `jounce run follow`, 8 m wide."""

TASK = Task(
    name="circuit",
    about="Minimum time: as much way along a closed handling course as possible, on a track 8 m wide.",
    vehicle="sedan",
    course=TRACK,
    start=Start(
        speed=Uniform(9.0, 13.0),
        station=Uniform(0.0, TRACK.path.length),
        offset=Uniform(-1.0, 1.0),
        heading=Uniform("-3 deg", "3 deg"),
    ),
    observations=(
        Observation("course.lateral_deviation", 2.0),
        Observation("course.heading_deviation", 0.3),
        Observation("course.curvature", 0.03),
        *(Observation(f"course.curvature_{distance:g}m", 0.03) for distance in TRACK.previews),
        Observation("chassis.speed", 15.0),
        Observation("chassis.side_slip_angle", 0.1),
        Observation("chassis.yaw_rate", 0.5),
        Observation("chassis.longitudinal_acceleration", 5.0),
        Observation("chassis.lateral_acceleration", 8.0),
        Observation("steering_wheel.angle", 2.0),
    ),
    channels=("course.station",),
    actions=(Action("steer", -0.6, 0.6), Action("pedals")),
    rewards=(
        Reward("way", 0.1, Formula(lambda seen: seen.change("course.station"))),
        Reward("smooth", -0.02, Formula(lambda seen: np.square(seen.action - seen.last_action).sum(axis=1))),
    ),
    terminations=(
        Termination(
            "off the track", Formula(lambda seen: np.abs(seen["course.lateral_deviation"]) > TRACK.half_width), -5.0
        ),
        Termination("turned round", Formula(lambda seen: np.abs(seen["course.heading_deviation"]) > 1.6), -5.0),
        Termination("stopped", Formula(lambda seen: seen["chassis.speed"] < 1.0), -5.0),
    ),
    episode="60 s",
    failure_reward=-5.0,
)
