"""Constant speed (ISO 4138): the speed is held while the steering wheel turns slowly."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, AngularVelocity, NotNegative, NotZero, Positive, Speed, Time


class ConstantSpeed(Frozen):
    """Options, numbers in SI or strings with a unit; by default to the left."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 80.0 / 3.6
    angle: Annotated[Angle, NotZero, Field(description="steering-wheel angle at the end [rad]; −: right")] = (
        math.radians(90.0)
    )
    rate: Annotated[AngularVelocity, Positive, Field(description="steering-wheel rate [rad/s]")] = math.radians(5.0)
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 2.0


def constant_speed(options: ConstantSpeed) -> Maneuver:
    """The maneuver for these options: a straight ramp."""
    end = options.start + abs(options.angle) / options.rate
    ramp = Table(times=(options.start, end), values=(0.0, options.angle), interpolation="linear")
    return Maneuver(
        name="constant-speed",
        about=(
            f"{3.6 * options.speed:.4g} km/h held while the steering wheel turns to {math.degrees(options.angle):.4g}° "
            f"at {math.degrees(options.rate):.3g}°/s (ISO 4138)."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: ramp, TARGET_SPEED: Constant(value=options.speed)},
        end=end_at_sample(end),
        needs=("steering", "propulsion"),
        stop=("abs(chassis.side_slip_angle) > 30 deg", ROLLED_OVER),
        metrics=(
            "understeer_gradient",
            "characteristic_speed",
            "yaw_rate_gain",
            "lateral_acceleration_gain",
            "steering_sensitivity",
            "side_slip_gradient",
            "roll_gradient",
            "maximum_lateral_acceleration",
        ),
        figures=("understeer", "tire-use"),
        options=dict(options),
    )
