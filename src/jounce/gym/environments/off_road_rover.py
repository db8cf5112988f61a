"""Off-road goal with the six-wheeled rover: over hills to a place, without overturning."""

from __future__ import annotations

import numpy as np

from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.goal import Goal
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination

GOAL = Goal(0.0, 0.0, radius=3.0)
HILLS = "generated, seed=5, size=240, spacing=1, hills=10, hill_height=4, roughness=0.03"
"""Hills and hollows of up to 4 m around the goal, rough as a field road."""
EDGE = 100.0
"""Distance from the goal at which the map ends for a policy [m]."""
STEEP = 1.0
"""Angle of roll or pitch that ends an episode [rad]."""


def is_over(seen: Seen) -> np.ndarray:
    """Whether a car lies on its side, or stands on its nose."""
    return (np.abs(seen["chassis.roll_angle"]) > STEEP) | (np.abs(seen["chassis.pitch_angle"]) > STEEP)


TASK = Task(
    name="off-road-rover",
    about="Drive the six-wheeled rover over generated hills to a goal.",
    vehicle="rover6",
    ground=HILLS,
    start=Start(
        station=Uniform(-60.0, 60.0),
        offset=Uniform(-60.0, 60.0),
        heading=Uniform("-180 deg", "180 deg"),
    ),
    observations=(
        Observation("goal.distance", 50.0, Formula(GOAL.distance), "m"),
        Observation("goal.ahead", 1.0, Formula(lambda seen: np.cos(GOAL.bearing(seen)))),
        Observation("goal.aside", 1.0, Formula(lambda seen: np.sin(GOAL.bearing(seen)))),
        Observation("chassis.speed", 4.0),
        Observation("chassis.roll_angle", 0.3),
        Observation("chassis.pitch_angle", 0.3),
        Observation("chassis.roll_rate", 0.5),
        Observation("chassis.pitch_rate", 0.5),
        Observation("chassis.yaw_rate", 0.5),
    ),
    channels=("chassis.position_x", "chassis.position_y", "chassis.yaw_angle"),
    actions=(Action("steer"), Action("pedals")),
    rewards=(
        Reward("nearer", 0.1, Formula(GOAL.approach)),
        Reward("time", -0.05, Formula(lambda seen: np.full(len(seen.values), seen.period))),
    ),
    terminations=(
        Termination("arrived", Formula(GOAL.is_reached), 5.0),
        Termination("overturned", Formula(is_over), -5.0),
        Termination("off the map", Formula(lambda seen: GOAL.distance(seen) > EDGE), -5.0),
    ),
    steps_per_action=50,
    episode="40 s",
    failure_reward=-5.0,
)
