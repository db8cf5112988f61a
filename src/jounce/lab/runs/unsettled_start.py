"""A note about runs that begin away from rest: the car sinks or rises before anything is asked of it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.model.mechanism import Signal
from jounce.model.mechanism.signals import sample_signal

MAX_SINK = 5e-3
"""Change of the height of the chassis before the first input that is worth a note [m]; drag and toe give a tenth."""
AT_FIRST = 0.5
"""Time in which a car that a driver moves from the beginning is looked at [s]: half of a heave, before he does much."""


def describe_unsettled(
    time: np.ndarray, heights: np.ndarray, inputs: Mapping[str, Signal], *, has_driver: bool = False
) -> str | None:
    """One sentence about a chassis that moves up or down before the first input changes, or with a driver, who begins
    at once, in the first half second; None if it keeps its height.

    time [s], heights of the chassis [m] over it, inputs of the maneuver as functions of time.
    """
    name, last = _first_change(time, inputs)
    if has_driver and time[last] > AT_FIRST:
        name, last = "", int(np.searchsorted(time, AT_FIRST + 1e-6)) - 1
    before = heights[: last + 1]
    if not len(before) or np.ptp(before) <= MAX_SINK:
        return None
    verb = "sinks" if before[np.argmax(np.abs(before - before[0]))] < before[0] else "rises"
    still = f"in the first {time[last]:.3g} s" if has_driver else "although no input changes"
    until = f"before {name} changes at {time[last]:.3g} s" if name else still
    size = 1e3 * np.abs(before - before[0]).max()
    return f"the car {verb} by {size:.0f} mm {until}: initial=settled starts at rest"


def _first_change(time: np.ndarray, inputs: Mapping[str, Signal]) -> tuple[str, int]:
    """The input that changes first, and the last sample before it does; no name and the last sample if none does."""
    name, last = "", len(time) - 1
    for key, signal in inputs.items():
        values = sample_signal(signal, time)
        moved = np.flatnonzero(np.abs(values - values[0]) > 1e-9)
        if moved.size and moved[0] - 1 < last:
            name, last = key, int(moved[0]) - 1
    return name, last
