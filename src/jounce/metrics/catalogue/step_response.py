"""Metrics of the response to a step of the steering wheel."""

from __future__ import annotations

from jounce.metrics import step_response as on
from jounce.metrics.facts import values
from jounce.metrics.metric import Metric
from jounce.results import Result

WHEEL, YAW_RATE, TURN = "steering_wheel.angle", "chassis.yaw_rate", "chassis.lateral_acceleration"
SLIP, ROLL = "chassis.side_slip_angle", "chassis.roll_angle"


def _response(result: Result, channel: str) -> on.Step:
    return on.step_response(result.time, values(result, WHEEL), values(result, channel))


def _steady(result: Result, channel: str) -> float:
    """Of a run that makes a step at all."""
    on.onset(result.time, values(result, WHEEL))
    return on.steady_state(result.time, values(result, channel))


def _tb(result: Result) -> float:
    return on.tb_factor(on.peak_time(_response(result, YAW_RATE)), _steady(result, SLIP))


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
            rule=lambda result: on.peak_time(_response(result, channel)),
        ),
        Metric(
            name=f"{name}_overshoot",
            unit="1",
            spoken="%",
            standard="ISO 7401",
            definition=f"Largest {what} less its steady state, the mean of the last 0.5 s, over the steady state.",
            needs=needs,
            rule=lambda result: _response(result, channel).overshoot,
        ),
    )


def _steady_metric(channel: str, name: str, unit: str, spoken: str, what: str) -> Metric:
    return Metric(
        name=f"steady_state_{name}",
        unit=unit,
        spoken=spoken,
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
        spoken="deg*s",
        standard="ISO 7401",
        definition="Peak response time of the yaw rate × magnitude of the steady-state side-slip angle; smaller is "
        "calmer.",
        needs=(WHEEL, YAW_RATE, SLIP),
        rule=_tb,
    ),
)
