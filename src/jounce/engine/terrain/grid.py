"""Ground from a grid of heights, in memory or in a file that is mapped and never read whole."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from jounce.engine.laws.ground.axis import RATIO, Irregular, Regular, irregular, regular
from jounce.engine.laws.ground.ferguson import LEVEL, MIXED, PAPER, STOP, Ferguson
from jounce.engine.terrain.checks import choice, numbers, spacing_of, table
from jounce.engine.terrain.friction import Friction, friction_of
from jounce.errors import InputError
from jounce.findings import shown

TWISTS = {"mixed": MIXED, "paper": PAPER}
POLICIES = {"stop": STOP, "level": LEVEL}


def ferguson(
    heights: ArrayLike,
    *,
    spacing: float | tuple[float, float] | None = None,
    origin: tuple[float, float] = (0.0, 0.0),
    x: ArrayLike | None = None,
    y: ArrayLike | None = None,
    twist: str = "mixed",
    outside: str = "stop",
    friction: Friction = 1.0,
) -> Ferguson:
    """Ground through heights[i, j] [m] at (x_i, y_j), continuous with its slopes; raises InputError.

    Nodes lie at origin + (i, j) · spacing [m], or at the values of the tables `x` and `y`. `outside` says what a
    simulation does when a wheel leaves the grid: stop, or go on level. `twist="paper"` is that of Lee 2010, which bends
    planes. A numpy.memmap (native float32 or float64, C order) is used in place, and its values are not checked.
    """
    z = table(heights, 2, "heights")
    tables = x is not None or y is not None
    if tables == (spacing is not None):
        raise InputError("nodes given twice or not at all", expected="either spacing, or tables x and y")
    if tables and twist == "paper":
        raise InputError("twist of the paper on tables of nodes", expected="regular spacing", where="twist")
    along, across = _irregular_axes(x, y, z.shape) if spacing is None else _regular_axes(spacing, origin, z.shape)
    kind, policy = choice(twist, TWISTS, "twist"), choice(outside, POLICIES, "outside")
    return Ferguson(z, along, across, kind, policy, friction_of(friction))


def _regular_axes(
    spacing: float | tuple[float, float], origin: tuple[float, float], shape: tuple[int, ...]
) -> tuple[Regular, Regular]:
    (dx, dy), (x, y) = spacing_of(spacing), numbers(origin, 2, "origin")
    return regular(x, dx, shape[0]), regular(y, dy, shape[1])


def _irregular_axes(x: ArrayLike | None, y: ArrayLike | None, shape: tuple[int, ...]) -> tuple[Irregular, Irregular]:
    return _nodes(x, shape[0], "x"), _nodes(y, shape[1], "y")


def _nodes(values: ArrayLike | None, count: int, where: str) -> Irregular:
    if values is None:
        raise InputError("missing", expected="tables for both x and y", where=where)
    nodes = table(np.array(values, dtype=float), 1, where)
    if nodes.size != count:
        raise InputError("wrong number of nodes", str(nodes.size), f"{count}, as the heights have", where=where)
    cells = np.diff(nodes)
    if cells.min() <= 0.0:
        i = int(np.argmax(cells <= 0.0))
        raise InputError(
            "nodes must increase", f"{shown(float(nodes[i + 1]))} after {shown(float(nodes[i]))}", where=where
        )
    if cells.max() > RATIO * cells.min():
        raise InputError(
            "spacing too uneven",
            f"cells from {shown(float(cells.min()))} to {shown(float(cells.max()))} m",
            f"a ratio of at most {RATIO:g}",
            "drop nodes that nearly coincide",
            where,
        )
    return irregular(nodes)
