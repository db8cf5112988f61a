"""Springs of one wheel: a strut with spring, damper and stops, and a torsion bar about the hinge of an arm."""

from __future__ import annotations

import dataclasses
from typing import Annotated

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.model.mechanism import Curve, RotationalSpringDamper, SpringDamper, Stop
from jounce.model.mechanism.springs import columns_in
from jounce.model.vehicle.geometry import LEFT, Side
from jounce.model.vehicle.parts import LeftPoint
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Angle,
    Damping,
    Force,
    Length,
    Name,
    NotNegative,
    Positive,
    RotationalDamping,
    RotationalStiffness,
    Stiffness,
    Torque,
)

_KEYS_OF_A_STRUT = {"point_a": "upper", "point_b": "lower", "": "lower"}
"""Field of a SpringDamper → field of a Strut, for findings."""


class Strut(Frozen):
    """A spring with a damper between `upper` on the chassis and `lower` on the carrier; left side [m].

    carrier: a part of the suspension; by default the lower arm of a double wishbone, or the only arm there is.
    stiffness [N/m], damping [N s/m]; free_length [m] or preload [N], the push at the design position. Curves and stops
    as in a mechanism.SpringDamper: spring_curve compression → force, damper_curve compression speed → force.
    """

    upper: LeftPoint
    lower: LeftPoint
    carrier: Name | None = None
    stiffness: Annotated[Stiffness, NotNegative] = 0.0
    damping: Annotated[Damping, NotNegative] = 0.0
    free_length: Annotated[Length, NotNegative] | None = None
    preload: Force | None = None
    spring_curve: Annotated[Curve, BeforeValidator(columns_in("length", "force"))] | None = None
    damper_curve: Annotated[Curve, BeforeValidator(columns_in("velocity", "force"))] | None = None
    bump_stop: Stop | None = None
    rebound_stop: Stop | None = None

    @model_validator(mode="after")
    def _is_a_spring_damper(self) -> Strut:
        try:
            self.element("strut", "chassis", "carrier", LEFT)
        except ModelError as error:
            findings = [dataclasses.replace(f, where=_KEYS_OF_A_STRUT.get(f.where, f.where)) for f in error.findings]
            raise ModelError(findings) from None
        return self

    def element(self, name: str, chassis: str, carrier: str, side: Side) -> SpringDamper:
        """The strut of one side as a force element between two bodies."""
        return SpringDamper(
            name=name,
            body_a=chassis,
            body_b=carrier,
            point_a=side.point(self.upper),
            point_b=side.point(self.lower),
            stiffness=self.stiffness,
            damping=self.damping,
            free_length=self.free_length,
            preload=self.preload,
            spring_curve=self.spring_curve,
            damper_curve=self.damper_curve,
            bump_stop=self.bump_stop,
            rebound_stop=self.rebound_stop,
        )


class TorsionBar(Frozen):
    """A torque stiffness × (angle − free_angle) + damping × rate against the bump of an arm.

    stiffness [N m/rad], damping [N m s/rad]; angle of the arm from the design position, bump positive. preload: the
    torque at the design position that pushes the wheel down [N m]; or free_angle: where the bar is slack [rad],
    negative for one that carries. With neither the bar is slack at the design position.
    """

    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    preload: Torque | None = None
    free_angle: Angle | None = None

    @model_validator(mode="after")
    def _has_one_zero(self) -> TorsionBar:
        if self.preload is not None and self.free_angle is not None:
            raise InputError("two ways to say one thing", "preload and free_angle", "one of them", where="preload")
        return self

    @property
    def slack_angle(self) -> float:
        """The angle of the arm at which the bar is slack [rad], bump positive."""
        if self.free_angle is not None:
            return self.free_angle
        return -self.preload / self.stiffness if self.preload else 0.0

    def element(self, name: str, joint: str) -> RotationalSpringDamper:
        """The bar as a force element on a hinge whose angle grows in bump."""
        return RotationalSpringDamper(
            name=name, joint=joint, stiffness=self.stiffness, damping=self.damping, free_angle=self.slack_angle
        )
