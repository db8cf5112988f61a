"""Skid turn: from rest to a speed, straight on, then a turn by different speeds of the two sides, and straight on."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.model.mechanism import Table
from jounce.model.vehicle import SPEED_LEFT, SPEED_RIGHT
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Positive, Speed, Time, Velocity

SETTLING_TIME = 1.0
"""Time to come to rest on the ground before anything moves [s]."""


class SkidTurn(Frozen):
    """Options of a skid turn, numbers in SI or strings with a unit; by default to the left."""

    speed: Annotated[Speed, Field(description="speed on the straights [m/s]")] = 4.0
    left: Annotated[Velocity, Field(description="rim speed of the left wheels in the turn [m/s]")] = 1.5
    right: Annotated[Velocity, Field(description="rim speed of the right wheels in the turn [m/s]")] = 3.5
    start: Annotated[Time, NotNegative, Field(description="time at which the turn begins [s]")] = 12.0
    turn_time: Annotated[Time, Positive, Field(description="duration of the turn, between its two ramps [s]")] = 3.0
    ramp_time: Annotated[Time, Positive, Field(description="duration of each speed ramp [s]")] = 1.0
    duration: Annotated[Time, Positive, Field(description="duration of the run [s]")] = 25.0

    @model_validator(mode="after")
    def _turns(self) -> SkidTurn:
        ready = SETTLING_TIME + self.ramp_time
        if not ready <= self.start < self.duration:
            got = f"start {self.start:g} s, duration {self.duration:g} s"
            raise InputError("no time for the turn", got, f"a start from {ready:g} s to the end", where="start")
        return self


def skid_turn(options: SkidTurn) -> Maneuver:
    """The maneuver for these options: straight ramps between constant speeds."""
    turned = options.start + options.ramp_time + options.turn_time
    before = SETTLING_TIME, SETTLING_TIME + options.ramp_time, options.start
    times = (*before, options.start + options.ramp_time, turned, turned + options.ramp_time)

    def side(turning: float) -> Table:
        values = (0.0, options.speed, options.speed, turning, turning, options.speed)
        return Table(times=times, values=values, interpolation="linear")

    return Maneuver(
        name="skid-turn",
        about=(
            f"From rest to {options.speed:g} m/s, then with rim speeds of {options.left:g} m/s left and "
            f"{options.right:g} m/s right from {options.start:g} s on for {options.turn_time:g} s."
        ),
        speed=0.0,
        inputs={SPEED_LEFT: side(options.left), SPEED_RIGHT: side(options.right)},
        end=options.duration,
        needs=("skid_steering",),
        metrics=("maximum_lateral_acceleration", "minimum_wheel_load"),
        figures=("path", "tire-use"),
        options=dict(options),
    )
