"""Springs of one wheel: a strut with spring, damper and stops, and a torsion bar about the hinge of an arm."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, StrictBool, model_validator

from jounce.errors import InputError, ModelError
from jounce.model.mechanism import Curve, Input, RotationalSpringDamper, SpringDamper, Stop, replace
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.corners import Corner
from jounce.model.vehicle.geometry import LEFT
from jounce.model.vehicle.parts import LeftPoint
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Angle,
    AnyQuantity,
    Damping,
    Items,
    Length,
    Name,
    NotNegative,
    Number,
    Positive,
    RotationalDamping,
    RotationalStiffness,
    Stiffness,
)
from jounce.schema.remembered import remembered
from jounce.schema.units import parse_quantity

BALANCE: Final = "balance"
"""Preload of a spring that carries the car at its design position, whatever the car weighs."""


def _quantity_or_balance(dimension: str) -> BeforeValidator:
    return BeforeValidator(
        lambda value: value if value is None or value == BALANCE else parse_quantity(value, dimension)
    )


_Preload = float | Literal["balance"] | None

_KEYS_OF_A_STRUT = {"point_a": "upper", "point_b": "lower", "": "lower"}
"""Field of a SpringDamper → field of a Strut, for findings."""


class Strut(Frozen):
    """A spring with a damper between `upper` on the chassis and `lower` on the carrier; left side [m].

    carrier: a part of the suspension; by default the lower arm of a double wishbone, or the only arm there is.
    stiffness [N/m], damping [N s/m]; free_length [m] or preload [N], the push at the design position, which is chosen
    such that the car rests there if it is `balance`. Curves, polynomial and stops as in a mechanism.SpringDamper:
    spring_curve compression → force, spring_polynomial k₁, k₂, k₃ of k₁ p + k₂ p² + k₃ p³ at the compression p,
    damper_curve compression speed → force. damper_scale: factor of damping or damper_curve.
    actuator: adds a push [N] that is a run-time input, such as spring_force_fl or damper_force_rl.
    """

    upper: LeftPoint
    lower: LeftPoint
    carrier: Name | None = None
    stiffness: Annotated[Stiffness, NotNegative] = 0.0
    damping: Annotated[Damping, NotNegative] = 0.0
    free_length: Annotated[Length, NotNegative] | None = None
    preload: Annotated[_Preload, _quantity_or_balance("force")] = None
    spring_curve: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    spring_polynomial: Annotated[tuple[AnyQuantity, ...], Items] | None = None
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    damper_scale: Annotated[Number, NotNegative] = 1.0
    bump_stop: Stop | None = None
    rebound_stop: Stop | None = None
    actuator: StrictBool = False

    @model_validator(mode="after")
    def _is_a_spring_damper(self) -> Strut:
        try:
            element = self.element("strut", Corner("front", LEFT), "chassis", "carrier")
            if self.preload == BALANCE:
                replace(element, preload=1.0)  # whether it can have one
        except ModelError as error:
            findings = [dataclasses.replace(f, where=_KEYS_OF_A_STRUT.get(f.where, f.where)) for f in error.findings]
            raise ModelError(findings) from None
        return self

    @remembered
    def element(self, part: str, corner: Corner, chassis: str, carrier: str) -> SpringDamper:
        """The strut of one corner as a force element between two bodies; part: `spring` or `damper`, for its name.

        A preload that balances the car is not known here: the spring is slack at the design position.
        """
        curve = self.damper_curve
        return SpringDamper(
            name=corner.name(part),
            body_a=chassis,
            body_b=carrier,
            point_a=corner.side.point(self.upper),
            point_b=corner.side.point(self.lower),
            stiffness=self.stiffness,
            damping=self.damper_scale * self.damping,
            free_length=self.free_length,
            preload=None if self.preload == BALANCE else self.preload,
            spring_curve=self.spring_curve,
            spring_polynomial=self.spring_polynomial,
            damper_curve=curve and replace(curve, y=tuple(self.damper_scale * force for force in curve.y)),
            bump_stop=self.bump_stop,
            rebound_stop=self.rebound_stop,
            actuator=Input(name=corner.name(f"{part}_force")) if self.actuator else None,
        )


class TorsionBar(Frozen):
    """A torque stiffness × (angle − free_angle) + damping × rate against the bump of an arm.

    stiffness [N m/rad], damping [N m s/rad]; angle of the arm from the design position, bump positive. preload: the
    torque at the design position that pushes the wheel down [N m], or `balance`: the one with which the car rests
    there; or free_angle: where the bar is slack [rad], negative for one that carries. With neither the bar is slack at
    the design position. actuator: adds a torque [N m] towards bump that is a run-time input, such as torsion_torque_rl.
    """

    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    preload: Annotated[_Preload, _quantity_or_balance("torque")] = None
    free_angle: Angle | None = None
    actuator: StrictBool = False

    @model_validator(mode="after")
    def _has_one_zero(self) -> TorsionBar:
        if self.preload is not None and self.free_angle is not None:
            raise InputError("given in two ways", "preload and free_angle", "one of them", where="preload")
        return self

    @property
    def slack_angle(self) -> float:
        """The angle of the arm at which the bar is slack [rad], bump positive; a preload that balances the car is not
        known here."""
        if self.free_angle is not None:
            return self.free_angle
        return -self.preload / self.stiffness if self.preload and self.preload != BALANCE else 0.0

    def element(self, part: str, corner: Corner, joint: str) -> RotationalSpringDamper:
        """The bar as a force element on a hinge whose angle grows in bump; part: `torsion`, for its name."""
        return RotationalSpringDamper(
            name=corner.name(part),
            joint=joint,
            stiffness=self.stiffness,
            damping=self.damping,
            free_angle=self.slack_angle,
            actuator=Input(name=corner.name(f"{part}_torque")) if self.actuator else None,
        )
