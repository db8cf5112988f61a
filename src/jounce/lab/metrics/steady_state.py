"""Steady-state cornering (ISO 4138): gradients against lateral acceleration, and what follows from them.

A gradient is the slope of a straight line, fitted by least squares to the quasi-steady samples of the linear range. A
slowly increasing steer lags behind its steady state by a constant, which the line's intercept takes. A run that holds
one steady turn only, such as a step, gives the same number as the difference between its end and straight ahead.
"""

from __future__ import annotations

import math

import numpy as np

from jounce.lab.metrics.metric import Metric, fact, values
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, mean, smooth
from jounce.lab.results import Result

LINEAR_FROM, LINEAR_TO = 1.0, 4.0
"""The linear range of |lateral acceleration| [m/s²]."""
QUASI_STEADY = 2.0
"""Largest rate of the lateral acceleration in a quasi-steady turn [m/s³]."""
QUASI_STEADY_FOR = 0.25
"""Time before and after a quasi-steady sample in which the rate is as small [s]."""
MIN_SPREAD = 1.5
"""Least range of the lateral acceleration of samples that carry a slope [m/s²]."""
STEADY_WINDOW = 0.5
"""Duration of the window at the end of a run whose mean is the steady state [s]."""
STEADY_WITHIN = 0.05
"""Largest change in STEADY_WINDOW, as a share of the mean [-]."""
STRAIGHT = 0.2
"""Largest |lateral acceleration| of driving straight ahead [m/s²]."""
MAXIMUM_WINDOW = 0.2
"""Time over which a maximum lateral acceleration must last [s]."""


def understeer_gradient(
    t: np.ndarray,
    road_wheel_angle: np.ndarray,
    yaw_rate: np.ndarray,
    speed: np.ndarray,
    lateral_acceleration: np.ndarray,
    wheelbase: float,
) -> float:
    """K = d(δ − l ψ̇/v)/da_y [rad/(m/s²)].

    l ψ̇/v is the Ackermann angle l/R of the path that is driven. On a constant radius it is constant, and K the slope of
    δ; at constant speed it is l a_y/v², and K the slope of δ less l/v²: one formula for all variants of ISO 4138.
    """
    moving = np.maximum(speed, 1e-3)
    beyond_ackermann = road_wheel_angle - wheelbase * yaw_rate / moving
    return gradient(t, lateral_acceleration, beyond_ackermann, lateral_acceleration)


def characteristic_speed(understeer: float, wheelbase: float) -> float:
    """√(l/K): where an understeering car has its largest yaw-rate gain [m/s]."""
    if understeer <= 0.0:
        raise NoValueError("the car does not understeer")
    return math.sqrt(wheelbase / understeer)


def critical_speed(understeer: float, wheelbase: float) -> float:
    """√(−l/K): where an oversteering car becomes unstable [m/s]."""
    if understeer >= 0.0:
        raise NoValueError("the car does not oversteer")
    return math.sqrt(-wheelbase / understeer)


def gradient(t: np.ndarray, x: np.ndarray, y: np.ndarray, lateral_acceleration: np.ndarray) -> float:
    """dy/dx in the linear range of the lateral acceleration [m/s²], or from straight ahead to the steady end."""
    used = quasi_steady(t, lateral_acceleration, LINEAR_FROM, LINEAR_TO)
    if np.count_nonzero(used) >= 3 and np.ptp(lateral_acceleration[used]) >= MIN_SPREAD:
        return slope(x[used], y[used])
    _check_one_turn(t, lateral_acceleration)
    start = t[-1] - STEADY_WINDOW
    return (mean(t, y, start, t[-1]) - float(y[0])) / (mean(t, x, start, t[-1]) - float(x[0]))


def slope_near(
    t: np.ndarray, x: np.ndarray, y: np.ndarray, lateral_acceleration: np.ndarray, centre: float, half_width: float
) -> float:
    """dy/dx of the quasi-steady samples whose |lateral acceleration| is within half_width of a centre [m/s²]."""
    used = quasi_steady(t, lateral_acceleration, centre - half_width, centre + half_width)
    if np.count_nonzero(used) < 3 or np.ptp(lateral_acceleration[used]) < half_width:
        raise NoValueError(f"the car does not go through {centre:g} m/s² of lateral acceleration quasi-steadily")
    return slope(x[used], y[used])


