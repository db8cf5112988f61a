"""A measured or made road: heights along a left and a right track.

With s ahead along the road and d to its left, from its origin,

    s = (x − x₀) cos ψ + (y − y₀) sin ψ,   d = −(x − x₀) sin ψ + (y − y₀) cos ψ              (G11)
    z = z_r(s) + (z_l(s) − z_r(s)) S((d + e) / 2e)                                          (G12)

where the tracks lie at d = ±e and S is the smoothstep (G9): constant outside the tracks. Along each track z is the
cubic (G10) with central differences as slopes, zero at the two ends, where the road goes on level. z is continuously
differentiable everywhere.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground.axis import Regular, locate
from jounce.engine.laws.ground.friction import FrictionMap, Split, friction_at, hermite, smoothstep
from jounce.engine.laws.ground.surface import surface


class Profile(NamedTuple):
    """Heights of two tracks at equal distances along a straight road."""

    heights: np.ndarray
    """heights[i, 0] of the left and heights[i, 1] of the right track at s_i [m]."""
    along: Regular
    """The s_i."""
    half_distance: float
    """e: half of what the tracks are apart [m]."""
    x: float = 0.0
    """x₀ [m]."""
    y: float = 0.0
    """y₀ [m]."""
    ahead_x: float = 1.0
    """cos ψ of the road's heading."""
    ahead_y: float = 0.0
    """sin ψ."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Profile)
def profile_surface(ground, patch, x, y):
    dx, dy = x - ground.x, y - ground.y
    c, s = ground.ahead_x, ground.ahead_y
    m, u, per_metre = locate(ground.along, dx * c + dy * s)
    left, left_u = track(ground.heights, 0, m, u)
    right, right_u = track(ground.heights, 1, m, u)
    share, rate = smoothstep(0.5 * ((dy * c - dx * s) / ground.half_distance + 1.0))
    z = right + (left - right) * share
    ahead = (right_u + (left_u - right_u) * share) * per_metre
    across = (left - right) * rate * 0.5 / ground.half_distance
    return z, ahead * c - across * s, ahead * s + across * c, friction_at(ground.friction, x, y)


@kernel
def track(heights, side, m, u):
    """Height of one track at the place u in cell m, and its derivative with respect to u."""
    if u < 0.0:
        return heights[m, side], 0.0
    if u > 1.0:
        return heights[m + 1, side], 0.0
    last = heights.shape[0] - 2
    start, end = heights[m, side], heights[m + 1, side]
    r0 = 0.5 * (end - heights[m - 1, side]) if m > 0 else 0.0
    r1 = 0.5 * (heights[m + 2, side] - start) if m < last else 0.0
    c0, c1, c2, c3 = hermite((start, end, r0, r1))
    return c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2.0 * c2 + u * 3.0 * c3)
