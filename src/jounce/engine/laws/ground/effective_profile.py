"""A road as a tire with a contact patch feels it: effective heights and effective slopes of two tracks.

As a profile (G11), (G12), but the slope along the road is given beside the height and is not its derivative: a tire
that envelops a short obstacle is lifted by one curve and tilted by another. Between nodes both are straight lines, with
kinks at the nodes, where derivatives are those of the cell in which the point is looked up.
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
    smoothstep,
    smoothstep_curvature,
)
from jounce.engine.laws.ground.profile import to_world
from jounce.engine.laws.ground.surface import surface, surface_derivatives


class EffectiveProfile(NamedTuple):
    """Effective heights and slopes of two tracks at equal distances along a straight road."""

    heights: np.ndarray
    """heights[i, 0] of the left and heights[i, 1] of the right track at s_i [m]."""
    slopes: np.ndarray
    """slopes[i, 0] and slopes[i, 1]: rise per distance ahead [-]."""
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


@surface.of(EffectiveProfile)
def effective_surface(ground, patch, x, y):
    dx, dy = x - ground.x, y - ground.y
    c, s = ground.ahead_x, ground.ahead_y
    m, u, _ = locate(ground.along, dx * c + dy * s)
    left, right = between_nodes(ground.heights, 0, m, u), between_nodes(ground.heights, 1, m, u)
    left_slope, right_slope = between_nodes(ground.slopes, 0, m, u), between_nodes(ground.slopes, 1, m, u)
    share, rate = smoothstep(0.5 * ((dy * c - dx * s) / ground.half_distance + 1.0))
    z = right + (left - right) * share
    ahead = right_slope + (left_slope - right_slope) * share
    across = (left - right) * rate * 0.5 / ground.half_distance
    return z, ahead * c - across * s, ahead * s + across * c, friction_at(ground.friction, x, y)


@surface_derivatives.of(EffectiveProfile)
def effective_derivatives(ground, patch, x, y):
    dx, dy = x - ground.x, y - ground.y
    c, s, per_left = ground.ahead_x, ground.ahead_y, 0.5 / ground.half_distance
    m, u, per_metre = locate(ground.along, dx * c + dy * s)
    t = 0.5 * ((dy * c - dx * s) / ground.half_distance + 1.0)
    share, rate = smoothstep(t)
    left, right = between_nodes(ground.heights, 0, m, u), between_nodes(ground.heights, 1, m, u)
    left_s, right_s = rise(ground.heights, 0, m, u, per_metre), rise(ground.heights, 1, m, u, per_metre)
    bend_left, bend_right = rise(ground.slopes, 0, m, u, per_metre), rise(ground.slopes, 1, m, u, per_metre)
    more = between_nodes(ground.slopes, 0, m, u) - between_nodes(ground.slopes, 1, m, u)
    by_s = (
        right_s + (left_s - right_s) * share,
        bend_right + (bend_left - bend_right) * share,
        (left_s - right_s) * rate * per_left,
    )
    by_d = (
        (left - right) * rate * per_left,
        more * rate * per_left,
        (left - right) * smoothstep_curvature(t) * per_left * per_left,
    )
    return to_world(c, s, by_s, by_d, friction_derivatives(ground.friction, x, y))


@kernel
def rise(values, side, m, u, per_metre):
    """Change per metre of what `between_nodes` gives."""
    return (values[m + 1, side] - values[m, side]) * per_metre if 0.0 <= u <= 1.0 else 0.0


@kernel
def between_nodes(values, side, m, u):
    """Value of one track at the place u in cell m; beyond the ends that of the end."""
    share = min(max(u, 0.0), 1.0)
    return values[m, side] + (values[m + 1, side] - values[m, side]) * share
