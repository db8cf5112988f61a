"""Metrics of the sine with dwell."""

from __future__ import annotations

from jounce.metrics import sine_with_dwell as on
from jounce.metrics.facts import option, values
from jounce.metrics.metric import Metric
from jounce.results import Result

WHEEL, YAW_RATE, YAW = "steering_wheel.angle", "chassis.yaw_rate", "chassis.yaw_angle"
X, Y = "chassis.position_x", "chassis.position_y"


def _instants(result: Result) -> on.Instants:
    return on.instants(result.time, values(result, WHEEL), option(result, "start"))


def _ratio(result: Result, after: float) -> float:
    return on.yaw_rate_ratio(result.time, values(result, YAW_RATE), _instants(result), after)


def _displacement(result: Result) -> float:
    x, y, yaw = (values(result, name) for name in (X, Y, YAW))
    return on.lateral_displacement(result.time, x, y, yaw, _instants(result))


def _passed(result: Result) -> bool:
    ratios = {after: _ratio(result, after) for after in on.LARGEST_RATIOS}
    return on.passed(ratios, _displacement(result), result.metadata.facts.get("mass"))


def _ratio_metric(name: str, after: float, words: str) -> Metric:
    return Metric(
        name=name,
        unit="1",
        spoken="%",
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
