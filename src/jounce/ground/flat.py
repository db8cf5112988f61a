"""A level ground without end."""

from typing import NamedTuple

from jounce.ground.surface import surface


class Flat(NamedTuple):
    """z = height everywhere, with one friction factor."""

    height: float = 0.0
    """World z of the ground [m]."""
    friction: float = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Flat)
def flat_surface(ground, patch, x, y):
    return ground.height, 0.0, 0.0, ground.friction
