"""Off-road goal with the simplified car: over hills to a place, tens of thousands of cars at once."""

from __future__ import annotations

import numpy as np

from jounce.engine.single_body import SIMPLE
from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.goal import Goal
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination

GOAL = Goal(0.0, 0.0, radius=5.0)
HILLS = "generated, seed=5, size=400, spacing=1, hills=12, hill_height=8, roughness=0.05"
EDGE, STEEP = 180.0, 1.2
"""Distance from the goal [m], and angle of roll or pitch [rad], that end an episode."""


def _is_over(seen: Seen) -> np.ndarray:
    return (np.abs(seen["chassis.roll_angle"]) > STEEP) | (np.abs(seen["chassis.pitch_angle"]) > STEEP)


TASK = Task(
    name="off-road-simple",
    about="Drive the simplified car over generated hills to a goal.",
    vehicle=SIMPLE,
    ground=HILLS,
    start=Start(
        station=Uniform(-110.0, 110.0),
        offset=Uniform(-110.0, 110.0),
        heading=Uniform("-180 deg", "180 deg"),
    ),
    observations=(
        Observation("goal.distance", 100.0, Formula(GOAL.distance), "m"),
        Observation("goal.ahead", 1.0, Formula(lambda seen: np.cos(GOAL.bearing(seen)))),
        Observation("goal.aside", 1.0, Formula(lambda seen: np.sin(GOAL.bearing(seen)))),
        Observation("chassis.speed", 10.0),
        Observation("chassis.side_slip_angle", 0.2),
        Observation("chassis.roll_angle", 0.3),
        Observation("chassis.pitch_angle", 0.3),
        Observation("chassis.yaw_rate", 0.5),
    ),
    channels=("chassis.position_x", "chassis.position_y", "chassis.yaw_angle"),
    actions=(Action("steer"), Action("pedals")),
    rewards=(
        Reward("nearer", 0.05, Formula(GOAL.approach)),
        Reward("time", -0.05, Formula(lambda seen: np.full(len(seen.values), seen.period))),
    ),
    terminations=(
        Termination("arrived", Formula(GOAL.is_reached), 5.0),
        Termination("overturned", Formula(_is_over), -5.0),
        Termination("off the map", Formula(lambda seen: GOAL.distance(seen) > EDGE), -5.0),
    ),
    randomised={"mass": Uniform(1000.0, 1400.0), "friction": Uniform(0.6, 1.0)},
    steps_per_action=50,
    episode="40 s",
    failure_reward=-5.0,
)
