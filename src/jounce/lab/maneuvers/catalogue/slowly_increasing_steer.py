"""Slowly increasing steer (SAE J266, FMVSS 126): the steering wheel turns steadily while the speed is held."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import (
    Acceleration,
    Angle,
    AngularVelocity,
    NotNegative,
    NotZero,
    Positive,
    Speed,
    Time,
)


class SlowlyIncreasingSteer(Frozen):
    """Options of a slowly increasing steer, numbers in SI or strings with a unit; by default to the left."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 80.0 / 3.6
    largest_angle: Annotated[Angle, NotZero, Field(description="steering-wheel angle at the end [rad]; +: left")] = (
        math.radians(135)
    )
    rate: Annotated[AngularVelocity, Positive, Field(description="steering-wheel rate [rad/s]; usual: 13.5 deg/s")] = (
        math.radians(13.5)
    )
    lateral_acceleration: Annotated[
        Acceleration | None,
        Field(description="lateral acceleration at which the run ends early [m/s²]; none: no limit"),
    ] = None
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 1.0


def slowly_increasing_steer(options: SlowlyIncreasingSteer) -> Maneuver:
    """The maneuver for these options; it ends at the largest angle, or when the car slides."""
    end = options.start + abs(options.largest_angle) / options.rate
    ramp = Table(times=(options.start, end), values=(0.0, options.largest_angle), interpolation="linear")
    limit = options.lateral_acceleration
    enough = () if limit is None else (f"abs(chassis.lateral_acceleration) > {abs(limit)!r} m/s^2",)
    return Maneuver(
        name="slowly-increasing-steer",
        about=(
            f"At {3.6 * options.speed:.4g} km/h the steering wheel turns by {math.degrees(options.rate):.4g}°/s up to "
            f"{math.degrees(options.largest_angle):.4g}°."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: ramp, TARGET_SPEED: Constant(value=options.speed)},
        end=end_at_sample(end),
        needs=("steering", "propulsion"),
        stop=(*enough, SLIDES_SIDEWAYS, ROLLED_OVER),
        metrics=(
            "understeer_gradient",
            "characteristic_speed",
            "roll_gradient",
            "side_slip_gradient",
            "maximum_lateral_acceleration",
        ),
        figures=("understeer", "tire-use"),
        options=dict(options),
    )
