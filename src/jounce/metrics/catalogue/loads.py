"""Metrics of extremes: side slip, roll, and what the wheels carry."""

from __future__ import annotations

import numpy as np

from jounce.metrics import loads as on
from jounce.metrics.facts import axles, values, wheel_load
from jounce.metrics.metric import Metric
from jounce.metrics.signals import largest_magnitude
from jounce.results import Result

LOAD = "tire.*.vertical_force"


def _sides(result: Result) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The loads of the left and of the right wheels, from front to rear."""
    pairs = axles(result)
    return [wheel_load(result, left) for left, _ in pairs], [wheel_load(result, right) for _, right in pairs]


def _axle(result: Result, place: int) -> float:
    left, right = axles(result)[place]
    return on.load_transfer(wheel_load(result, left), wheel_load(result, right))


def _all(result: Result) -> list[np.ndarray]:
    lefts, rights = _sides(result)
    return lefts + rights


def _peak(name: str, channel: str, unit: str, spoken: str, what: str) -> Metric:
    return Metric(
        name=f"peak_{name}",
        unit=unit,
        spoken=spoken,
        standard="",
        definition=f"Largest magnitude of the {what}.",
        needs=(channel,),
        rule=lambda result: largest_magnitude(result.time, values(result, channel)),
    )


def _transfer(name: str, place: int, words: str) -> Metric:
    return Metric(
        name=f"{name}_load_transfer",
        unit="1",
        spoken="%",
        standard="",
        definition=f"Largest |F_right − F_left|/(F_left + F_right) of the vertical forces of the {words} axle's tires.",
        needs=(LOAD,),
        rule=lambda result: _axle(result, place),
    )


LOADS = (
    _peak("side_slip", "chassis.side_slip_angle", "rad", "deg", "side-slip angle at the centre of mass"),
    _peak("roll_angle", "chassis.roll_angle", "rad", "deg", "roll angle"),
    _peak("yaw_rate", "chassis.yaw_rate", "rad/s", "deg/s", "yaw rate"),
    _transfer("front_lateral", 0, "first"),
    _transfer("rear_lateral", -1, "last"),
    Metric(
        name="load_transfer_ratio",
        unit="1",
        spoken="%",
        standard="",
        definition="Largest |ΣF_right − ΣF_left|/ΣF of the vertical forces of all tires (LTR): 1 when one side is in "
        "the air.",
        needs=(LOAD,),
        rule=lambda result: on.load_transfer_ratio(*_sides(result)),
    ),
    Metric(
        name="minimum_wheel_load",
        unit="N",
        standard="",
        definition="Smallest vertical force of any tire.",
        needs=(LOAD,),
        rule=lambda result: on.minimum_wheel_load(_all(result)),
    ),
    Metric(
        name="two_wheel_lift",
        unit="",
        standard="",
        definition="All tires of one side, and not those of the other, were off the ground (below 1 N) at the same "
        "time.",
        needs=(LOAD,),
        rule=lambda result: on.side_lift_time(result.time, *_sides(result)) > 0.0,
    ),
    Metric(
        name="two_wheel_lift_time",
        unit="s",
        standard="",
        definition="Longest time at a stretch for which all tires of one side, and not those of the other, were off "
        "the ground (below 1 N).",
        needs=(LOAD,),
        rule=lambda result: on.side_lift_time(result.time, *_sides(result)),
    ),
)
