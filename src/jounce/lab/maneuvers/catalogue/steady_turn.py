"""Steady turn: the steering wheel is turned to an angle and held at constant speed, until the circle is steady."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, AngularVelocity, NotNegative, NotZero, Positive, Speed, Time


class SteadyTurn(Frozen):
    """Options, numbers in SI or strings with a unit; by default to the left and slow, which is geometry alone."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 10.0 / 3.6
    angle: Annotated[Angle, NotZero, Field(description="steering-wheel angle [rad]; −: right")] = math.radians(270.0)
    rate: Annotated[AngularVelocity, Positive, Field(description="steering-wheel rate [rad/s]")] = math.radians(90.0)
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 1.0
    duration: Annotated[Time, Positive, Field(description="time for which the angle is held [s]")] = 40.0


def steady_turn(options: SteadyTurn) -> Maneuver:
    """The maneuver for these options: a ramp that is held."""
    held = options.start + abs(options.angle) / options.rate
    ramp = Table(times=(options.start, held), values=(0.0, options.angle), interpolation="linear")
    return Maneuver(
        name="steady-turn",
        about=(
            f"{3.6 * options.speed:.4g} km/h held round a circle with the steering wheel at "
            f"{math.degrees(options.angle):.4g}°."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: ramp, TARGET_SPEED: Constant(value=options.speed)},
        end=round(held + options.duration, 3),
        sample=2e-2,
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=("steady_state_offtracking", "maximum_lateral_acceleration"),
        figures=("path", "steer-response"),
        options=dict(options),
    )
