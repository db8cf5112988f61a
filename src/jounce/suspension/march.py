"""Along a path of the rig, from where it stands, position by position, as far as the linkage goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from jounce.suspension.rig import Rig
from jounce.suspension.station import Station, stand

TOGGLES = 4.0
"""A part that moves so many times faster with what is held than it did at first is near a toggle position."""


def march(
    rig: Rig, start: Station, targets: Iterable[np.ndarray], enough: Callable[[Station], bool] | None = None
) -> list[Station]:
    """The stations at the targets in turn, without the first; ends after one that is enough, or where it cannot go."""
    reached = [start]
    fastest = TOGGLES * np.max(np.abs(start.motion), axis=0)
    for target in targets:
        station = stand(rig, reached[-1].y, target, like=reached[-1])
        if station is None or np.any(np.max(np.abs(station.motion), axis=0) > fastest):
            break
        reached.append(station)
        if enough is not None and enough(station):
            break
    return reached[1:]


def both_ways(
    rig: Rig,
    start: Station,
    direction: np.ndarray,
    steps: np.ndarray,
    enough: Callable[[Station], bool] | None = None,
) -> list[Station]:
    """Stations along a direction of the held quantities, from the last one back to the last one ahead.

    steps: rising distances from the start, in what the direction counts [m].
    """
    ahead, behind = (
        march(rig, start, (start.held + sign * step * direction for step in steps), enough) for sign in (1.0, -1.0)
    )
    return [*reversed(behind), start, *ahead]
