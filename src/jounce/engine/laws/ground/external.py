"""A road that another program knows: it tells every wheel the tangent plane at its contact, and the friction there.

    z = h + z_x (x − x₀) + z_y (y − y₀)                                                    (G20)

h, z_x, z_y, μ and the point (x₀, y₀) lie in the memory of the wheel, where grids keep the coefficients of a patch. A
wheel that was told nothing, and who asks without a memory, find a level road.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

from jounce.engine.laws.ground.surface import PATCH, surface, surface_derivatives

GIVEN, HEIGHT, SLOPE_X, SLOPE_Y, ORIGIN_X, ORIGIN_Y, FRICTION = 0, 2, 3, 4, 5, 6, 7
"""Places in the memory of a wheel: whether it was told anything (1), then the numbers of (G20) and the friction."""


class External(NamedTuple):
    """A level road until wheels are told otherwise."""

    height: float = 0.0
    """World z of the level road [m]."""
    friction: float = 1.0
    """Factor on the tires' peak forces on it [-]."""


@surface.of(External)
def external_surface(ground, patch, x, y):
    if patch.size != PATCH or patch[GIVEN] != 1.0:
        return ground.height, 0.0, 0.0, ground.friction
    zx, zy = patch[SLOPE_X], patch[SLOPE_Y]
    z = patch[HEIGHT] + zx * (x - patch[ORIGIN_X]) + zy * (y - patch[ORIGIN_Y])
    return z, zx, zy, patch[FRICTION]


@surface_derivatives.of(External)
def external_derivatives(ground, patch, x, y):
    told = patch[GIVEN] == 1.0
    zx, zy = patch[SLOPE_X] if told else 0.0, patch[SLOPE_Y] if told else 0.0
    return (zx, 0.0, 0.0, 0.0), (zy, 0.0, 0.0, 0.0)
