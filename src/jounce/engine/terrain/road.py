"""Planes, straight roads, and friction that changes from place to place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.engine.laws.ground.axis import regular
from jounce.engine.laws.ground.closed_form import Plane
from jounce.engine.laws.ground.friction import FrictionMap, Split
from jounce.engine.laws.ground.profile import Profile
from jounce.engine.terrain.checks import mapping, number, numbers, positive, spacing_of, table
from jounce.errors import InputError
from jounce.findings import shown


def smooth_rise(t: NDArray[Any]) -> NDArray[Any]:
    """6 t⁵ − 15 t⁴ + 10 t³, held at 0 before t = 0 and at 1 after t = 1: slope and curvature are continuous."""
    t = np.clip(t, 0.0, 1.0)
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0)


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
        raise InputError("must be positive", shown(float(factors.min())), where="values")
    (dx, dy), (x, y) = spacing_of(spacing), numbers(origin, 2, "origin")
    return FrictionMap(factors, regular(x, dx, factors.shape[0]), regular(y, dy, factors.shape[1]))


def plane(
    *,
    grade: float = 0.0,
    bank: float = 0.0,
    heading: float = 0.0,
    point: tuple[float, float, float] = (0.0, 0.0, 0.0),
    friction: Friction = 1.0,
) -> Plane:
    """A plane through `point` [m] that rises by `grade` ahead along `heading` [rad], by `bank` to the left [-] (G3)."""
    g, b, psi = number(grade, "grade"), number(bank, "bank"), number(heading, "heading")
    c, s = math.cos(psi), math.sin(psi)
    x, y, z = numbers(point, 3, "point")
    return Plane(g * c - b * s, g * s + b * c, x, y, z, friction_of(friction))


def profile(
    left: ArrayLike,
    right: ArrayLike | None = None,
    *,
    spacing: float,
    distance: float = 1.5,
    origin: tuple[float, float] = (0.0, 0.0),
    heading: float = 0.0,
    friction: Friction = 1.0,
) -> Profile:
    """A straight road with these heights [m] under its left and right track, `distance` apart; one is for both.

    It begins at `origin` [m] and goes along `heading` [rad], a height every `spacing` [m]; level before and after.
    """
    tracks = [table(values, 1, where) for where, values in (("left", left), ("right", right)) if values is not None]
    if tracks[0].shape != tracks[-1].shape:
        raise InputError("tracks differ in length", " and ".join(str(track.size) for track in tracks), where="right")
    heights = np.column_stack([tracks[0], tracks[-1]]).astype(float)
    heights.flags.writeable = False
    psi = number(heading, "heading")
    x, y = numbers(origin, 2, "origin")
    return Profile(
        heights,
        regular(0.0, positive(spacing, "spacing"), heights.shape[0]),
        0.5 * positive(distance, "distance"),
        x,
        y,
        math.cos(psi),
        math.sin(psi),
        friction_of(friction),
    )
