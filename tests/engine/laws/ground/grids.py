"""Grids for the tests: every spacing and precision, on nodes that binary fractions hit exactly."""

import itertools

import numpy as np
import pytest

from jounce.engine.laws.ground import PATCH, Answer, Ferguson, ask
from jounce.engine.laws.ground.query import answer_each, empty
from jounce.engine.terrain import ferguson

X = np.array([-2.0, -1.5, -0.25, 0.0, 2.0, 2.125, 3.0, 4.5])
Y = np.array([10.0, 10.5, 12.5, 13.0, 13.25, 14.75])
SPACING, ORIGIN = (0.75, 0.5), (-2.0, 10.0)
KINDS = [
    {"spacing": kind, "dtype": dtype, "twist": twist}
    for kind, dtype, twist in itertools.product(("regular", "irregular"), (np.float32, np.float64), ("mixed", "paper"))
    if (kind, twist) != ("irregular", "paper")
]
"""All that are meant to be continuous with their slopes."""


def name(kind: dict) -> str:
    return f"{kind['spacing']}-{kind['dtype'].__name__}-{kind['twist']}"


def nodes(spacing: str) -> tuple[np.ndarray, np.ndarray]:
    if spacing == "irregular":
        return X, Y
    return ORIGIN[0] + SPACING[0] * np.arange(X.size), ORIGIN[1] + SPACING[1] * np.arange(Y.size)


def grid(heights, spacing: str, dtype=np.float64, **options) -> Ferguson:
    """A ground through `heights`: an array, or a function of x and y."""
    x, y = nodes(spacing)
    z = np.asarray(heights(x[:, None], y[None, :]) if callable(heights) else heights, dtype=dtype)
    if spacing == "irregular":
        return ferguson(z, x=x[: z.shape[0]], y=y[: z.shape[1]], **options)
    return ferguson(z, spacing=SPACING, origin=ORIGIN, **options)


def rough(kind: dict, seed: int = 0) -> Ferguson:
    """A ground of random heights."""
    return grid(np.random.default_rng(seed).normal(size=(X.size, Y.size)), **kind)


def recalled(ground, x, y) -> Answer:
    """`ask` with the memory of a wheel."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    answer = empty(x.size)
    answer_each(ground, x.ravel(), y.ravel(), np.empty(PATCH), answer)
    return Answer(*(part.reshape(x.shape + part.shape[1:]) for part in answer))


every_way = pytest.mark.parametrize("ask", [ask, recalled], ids=["direct", "memory"])
"""Both ways to the same surface: from the heights, and from remembered coefficients."""
