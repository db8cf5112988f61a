"""What the tires stand on: one compiled question, `surface(ground, patch, x, y)`, answered by every kind of ground.

`ask(ground, x, y)` asks it for arrays of points. `jounce.terrain` makes grounds from data, with checks.
"""

from jounce.ground.ask import Answer, ask
from jounce.ground.axis import Irregular, Regular, irregular, regular
from jounce.ground.bump import Bump
from jounce.ground.extent import extent, inside
from jounce.ground.ferguson import Ferguson
from jounce.ground.flat import Flat
from jounce.ground.friction import FrictionMap, Split, friction_at
from jounce.ground.placed import Ground, original, placed, same_ground
from jounce.ground.plane import Plane
from jounce.ground.profile import Profile
from jounce.ground.surface import NOTHING, PATCH, PLACE, forget, remembered, surface, unit_normal

__all__ = [
    "NOTHING",
    "PATCH",
    "PLACE",
    "Answer",
    "Bump",
    "Ferguson",
    "Flat",
    "FrictionMap",
    "Ground",
    "Irregular",
    "Plane",
    "Profile",
    "Regular",
    "Split",
    "ask",
    "extent",
    "forget",
    "friction_at",
    "inside",
    "irregular",
    "original",
    "placed",
    "regular",
    "remembered",
    "same_ground",
    "surface",
    "unit_normal",
]
