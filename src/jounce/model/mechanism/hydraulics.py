"""Brakes that a pressure works: its lag, and discs that grow hot and fade."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError
from jounce.model.mechanism.signals import Signal, least_value
from jounce.model.mechanism.springs import Curve, columns_in
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Angle,
    AngularVelocity,
    AnyQuantity,
    Name,
    Positive,
    Pressure,
    Time,
    Torque,
)


class BrakeDisc(Frozen):
    """A disc that takes up the heat of its brake and loses it to the air.

    heat_capacity [J/K], cooling [W/K], cooling_by_speed [W s/(K rad)]: more of it per speed of the disc. friction:
    factor of the brake torque over the temperature of the disc above that of the air [K], 1 when cold.
    """

    heat_capacity: Annotated[AnyQuantity, Positive]
    cooling: Annotated[AnyQuantity, Positive]
    cooling_by_speed: AnyQuantity = 0.0
    friction: Annotated[Curve, BeforeValidator(columns_in("dimensionless", "dimensionless"))]

    @model_validator(mode="after")
    def _grips(self) -> BrakeDisc:
        if min(self.friction.y) < 0.0 or self.friction.x[0] > 0.0:
            got = f"from {self.friction.x[0]:g} K on, at least {min(self.friction.y):g}"
            raise InputError(
                "no friction over temperature", got, "0 or more, from 0 K above the air on", where="friction"
            )
        if self.cooling_by_speed < 0.0:
            raise InputError("heats the disc", f"{self.cooling_by_speed:g}", "0 or more", where="cooling_by_speed")
        return self


class HydraulicBrake(Frozen):
    """A torque against the rotation of a revolute joint, `torque` [N m] at `full_pressure` [Pa], and in proportion.

    The pressure follows the signal `pressure` [Pa] with the time constant lag [s]. grip_angle, full_speed: as of a
    Brake. disc: what the friction depends on. Its force elements are called NAME, NAME.pressure and NAME.disc.
    """

    kind: Literal["hydraulic_brake"] = "hydraulic_brake"
    name: Name
    joint: Name
    pressure: Signal
    full_pressure: Annotated[Pressure, Positive]
    torque: Annotated[Torque, Positive]
    lag: Annotated[Time, Positive]
    full_speed: Annotated[AngularVelocity, Positive] = 0.5
    grip_angle: Annotated[Angle, Positive] | None = None
    disc: BrakeDisc | None = None

    @model_validator(mode="after")
    def _presses(self) -> HydraulicBrake:
        least = least_value(self.pressure)
        if least is not None and least < 0.0:
            raise InputError("brake pressure below 0", f"{least:g} Pa", "0 or more", where="pressure")
        return self
