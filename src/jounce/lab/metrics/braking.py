"""Braking to a stop (ISO 21994, UN R13): distance, time, mean fully developed deceleration, straightness."""

from __future__ import annotations

import numpy as np

from jounce.lab.metrics.metric import Metric, option, values
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, at, between, crossing, integral, largest_magnitude, smooth
from jounce.lab.results import Result

STANDSTILL = 0.1
"""Speed below which a car has stopped [m/s]."""
BRAKED = -0.5
"""Longitudinal acceleration that counts as the beginning of braking, when the run does not say it [m/s²]."""
DEVELOPED_FROM, DEVELOPED_TO = 0.8, 0.1
"""Shares of the initial speed between which the deceleration is fully developed."""
PEAK_WINDOW = 0.1
"""Time over which a peak deceleration must last [s]."""


def beginning(t: np.ndarray, longitudinal_acceleration: np.ndarray) -> float:
    """When the car begins to brake: its acceleration falls below −0.5 m/s² [s]."""
    if longitudinal_acceleration[0] <= BRAKED:
        return float(t[0])
    found = crossing(t, longitudinal_acceleration, BRAKED)
    if found is None:
        raise NoValueError("the car does not brake")
    return found


def stop(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """When the car has stopped: its speed falls below 0.1 m/s [s]."""
    if at(t, speed, start) <= STANDSTILL:
        raise NoValueError("the car is at standstill when braking begins")
    found = crossing(t, speed, STANDSTILL, after=start)
    if found is None:
        raise NoValueError(f"the car did not stop; it still travels at {3.6 * speed[-1]:.3g} km/h at the end")
    return found


def stopping_distance(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """Length of the path from the beginning to the stop [m]."""
    return integral(t, speed, start, stop(t, speed, start))


def mean_fully_developed_deceleration(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """(v_b² − v_e²)/(2 (s_e − s_b)) from v_b = 0.8 v₀ to v_e = 0.1 v₀ [m/s²].

    With speeds in km/h the factor 2 becomes 25.92 = 2 · 3.6², as the regulation prints it.
    """
    initial = at(t, speed, start)
    if initial <= STANDSTILL:
        raise NoValueError("the car is at standstill when braking begins")
    v_b, v_e = DEVELOPED_FROM * initial, DEVELOPED_TO * initial
    t_b, t_e = (crossing(t, speed, v, after=start) for v in (v_b, v_e))
    if t_b is None or t_e is None:
        raise NoValueError(
            f"the car did not slow down to 10 % of its speed; it still travels at {3.6 * speed[-1]:.3g} km/h"
        )
    return (v_b**2 - v_e**2) / (2.0 * integral(t, speed, t_b, t_e))


def mean_deceleration(t: np.ndarray, speed: np.ndarray, start: float) -> float:
    """Speed lost per time from the beginning to the stop [m/s²]."""
    end = stop(t, speed, start)
    return (at(t, speed, start) - at(t, speed, end)) / (end - start)


def peak_deceleration(t: np.ndarray, longitudinal_acceleration: np.ndarray) -> float:
    """The largest mean deceleration over 0.1 s [m/s²]."""
    largest = -float(np.min(smooth(t, longitudinal_acceleration, PEAK_WINDOW)))
    if largest <= 0.0:
        raise NoValueError("the car does not brake")
    return largest


def yaw_deviation(t: np.ndarray, yaw: np.ndarray, start: float, end: float) -> float:
    """The largest change of the heading between two times [rad]."""
    times, angles = between(t, yaw, start, end)
    return largest_magnitude(times, angles - angles[0])


def lateral_deviation(t: np.ndarray, x: np.ndarray, y: np.ndarray, yaw: np.ndarray, start: float, end: float) -> float:
    """The largest distance of the centre of mass from the straight line it drove along at `start` [m]."""
    heading = at(t, yaw, start)
    times, across = between(t, -np.sin(heading) * x + np.cos(heading) * y, start, end)
    return largest_magnitude(times, across - across[0])


# which channels, facts and options of a run go into which function

SPEED, FORWARD, YAW = "chassis.speed", "chassis.longitudinal_acceleration", "chassis.yaw_angle"
X, Y = "chassis.position_x", "chassis.position_y"


@once
def _begin(result: Result) -> float:
    """What the maneuver says, of a car that brakes at all."""
    found, said = beginning(result.time, values(result, FORWARD)), option(result, "start")
    return found if said is None else said


def _speed(result: Result) -> tuple[np.ndarray, np.ndarray, float]:
    return result.time, values(result, SPEED), _begin(result)


@once
def _window(result: Result) -> tuple[float, float]:
    """Times of the beginning and of the stop [s], or of the end of a run without one."""
    begin = _begin(result)
    slow = values(result, SPEED) < STANDSTILL
    return (begin, stop(*_speed(result))) if np.any(slow) else (begin, float(result.time[-1]))


def _yaw_deviation(result: Result) -> float:
    return yaw_deviation(result.time, values(result, YAW), *_window(result))


def _lateral_deviation(result: Result) -> float:
    x, y, yaw = (values(result, name) for name in (X, Y, YAW))
    return lateral_deviation(result.time, x, y, yaw, *_window(result))


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
        rule=lambda result: stopping_distance(*_speed(result)),
    ),
    Metric(
        name="stopping_time",
        unit="s",
        standard="ISO 21994",
        definition=f"Time from {_FROM} until the speed is below 0.1 m/s.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: stop(*_speed(result)) - _begin(result),
    ),
    Metric(
        name="mfdd",
        unit="m/s^2",
        standard="UN R13, ISO 21994",
        definition="Mean fully developed deceleration (v_b² − v_e²)/(2 (s_e − s_b)) along the path from v_b = 0.8 v₀ "
        f"to v_e = 0.1 v₀, with v₀ the speed at {_FROM}.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: mean_fully_developed_deceleration(*_speed(result)),
    ),
    Metric(
        name="mean_deceleration",
        unit="m/s^2",
        standard="",
        definition=f"Speed lost per time from {_FROM} until the speed is below 0.1 m/s.",
        needs=_NEEDS,
        options=_OPTIONS,
        rule=lambda result: mean_deceleration(*_speed(result)),
    ),
    Metric(
        name="peak_deceleration",
        unit="m/s^2",
        standard="",
        definition="Largest deceleration along the heading, as a mean over 0.1 s.",
        needs=(FORWARD,),
        rule=lambda result: peak_deceleration(result.time, values(result, FORWARD)),
    ),
    Metric(
        name="yaw_deviation",
        unit="rad",
        display_unit="deg",
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
