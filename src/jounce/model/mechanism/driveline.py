"""What turns the wheels of a car: engine, clutches and half shafts, all along angles of revolute joints."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.model.mechanism.signals import Constant, Signal
from jounce.model.mechanism.springs import Curve, columns_in
from jounce.schema.frozen import Frozen, Shorthands
from jounce.schema.quantities import (
    WRITTEN_SHORT,
    AngularVelocity,
    AnyQuantity,
    Direction,
    Items,
    Length,
    Name,
    NotNegative,
    NotZero,
    Number,
    Positive,
    RotationalDamping,
    RotationalStiffness,
    SameAxis,
    Time,
    Torque,
)

_MIN_COSINE = -0.9  # cosine of more than 154 degrees


class HalfShaft(Frozen):
    """A torque −stiffness × twist − damping × rate of twist in a shaft with constant-velocity joints at both ends.

    It turns with body_a about axis_a and with body_b about axis_b, [N m/rad] and [N m s/rad]. Both axes point the same
    way along the shaft, so that both bodies turn alike; what the shaft does to a body has that torque along the body's
    axis. It is slack at the design position, and breaks before it twists by half a turn: turns are not counted.
    """

    kind: Literal["half_shaft"] = "half_shaft"
    name: Name
    body_a: Name
    body_b: Name
    axis: SameAxis = None
    axis_a: Direction = WRITTEN_SHORT
    axis_b: Direction = WRITTEN_SHORT
    stiffness: Annotated[RotationalStiffness, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0

    shorthands: ClassVar[Shorthands] = {"axis": ("axis_a", "axis_b")}

    @model_validator(mode="after")
    def _same_way(self) -> HalfShaft:
        cosine = sum(a * b for a, b in zip(self.axis_a, self.axis_b, strict=True))
        if cosine < _MIN_COSINE:
            got = f"axis_a {self.axis_a} and axis_b {self.axis_b}"
            raise InputError("axes point against each other", got, "both the same way along the shaft", where="axis_b")
        return self


class Clutch(Frozen):
    """A friction torque against x = Σ coefficientᵢ × angle of jointᵢ: between two shafts, or in a differential.

    torque [N m] × engagement × tanh(ẋ / slip_speed) + damping × ẋ along x, so that joint i takes coefficientᵢ times as
    much; slip_speed [rad/s], damping [N m s/rad]. engagement: 0 open … 1 closed. With `gear` it belongs to one gear of
    several: its share is 1 − |gear − number|, or 0.
    """

    kind: Literal["clutch"] = "clutch"
    name: Name
    joints: Annotated[tuple[Name, ...], Items]
    coefficients: Annotated[tuple[Annotated[AnyQuantity, NotZero], ...], Items]
    torque: Annotated[Torque, NotNegative]
    slip_speed: Annotated[AngularVelocity, Positive]
    damping: Annotated[RotationalDamping, NotNegative] = 0.0
    engagement: Signal = Constant(value=1.0)
    gear: Signal | None = None
    number: Number = 0.0

    @model_validator(mode="after")
    def _one_coefficient_per_joint(self) -> Clutch:
        joints, coefficients = len(self.joints), len(self.coefficients)
        if joints != coefficients:
            raise InputError(
                "lengths differ", f"{joints} joints and {coefficients} coefficients", "one of each per joint"
            )
        if not joints:
            raise InputError("no joints", "an empty list", "one joint or more", where="joints")
        return self


class SpeedHolder(Frozen):
    """A driver who holds the speed v = radius × rate of a joint, such as that of a differential, at `target` [m/s].

    Gain × (target − v) and its sum over time, integral_gain, are added to the throttle: [s/m] and [1/m]; reset_time
    [s]: how fast the sum comes back to what a pedal can give, 0 … 1. With a negative target the driver is away.
    """

    joint: Name
    radius: Annotated[Length, Positive]
    target: Signal
    gain: Annotated[Number, NotNegative]
    integral_gain: Annotated[Number, NotNegative]
    reset_time: Annotated[Time, Positive] = 0.2


_TORQUE_OVER_SPEED = BeforeValidator(columns_in("angular_velocity", "torque"))


class Engine(Frozen):
    """A torque overrun(ω) + throttle × (full_load(ω) − overrun(ω)) on a revolute joint that turns at ω.

    full_load, overrun: torque [N m] over ω [rad/s], smooth between the points and constant beyond them; overrun, with
    the throttle closed, is positive below idle speed. throttle: 0 … 1, driver: one who adds to it.
    """

    kind: Literal["engine"] = "engine"
    name: Name
    joint: Name
    full_load: Annotated[Curve, _TORQUE_OVER_SPEED]
    overrun: Annotated[Curve, _TORQUE_OVER_SPEED]
    throttle: Signal = Constant(value=0.0)
    driver: SpeedHolder | None = None

    @model_validator(mode="after")
    def _full_load_is_more(self) -> Engine:
        findings = engine_findings(self.full_load, self.overrun)
        if findings:
            raise ModelError(findings)
        return self


def engine_findings(full_load: Curve, overrun: Curve) -> list[Finding]:
    """What is wrong between the two curves of an engine: full load must be more than overrun at every point."""
    findings = []
    for speed in sorted({*full_load.x, *overrun.x}):
        most, least = full_load.y_at(speed), overrun.y_at(speed)
        if most < least:
            got = f"{most:g} N m at {speed:g} rad/s, where overrun is {least:g} N m"
            findings.append(Finding("full_load", "less torque than on overrun", got, "more at every speed"))
            break
    return findings