def quasi_steady(t: np.ndarray, lateral_acceleration: np.ndarray, low: float, high: float) -> np.ndarray:
    """Which samples (n,) are quasi-steady and between two lateral accelerations.

    Samples after the first one above `high` do not count, because a car beyond its limit comes back another way; in a
    run that begins above, those before the first one below.
    """
    from scipy.ndimage import maximum_filter1d  # takes a quarter of a second to import

    magnitude = np.abs(lateral_acceleration)
    above = magnitude > high
    if above[0]:
        counted = np.logical_or.accumulate(~above)
    else:
        counted = ~np.logical_or.accumulate(above)
    rate = np.abs(np.gradient(lateral_acceleration, t))
    width = 2 * round(QUASI_STEADY_FOR / (t[-1] - t[0]) * (len(t) - 1)) + 1  # turning points of a transient are brief
    slow = maximum_filter1d(rate, width) <= QUASI_STEADY
    return counted & ~above & (magnitude >= low) & slow


def slope(x: np.ndarray, y: np.ndarray) -> float:
    """The slope of the straight line through points by least squares."""
    dx = x - x.mean()
    spread = float(dx @ dx)
    if spread == 0.0:
        raise NoValueError("all points of the line coincide")
    return float(dx @ (y - y.mean())) / spread


def maximum_lateral_acceleration(t: np.ndarray, lateral_acceleration: np.ndarray) -> float:
    """The largest |mean over 0.2 s| [m/s²]."""
    return float(np.max(np.abs(smooth(t, lateral_acceleration, MAXIMUM_WINDOW))))


def check_constant_speed(t: np.ndarray, speed: np.ndarray, lateral_acceleration: np.ndarray) -> None:
    """Raise NoValueError when the speed changes by more than a tenth where a gain would be measured."""
    used = quasi_steady(t, lateral_acceleration, LINEAR_FROM, LINEAR_TO)
    if np.count_nonzero(used) < 3:
        used = np.ones(len(t), dtype=bool)
    if np.ptp(speed[used]) > 0.1 * speed[used].mean():
        raise NoValueError("the speed changes by more than 10 %; a gain belongs to one speed")


def _check_one_turn(t: np.ndarray, lateral_acceleration: np.ndarray) -> None:
    """Raise NoValueError unless the run goes from straight ahead to one steady turn in the linear range."""
    ramp = f"goes through {MIN_SPREAD:g} m/s² of the range {LINEAR_FROM:g} to {LINEAR_TO:g} m/s² quasi-steadily"
    window = lateral_acceleration[t >= t[-1] - STEADY_WINDOW]
    end = abs(float(window.mean()))
    if abs(float(lateral_acceleration[0])) > STRAIGHT:
        raise NoValueError(f"the car neither {ramp}, nor begins straight ahead")
    if not 0.5 * LINEAR_FROM <= end <= 1.1 * LINEAR_TO:
        raise NoValueError(f"the car neither {ramp}, nor ends in a turn of that range; it ends at {end:.2g} m/s²")
    if np.ptp(window) > STEADY_WITHIN * end:
        raise NoValueError(f"the car neither {ramp}, nor is it steady in the last {STEADY_WINDOW:g} s")


# which channels, facts and options of a run go into which function

TURN, YAW_RATE, SLIP = "chassis.lateral_acceleration", "chassis.yaw_rate", "chassis.side_slip_angle"
ROLL, SPEED, WHEEL = "chassis.roll_angle", "chassis.speed", "steering_wheel.angle"


@once
def _understeer(result: Result) -> float:
    angle = values(result, WHEEL) / fact(result, "steering_ratio")
    yaw_rate, speed, turn = (values(result, name) for name in (YAW_RATE, SPEED, TURN))
    return understeer_gradient(result.time, angle, yaw_rate, speed, turn, fact(result, "wheelbase"))


def _gradient(result: Result, channel: str) -> float:
    turn = values(result, TURN)
    return gradient(result.time, turn, values(result, channel), turn)


def _gain(result: Result, channel: str) -> float:
    check_constant_speed(result.time, values(result, SPEED), values(result, TURN))
    return gradient(result.time, values(result, WHEEL), values(result, channel), values(result, TURN))


