"""Braking in a turn (ISO 7975): the steering wheel is turned and held, the car settles, then it brakes."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import Refusal
from jounce.maneuvers.braking import Pedal, braking_inputs, check_time
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.stop import AT_REST, ROLLED_OVER, SLIDES_SIDEWAYS
from jounce.mechanism import SmoothStep
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Angle, NotNegative, NotZero, Positive, Time, Velocity
from jounce.vehicle import STEERING_WHEEL_ANGLE


class BrakingInTurn(Frozen):
    """Options of a braking in a turn, numbers in SI or texts with a unit; by default to the left."""

    speed: Annotated[Velocity, Positive, Field(description="held until the braking [m/s]")] = 80.0 / 3.6
    steering_wheel_angle: Annotated[Angle, NotZero, Field(description="held through the turn [rad]; +: left")] = (
        math.radians(25)
    )
    steer_start: Annotated[Time, NotNegative, Field(description="of the steering [s]")] = 0.5
    steer_time: Annotated[Time, Positive, Field(description="from straight ahead to the angle [s]")] = 1.0
    start: Annotated[Time, NotNegative, Field(description="of the braking [s]")] = 5.0
    pedal: Annotated[Pedal, Field(description="held, 0 to 1 [-]; 1 asks for 1.1 g")] = 0.4
    ramp_time: Annotated[Time, Positive, Field(description="from 0 to the held pedal [s]")] = 0.2
    duration: Annotated[Time, Positive, Field(description="of the whole run, if the car does not stand before [s]")] = (
        15.0
    )

    @model_validator(mode="after")
    def _turns_then_brakes(self) -> BrakingInTurn:
        check_time(self.start, self.duration)
        if self.steer_start + self.steer_time > self.start:
            got = f"steering until {self.steer_start + self.steer_time:g} s, braking from {self.start:g} s"
            raise Refusal("braking before the turn", got, "a later start", where="start")
        return self


def braking_in_turn(options: BrakingInTurn) -> Maneuver:
    """The maneuver for these options."""
    angle = options.steering_wheel_angle
    turn = SmoothStep(before=0.0, after=angle, start=options.steer_start, end=options.steer_start + options.steer_time)
    return Maneuver(
        name="braking-in-turn",
        about=(
            f"At {3.6 * options.speed:.4g} km/h in a turn with {math.degrees(angle):.4g}° of the steering wheel, then "
            f"braking with {100.0 * options.pedal:.4g} % of the pedal."
        ),
        speed=options.speed,
        inputs={
            STEERING_WHEEL_ANGLE: turn,
            **braking_inputs(options.speed, options.start, options.ramp_time, options.pedal),
        },
        end=options.duration,
        needs=("steering", "brakes", "propulsion"),
        stop=(AT_REST, ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=("stopping_distance", "mfdd", "peak_side_slip", "maximum_lateral_acceleration", "yaw_deviation"),
        options=dict(options),
    )
