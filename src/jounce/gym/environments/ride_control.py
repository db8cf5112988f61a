"""Ride control: four forces beside the dampers keep the body of a car calm on a bad road."""

from __future__ import annotations

import numpy as np

from jounce.gym.distributions import Uniform
from jounce.gym.formula import Formula
from jounce.gym.task import Action, Observation, Reward, Seen, Start, Task, Termination
from jounce.model.library import load_vehicle

WHEELS = ("fl", "fr", "rl", "rr")
MAX_FORCE = 1500.0
"""Largest push of an actuator [N]."""
STATIC_LOAD = 3680.0
"""Mean load of a wheel of the sedan [N]."""
CAR = load_vehicle("sedan").with_values(
    {f"axles.{axle}.suspension.spring.actuator": True for axle in ("front", "rear")}
)


def _road_holding(seen: Seen) -> np.ndarray:
    """Mean square of the change of wheel loads, relative to the static one."""
    loads = np.stack([seen[f"tire.{wheel}.vertical_force"] for wheel in WHEELS])
    return seen.period * np.square(loads / STATIC_LOAD - 1.0).mean(axis=0)


TASK = Task(
    name="ride-control",
    about="Calm the body of a sedan at 80 km/h on a road of class C with a push beside every spring.",
    vehicle=CAR,
    ground="iso8608, class=C, length=900, seed=2, track=1.55",
    start=Start(speed=Uniform("70 km/h", "90 km/h"), station=Uniform(20.0, 500.0)),
    hold_speed=True,
    observations=(
        Observation("chassis.vertical_velocity", 0.2),
        Observation("chassis.vertical_acceleration", 2.0),
        Observation("chassis.roll_rate", 0.1),
        Observation("chassis.pitch_rate", 0.1),
        *(Observation(f"suspension.{wheel}.travel", 0.03) for wheel in WHEELS),
        *(Observation(f"suspension.{wheel}.velocity", 0.3) for wheel in WHEELS),
    ),
    channels=(
        "chassis.position_x",
        "chassis.position_y",
        "chassis.speed",
        *(f"tire.{wheel}.vertical_force" for wheel in WHEELS),
    ),
    actions=tuple(Action(f"spring_force_{wheel}", -MAX_FORCE, MAX_FORCE) for wheel in WHEELS),
    rewards=(
        Reward("comfort", -1.0, Formula(lambda seen: seen.period * np.square(seen["chassis.vertical_acceleration"]))),
        Reward("road holding", -5.0, Formula(_road_holding)),
        Reward("effort", -0.1, Formula(lambda seen: seen.period * np.square(seen.action).mean(axis=1))),
    ),
    terminations=(
        Termination("end of the road", Formula(lambda seen: seen["chassis.position_x"] > 850.0)),
        Termination("off the road", Formula(lambda seen: np.abs(seen["chassis.position_y"]) > 3.0), -5.0),
        Termination("too slow", Formula(lambda seen: seen["chassis.speed"] < 10.0), -5.0),
    ),
    steps_per_action=10,
    episode="5 s",
    failure_reward=-5.0,
)
