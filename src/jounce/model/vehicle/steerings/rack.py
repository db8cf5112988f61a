"""A rack that slides in the chassis and holds the tie rods."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.steerings.steering import Steering, slider_name
from jounce.schema.quantities import Direction, Length, Name, NotZero


class RackSteering(Steering):
    """A rack that slides in the chassis along `axis` and holds the tie rods of one axle.

    travel_per_turn: travel of the rack along its axis for one turn of the steering wheel to the left [m]. It is
    negative for a rack behind the axle, which steers left when it moves to the right. The rack is guided at its centre
    of mass. holder: the body of the car's further parts (`extra`) that holds the tie rods, such as a link that the rack
    moves; the rack itself unless given.
    """

    kind: Literal["rack"] = "rack"
    rack: Part
    axis: Direction = (0.0, 1.0, 0.0)
    travel_per_turn: Annotated[Length, NotZero]
    holder: Name | None = None

    @property
    def slider(self) -> Part:
        """The rack."""
        return self.rack

    @property
    def slider_axis(self) -> Triple:
        """Unit vector along which the rack slides."""
        return self.axis

    @property
    def ratio(self) -> float:
        """Rack travel per steering-wheel angle [m/rad]."""
        return self.travel_per_turn / math.tau

    def holder_name(self, prefix: str) -> str:
        """The rack, or the holder."""
        return self.holder or slider_name(prefix)
