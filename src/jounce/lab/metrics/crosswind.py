"""Sensitivity to wind from the side, as in ISO 12021: what a car does in the two seconds after it enters the wind."""

from __future__ import annotations

import numpy as np

from jounce.lab.metrics.metric import Metric, fact, values
from jounce.lab.metrics.signals import NoValueError, largest_magnitude
from jounce.lab.results import Result

AFTER = 2.0
"""Time from the entry of the front end into the wind to the evaluation [s]."""
X, Y, COURSE = "chassis.position_x", "chassis.position_y", "chassis.yaw_angle"
RATE, TURN, ZONE = "chassis.yaw_rate", "chassis.lateral_acceleration", "input.wind_start"
_STANDARD = "ISO 12021"


def entry_time(time: np.ndarray, front: np.ndarray, start: np.ndarray) -> float:
    """When the front end of a car passes the beginning of the zone [s]; raises NoValueError when it does not."""
    ahead = front - start
    past = np.flatnonzero(ahead >= 0.0)
    if past.size == 0 or past[0] == 0:
        raise NoValueError("the car does not drive into a zone of wind")
    k = past[0]
    return float(time[k - 1] - ahead[k - 1] * (time[k] - time[k - 1]) / (ahead[k] - ahead[k - 1]))


def deviation(time: np.ndarray, x: np.ndarray, y: np.ndarray, entry: float) -> float:
    """Distance to the left of the straight line before the entry [m], `AFTER` seconds after it."""
    before = time <= entry
    if before.sum() < 3:
        raise NoValueError("the path before the wind is too short for a line")
    slope, offset = np.polyfit(x[before], y[before], 1)
    there = entry + AFTER
    away = np.interp(there, time, y) - slope * np.interp(there, time, x) - offset
    return float(away / np.hypot(1.0, slope))


# which channels, facts and options of a run go into which function


def entry_of(result: Result) -> float:
    """When the front end of the car of a run enters the wind [s]; raises NoValueError where it does not in time."""
    front = values(result, X) + fact(result, "centre_to_front_axle") + fact(result, "front_overhang")
    entry = entry_time(result.time, front, values(result, ZONE))
    if result.time[-1] < entry + AFTER:
        raise NoValueError(f"the run ends earlier than {AFTER:g} s after the entry")
    return entry


def _deviation(result: Result) -> float:
    return deviation(result.time, values(result, X), values(result, Y), entry_of(result))


def _heading(result: Result) -> float:
    entry, yaw = entry_of(result), values(result, COURSE)
    return float(np.interp(entry + AFTER, result.time, yaw) - np.interp(entry, result.time, yaw))


def _largest(result: Result, name: str) -> float:
    entry = entry_of(result)
    part = (result.time >= entry) & (result.time <= entry + AFTER)
    return largest_magnitude(result.time[part], values(result, name)[part])


_PLACE = (X, ZONE)
_FACTS = ("centre_to_front_axle", "front_overhang")

CROSSWIND = (
    Metric(
        name="crosswind_deviation",
        unit="m",
        standard=_STANDARD,
        definition="distance of the centre of mass to the left of the straight line along which it ran before, 2 s "
        "after the front end has entered the wind.",
        needs=(*_PLACE, Y),
        facts=_FACTS,
        rule=_deviation,
    ),
    Metric(
        name="crosswind_heading",
        unit="rad",
        display_unit="deg",
        standard=_STANDARD,
        definition="change of the yaw angle in the 2 s after the front end has entered the wind; left → positive.",
        needs=(*_PLACE, COURSE),
        facts=_FACTS,
        rule=_heading,
    ),
    Metric(
        name="crosswind_yaw_rate",
        unit="rad/s",
        display_unit="deg/s",
        standard=_STANDARD,
        definition="largest yaw rate in the 2 s after the front end has entered the wind.",
        needs=(*_PLACE, RATE),
        facts=_FACTS,
        rule=lambda result: _largest(result, RATE),
    ),
    Metric(
        name="crosswind_lateral_acceleration",
        unit="m/s^2",
        standard=_STANDARD,
        definition="largest lateral acceleration in the 2 s after the front end has entered the wind.",
        needs=(*_PLACE, TURN),
        facts=_FACTS,
        rule=lambda result: _largest(result, TURN),
    ),
)
