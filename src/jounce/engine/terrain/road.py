"""Planes and straight roads."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from jounce.engine.laws.ground.axis import regular
from jounce.engine.laws.ground.plane import Plane
from jounce.engine.laws.ground.profile import Profile
from jounce.engine.terrain.checks import number, numbers, positive, table
from jounce.engine.terrain.friction import Friction, friction_of
from jounce.errors import InputError


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
