"""The tire law as a user function of Exudyn: a compiled law with a shell in Python, whose calls are counted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from benchmarks.peers.laws import tire_force


def tire_law(
    mbs: Any, t: Any, item: Any, place: Any, angles: Any, v: Any, w: Any, k: Any, d: Any, j0: Any, j1: Any, offset: Any
) -> np.ndarray:
    """The user function: a compiled law with a shell in Python."""
    calls.count += 1
    return _compiled_law(np.asarray(place), np.asarray(angles), np.asarray(v), np.asarray(w))


@njit(cache=True)
def _compiled_law(place: np.ndarray, angles: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Force and moment, negative because a connector pulls its second marker back."""
    a, b = angles[0], angles[1]
    sx, sy, sz = math.sin(b), -math.sin(a) * math.cos(b), math.cos(a) * math.cos(b)
    fx, fy, fz, mx, my = tire_force(place[2], v[0], v[1], v[2], sx, sy, sz, w[0], w[1], w[2])
    return np.array([-fx, -fy, -fz, -mx, -my, 0.0])


@dataclass
class Calls:
    """How often Exudyn called the user function."""

    count: int = 0


calls = Calls()


@njit(cache=True)
def repeat_law(count: int, place: np.ndarray, angles: np.ndarray, v: np.ndarray, w: np.ndarray) -> float:
    """The law many times, to be timed."""
    total = 0.0
    for _ in range(count):
        total += _compiled_law(place, angles, v, w)[2]
    return total
