"""Double lane change of ISO 3888-1: through the cones at 80 km/h, with little lateral acceleration."""

from __future__ import annotations

import numpy as np

from jounce.gym.course import Course
from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.lanes_of_cones import ConeLanes
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination
from jounce.lab.drivers.path import Path
from jounce.lab.metrics.course import body_width, iso_3888_1, outline
from jounce.model.library import load_vehicle
from jounce.model.vehicle.variants import facts_of

SPEED = 80.0 / 3.6
"""Speed that the powertrain holds [m/s]."""
COURSE_START = 30.0
"""x of the first lane [m]."""
LATERAL = 6.0
"""Lateral acceleration that costs as much as a second earns [m/s²]."""
CLEARANCE = 0.2
"""Distance from the body to the edges of the lanes below which it costs [m]."""
RUN_OUT = 15.0
"""Way behind the last lane at which the course is through [m]."""


def _lanes() -> ConeLanes:
    facts = facts_of(load_vehicle("sedan"))
    return ConeLanes(iso_3888_1(body_width(facts), COURSE_START), outline(facts))


LANES = _lanes()
MIDDLES = [(x, y) for x, y in dict(map(tuple, LANES.course.path().tolist())).items()]
"""Ends of the middles of the lanes, each x once [m]."""
BEYOND = [(x, MIDDLES[-1][1]) for x in (175.0, 200.0, 240.0)]
MIDDLE = Course(
    Path.through([(-20.0, 0.0), (0.0, 0.0), *MIDDLES, *BEYOND]), half_width=3.5, previews=(5.0, 10.0, 15.0, 20.0, 30.0)
)
"""A smooth line through the middles of the lanes, for the policy to know where it is; nobody has to follow it."""


def _crowd(seen: Seen) -> np.ndarray:
    """How far the body is nearer to the cones than the clearance, or beyond them, as a share of it; 3 at most."""
    return seen.period * np.clip(1.0 - LANES.margin(seen) / CLEARANCE, 0.0, 3.0)


TASK = Task(
    name="double-lane-change",
    about="Through the cones of ISO 3888-1 at 80 km/h, with clearance and little lateral acceleration.",
    vehicle="sedan",
    course=MIDDLE,
    start=Start(
        speed=Uniform(0.98 * SPEED, 1.02 * SPEED),
        station=Uniform(18.0, 22.0),
        offset=Uniform(-0.15, 0.15),
        heading=Uniform("-0.3 deg", "0.3 deg"),
    ),
    hold_speed=True,
    observations=(
        Observation("course.lateral_deviation", 0.5),
        Observation("course.heading_deviation", 0.1),
        Observation("course.curvature", 0.01),
        Observation("course.curvature_5m", 0.01),
        Observation("course.curvature_10m", 0.01),
        Observation("course.curvature_15m", 0.01),
        Observation("course.curvature_20m", 0.01),
        Observation("course.curvature_30m", 0.01),
        Observation("chassis.side_slip_angle", 0.05),
        Observation("chassis.yaw_rate", 0.3),
        Observation("chassis.lateral_acceleration", 5.0),
        Observation("steering_wheel.angle", 1.0),
        Observation("chassis.speed", SPEED),
    ),
    channels=("chassis.position_x", "chassis.position_y", "chassis.yaw_angle"),
    actions=(Action("steer", -0.15, 0.15),),
    rewards=(
        Reward("on the way", 1.0, Formula(lambda seen: np.full(len(seen.values), seen.period))),
        Reward(
            "lateral",
            -1.0,
            Formula(lambda seen: seen.period * np.square(seen["chassis.lateral_acceleration"] / LATERAL)),
        ),
        Reward("cones", -2.0, Formula(_crowd)),
    ),
    terminations=(
        Termination("through", Formula(lambda seen: seen["chassis.position_x"] > LANES.course.end + RUN_OUT)),
        Termination("lost", Formula(lambda seen: np.abs(seen["course.lateral_deviation"]) > MIDDLE.half_width), -5.0),
    ),
    steps_per_action=40,
    episode="12 s",
    failure_reward=-5.0,
)
