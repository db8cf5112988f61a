"""When the cars of a batch are recorded, each until its own end."""

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