def _sensitivity(result: Result) -> float:
    turn = values(result, TURN)
    check_constant_speed(result.time, values(result, SPEED), turn)
    return slope_near(result.time, values(result, WHEEL), turn, turn, 4.0, 1.0)


_RANGE = (
    "by least squares over the quasi-steady samples (|da_y/dt| ≤ 2 m/s³ for 0.25 s before and after) from 1 to 4 m/s² "
    "of lateral acceleration a_y, "
    "or from straight ahead to the last 0.5 s of a run with one steady turn"
)
_TO_K, _FACTS = (WHEEL, YAW_RATE, SPEED, TURN), ("wheelbase", "steering_ratio")

STEADY_STATE = (
    Metric(
        name="understeer_gradient",
        unit="rad*s^2/m",
        display_unit="deg/gn",
        standard="ISO 4138",
        definition="Slope against a_y of the road-wheel angle δ_H/i_S less the Ackermann angle l ψ̇/v, which covers "
        f"constant radius, constant speed and slowly increasing steer, {_RANGE}.",
        needs=_TO_K,
        facts=_FACTS,
        rule=_understeer,
    ),
    Metric(
        name="characteristic_speed",
        unit="m/s",
        display_unit="km/h",
        standard="ISO 4138",
        definition="√(l/K) of a car that understeers (K > 0), with K the understeer gradient: the speed at which its "
        "yaw-rate gain is largest.",
        needs=_TO_K,
        facts=_FACTS,
        rule=lambda result: characteristic_speed(_understeer(result), fact(result, "wheelbase")),
    ),
    Metric(
        name="critical_speed",
        unit="m/s",
        display_unit="km/h",
        standard="ISO 4138",
        definition="√(−l/K) of a car that oversteers (K < 0), with K the understeer gradient: the speed at which it "
        "becomes unstable.",
        needs=_TO_K,
        facts=_FACTS,
        rule=lambda result: critical_speed(_understeer(result), fact(result, "wheelbase")),
    ),
    Metric(
        name="yaw_rate_gain",
        unit="1/s",
        standard="ISO 4138, ISO 7401",
        definition=f"Change of yaw rate per change of steering-wheel angle at constant speed (within 10 %), {_RANGE}.",
        needs=(WHEEL, YAW_RATE, SPEED, TURN),
        rule=lambda result: _gain(result, YAW_RATE),
    ),
    Metric(
        name="lateral_acceleration_gain",
        unit="m/s^2/rad",
        display_unit="m/s^2/deg",
        standard="ISO 4138, ISO 7401",
        definition="Change of lateral acceleration per change of steering-wheel angle at constant speed (within 10 %), "
        f"{_RANGE}.",
        needs=(WHEEL, SPEED, TURN),
        rule=lambda result: _gain(result, TURN),
    ),
    Metric(
        name="steering_sensitivity",
        unit="m/s^2/rad",
        display_unit="m/s^2/deg",
        standard="ISO 4138",
        definition="Slope of lateral acceleration against steering-wheel angle around 4 m/s², by least squares over "
        "the quasi-steady samples from 3 to 5 m/s², at constant speed (within 10 %).",
        needs=(WHEEL, SPEED, TURN),
        rule=_sensitivity,
    ),
    Metric(
        name="side_slip_gradient",
        unit="rad*s^2/m",
        display_unit="deg/gn",
        standard="ISO 4138",
        definition=f"Slope of the side-slip angle at the centre of mass against lateral acceleration, {_RANGE}.",
        needs=(SLIP, TURN),
        rule=lambda result: _gradient(result, SLIP),
    ),
    Metric(
        name="roll_gradient",
        unit="rad*s^2/m",
        display_unit="deg/gn",
        standard="ISO 4138",
        definition=f"Slope of the roll angle against lateral acceleration, {_RANGE}.",
        needs=(ROLL, TURN),
        rule=lambda result: _gradient(result, ROLL),
    ),
    Metric(
        name="maximum_lateral_acceleration",
        unit="m/s^2",
        standard="ISO 4138",
        definition="Largest magnitude of the lateral acceleration, as a mean over 0.2 s.",
        needs=(TURN,),
        rule=lambda result: maximum_lateral_acceleration(result.time, values(result, TURN)),
    ),
)
