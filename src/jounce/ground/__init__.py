"""What the tires stand on: one compiled question, `surface(ground, patch, x, y)`, answered by every kind of ground."""

from jounce.ground.bump import Bump
from jounce.ground.flat import Flat
from jounce.ground.placed import Ground, original, placed, same_ground
from jounce.ground.surface import PATCH, surface, unit_normal

__all__ = ["PATCH", "Bump", "Flat", "Ground", "original", "placed", "same_ground", "surface", "unit_normal"]
