"""The same question for arrays of points, from Python."""

from typing import NamedTuple

import numpy as np

from jounce.ground.surface import PATCH, PLACE, announce, forget, surface, unit_normal
from jounce.kernel import entry, inlined

AHEAD = 4
"""Points that are announced before they are asked about: their heights arrive while others are answered."""

announce_inlined, surface_inlined = inlined(announce), inlined(surface)


class Answer(NamedTuple):
    """What the ground is at points of shape (…)."""

    height: np.ndarray
    """World z (…) [m]."""
    gradient: np.ndarray
    """∂z/∂x, ∂z/∂y (…, 2) [-]."""
    normal: np.ndarray
    """Upward, of length one, in world axes (…, 3)."""
    friction: np.ndarray
    """Factor on the tires' peak forces (…) [-]."""
    patch: np.ndarray
    """Indices m, n of the patch (…, 2); −1 where a ground has no patches."""


def ask(ground, x, y) -> Answer:
    """The ground under the points (x, y) [m], which broadcast against each other."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    answer = empty(x.size)
    answer_each(ground, np.ascontiguousarray(x).ravel(), np.ascontiguousarray(y).ravel(), np.empty(PLACE), answer)
    return Answer(*(part.reshape(x.shape + part.shape[1:]) for part in answer))


def empty(count: int) -> Answer:
    """Room for the answers at `count` points."""
    shapes = ((count,), (count, 2), (count, 3), (count,))
    return Answer(*(np.empty(shape) for shape in shapes), np.empty((count, 2), dtype=np.int64))


@entry
def answer_each(ground, x, y, memory, answer):
    """Ask at one point after the other and write into `answer`; the memory has PLACE numbers, or PATCH as a wheel's."""
    forget(memory)
    last = x.size - 1
    for i in range(x.size):
        if memory.size != PATCH:
            ahead = min(i + AHEAD, last)
            announce_inlined(ground, x[ahead], y[ahead])
        z, zx, zy, friction = surface_inlined(ground, memory, x[i], y[i])
        n = unit_normal(zx, zy)
        answer.height[i] = z
        answer.gradient[i, 0], answer.gradient[i, 1] = zx, zy
        answer.normal[i, 0], answer.normal[i, 1], answer.normal[i, 2] = n
        answer.friction[i] = friction
        answer.patch[i, 0], answer.patch[i, 1] = int(memory[0]), int(memory[1])
