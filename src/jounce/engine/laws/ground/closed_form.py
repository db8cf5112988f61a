"""Grounds without tables: level, a plane without end, and a cosine bump across a level road.

Plane: a constant grade g along a heading ψ and a constant bank b across it, both rise over run; g > 0: the ground rises
ahead, b > 0: it rises to the left.

    z = z₀ + z_x (x − x₀) + z_y (y − y₀)                                                   (G2)
    z_x = g cos ψ − b sin ψ,   z_y = g sin ψ + b cos ψ                                     (G3)

Bump: height and slope are continuous; the curvature jumps by 2π² H / L² at both ends.

    z = z₀ + ½ H (1 − cos φ),  z_x = π H / L sin φ,  φ = 2π (x − x₀) / L   for x₀ ≤ x ≤ x₀ + L,  z = z₀ elsewhere   (G4)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

from jounce.engine.laws.ground.friction import FrictionMap, Split, friction_at, friction_derivatives
from jounce.engine.laws.ground.surface import surface, surface_derivatives
from jounce.engine.linalg.elementary import sin_cos


class Flat(NamedTuple):
    """z = height everywhere."""

    height: float = 0.0
    """World z of the ground [m]."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Flat)
def flat_surface(ground, patch, x, y):
    return ground.height, 0.0, 0.0, friction_at(ground.friction, x, y)


@surface_derivatives.of(Flat)
def flat_derivatives(ground, patch, x, y):
    friction_x, friction_y = friction_derivatives(ground.friction, x, y)
    return (0.0, 0.0, 0.0, friction_x), (0.0, 0.0, 0.0, friction_y)


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


@surface_derivatives.of(Plane)
def plane_derivatives(ground, patch, x, y):
    friction_x, friction_y = friction_derivatives(ground.friction, x, y)
    return (ground.slope_x, 0.0, 0.0, friction_x), (ground.slope_y, 0.0, 0.0, friction_y)


IS_PLANE, HEIGHT, SLOPE_X, SLOPE_Y, ORIGIN_X, ORIGIN_Y, FRICTION = range(7)
"""Numbers of a plane, by which it is known without its type."""


def plane_label(ground: tuple) -> tuple[float, ...]:
    """Numbers of a level ground or a plane with one friction everywhere; a single 0 for all other grounds.

    Traced programs have the height (G2) inside and ask a ground for it only where this is no plane.
    """
    if isinstance(ground, Flat) and isinstance(ground.friction, float):
        return 1.0, ground.height, 0.0, 0.0, 0.0, 0.0, ground.friction
    if isinstance(ground, Plane) and isinstance(ground.friction, float):
        return 1.0, ground.z, ground.slope_x, ground.slope_y, ground.x, ground.y, ground.friction
    return (0.0,)


class Bump(NamedTuple):
    """A bump of one cosine wave, as long as the road is wide."""

    start: float = 5.0
    """World x where it begins, x₀ [m]."""
    length: float = 0.8
    """Length of the bump along x, L [m]."""
    height: float = 0.05
    """Height of the bump's top over the road, H [m]; negative for a dip."""
    base: float = 0.0
    """World z of the road, z₀ [m]."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Bump)
def bump_surface(ground, patch, x, y):
    friction = friction_at(ground.friction, x, y)
    along = x - ground.start
    if along <= 0.0 or along >= ground.length:
        return ground.base, 0.0, 0.0, friction
    phase = 2.0 * math.pi * along / ground.length
    sine, cosine = sin_cos(phase)
    z = ground.base + 0.5 * ground.height * (1.0 - cosine)
    slope = math.pi * ground.height / ground.length * sine
    return z, slope, 0.0, friction


@surface_derivatives.of(Bump)
def bump_derivatives(ground, patch, x, y):
    friction_x, friction_y = friction_derivatives(ground.friction, x, y)
    along = x - ground.start
    if along <= 0.0 or along >= ground.length:
        return (0.0, 0.0, 0.0, friction_x), (0.0, 0.0, 0.0, friction_y)
    rate = 2.0 * math.pi / ground.length
    sine, cosine = sin_cos(rate * along)
    half = 0.5 * rate * ground.height
    return (half * sine, half * rate * cosine, 0.0, friction_x), (0.0, 0.0, 0.0, friction_y)
