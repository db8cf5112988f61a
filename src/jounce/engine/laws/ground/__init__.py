"""What the tires stand on: one generic kernel, `surface(ground, patch, x, y)`, with a body for every kind of ground.

`surface_derivatives` says how its answer changes, for matrices of implicit steps.

`ask(ground, x, y)` evaluates it for arrays of points. `jounce.engine.terrain` makes grounds from data, with checks.
"""

from jounce.engine.laws.ground.axis import Irregular, Regular, irregular, regular
from jounce.engine.laws.ground.closed_form import Bump, Flat, Plane
from jounce.engine.laws.ground.effective_profile import EffectiveProfile
from jounce.engine.laws.ground.external import External
from jounce.engine.laws.ground.ferguson import Ferguson
from jounce.engine.laws.ground.ferguson_derivatives import ferguson_derivatives
from jounce.engine.laws.ground.friction import FrictionMap, Split, friction_at
from jounce.engine.laws.ground.placed_derivatives import load_surface_derivatives
from jounce.engine.laws.ground.profile import Profile
from jounce.engine.laws.ground.query import (
    Answer,
    Ground,
    ask,
    change_ground,
    extent,
    inside,
    number_places,
    original,
    place_ground,
    same_ground,
)
from jounce.engine.laws.ground.surface import (
    NOTHING,
    PATCH,
    PLACE,
    allocate_memory,
    forget,
    surface,
    surface_derivatives,
    unit_normal,
)

__all__ = [
    "NOTHING",
    "PATCH",
    "PLACE",
    "Answer",
    "Bump",
    "EffectiveProfile",
    "External",
    "Ferguson",
    "Flat",
    "FrictionMap",
    "Ground",
    "Irregular",
    "Plane",
    "Profile",
    "Regular",
    "Split",
    "allocate_memory",
    "ask",
    "change_ground",
    "extent",
    "ferguson_derivatives",
    "forget",
    "friction_at",
    "inside",
    "irregular",
    "load_surface_derivatives",
    "number_places",
    "original",
    "place_ground",
    "regular",
    "same_ground",
    "surface",
    "surface_derivatives",
    "unit_normal",
]
