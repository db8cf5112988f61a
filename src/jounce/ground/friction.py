"""How slippery the ground is: a number, two sides of a line, or a map.

    split   μ = μ_r + (μ_l − μ_r) S(½ + d / w),   d = −(x − x₀) sin ψ + (y − y₀) cos ψ      (G7)
    map     bilinear between the nodes of a grid, constant beyond its edge                 (G8)

S is the smoothstep of `blend` (G9), so μ is continuously differentiable across the line.
"""

from typing import NamedTuple

import numpy as np

from jounce.ground.axis import Irregular, Regular, locate
from jounce.ground.blend import smoothstep
from jounce.kernel import kernel, question


class Split(NamedTuple):
    """One factor left of a line, another right of it."""

    left: float
    """μ_l [-]."""
    right: float
    """μ_r [-]."""
    width: float
    """Of the strip in which one becomes the other, w [m], half of it on either side of the line."""
    x: float = 0.0
    """x₀ [m] of a point on the line."""
    y: float = 0.0
    """y₀ [m]."""
    ahead_x: float = 1.0
    """cos ψ of the line's heading."""
    ahead_y: float = 0.0
    """sin ψ."""


class FrictionMap(NamedTuple):
    """Factors at the nodes of a grid."""

    values: np.ndarray
    """values[i, j] at (x_i, y_j) [-]."""
    x: Regular | Irregular
    y: Regular | Irregular


@question
def friction_at(friction, x, y):
    """Friction factor [-] at (x, y) [m]."""


@friction_at.of(float)
def constant_friction(friction, x, y):
    return friction


@friction_at.of(Split)
def split_friction(friction, x, y):
    d = (y - friction.y) * friction.ahead_x - (x - friction.x) * friction.ahead_y
    share, _ = smoothstep(0.5 + d / friction.width)
    return friction.right + (friction.left - friction.right) * share


@friction_at.of(FrictionMap)
def map_friction(friction, x, y):
    i, u, _ = locate(friction.x, x)
    j, v, _ = locate(friction.y, y)
    u, v = held(u), held(v)
    values = friction.values
    near = (1.0 - v) * np.float64(values[i, j]) + v * np.float64(values[i, j + 1])
    far = (1.0 - v) * np.float64(values[i + 1, j]) + v * np.float64(values[i + 1, j + 1])
    return (1.0 - u) * near + u * far


@kernel
def held(u):
    """u between 0 and 1; NaN stays NaN."""
    if u < 0.0:
        return 0.0
    if u > 1.0:
        return 1.0
    return u
