"""Lap times of a path on a course: its gates are crossed in their order, times are linear between samples."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.engine.terrain.course import Course, Gate


class Lap(NamedTuple):
    """A lap from start line to start line."""

    time: float
    """[s]"""
    sectors: tuple[float, ...]
    """Times of its sectors [s], whose sum is the time of the lap."""


def lap_times(course: Course, time: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]) -> list[Lap]:
    """Finished laps of a path (time [s], x and y [m] in the world); none on a course without gates.

    A start line that is crossed before the last sector began starts another lap.
    """
    if not course.gates:
        return []
    passed = sorted((t, k) for k, gate in enumerate(course.gates) for t in _crossings(gate, time, x, y))
    laps: list[Lap] = []
    marks: list[float] = []
    for t, k in passed:
        if k == 0:
            if len(marks) == len(course.gates):
                laps.append(Lap(t - marks[0], tuple(np.diff([*marks, t]).tolist())))
            marks = [t]
        elif k == len(marks):
            marks.append(t)
    return laps


def _crossings(gate: Gate, time: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]) -> list[float]:
    """Times at which a path crosses a gate in its direction [s]."""
    cos, sin = math.cos(gate.heading), math.sin(gate.heading)
    along = (x - gate.x) * cos + (y - gate.y) * sin
    aside = (y - gate.y) * cos - (x - gate.x) * sin
    before = np.flatnonzero((along[:-1] < 0.0) & (along[1:] >= 0.0))
    share = along[before] / (along[before] - along[before + 1])
    where = aside[before] + share * (aside[before + 1] - aside[before])
    times = time[before] + share * (time[before + 1] - time[before])
    return times[np.abs(where) <= gate.half_width].tolist()
