"""The response to a step of the steering wheel (ISO 7401): times count from 50 % of the steering input.

Values are changes against the first sample; the steady state is the mean of the last half second.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.metrics.no_value import NoValue
from jounce.metrics.signals import crossing, mean, peak
from jounce.metrics.steady_state import STEADY_WINDOW, STEADY_WITHIN

LONGEST_RISE = 1.0
"""From 10 to 90 % of a step of the steering wheel [s]."""
LEAST_OVERSHOOT = 1e-3
"""Of the steady state: a smaller one is none."""


@dataclass(frozen=True)
class Step:
    """A step response, turned so that input and response are positive. Times from 50 % of the input [s]."""

    onset: float
    """When the input passes 50 % [s], time of the run."""
    steady: float
    """Steady-state response, with its sign."""
    response_time: float
    """To 90 % of the steady state."""
    peak_time: float | None
    """To the largest value; None when it does not exceed the steady state."""
    overshoot: float
    """How far the largest value exceeds the steady state, of the steady state."""


def steady_state(t: np.ndarray, y: np.ndarray) -> float:
    """The mean of the last half second, less the first sample."""
    return mean(t, y, t[-1] - STEADY_WINDOW, t[-1]) - float(y[0])


def onset(t: np.ndarray, steering: np.ndarray) -> float:
    """When the steering input passes half of its final value [s]."""
    final = steady_state(t, steering)
    largest = float(np.max(np.abs(steering - steering[0])))
    if largest == 0.0 or abs(final) < 0.5 * largest:
        raise NoValue("the steering wheel does not make a step")
    early, half, late = (crossing(t, steering, float(steering[0]) + share * final) for share in (0.1, 0.5, 0.9))
    if early is None or half is None or late is None or late - early > LONGEST_RISE:
        raise NoValue(f"the steering wheel does not make a step: 10 to 90 % take longer than {LONGEST_RISE:g} s")
    return half


def step_response(t: np.ndarray, steering: np.ndarray, y: np.ndarray) -> Step:
    """All numbers of one response."""
    start = onset(t, steering)
    steady = steady_state(t, y)
    change = (y - y[0]) * np.sign(steady)
    scale = float(np.max(np.abs(change)))
    if scale == 0.0 or abs(steady) < 0.02 * scale:
        raise NoValue("the response has no steady state other than that of the start")
    tail = y[t >= t[-1] - STEADY_WINDOW]
    if np.ptp(tail) > STEADY_WITHIN * abs(steady):
        raise NoValue(f"the response is not steady in the last {STEADY_WINDOW:g} s")
    reached = crossing(t, change, 0.9 * abs(steady))
    if reached is None:
        raise NoValue("the response does not reach 90 % of its steady state")
    when, top = peak(t, change)
    overshoot = top / abs(steady) - 1.0
    exceeds = overshoot > LEAST_OVERSHOOT
    return Step(start, steady, reached - start, when - start if exceeds else None, overshoot if exceeds else 0.0)


def peak_time(step: Step) -> float:
    """From 50 % of the input to the largest response [s]; raises NoValue without an overshoot."""
    if step.peak_time is None:
        raise NoValue("the response does not overshoot, and has no peak")
    return step.peak_time


def tb_factor(yaw_rate_peak_time: float, side_slip: float) -> float:
    """Peak response time of the yaw rate × steady-state |side slip| [rad s]."""
    return yaw_rate_peak_time * abs(side_slip)
