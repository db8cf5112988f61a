"""Times at which signals have a kink, so that steps of high order can end there instead of stumbling over it."""

from __future__ import annotations

import numpy as np

from jounce.engine.laws.forces.signal import LINEAR_TABLE, POLYNOMIAL, SINE, SMOOTH_STEP, SPLINE_TABLE

MAX_POINTS = 32
"""Points of a table up to which all of them count: a longer one is a recording, whose kinks are small and many."""


def kink_times(signals: np.ndarray, tables: np.ndarray) -> np.ndarray:
    """Times [s] at which a signal or one of its first derivatives jumps, rising; rows as in
    `jounce.engine.laws.forces.signal`."""
    found = [time for row in signals for time in _kinks(row, tables)]
    return np.unique(np.array([time for time in found if np.isfinite(time)], dtype=float))


def _kinks(row: np.ndarray, tables: np.ndarray) -> list[float]:
    kind = int(row[0])
    if kind == SINE:
        return [row[5], row[6]]
    if kind in (SMOOTH_STEP, POLYNOMIAL):
        return [row[3], row[4]]
    if kind not in (LINEAR_TABLE, SPLINE_TABLE):
        return []
    points = tables[int(row[1]) : int(row[1]) + int(row[2])]
    every = kind == LINEAR_TABLE and len(points) <= MAX_POINTS
    return [float(time) for time in (points if every else points[[0, -1]])]
