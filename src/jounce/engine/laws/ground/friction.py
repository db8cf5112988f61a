"""How slippery the ground is: a number, two sides of a line, or a map.

    split   μ = μ_r + (μ_l − μ_r) S(½ + d / w),   d = −(x − x₀) sin ψ + (y − y₀) cos ψ      (G7)
    map     bilinear between the nodes of a grid, constant beyond its edge                 (G8)

S is the smoothstep (G9), so μ is continuously differentiable across the line. A map has kinks at its nodes, where
derivatives are those of the cell in which the point is looked up.

Cubics on the unit interval, which other grounds use too:

    smoothstep   S(t) = t² (3 − 2t),  S' = 6 t (1 − t),  0 before and 1 after                (G9)
    Hermite      f(u) = f₀ + r₀ u + (3d − 2r₀ − r₁) u² + (r₀ + r₁ − 2d) u³,  d = f₁ − f₀     (G10)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import generic_kernel, kernel
from jounce.engine.laws.ground.axis import Irregular, Regular, locate
from jounce.engine.linalg.select import where


@kernel
def smoothstep(t):
    """The smoothstep S(t) and its slope S' (G9)."""
    if t <= 0.0:
        return 0.0, 0.0
    if t >= 1.0:
        return 1.0, 0.0
    return t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t)


@kernel
def smoothstep_curvature(t):
    """S'' = 6 − 12 t between 0 and 1, else 0 (G9)."""
    return 6.0 - 12.0 * t if 0.0 < t < 1.0 else 0.0


@kernel
def hermite(ends):
    """The four coefficients of (G10) from (f₀, f₁, r₀, r₁): the values and the slopes at the ends."""
    f0, f1, r0, r1 = ends
    d = f1 - f0
    return f0, r0, 3.0 * d - 2.0 * r0 - r1, r0 + r1 - 2.0 * d


@kernel
def horner(ends, u):
    """Value and slope of (G10) at u."""
    c0, c1, c2, c3 = hermite(ends)
    return c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2.0 * c2 + u * 3.0 * c3)


class Split(NamedTuple):
    """One factor left of a line, another right of it."""

    left: float
    """Friction factor left of the line, μ_l [-]."""
    right: float
    """Friction factor right of the line, μ_r [-]."""
    width: float
    """Width of the strip in which one factor becomes the other, w [m], half of it on either side of the line."""
    x: float = 0.0
    """x₀ [m] of a point on the line."""
    y: float = 0.0
    """y₀ [m] of the same point on the line."""
    ahead_x: float = 1.0
    """cos ψ of the line's heading."""
    ahead_y: float = 0.0
    """sin ψ of the line's heading."""


class FrictionMap(NamedTuple):
    """Factors at the nodes of a grid."""

    values: np.ndarray
    """values[i, j] at (x_i, y_j) [-]."""
    x: Regular | Irregular
    y: Regular | Irregular


@generic_kernel
def friction_at(friction, x, y):
    """Friction factor [-] at (x, y) [m]."""


@generic_kernel
def friction_derivatives(friction, x, y):
    """Changes of the friction factor by x and by y [1/m]."""


@friction_at.of(float)
def constant_friction(friction, x, y):
    return friction


@friction_derivatives.of(float)
def constant_derivatives(friction, x, y):
    return 0.0, 0.0


@friction_at.of(Split)
def split_friction(friction, x, y):
    d = (y - friction.y) * friction.ahead_x - (x - friction.x) * friction.ahead_y
    share, _ = smoothstep(0.5 + d / friction.width)
    return friction.right + (friction.left - friction.right) * share


@friction_derivatives.of(Split)
def split_derivatives(friction, x, y):
    d = (y - friction.y) * friction.ahead_x - (x - friction.x) * friction.ahead_y
    _, rate = smoothstep(0.5 + d / friction.width)
    across = (friction.left - friction.right) * rate / friction.width
    return -friction.ahead_y * across, friction.ahead_x * across


@friction_at.of(FrictionMap)
def map_friction(friction, x, y):
    i, u, _ = locate(friction.x, x)
    j, v, _ = locate(friction.y, y)
    u, v = clamp(u), clamp(v)
    values = friction.values
    near = (1.0 - v) * np.float64(values[i, j]) + v * np.float64(values[i, j + 1])
    far = (1.0 - v) * np.float64(values[i + 1, j]) + v * np.float64(values[i + 1, j + 1])
    return (1.0 - u) * near + u * far


@friction_derivatives.of(FrictionMap)
def map_derivatives(friction, x, y):
    i, u, per_x = locate(friction.x, x)
    j, v, per_y = locate(friction.y, y)
    at_u, at_v = clamp(u), clamp(v)
    values = friction.values
    near, near_ahead = np.float64(values[i, j]), np.float64(values[i, j + 1])
    far, far_ahead = np.float64(values[i + 1, j]), np.float64(values[i + 1, j + 1])
    by_u = (1.0 - at_v) * (far - near) + at_v * (far_ahead - near_ahead)
    by_v = (1.0 - at_u) * (near_ahead - near) + at_u * (far_ahead - far)
    return where(at_u == u, by_u * per_x, 0.0), where(at_v == v, by_v * per_y, 0.0)


@kernel
def clamp(u):
    """u between 0 and 1; NaN stays NaN."""
    return where(u < 0.0, 0.0, where(u > 1.0, 1.0, u))
