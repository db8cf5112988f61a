"""What the wheels carry: load transfer, the lightest wheel, wheels in the air. Loads [N], axles front to rear."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.metric import Metric, axles, values, wheel_load
from jounce.lab.metrics.signals import NoValueError, largest_magnitude
from jounce.lab.results import Result

AIRBORNE = 1.0
"""A tire with less load is off the ground [N]."""


def load_transfer(left: np.ndarray, right: np.ndarray) -> float:
    """The largest |F_right − F_left|/(F_left + F_right) of one axle: 0 at rest, 1 with a wheel in the air."""
    return _largest_ratio(right - left, left + right)


def load_transfer_ratio(lefts: Sequence[np.ndarray], rights: Sequence[np.ndarray]) -> float:
    """The largest |ΣF_right − ΣF_left|/ΣF of the whole car: 1 when all wheels of one side are in the air."""
    left, right = np.sum(lefts, axis=0), np.sum(rights, axis=0)
    return _largest_ratio(right - left, left + right)


def minimum_wheel_load(loads: Sequence[np.ndarray]) -> float:
    """The smallest load of any wheel [N]."""
    return float(min(np.min(load) for load in loads))


def side_lift_time(t: np.ndarray, lefts: Sequence[np.ndarray], rights: Sequence[np.ndarray]) -> float:
    """How long all wheels of one side, but not of both, were off the ground at a stretch [s].

    A sample in the air stands for half the time to each of its neighbours. A car in flight has not lifted a side.
    """
    up_left = np.max(lefts, axis=0) < AIRBORNE
    up_right = np.max(rights, axis=0) < AIRBORNE
    return max(_longest(t, up_left & ~up_right), _longest(t, up_right & ~up_left))


def load_variation(loads: Sequence[np.ndarray]) -> float:
    """The largest standard deviation of a wheel's load over its mean; raises NoValueError for a wheel without load."""
    ratios = []
    for load in loads:
        mean = float(np.mean(load))
        if mean <= 0.0:
            raise NoValueError("the mean load of a wheel is zero")
        ratios.append(float(np.std(load)) / mean)
    return max(ratios)


def _largest_ratio(difference: np.ndarray, total: np.ndarray) -> float:
    """Where anything is carried at all."""
    carried = total > AIRBORNE
    if not np.any(carried):
        raise NoValueError("the wheels carry no load")
    return float(np.max(np.abs(difference[carried]) / total[carried]))


def _longest(t: np.ndarray, mask: np.ndarray) -> float:
    """The longest stretch of samples that hold [s]."""
    edges = np.concatenate([[t[0]], 0.5 * (t[1:] + t[:-1]), [t[-1]]])
    change = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int)))
    return max((float(edges[end] - edges[start]) for start, end in change.reshape(-1, 2)), default=0.0)


# which channels, facts and options of a run go into which function

LOAD = "tire.*.vertical_force"


def _sides(result: Result) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """The loads of the left and of the right wheels, from front to rear."""
    pairs = axles(result)
    return [wheel_load(result, left) for left, _ in pairs], [wheel_load(result, right) for _, right in pairs]


def _axle(result: Result, place: int) -> float:
    left, right = axles(result)[place]
    return load_transfer(wheel_load(result, left), wheel_load(result, right))


def _all(result: Result) -> list[np.ndarray]:
    lefts, rights = _sides(result)
    return lefts + rights


def _peak(name: str, channel: str, unit: str, display_unit: str, what: str) -> Metric:
    return Metric(
        name=f"peak_{name}",
        unit=unit,
        display_unit=display_unit,
        standard="",
        definition=f"Largest magnitude of the {what}.",
        needs=(channel,),
        rule=lambda result: largest_magnitude(result.time, values(result, channel)),
    )


def _transfer(name: str, place: int, words: str) -> Metric:
    return Metric(
        name=f"{name}_load_transfer",
        unit="1",
        display_unit="%",
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
        display_unit="%",
        standard="",
        definition="Largest |ΣF_right − ΣF_left|/ΣF of the vertical forces of all tires (LTR): 1 when one side is in "
        "the air.",
        needs=(LOAD,),
        rule=lambda result: load_transfer_ratio(*_sides(result)),
    ),
    Metric(
        name="minimum_wheel_load",
        unit="N",
        standard="",
        definition="Smallest vertical force of any tire.",
        needs=(LOAD,),
        rule=lambda result: minimum_wheel_load(_all(result)),
    ),
    Metric(
        name="two_wheel_lift",
        unit="",
        standard="",
        definition="All tires of one side, and not those of the other, were off the ground (below 1 N) at the same "
        "time.",
        needs=(LOAD,),
        rule=lambda result: side_lift_time(result.time, *_sides(result)) > 0.0,
    ),
    Metric(
        name="two_wheel_lift_time",
        unit="s",
        standard="",
        definition="Longest time at a stretch for which all tires of one side, and not those of the other, were off "
        "the ground (below 1 N).",
        needs=(LOAD,),
        rule=lambda result: side_lift_time(result.time, *_sides(result)),
    ),
)
