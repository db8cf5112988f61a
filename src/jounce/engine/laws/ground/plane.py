"""A plane without end: a constant grade along a heading and a constant bank across it.

    z = z₀ + z_x (x − x₀) + z_y (y − y₀)                                                   (G2)
    z_x = g cos ψ − b sin ψ,   z_y = g sin ψ + b cos ψ                                     (G3)

g > 0: the ground rises ahead; b > 0: it rises to the left. Both are rise over run.

A level ground without end.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

from jounce.engine.laws.ground.friction import FrictionMap, Split, friction_at
from jounce.engine.laws.ground.surface import surface


class Flat(NamedTuple):
    """z = height everywhere."""

    height: float = 0.0
    """World z of the ground [m]."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Flat)
def flat_surface(ground, patch, x, y):
    return ground.height, 0.0, 0.0, friction_at(ground.friction, x, y)


class Plane(NamedTuple):
    """A plane by a point on it and its slopes; `jounce.engine.terrain.plane` makes it from grade and bank."""

    slope_x: float = 0.0
    """Slope along x, z_x [-]."""
    slope_y: float = 0.0
    """Slope along y, z_y [-]."""
    x: float = 0.0
    """x₀ [m]."""
    y: float = 0.0
    """y₀ [m]."""
    z: float = 0.0
    """Height at (x₀, y₀), z₀ [m]."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Plane)
def plane_surface(ground, patch, x, y):
    z = ground.z + ground.slope_x * (x - ground.x) + ground.slope_y * (y - ground.y)
    return z, ground.slope_x, ground.slope_y, friction_at(ground.friction, x, y)
