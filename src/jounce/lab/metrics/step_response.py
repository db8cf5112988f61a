"""The response to a step of the steering wheel (ISO 7401): times count from 50 % of the steering input.

Values are changes against the first sample; the steady state is the mean of the last half second.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.lab.metrics.metric import Metric, values
from jounce.lab.metrics.once import once
from jounce.lab.metrics.signals import NoValueError, crossing, mean, peak
from jounce.lab.metrics.steady_state import STEADY_WINDOW, STEADY_WITHIN
from jounce.lab.results import Result

MAX_RISE_TIME = 1.0
"""Longest time from 10 to 90 % of a step of the steering wheel [s]."""
MIN_OVERSHOOT = 1e-3
"""Least overshoot that counts as one, as a share of the steady state [-]."""


@dataclass(frozen=True)
class Step:
    """A step response, turned so that input and response are positive. Times from 50 % of the input [s]."""

    onset: float
    """Time of the run at which the input passes 50 % [s]."""
    steady: float
    """Steady-state response, with its sign."""
    response_time: float
    """Time to 90 % of the steady state [s]."""
    peak_time: float | None
    """Time to the largest value [s]; None when that does not exceed the steady state."""
    overshoot: float
    """How far the largest value exceeds the steady state, as a share of it [-]."""


def steady_state(t: np.ndarray, y: np.ndarray) -> float:
    """The mean of the last half second, less the first sample."""
    return mean(t, y, t[-1] - STEADY_WINDOW, t[-1]) - float(y[0])


def onset(t: np.ndarray, steering: np.ndarray) -> float:
    """When the steering input passes half of its final value [s]."""
    final = steady_state(t, steering)
    largest = float(np.max(np.abs(steering - steering[0])))
    if largest == 0.0 or abs(final) < 0.5 * largest:
        raise NoValueError("the steering wheel does not make a step")
    early, half, late = (crossing(t, steering, float(steering[0]) + share * final) for share in (0.1, 0.5, 0.9))
    if early is None or half is None or late is None or late - early > MAX_RISE_TIME:
        raise NoValueError(f"the steering wheel does not make a step: 10 to 90 % take longer than {MAX_RISE_TIME:g} s")
    return half


def step_response(t: np.ndarray, steering: np.ndarray, y: np.ndarray) -> Step:
    """All numbers of one response."""
    return response_from(t, onset(t, steering), y)


def response_from(t: np.ndarray, start: float, y: np.ndarray) -> Step:
    """All numbers of one response to a step whose onset [s] is known."""
    steady = steady_state(t, y)
    change = (y - y[0]) * np.sign(steady)
    scale = float(np.max(np.abs(change)))
    if scale == 0.0 or abs(steady) < 0.02 * scale:
        raise NoValueError("the response has no steady state other than that of the start")
    tail = y[t >= t[-1] - STEADY_WINDOW]
    if np.ptp(tail) > STEADY_WITHIN * abs(steady):
        raise NoValueError(f"the response is not steady in the last {STEADY_WINDOW:g} s")
    reached = crossing(t, change, 0.9 * abs(steady))
    if reached is None:
        raise NoValueError("the response does not reach 90 % of its steady state")
    when, top = peak(t, change)
    overshoot = top / abs(steady) - 1.0
    exceeds = overshoot > MIN_OVERSHOOT
    return Step(start, steady, reached - start, when - start if exceeds else None, overshoot if exceeds else 0.0)


def peak_time(step: Step) -> float:
    """The time from 50 % of the input to the largest response [s]; raises NoValueError without an overshoot."""
    if step.peak_time is None:
        raise NoValueError("the response does not overshoot, and has no peak")
    return step.peak_time


def tb_factor(yaw_rate_peak_time: float, side_slip: float) -> float:
    """Peak response time of the yaw rate × steady-state |side slip| [rad s]."""
    return yaw_rate_peak_time * abs(side_slip)


# which channels, facts and options of a run go into which function

WHEEL, YAW_RATE, TURN = "steering_wheel.angle", "chassis.yaw_rate", "chassis.lateral_acceleration"
SLIP, ROLL = "chassis.side_slip_angle", "chassis.roll_angle"


@once
def _onset(result: Result) -> float:
    return onset(result.time, values(result, WHEEL))


@once
def _response(result: Result, channel: str) -> Step:
    return response_from(result.time, _onset(result), values(result, channel))


def _steady(result: Result, channel: str) -> float:
    """The steady state of a run that makes a step at all; raises NoValueError for another."""
    _onset(result)
    return steady_state(result.time, values(result, channel))


def _tb(result: Result) -> float:
    return tb_factor(peak_time(_response(result, YAW_RATE)), _steady(result, SLIP))


def _of(channel: str, name: str, what: str) -> tuple[Metric, ...]:
    """Response time, peak response time and overshoot of one channel."""
    needs = (WHEEL, channel)
    peak = "peak_response_time" if name == "yaw_rate" else f"{name}_peak_response_time"
    return (
        Metric(
            name=f"{name}_response_time",
            unit="s",
            standard="ISO 7401",
            definition=f"Time from 50 % of the steering input until the {what} first reaches 90 % of its steady state, "
            "the mean of the last 0.5 s (T90).",
            needs=needs,
            rule=lambda result: _response(result, channel).response_time,
        ),
        Metric(
            name=peak,
            unit="s",
            standard="ISO 7401",
            definition=f"Time from 50 % of the steering input to the largest {what}, when that exceeds the steady "
            "state by more than 0.1 %.",
            needs=needs,
            rule=lambda result: peak_time(_response(result, channel)),
        ),
        Metric(
            name=f"{name}_overshoot",
            unit="1",
            display_unit="%",
            standard="ISO 7401",
            definition=f"Largest {what} less its steady state, the mean of the last 0.5 s, over the steady state.",
            needs=needs,
            rule=lambda result: _response(result, channel).overshoot,
        ),
    )


def _steady_metric(channel: str, name: str, unit: str, display_unit: str, what: str) -> Metric:
    return Metric(
        name=f"steady_state_{name}",
        unit=unit,
        display_unit=display_unit,
        standard="ISO 7401",
        definition=f"Mean {what} of the last 0.5 s after a step of the steering wheel, less that at the start.",
        needs=(WHEEL, channel),
        rule=lambda result: _steady(result, channel),
    )


STEP_RESPONSE = (
    *_of(YAW_RATE, "yaw_rate", "yaw rate"),
    *_of(TURN, "lateral_acceleration", "lateral acceleration"),
    _steady_metric(YAW_RATE, "yaw_rate", "rad/s", "deg/s", "yaw rate"),
    _steady_metric(TURN, "lateral_acceleration", "m/s^2", "", "lateral acceleration"),
    _steady_metric(SLIP, "side_slip", "rad", "deg", "side-slip angle"),
    _steady_metric(ROLL, "roll_angle", "rad", "deg", "roll angle"),
    Metric(
        name="tb_factor",
        unit="rad*s",
        display_unit="deg*s",
        standard="ISO 7401",
        definition="Peak response time of the yaw rate × magnitude of the steady-state side-slip angle; smaller is "
        "better.",
        needs=(WHEEL, YAW_RATE, SLIP),
        rule=_tb,
    ),
)
