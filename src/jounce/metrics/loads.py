"""What the wheels carry: load transfer, the lightest wheel, wheels in the air. Loads [N], axles front to rear."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jounce.metrics.no_value import NoValue

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
    """The largest standard deviation of a wheel's load over its mean; raises NoValue for a wheel without load."""
    ratios = []
    for load in loads:
        mean = float(np.mean(load))
        if mean <= 0.0:
            raise NoValue("a wheel carries nothing in the mean")
        ratios.append(float(np.std(load)) / mean)
    return max(ratios)


def _largest_ratio(difference: np.ndarray, total: np.ndarray) -> float:
    """Where anything is carried at all."""
    carried = total > AIRBORNE
    if not np.any(carried):
        raise NoValue("the wheels carry nothing")
    return float(np.max(np.abs(difference[carried]) / total[carried]))


def _longest(t: np.ndarray, mask: np.ndarray) -> float:
    """The longest stretch of samples that hold [s]."""
    edges = np.concatenate([[t[0]], 0.5 * (t[1:] + t[:-1]), [t[-1]]])
    change = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int)))
    return max((float(edges[end] - edges[start]) for start, end in change.reshape(-1, 2)), default=0.0)
