"""Friction that changes from place to place."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from jounce.errors import Refusal
from jounce.findings import shown
from jounce.ground.axis import regular
from jounce.ground.friction import FrictionMap, Split
from jounce.terrain.checks import mapping, number, numbers, positive, spacing_of, table

Friction = float | Split | FrictionMap


def friction_of(value: Friction, where: str = "friction") -> Friction:
    """A factor, or one of the kinds made here."""
    return value if isinstance(value, Split | FrictionMap) else positive(value, where)


def split(
    left: float, right: float, *, width: float = 0.1, point: tuple[float, float] = (0.0, 0.0), heading: float = 0.0
) -> Split:
    """One factor left of a line, another right of it, smoothly joined over `width` [m] (G7).

    The line goes through `point` [m] along `heading` [rad, from x to the left].
    """
    psi = number(heading, "heading")
    x, y = numbers(point, 2, "point")
    factors = positive(left, "left"), positive(right, "right")
    return Split(*factors, positive(width, "width"), x, y, math.cos(psi), math.sin(psi))


def friction_map(
    values: ArrayLike, *, spacing: float | tuple[float, float], origin: tuple[float, float] = (0.0, 0.0)
) -> FrictionMap:
    """Factors values[i, j] at x = origin + i · spacing, y = origin + j · spacing [m], bilinear between (G8)."""
    factors = table(values, 2, "values")
    if mapping(factors) is None and factors.min() <= 0.0:
        raise Refusal("must be positive", shown(float(factors.min())), where="values")
    (dx, dy), (x, y) = spacing_of(spacing), numbers(origin, 2, "origin")
    return FrictionMap(factors, regular(x, dx, factors.shape[0]), regular(y, dy, factors.shape[1]))
