"""How much room a unit of a vehicle takes, seen from above."""

from __future__ import annotations

from typing import Annotated

from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, Positive


class Outline(Frozen):
    """The body seen from above [m]: what has to pass between cones. front_overhang: ahead of the first axle."""

    length: Annotated[Length, Positive]
    width: Annotated[Length, Positive]
    front_overhang: Length
