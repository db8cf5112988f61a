"""What moves the rack of a steering, or the nut of its gear: a servo, a constraint, a column, or another rack."""

from __future__ import annotations

import math
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator

from jounce.model.mechanism.steering import AssistMap
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import (
    Angle,
    Damping,
    Length,
    NotNegative,
    NotZero,
    Number,
    Positive,
    RotationalDamping,
    RotationalStiffness,
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


class ColumnFriction(Frozen):
    """Friction below the torsion bar.

    torque: at the pinion [N m]. grip_angle: of the pinion, over which it is taken up [rad].
    """

    torque: Annotated[Torque, Positive]
    grip_angle: Annotated[Angle, Positive] = math.radians(0.5)


class Column(Frozen):
    """A steering wheel held at its angle, a torsion bar down to the pinion, and an assistance beside it.

    The input is the angle of the steering wheel, written as the travel that it stands for without twist. With the angle
    θ of the wheel, the travel s of the rack and its ratio i [m/rad], the bar exerts

        T = stiffness × (θ − s/i) − damping × ṡ/i

    and the force on the rack is (T + assist(T, speed)) / i, less friction. stiffness [N m/rad], damping [N m s/rad].
    Steering wheel and shaft above the bar have no inertia: T is what the driver feels.
    """

    kind: Literal["column"] = "column"
    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    friction: ColumnFriction | None = None
    assist: AssistMap | None = None


class LinkedRack(Frozen):
    """Travel of a second rack = ratio × travel of the first one, by a linkage without mass: trucks with two steered
    axles. ratio: negative turns the wheels the other way."""

    kind: Literal["linked"] = "linked"
    ratio: Annotated[Number, NotZero]


Actuation: TypeAlias = RackServo | PrescribedRack | Column | LinkedRack
_build_actuation = chosen_by_kind("actuation", RackServo, PrescribedRack, Column, LinkedRack)


def _read_actuation(value: object) -> object:
    """An actuation from its keys; the name `prescribed` alone needs no others."""
    return PrescribedRack() if value == "prescribed" else _build_actuation(value)


AnyActuation: TypeAlias = Annotated[Actuation, BeforeValidator(_read_actuation)]
"""The type of a field that holds an actuation of any kind."""


class SteeringStops(Frozen):
    """Stops of the rack, or of the nut, either way.

    travel: where they are [m]. stiffness: force per travel past them [N/m]. They push a rack that keeps its freedom, on
    a servo or a column; one whose travel is prescribed may not be asked for more.
    """

    travel: Annotated[Length, Positive]
    stiffness: Annotated[Stiffness, Positive] = 5e6
