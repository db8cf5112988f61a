"""Steady-state cornering (ISO 4138): gradients against lateral acceleration, and what follows from them.

A gradient is the slope of a straight line, fitted by least squares to the quasi-steady samples of the linear range. A
slowly increasing steer lags behind its steady state by a constant, which the line's intercept takes. A run that holds
one steady turn only, such as a step, gives the same number as the difference between its end and straight ahead.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.ndimage import maximum_filter1d

from jounce.metrics.no_value import NoValue
from jounce.metrics.signals import mean, smoothed

LINEAR_FROM, LINEAR_TO = 1.0, 4.0
"""The linear range of |lateral acceleration| [m/s²]."""
QUASI_STEADY = 2.0
"""Largest rate of the lateral acceleration in a quasi-steady turn [m/s³]."""
QUASI_STEADY_FOR = 0.25
"""Before and after a quasi-steady sample the rate is as small [s]."""
LEAST_SPREAD = 1.5
"""Of the lateral acceleration of samples that carry a slope [m/s²]."""
STEADY_WINDOW = 0.5
"""At the end of a run: its mean is the steady state [s]."""
STEADY_WITHIN = 0.05
"""Largest change in that window, of the mean."""
STRAIGHT = 0.2
"""Largest |lateral acceleration| of driving straight ahead [m/s²]."""
MAXIMUM_WINDOW = 0.2
"""Over which a maximum lateral acceleration must last [s]."""


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
        raise NoValue("the car does not understeer")
    return math.sqrt(wheelbase / understeer)


def critical_speed(understeer: float, wheelbase: float) -> float:
    """√(−l/K): where an oversteering car becomes unstable [m/s]."""
    if understeer >= 0.0:
        raise NoValue("the car does not oversteer")
    return math.sqrt(-wheelbase / understeer)


def gradient(t: np.ndarray, x: np.ndarray, y: np.ndarray, lateral_acceleration: np.ndarray) -> float:
    """dy/dx in the linear range of the lateral acceleration [m/s²], or from straight ahead to the steady end."""
    used = quasi_steady(t, lateral_acceleration, LINEAR_FROM, LINEAR_TO)
    if np.count_nonzero(used) >= 3 and np.ptp(lateral_acceleration[used]) >= LEAST_SPREAD:
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
        raise NoValue(f"the car does not go through {centre:g} m/s² of lateral acceleration quasi-steadily")
    return slope(x[used], y[used])


def quasi_steady(t: np.ndarray, lateral_acceleration: np.ndarray, low: float, high: float) -> np.ndarray:
    """Which samples (n,) are quasi-steady and between two lateral accelerations.

    Samples after the first one above `high` do not count, because a car beyond its limit comes back another way; in a
    run that begins above, those before the first one below.
    """
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
    """Of the straight line through points by least squares."""
    dx = x - x.mean()
    spread = float(dx @ dx)
    if spread == 0.0:
        raise NoValue("all points of the line are one")
    return float(dx @ (y - y.mean())) / spread


def maximum_lateral_acceleration(t: np.ndarray, lateral_acceleration: np.ndarray) -> float:
    """The largest |mean over 0.2 s| [m/s²]."""
    return float(np.max(np.abs(smoothed(t, lateral_acceleration, MAXIMUM_WINDOW))))


def check_constant_speed(t: np.ndarray, speed: np.ndarray, lateral_acceleration: np.ndarray) -> None:
    """Raise NoValue when the speed changes by more than a tenth where a gain would be measured."""
    used = quasi_steady(t, lateral_acceleration, LINEAR_FROM, LINEAR_TO)
    if np.count_nonzero(used) < 3:
        used = np.ones(len(t), dtype=bool)
    if np.ptp(speed[used]) > 0.1 * speed[used].mean():
        raise NoValue("the speed changes by more than 10 %; a gain belongs to one speed")


def _check_one_turn(t: np.ndarray, lateral_acceleration: np.ndarray) -> None:
    """Raise NoValue unless the run goes from straight ahead to one steady turn in the linear range."""
    ramp = f"goes through {LEAST_SPREAD:g} m/s² of the range {LINEAR_FROM:g} to {LINEAR_TO:g} m/s² quasi-steadily"
    window = lateral_acceleration[t >= t[-1] - STEADY_WINDOW]
    end = abs(float(window.mean()))
    if abs(float(lateral_acceleration[0])) > STRAIGHT:
        raise NoValue(f"the car neither {ramp}, nor begins straight ahead")
    if not 0.5 * LINEAR_FROM <= end <= 1.1 * LINEAR_TO:
        raise NoValue(f"the car neither {ramp}, nor ends in a turn of that range; it ends at {end:.2g} m/s²")
    if np.ptp(window) > STEADY_WITHIN * end:
        raise NoValue(f"the car neither {ramp}, nor is it steady in the last {STEADY_WINDOW:g} s")
