"""A rotary arm: the drag link of a steered solid axle, or one pair of tie rods, begins on the arm of the gear."""

from __future__ import annotations

from typing import Literal

from jounce.model.vehicle.steerings.arm import PITMAN_ARM, ArmSteering


class RotaryArm(ArmSteering):
    """A gear whose arm holds the drag link of a steered solid axle.

    The inner end of the drag link, which the axle gives, moves with the arm.
    """

    kind: Literal["rotary_arm"] = "rotary_arm"

    def holder_name(self, prefix: str) -> str:
        """The arm."""
        return f"{prefix}{PITMAN_ARM}"
