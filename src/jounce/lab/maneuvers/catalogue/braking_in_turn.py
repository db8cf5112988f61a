"""Braking in a turn (ISO 7975): the steering wheel is turned and held, the car settles, then it brakes."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.maneuvers.brake_pedal import Pedal, braking_inputs, check_braking_time
from jounce.lab.maneuvers.maneuver import AT_REST, ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.model.mechanism import SmoothStep
from jounce.model.vehicle import STEERING_WHEEL_ANGLE
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, NotNegative, NotZero, Positive, Speed, Time


class BrakingInTurn(Frozen):
    """Options of a braking in a turn, numbers in SI or strings with a unit; by default to the left."""

    speed: Annotated[Speed, Positive, Field(description="speed, held until braking begins [m/s]")] = 80.0 / 3.6
    steering_wheel_angle: Annotated[
        Angle, NotZero, Field(description="steering-wheel angle in the turn [rad]; +: left")
    ] = math.radians(25)
    steer_start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 0.5
    steer_time: Annotated[Time, Positive, Field(description="duration of the steering ramp [s]")] = 1.0
    start: Annotated[Time, NotNegative, Field(description="time at which braking begins [s]")] = 5.0
    pedal: Annotated[Pedal, Field(description="brake pedal after the ramp, 0 to 1 [-]; 1 demands 1.1 g")] = 0.4
    ramp_time: Annotated[Time, Positive, Field(description="duration of the pedal ramp [s]")] = 0.2
    duration: Annotated[Time, Positive, Field(description="duration of the run, unless the car stops earlier [s]")] = (
        15.0
    )

    @model_validator(mode="after")
    def _turns_then_brakes(self) -> BrakingInTurn:
        check_braking_time(self.start, self.duration)
        if self.steer_start + self.steer_time > self.start:
            got = f"steering until {self.steer_start + self.steer_time:g} s, braking from {self.start:g} s"
            raise InputError("braking before the turn", got, "a later start", where="start")
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
        figures=("stopping", "phase-plane", "tire-use"),
        options=dict(options),
    )
