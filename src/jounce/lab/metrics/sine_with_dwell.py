"""The sine with dwell (FMVSS 126, UN R140): is the car stable after it, and did it swerve far enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.lab.metrics.metric import Metric, option, values
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, at, crossing, peak
from jounce.lab.results import Result
from jounce.model.vehicle import STEERING_WHEEL_ANGLE

MAX_RATIOS = {1.0: 0.35, 1.75: 0.20}
"""Time after the completion of steer [s] → largest yaw rate, as a share of its peak [-]."""
DISPLACED_AFTER = 1.07
"""Time after the beginning of steer at which the displacement is taken [s]."""
MIN_DISPLACEMENT, MIN_DISPLACEMENT_HEAVY, HEAVY = 1.83, 1.52, 3500.0
"""Least lateral displacement [m], that of heavy cars [m], and the mass above which a car is heavy [kg]."""
BEGUN = np.deg2rad(5.0)
"""Steering-wheel angle that counts as the beginning of steer, when the run does not say it [rad]."""
LOCAL = 0.1
"""A peak of the yaw rate is the largest value within this time before and after it [s]."""


@dataclass(frozen=True)
class Instants:
    """The times that matter in a sine with dwell [s]."""

    begin: float
    """Beginning of steer [s]."""
    reversal: float
    """Time at which the steering wheel passes the middle towards the second half wave [s]."""
    complete: float
    """Completion of steer: the steering wheel is back in the middle for good [s]."""
    direction: float
    """Side of the second half wave: 1 to the left, −1 to the right."""


def instants(t: np.ndarray, steering: np.ndarray, begin: float | None = None) -> Instants:
    """When the maneuver begins, turns and ends, from the steering-wheel angle [rad]."""
    steering = steering - steering[0]
    largest = float(np.max(np.abs(steering)))
    first = crossing(t, np.abs(steering), BEGUN)
    if largest == 0.0 or first is None:
        raise NoValueError("the steering wheel does not pass 5°")
    direction = -float(np.sign(at(t, steering, first)))
    reversal = crossing(t, steering, 0.0, after=first)
    if reversal is None or np.max(direction * steering) < 0.5 * largest:
        raise NoValueError("the steering wheel does not turn to both sides")
    steered = np.flatnonzero(np.abs(steering) > 0.01 * largest)
    last = int(steered[-1])
    if last >= len(t) - 1:
        raise NoValueError("the steering wheel is not back in the middle at the end")
    # the last samples of the half wave lead to zero on a straight line
    slope = (steering[last] - steering[last - 1]) / (t[last] - t[last - 1])
    ahead = -steering[last] / slope if slope != 0.0 else 0.0
    complete = float(t[last] + np.clip(ahead, 0.0, 2.0 * (t[last + 1] - t[last])))
    return Instants(first if begin is None else begin, reversal, complete, direction)


def yaw_rate_ratio(t: np.ndarray, yaw_rate: np.ndarray, when: Instants, after: float) -> float:
    """Yaw rate `after` seconds after the completion of steer, over its first peak after the reversal."""
    towards = when.direction * (yaw_rate - yaw_rate[0])
    reference = _first_peak(t, towards, when.reversal)
    return at(t, towards, when.complete + after) / reference


def lateral_displacement(t: np.ndarray, x: np.ndarray, y: np.ndarray, yaw: np.ndarray, when: Instants) -> float:
    """Distance of the centre of mass from its straight path, 1.07 s after the beginning of steer [m]."""
    start, end = when.begin, when.begin + DISPLACED_AFTER
    dx, dy = at(t, x, end) - at(t, x, start), at(t, y, end) - at(t, y, start)
    heading = at(t, yaw, start)
    return abs(float(-np.sin(heading) * dx + np.cos(heading) * dy))


def passes_criteria(ratios: dict[float, float], displacement: float, mass: float | None) -> bool:
    """Whether both ratios are small enough and the displacement is large enough, for a car of that mass [kg]."""
    least = MIN_DISPLACEMENT_HEAVY if mass is not None and mass > HEAVY else MIN_DISPLACEMENT
    return displacement >= least and all(ratios[after] <= largest for after, largest in MAX_RATIOS.items())


def _first_peak(t: np.ndarray, y: np.ndarray, after: float) -> float:
    """The first positive local peak; the largest value where there is none, because the car goes on turning."""
    later = t >= after
    t, y = t[later], y[later]
    if len(t) < 3 or np.max(y) <= 0.0:
        raise NoValueError("the car does not turn towards the second half wave")
    for i in np.flatnonzero((y[1:-1] >= y[:-2]) & (y[1:-1] >= y[2:]) & (y[1:-1] > 0.0)) + 1:
        near = np.abs(t - t[i]) <= LOCAL
        if y[i] >= np.max(y[near]):
            return peak(t[near], y[near])[1]
    return float(np.max(y))


# which channels, facts and options of a run go into which function

WHEEL, YAW_RATE, YAW = "steering_wheel.angle", "chassis.yaw_rate", "chassis.yaw_angle"
X, Y = "chassis.position_x", "chassis.position_y"


@once
def _instants(result: Result) -> Instants:
    """From the angle that was asked for, where it is known: wheels that slide sideways deflect the rack's servo."""
    asked = f"input.{STEERING_WHEEL_ANGLE}"
    steering = values(result, asked if asked in result else WHEEL)
    return instants(result.time, steering, option(result, "start"))


def _ratio(result: Result, after: float) -> float:
    return yaw_rate_ratio(result.time, values(result, YAW_RATE), _instants(result), after)


def _displacement(result: Result) -> float:
    x, y, yaw = (values(result, name) for name in (X, Y, YAW))
    return lateral_displacement(result.time, x, y, yaw, _instants(result))


def _passed(result: Result) -> bool:
    ratios = {after: _ratio(result, after) for after in MAX_RATIOS}
    return passes_criteria(ratios, _displacement(result), result.metadata.facts.get("mass"))


def _ratio_metric(name: str, after: float, words: str) -> Metric:
    return Metric(
        name=name,
        unit="1",
        display_unit="%",
        standard="FMVSS 126",
        definition=f"Yaw rate {words} s after the completion of steer (the steering wheel is back in the middle), over "
        "its first peak after the reversal of the steering wheel.",
        needs=(WHEEL, YAW_RATE),
        rule=lambda result: _ratio(result, after),
    )


SINE_WITH_DWELL = (
    _ratio_metric("yaw_rate_ratio_at_1_00_s", 1.0, "1.00"),
    _ratio_metric("yaw_rate_ratio_at_1_75_s", 1.75, "1.75"),
    Metric(
        name="lateral_displacement",
        unit="m",
        standard="FMVSS 126",
        definition="Distance of the centre of mass from its straight path 1.07 s after the beginning of steer (the "
        "option `start`, or the steering wheel passing 5°).",
        needs=(WHEEL, X, Y, YAW),
        options=("start",),
        rule=_displacement,
    ),
    Metric(
        name="sine_with_dwell_passed",
        unit="",
        standard="FMVSS 126",
        definition="Yaw-rate ratios of at most 35 % (1.00 s) and 20 % (1.75 s), and a lateral displacement of at least "
        "1.83 m, or 1.52 m for a `mass` above 3500 kg.",
        needs=(WHEEL, YAW_RATE, X, Y, YAW),
        options=("start",),
        rule=_passed,
    ),
)
