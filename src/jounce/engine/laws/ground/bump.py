"""A cosine bump across the road, level ground before and after it.

    z = z₀ + ½ H (1 − cos φ),  z_x = π H / L sin φ,  φ = 2π (x − x₀) / L   for x₀ ≤ x ≤ x₀ + L,  z = z₀ elsewhere   (G4)

Height and slope are continuous; the curvature jumps by 2π² H / L² at both ends.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

from jounce.engine.laws.ground.friction import FrictionMap, Split, friction_at
from jounce.engine.laws.ground.surface import surface


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
    z = ground.base + 0.5 * ground.height * (1.0 - math.cos(phase))
    slope = math.pi * ground.height / ground.length * math.sin(phase)
    return z, slope, 0.0, friction
