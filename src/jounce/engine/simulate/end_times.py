"""Cars of a batch that end at different times: when each is recorded, and which of them make the same steps."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from jounce.engine.simulate.run import tick_times
from jounce.errors import InputError


def times_of_cars(
    begin: float, end: float | Sequence[float], sample: float, ticks: int, count: int
) -> list[np.ndarray]:
    """Times of all ticks of each of `count` cars [s], see `tick_times`; end: one for all, or one each."""
    ends = [float(one) for one in end] if isinstance(end, Sequence | np.ndarray) else [float(end)] * count
    if len(ends) != count:
        raise InputError(
            "cars and end times do not match", f"{count} cars, {len(ends)} ends", "one for all, or one each"
        )
    for i, one in enumerate(ends):
        if not begin < one < math.inf:
            raise InputError(
                "not an end time", f"{one} s for car {i}", f"a finite time after the beginning at {begin:g} s"
            )
    known = {one: tick_times(begin, one, sample, ticks) for one in dict.fromkeys(ends)}
    return [known[one] for one in ends]


def farthest_first(times: Sequence[np.ndarray]) -> list[int]:
    """Numbers of all cars, by how many times they go through."""
    return sorted(range(len(times)), key=lambda i: -len(times[i]))


def on_the_same_way(times: Sequence[np.ndarray]) -> list[list[int]]:
    """Groups of cars that go through the same times, bit for bit, until they end; those that go farthest first."""
    groups: list[list[int]] = []
    for i in farthest_first(times):
        for group in groups:
            if np.array_equal(times[group[0]][: len(times[i])], times[i]):
                group.append(i)
                break
        else:
            groups.append([i])
    return groups
