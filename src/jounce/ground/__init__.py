"""What the tires stand on: one compiled question, `surface(ground, x, y)`, answered by every kind of ground."""

from jounce.ground.bump import Bump
from jounce.ground.flat import Flat
from jounce.ground.surface import surface

__all__ = ["Bump", "Flat", "surface"]
