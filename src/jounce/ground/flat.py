"""A level ground without end."""

from typing import NamedTuple

from jounce.ground.friction import FrictionMap, Split, friction_at
from jounce.ground.surface import surface


class Flat(NamedTuple):
    """z = height everywhere."""

    height: float = 0.0
    """World z of the ground [m]."""
    friction: float | Split | FrictionMap = 1.0
    """Factor on the tires' peak forces [-]."""


@surface.of(Flat)
def flat_surface(ground, patch, x, y):
    return ground.height, 0.0, 0.0, friction_at(ground.friction, x, y)
