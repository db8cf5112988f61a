"""Electric motors."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator

from jounce.model.mechanism.signals import Constant, Signal
from jounce.model.mechanism.springs import Curve, columns_in
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import AngularVelocity, Energy, Name, NotNegative, Number, Positive, Power


class Motor(Frozen):
    """A torque on a revolute joint that drives with `throttle`, 0 … 1, and brakes with `regeneration`, 0 … 1.

    torque: the largest [N m] over speed [rad/s], smooth between the points. power and regenerative_power: limits of the
    electrical power [W], × discharge_limit and charge_limit; efficiency: of mechanical to electrical power, both ways.
    regenerative_share: of the largest torque for braking; lift_off: share of that with the throttle released;
    fade_speed [rad/s]: below it regeneration fades. gear: its sense, −1 … 1; without, forward. With the capacity of its
    battery [J] it counts how much it has drawn.
    """

    kind: Literal["motor"] = "motor"
    name: Name
    joint: Name
    torque: Annotated[Curve, BeforeValidator(columns_in("angular_velocity", "torque"))]
    power: Annotated[Power, Positive]
    efficiency: Annotated[Number, Positive] = 1.0
    regenerative_power: Annotated[Power, NotNegative]
    regenerative_share: Annotated[Number, NotNegative] = 1.0
    lift_off: Annotated[Number, NotNegative] = 0.0
    fade_speed: Annotated[AngularVelocity, Positive] = 1.0
    throttle: Signal = Constant(value=0.0)
    regeneration: Signal = Constant(value=0.0)
    gear: Signal | None = None
    discharge_limit: Signal = Constant(value=1.0)
    charge_limit: Signal = Constant(value=1.0)
    capacity: Annotated[Energy, Positive] | None = None
