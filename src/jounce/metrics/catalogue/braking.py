"""Metrics of braking to a stop."""

from __future__ import annotations

import numpy as np

from jounce.metrics import braking as on
from jounce.metrics.facts import option, values
from jounce.metrics.metric import Metric
from jounce.results import Result

SPEED, FORWARD, YAW = "chassis.speed", "chassis.longitudinal_acceleration", "chassis.yaw_angle"
X, Y = "chassis.position_x", "chassis.position_y"


def _begin(result: Result) -> float:
    """What the maneuver says, of a car that brakes at all."""
    found, said = on.beginning(result.time, values(result, FORWARD)), option(result, "start")
    return found if said is None else said


def _speed(result: Result) -> tuple[np.ndarray, np.ndarray, float]:
    return result.time, values(result, SPEED), _begin(result)


def _window(result: Result) -> tuple[float, float]:
    """From the beginning to the stop, or to the end of a run without one."""
    begin = _begin(result)
    slow = values(result, SPEED) < on.STANDSTILL
    return (begin, on.stop(*_speed(result))) if np.any(slow) else (begin, float(result.time[-1]))


def _yaw_deviation(result: Result) -> float:
    return on.yaw_deviation(result.time, values(result, YAW), *_window(result))


def _lateral_deviation(result: Result) -> float:
    x, y, yaw = (values(result, name) for name in (X, Y, YAW))
    return on.lateral_deviation(result.time, x, y, yaw, *_window(result))


_FROM = "the beginning of braking (the option `start`, or a deceleration of 0.5 m/s²)"
_NEEDS, _OPTIONS = (SPEED, FORWARD), ("start",)

BRAKING = (
    Metric(
        name="stopping_distance",
        unit="m",
        standard="ISO 21994",
        definition=f"Length of the path from {_FROM} until the speed is below 0.1 m/s.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: on.stopping_distance(*_speed(result)),
    ),
    Metric(
        name="stopping_time",
        unit="s",
        standard="ISO 21994",
        definition=f"Time from {_FROM} until the speed is below 0.1 m/s.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: on.stop(*_speed(result)) - _begin(result),
    ),
    Metric(
        name="mfdd",
        unit="m/s^2",
        standard="UN R13, ISO 21994",
        definition="Mean fully developed deceleration (v_b² − v_e²)/(2 (s_e − s_b)) along the path from v_b = 0.8 v₀ "
        f"to v_e = 0.1 v₀, with v₀ the speed at {_FROM}.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: on.mean_fully_developed_deceleration(*_speed(result)),
    ),
    Metric(
        name="mean_deceleration",
        unit="m/s^2",
        standard="",
        definition=f"Speed lost per time from {_FROM} until the speed is below 0.1 m/s.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: on.mean_deceleration(*_speed(result)),
    ),
    Metric(
        name="peak_deceleration",
        unit="m/s^2",
        standard="",
        definition="Largest deceleration along the heading, as a mean over 0.1 s.",
        needs=(FORWARD,),
        rule=lambda result: on.peak_deceleration(result.time, values(result, FORWARD)),
    ),
    Metric(
        name="yaw_deviation",
        unit="rad",
        spoken="deg",
        standard="ISO 14512",
        definition=f"Largest change of the yaw angle from {_FROM} to the stop, or to the end of the run.",
        needs=(*_NEEDS, YAW),
        options=_OPTIONS,
        rule=_yaw_deviation,
    ),
    Metric(
        name="lateral_deviation",
        unit="m",
        standard="ISO 14512",
        definition="Largest distance of the centre of mass from the straight line of its heading at "
        f"{_FROM}, up to the stop, or to the end of the run.",
        needs=(*_NEEDS, X, Y, YAW),
        options=_OPTIONS,
        rule=_lateral_deviation,
    ),
)
