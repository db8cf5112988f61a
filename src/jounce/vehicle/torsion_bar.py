"""A torsion bar: spring and damper about the hinge of an arm."""

from __future__ import annotations

from typing import Annotated

from pydantic import model_validator

from jounce.errors import Refusal
from jounce.mechanism import RotationalSpringDamper
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Angle, NotNegative, Positive, RotationalDamping, RotationalStiffness, Torque


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
    def _one_zero(self) -> TorsionBar:
        if self.preload is not None and self.free_angle is not None:
            raise Refusal("two ways to say one thing", "preload and free_angle", "one of them", where="preload")
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
