"""Vehicles with trailers: rearward amplification, offtracking, damping of the articulation. SI units."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.lab.metrics.metric import Metric, axles, values
from jounce.lab.metrics.signals import NoValueError, largest_magnitude
from jounce.lab.results import Result

ARC = math.radians(45.0)
"""Part of a turn, at its end, on which circles are fitted [rad]."""
UNSTEADY = 0.02
"""Change of the yaw rate along that arc, by its mean, from which on a turn is not steady."""
SMALL_SWING = 0.02
"""Swings of the articulation angle smaller than this part of the first one are left out."""


def amplification(t: np.ndarray, first: np.ndarray, last: np.ndarray) -> float:
    """Largest |last| over largest |first|; raises NoValueError when the first unit does not move."""
    leading = largest_magnitude(t, first)
    if leading == 0.0:
        raise NoValueError("the first unit does not move sideways")
    return largest_magnitude(t, last) / leading


def circle_radius(points: np.ndarray) -> float:
    """Radius of the circle through points (n, 2) [m], by least squares: x² + y² = 2 a x + 2 b y + c."""
    near = points - points.mean(axis=0)
    terms = np.column_stack([2.0 * near, np.ones(len(near))])
    a, b, c = np.linalg.lstsq(terms, (near**2).sum(axis=1), rcond=None)[0]
    return math.sqrt(c + a * a + b * b)


def distance_to_path(points: np.ndarray, path: np.ndarray) -> float:
    """Largest distance of points (n, 2) from a path of straight pieces (m, 2) [m]."""
    starts, pieces = path[:-1], np.diff(path, axis=0)
    squares = np.maximum((pieces**2).sum(axis=1), 1e-300)
    largest = 0.0
    for point in points:
        along = np.clip(((point - starts) * pieces).sum(axis=1) / squares, 0.0, 1.0)
        away = point - starts - along[:, None] * pieces
        largest = max(largest, float(np.sqrt((away**2).sum(axis=1).min())))
    return largest


def swing_damping(angle: np.ndarray) -> float:
    """Damping ratio of a free oscillation [rad]: ln r / √(π² + ln² r), r the mean ratio of one extreme to the next."""
    slopes = np.diff(angle)
    turning = np.flatnonzero(slopes[1:] * slopes[:-1] < 0.0) + 1
    extremes = np.abs(np.diff(angle[turning])) / 2.0  # half of what lies between two extremes: an offset cancels
    if len(extremes) < 2:
        raise NoValueError("the trailer does not swing back and forth twice")
    kept = extremes[extremes > SMALL_SWING * extremes[0]]
    if len(kept) < 2:
        raise NoValueError("the swing of the trailer dies out at once")
    decrement = math.log(kept[0] / kept[-1]) / (len(kept) - 1)
    return decrement / math.hypot(math.pi, decrement)


# which channels, facts and options of a run go into which function

ARTICULATION, TURN, YAW = "trailer.*.articulation_angle", "chassis.lateral_acceleration", "chassis.yaw_angle"
CONTACTS = ("tire.*.contact_x", "tire.*.contact_y")


def trailers(result: Result) -> list[str]:
    """Names of the trailers of a run, from front to rear; raises NoValueError without any."""
    ends = ("trailer.", ".yaw_rate")
    found = [name.split(".")[1] for name in result if name.startswith(ends[0]) and name.endswith(ends[1])]
    if not found:
        raise NoValueError("the vehicle has no trailer")
    return found


def _amplification(result: Result, quantity: str) -> float:
    last = f"trailer.{trailers(result)[-1]}.{quantity}"
    return amplification(result.time, values(result, f"chassis.{quantity}"), values(result, last))


def _axle_path(result: Result, wheels: Sequence[str]) -> np.ndarray:
    """The middle between the contact points of an axle, (n, 2) [m]."""
    ends = [[values(result, f"tire.{wheel}.contact_{axis}") for axis in "xy"] for wheel in wheels]
    return np.mean(ends, axis=0).T


def _steady_state_offtracking(result: Result) -> float:
    yaw, time = values(result, YAW), result.time
    turned = np.abs(yaw - yaw[-1])
    if turned.max() < ARC:
        raise NoValueError(f"the vehicle turns by less than {math.degrees(ARC):g} deg")
    begin = len(yaw) - int(np.argmax(turned[::-1] >= ARC)) - 1
    rates = np.diff(yaw[begin:]) / np.diff(time[begin:])
    if np.ptp(rates) > UNSTEADY * abs(rates.mean()):
        raise NoValueError(f"the yaw rate is not steady along the last {math.degrees(ARC):g} deg of the turn")
    pairs = axles(result)
    first, last = (circle_radius(_axle_path(result, pair)[begin:]) for pair in (pairs[0], pairs[-1]))
    return first - last


def _largest_offtracking(result: Result) -> float:
    pairs = axles(result)
    first, last = _axle_path(result, pairs[0]), _axle_path(result, pairs[-1])
    ahead = (first[1] - first[0]) / max(float(np.linalg.norm(first[1] - first[0])), 1e-12)
    behind = float((first[0] - last[0]) @ ahead)
    path = np.vstack([first[0] - (behind + 1.0) * ahead, first])  # straight on before the run
    return distance_to_path(last, path)


def _articulation_damping(result: Result) -> float:
    wheel, time = values(result, "steering_wheel.angle"), result.time
    moved = np.flatnonzero(np.abs(wheel) > 0.05 * np.max(np.abs(wheel)))
    if len(moved) == 0:
        raise NoValueError("the steering wheel is not moved")
    free = time > time[moved[-1]]
    return swing_damping(values(result, f"trailer.{trailers(result)[-1]}.articulation_angle")[free])


COMBINATIONS = (
    Metric(
        name="rearward_amplification",
        unit="1",
        standard="ISO 14791",
        definition="largest lateral acceleration of the last trailer's centre of mass over that of the chassis'.",
        needs=(TURN, "trailer.*.lateral_acceleration", "trailer.*.yaw_rate"),
        rule=lambda result: _amplification(result, "lateral_acceleration"),
    ),
    Metric(
        name="yaw_rate_amplification",
        unit="1",
        standard="ISO 14791",
        definition="largest yaw rate of the last trailer over that of the chassis.",
        needs=("chassis.yaw_rate", "trailer.*.yaw_rate"),
        rule=lambda result: _amplification(result, "yaw_rate"),
    ),
    Metric(
        name="steady_state_offtracking",
        unit="m",
        standard="",
        definition="radius of the path of the first axle's middle less that of the last axle's middle of the last "
        "unit, circles through the last 45 deg of a steady turn; the last axle runs inside → positive.",
        needs=(YAW, *CONTACTS, "tire.*.vertical_force"),
        rule=_steady_state_offtracking,
    ),
    Metric(
        name="largest_offtracking",
        unit="m",
        standard="",
        definition="largest distance of the middle of the last axle, of the last unit, from the path of the first "
        "axle's middle.",
        needs=(*CONTACTS, "tire.*.vertical_force"),
        rule=_largest_offtracking,
    ),
    Metric(
        name="articulation_damping",
        unit="1",
        standard="",
        definition="damping ratio of the last trailer's articulation angle after the steering wheel has come back "
        "below 5 % of its peak: ln r / √(π² + ln² r), r the mean ratio of successive extremes.",
        needs=(ARTICULATION, "trailer.*.yaw_rate", "steering_wheel.angle"),
        rule=_articulation_damping,
    ),
)
