"""Constraints between joint coordinates, and motions prescribed in time.

They refer to joints by name. Joint coordinates are zero at the design position; angles in rad, travel in m.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import model_validator

from jounce.errors import Refusal
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import AnyQuantity, Items, Length, Name, NotNegative, NotZero, Number, Time
from jounce.mechanism.signals import Input, Signal

INPUT_SMOOTHING = 0.01
"""Time constant [s] by which a driver rounds the steps of a run-time input when the user names none."""


class Gear(Frozen):
    """angle of joint_b = ratio × angle of joint_a."""

    kind: Literal["gear"] = "gear"
    name: Name
    joint_a: Name
    joint_b: Name
    ratio: Annotated[Number, NotZero]
    equations: ClassVar[int] = 1


class RackAndPinion(Frozen):
    """travel of the prismatic joint `rack` = radius [m] × angle of the revolute joint `pinion`."""

    kind: Literal["rack_and_pinion"] = "rack_and_pinion"
    name: Name
    rack: Name
    pinion: Name
    radius: Annotated[Length, NotZero]
    equations: ClassVar[int] = 1


class Coupler(Frozen):
    """Σ coefficientᵢ × coordinate of jointᵢ = 0."""

    kind: Literal["coupler"] = "coupler"
    name: Name
    joints: Annotated[tuple[Name, ...], Items]
    coefficients: Annotated[tuple[Annotated[AnyQuantity, NotZero], ...], Items]
    equations: ClassVar[int] = 1

    @model_validator(mode="after")
    def _one_coefficient_per_joint(self) -> Coupler:
        joints, coefficients = len(self.joints), len(self.coefficients)
        if joints != coefficients:
            raise Refusal("lengths differ", f"{joints} joints and {coefficients} coefficients", "one of each per joint")
        if joints < 2:
            raise Refusal("too few joints", str(joints), "2 or more", where="joints")
        return self


class Driver(Frozen):
    """A joint coordinate prescribed as a function of time.

    coordinate: `angle` [rad] or `travel` [m]; only a cylindrical joint, which has both, needs it.
    smoothing: time constant [s] of a filter that makes the motion differentiable; None is 0 for functions of time and
    INPUT_SMOOTHING for a run-time input.
    """

    kind: Literal["driver"] = "driver"
    name: Name
    joint: Name
    motion: Signal
    coordinate: Literal["angle", "travel"] | None = None
    smoothing: Annotated[Time, NotNegative] | None = None
    equations: ClassVar[int] = 1

    @property
    def smoothing_time(self) -> float:
        """The time constant that is used [s]."""
        if self.smoothing is not None:
            return self.smoothing
        return INPUT_SMOOTHING if isinstance(self.motion, Input) else 0.0


Coupling: TypeAlias = Gear | RackAndPinion | Coupler | Driver
"""A constraint on the coordinates of joints."""
