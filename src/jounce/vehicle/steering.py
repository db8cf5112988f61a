"""Rack steering: the rack, what moves it, and its ratio to the steering wheel."""

from __future__ import annotations

import math
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator

from jounce.mechanism.frozen import Frozen
from jounce.mechanism.kinds import chosen_by_kind
from jounce.mechanism.quantities import (
    Damping,
    Direction,
    Length,
    Name,
    NotNegative,
    NotZero,
    Positive,
    Stiffness,
    Time,
)
from jounce.vehicle.parts import Part


class RackServo(Frozen):
    """A force stiffness × (input − travel) − damping × rate on the rack [N/m, N s/m]: the rack keeps its freedom."""

    kind: Literal["servo"] = "servo"
    stiffness: Annotated[Stiffness, Positive]
    damping: Annotated[Damping, NotNegative] = 0.0


class PrescribedRack(Frozen):
    """Travel of the rack = the input, as a constraint; smoothing: time constant [s] of a filter before it."""

    kind: Literal["prescribed"] = "prescribed"
    smoothing: Annotated[Time, NotNegative] = 0.0


Actuation: TypeAlias = RackServo | PrescribedRack
_build_actuation = chosen_by_kind("actuation", RackServo, PrescribedRack)


def _read_actuation(value: object) -> object:
    """The keys of an actuation; the word `prescribed` needs no others."""
    return PrescribedRack() if value == "prescribed" else _build_actuation(value)


class Steering(Frozen):
    """A rack that slides in the chassis along `axis` and holds the tie rods of one axle.

    travel_per_turn: of the rack along its axis for one turn of the steering wheel to the left [m]. It is negative for
    a rack behind the axle, which steers left when it moves to the right. The rack is guided at its centre of mass.
    """

    axle: Name = "front"
    rack: Part
    axis: Direction = (0.0, 1.0, 0.0)
    travel_per_turn: Annotated[Length, NotZero]
    actuation: Annotated[Actuation, BeforeValidator(_read_actuation)]

    @property
    def ratio(self) -> float:
        """Rack travel per steering-wheel angle [m/rad]."""
        return self.travel_per_turn / math.tau
