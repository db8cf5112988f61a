"""What a steering is to the rest of the program: the fields and answers that every kind has.

A kind is a class derived from `Steering`, in a file of its own, with a line in `registry`. Every steering has a slider,
the rack or the nut of its gear, on a prismatic joint of the chassis: its travel is what an input moves. Geometry is in
world axes at the design position [m].

Names of bodies and joints begin with a prefix: empty, or `second_` for the steering of a second axle.
"""

from __future__ import annotations

import math
from abc import abstractmethod

from jounce.model.vehicle.corners import RACK, Elements
from jounce.model.vehicle.geometry import Triple
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.steerings.actuation import AnyActuation, PrescribedRack, RackServo, SteeringStops
from jounce.model.vehicle.suspensions.suspension import Suspension
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Name

FIRST, SECOND = "", "second_"
"""Prefixes of the names of a steering."""


class Steering(Frozen):
    """What turns the wheels of an axle.

    kind: how the class is chosen in a file, a Literal with a default in every class; a rack unless given. axle: the one
    that is steered. actuation: what moves the rack, or the nut of the gear. stops: where its travel ends.
    """

    kind: str
    axle: Name = "front"
    actuation: AnyActuation
    stops: SteeringStops | None = None

    @property
    @abstractmethod
    def slider(self) -> Part:
        """What slides in the chassis, guided at its centre of mass: the rack, or the nut of the gear."""

    @property
    @abstractmethod
    def slider_axis(self) -> Triple:
        """Unit vector along which the slider travels."""

    @property
    @abstractmethod
    def ratio(self) -> float:
        """Travel of the slider per angle of the steering wheel to the left [m/rad]."""

    @property
    def ratio_key(self) -> str:
        """The key whose sign says to which side the wheels turn."""
        return "travel_per_turn"

    @abstractmethod
    def holder_name(self, prefix: str) -> str:
        """The body that holds the tie rods, or the drag link."""

    def linkage_elements(self, prefix: str) -> Elements:
        """What lies between the slider and the tie rods: nothing, unless a kind says otherwise."""
        return Elements()

    def lever(self, suspension: Suspension) -> float:
        """Travel of the slider per angle of the left wheel to the left, at the design position [m/rad]."""
        return suspension.steering_lever

    @property
    def free_travel(self) -> float:
        """Largest travel of the slider either way before a stop [m]."""
        return math.inf if self.stops is None else self.stops.travel

    @property
    def holds_input_by(self) -> str:
        """The element without its prefix whose force along the slider holds the input: a joint, or a servo."""
        return "rack_servo" if self.gives_way else "rack_travel"

    @property
    def gives_way(self) -> bool:
        """Whether the slider keeps its freedom; otherwise it is prescribed or linked."""
        return not isinstance(self.actuation, PrescribedRack) and self.actuation.kind != "linked"


def slider_name(prefix: str) -> str:
    """The name of the slider, as a body and as a joint."""
    return f"{prefix}{RACK}"


__all__ = ["FIRST", "SECOND", "RackServo", "Steering", "slider_name"]
