"""How a car is steered: by a rack, or by skidding.

A rack has an actuation that moves it and a ratio to the steering wheel. With skid steering the wheels of each side
follow a speed, and the car turns by the difference.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator

from jounce.model.vehicle.parts import Part
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import (
    Damping,
    Direction,
    Length,
    Name,
    NotNegative,
    NotZero,
    Positive,
    RotationalDamping,
    RotationalInertia,
    Stiffness,
    Time,
    Torque,
)


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
    """An actuation from its keys; the name `prescribed` alone needs no others."""
    return PrescribedRack() if value == "prescribed" else _build_actuation(value)


class Steering(Frozen):
    """A rack that slides in the chassis along `axis` and holds the tie rods of one axle.

    travel_per_turn: travel of the rack along its axis for one turn of the steering wheel to the left [m]. It is
    negative for a rack behind the axle, which steers left when it moves to the right. The rack is guided at its centre
    of mass. holder: the body of the car's further parts (`extra`) that holds the tie rods, such as a Pitman arm that
    the rack turns or the link that it moves; the rack itself unless given.
    """

    axle: Name = "front"
    rack: Part
    axis: Direction = (0.0, 1.0, 0.0)
    travel_per_turn: Annotated[Length, NotZero]
    holder: Name | None = None
    actuation: Annotated[Actuation, BeforeValidator(_read_actuation)]

    @property
    def ratio(self) -> float:
        """Rack travel per steering-wheel angle [m/rad]."""
        return self.travel_per_turn / math.tau


class SkidSteering(Frozen):
    """A motor between each wheel and its carrier, with a controller of its spin ω; those of a side follow one speed.

    Torque: gain × (speed / radius − ω) − derivative_gain × dω/dt, at most `limit` [N m] either way. speed: the inputs
    speed_left and speed_right [m/s]; radius: the height of the wheel centre at the design position, so that wheels
    without slip roll at that speed. gain [N m s/rad], derivative_gain [N m s²/rad]; filter_time: time constant of the
    derivative [s]. One torque for all wheels of a side would not do: the least loaded one would spin up, and the side
    with it.
    """

    gain: Annotated[RotationalDamping, Positive]
    derivative_gain: Annotated[RotationalInertia, NotNegative] = 0.0
    filter_time: Annotated[Time, Positive] = 0.01
    limit: Annotated[Torque, Positive]
