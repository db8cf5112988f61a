"""Air on a unit of a vehicle."""

from __future__ import annotations

from typing import Annotated

from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Area, Density, NotNegative, Point


class Aerodynamics(Frozen):
    """Drag and lift at a point of the chassis [m]: Cd·A and Cl·A [m²], air_density [kg/m³]."""

    point: Point
    drag_area: Annotated[Area, NotNegative]
    lift_area: Area = 0.0
    air_density: Annotated[Density, NotNegative] = 1.225
