"""A measured or made road: heights along a left and a right track.

With s ahead along the road and d to its left, from its origin,

    s = (x − x₀) cos ψ + (y − y₀) sin ψ,   d = −(x − x₀) sin ψ + (y − y₀) cos ψ              (G11)
    z = z_r(s) + (z_l(s) − z_r(s)) S((d + e) / 2e)                                          (G12)

where the tracks lie at d = ±e and S is the smoothstep (G9): constant outside the tracks. Along each track z is the
cubic (G10) with central differences as slopes, zero at the two ends, where the road goes on level. z is continuously
differentiable everywhere; its curvature jumps at nodes and at both tracks.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground.axis import Regular, locate
from jounce.engine.laws.ground.friction import (
    FrictionMap,
    Split,
    friction_at,
    friction_derivatives,
    hermite,
    smoothstep,
    smoothstep_curvature,
)
from jounce.engine.laws.ground.surface import surface, surface_derivatives


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
    left, left_u, _ = track(ground.heights, 0, m, u)
    right, right_u, _ = track(ground.heights, 1, m, u)
    share, rate = smoothstep(0.5 * ((dy * c - dx * s) / ground.half_distance + 1.0))
    z = right + (left - right) * share
    ahead = (right_u + (left_u - right_u) * share) * per_metre
    across = (left - right) * rate * 0.5 / ground.half_distance
    return z, ahead * c - across * s, ahead * s + across * c, friction_at(ground.friction, x, y)


@surface_derivatives.of(Profile)
def profile_derivatives(ground, patch, x, y):
    dx, dy = x - ground.x, y - ground.y
    c, s, per_left = ground.ahead_x, ground.ahead_y, 0.5 / ground.half_distance
    m, u, per_metre = locate(ground.along, dx * c + dy * s)
    left, left_u, left_uu = track(ground.heights, 0, m, u)
    right, right_u, right_uu = track(ground.heights, 1, m, u)
    t = 0.5 * ((dy * c - dx * s) / ground.half_distance + 1.0)
    share, rate = smoothstep(t)
    ahead, across = (right_u + (left_u - right_u) * share) * per_metre, (left - right) * rate * per_left
    twist = (left_u - right_u) * per_metre * rate * per_left
    by_s = (ahead, (right_uu + (left_uu - right_uu) * share) * per_metre * per_metre, twist)
    by_d = (across, twist, (left - right) * smoothstep_curvature(t) * per_left * per_left)
    return to_world(c, s, by_s, by_d, friction_derivatives(ground.friction, x, y))


@kernel
def to_world(c, s, by_s, by_d, by_friction):
    """Changes by x and by y of height, both slopes and friction, from those of height, slope ahead and slope to the
    left by s and by d; c, s: of the road's heading."""
    by_x = (c * by_s[0] - s * by_d[0], c * by_s[1] - s * by_d[1], c * by_s[2] - s * by_d[2])
    by_y = (s * by_s[0] + c * by_d[0], s * by_s[1] + c * by_d[1], s * by_s[2] + c * by_d[2])
    return (
        (by_x[0], by_x[1] * c - by_x[2] * s, by_x[1] * s + by_x[2] * c, by_friction[0]),
        (by_y[0], by_y[1] * c - by_y[2] * s, by_y[1] * s + by_y[2] * c, by_friction[1]),
    )


@kernel
def track(heights, side, m, u):
    """Height of one track at the place u in cell m, and its first and second derivative with respect to u."""
    if u < 0.0:
        return heights[m, side], 0.0, 0.0
    if u > 1.0:
        return heights[m + 1, side], 0.0, 0.0
    last = heights.shape[0] - 2
    start, end = heights[m, side], heights[m + 1, side]
    r0 = 0.5 * (end - heights[m - 1, side]) if m > 0 else 0.0
    r1 = 0.5 * (heights[m + 2, side] - start) if m < last else 0.0
    c0, c1, c2, c3 = hermite((start, end, r0, r1))
    return c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2.0 * c2 + u * 3.0 * c3), 2.0 * c2 + u * 6.0 * c3
