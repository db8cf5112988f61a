"""Conditions on channels at which a run is over: `chassis.speed < 0.1 m/s`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from jounce.errors import Refusal
from jounce.expressions import condition

AT_REST = "chassis.speed < 0.1 m/s"
ROLLED_OVER = "abs(chassis.roll_angle) > 45 deg"
SPUN_ROUND = "abs(chassis.yaw_angle) > 90 deg"
SLIDES_SIDEWAYS = "abs(chassis.side_slip_angle) > 45 deg"


class Stop(NamedTuple):
    """The number of the sample at which a run is over, and the condition that it meets."""

    sample: int
    condition: str


def stop_at(conditions: Sequence[str], channels: Mapping[str, np.ndarray]) -> Stop | None:
    """The first sample, but for the very first, that meets one of the conditions; None if none does.

    channels: name → values over time [SI]; `t` is `time` if there is such a channel. Raises Refusal for a condition
    that cannot be read or that names an unknown channel.
    """
    known = {**({"t": channels["time"]} if "time" in channels else {}), **channels}
    found = []
    for text in conditions:
        holds = np.atleast_1d(condition(text).evaluate(known))[1:]
        if holds.any():
            found.append(Stop(int(np.argmax(holds)) + 1, text))
    return min(found, key=lambda stop: stop.sample, default=None)


def check_conditions(conditions: object) -> tuple[str, ...]:
    """Conditions as a tuple of texts, each of which can be read; raises Refusal with its place in the list."""
    listed = [conditions] if isinstance(conditions, str) else conditions
    if not isinstance(listed, list | tuple):
        raise Refusal("not a list of conditions", repr(conditions), f"for example ['{AT_REST}']")
    for i, text in enumerate(listed):
        try:
            condition(text)
        except Refusal as refusal:
            found = refusal.finding
            raise Refusal(found.what, found.got, found.expected, found.hint, where=str(i)) from None
    return tuple(listed)
