"""An axle: two wheels, the suspension of the left one and its mirror image, tires, and what acts on them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, model_validator

from jounce.errors import ModelError
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.kinds import chosen_by_kind
from jounce.mechanism.quantities import (
    Angle,
    AngularVelocity,
    Damping,
    Direction,
    Name,
    NotNegative,
    Positive,
    Stiffness,
)
from jounce.mechanism.tire_laws import TireLaw, build_law
from jounce.vehicle.carriers import Carrier
from jounce.vehicle.double_wishbone import DoubleWishbone
from jounce.vehicle.macpherson import MacPherson
from jounce.vehicle.parts import LeftPoint, Wheel
from jounce.vehicle.trailing_arm import TrailingArm
from jounce.vehicle.twist_beam import TwistBeam

Suspension: TypeAlias = DoubleWishbone | MacPherson | TrailingArm | TwistBeam
"""Every kind of suspension: a union that grows, read by the key `kind`."""

Steerable: TypeAlias = DoubleWishbone | MacPherson
"""Those whose wheels turn about a kingpin."""

build_suspension = chosen_by_kind("suspension", *get_args(Suspension))


class AntiRollBar(Frozen):
    """A force stiffness × (left travel − right travel) at the drop links, along an axis fixed in the chassis.

    point: of the left drop link on the carrier [m]; carrier: by default that of the springs; stiffness [N/m] and
    damping [N s/m] at the points.
    """

    point: LeftPoint
    carrier: Carrier | None = None
    stiffness: Annotated[Stiffness, NotNegative]
    damping: Annotated[Damping, NotNegative] = 0.0
    axis: Direction = (0.0, 0.0, 1.0)


class Brake(Frozen):
    """A brake between each wheel and what carries it, torque by an input.

    Its pads take up the whole torque over grip_angle [rad] and hold at standstill. Without a grip_angle (null) the
    torque is almost full above full_speed [rad/s], and the brake creeps under load.
    """

    grip_angle: Annotated[Angle, Positive] | None = 0.01
    full_speed: Annotated[AngularVelocity, Positive] = 0.5


class Axle(Frozen):
    """Two wheels and what carries and moves them; the left side is given.

    drive: whether inputs drive the wheels of this axle, and from where: `inboard`, through half shafts, so that the
    chassis takes the reaction, or `outboard`, by a motor on the knuckle or on the arm that carries the wheel.
    """

    name: Name
    suspension: Annotated[Suspension, BeforeValidator(build_suspension)]
    wheel: Wheel
    tire: Annotated[TireLaw, BeforeValidator(build_law)]
    anti_roll_bar: AntiRollBar | None = None
    drive: Literal["inboard", "outboard"] | None = None
    brake: Brake | None = None

    @model_validator(mode="after")
    def _bar_on_a_part(self) -> Axle:
        bar = self.anti_roll_bar
        findings = [*self.suspension.carriers.findings("anti_roll_bar.carrier", bar.carrier if bar else None)]
        if findings:
            raise ModelError(findings)
        return self
