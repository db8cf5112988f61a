"""Fishhook (NHTSA): a fast turn, and another the other way when the roll is at its height."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.drivers import TurnOnRoll
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, AngularVelocity, NotNegative, NotZero, Positive, Speed, Time


class Fishhook(Frozen):
    """Options of a fishhook, numbers in SI or strings with a unit; by default first to the left.

    NHTSA takes as angle 6.5 times the one that gives 0.3 g in a slowly increasing steer at 50 mph.
    """

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]; the pedals are released")] = 80.0 / 3.6
    angle: Annotated[Angle, NotZero, Field(description="steering-wheel angle, to both sides [rad]; −: first right")] = (
        math.radians(200.0)
    )
    rate: Annotated[AngularVelocity, Positive, Field(description="steering-wheel rate [rad/s]")] = math.radians(720.0)
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 1.0
    dwell: Annotated[
        Time, NotNegative, Field(description="time for which the angle is held after the reversal [s]")
    ] = 3.0


def fishhook(options: Fishhook) -> Maneuver:
    """The maneuver for these options; it ends early when the car is over."""
    return Maneuver(
        name="fishhook",
        about=(
            f"From {3.6 * options.speed:.4g} km/h the steering wheel goes to {math.degrees(options.angle):.4g}° at "
            f"{math.degrees(options.rate):.4g}°/s, and to the other side when the roll is at its height (NHTSA)."
        ),
        speed=options.speed,
        driver=TurnOnRoll(options.angle, begin=options.start, rate=options.rate, dwell=options.dwell),
        end=round(options.start + 1.5 + 3.0 * abs(options.angle) / options.rate + options.dwell, 2),
        needs=("steering",),
        stop=("abs(chassis.roll_angle) > 60 deg", "chassis.speed < 1 m/s"),
        metrics=(
            "two_wheel_lift",
            "two_wheel_lift_time",
            "minimum_wheel_load",
            "load_transfer_ratio",
            "peak_roll_angle",
            "peak_side_slip",
        ),
        figures=("rollover", "phase-plane"),
        options=dict(options),
    )
