"""J-turn: straight ahead, then the rack ramps to a travel and is held there."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.model.mechanism import Table
from jounce.model.vehicle import RACK_TRAVEL
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, NotNegative, Positive, Speed, Time


class JTurn(Frozen):
    """Options of a J-turn, numbers in SI or strings with a unit. The defaults are the maneuver that defines DW18."""

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 60.0 / 3.6
    rack_travel: Annotated[
        Length, Field(description="rack travel after the ramp [m]; −: left with a rack behind the axle")
    ] = -0.010
    start: Annotated[Time, NotNegative, Field(description="time at which the ramp begins [s]")] = 2.0
    ramp_time: Annotated[Time, Positive, Field(description="duration of the ramp [s]")] = 0.5
    duration: Annotated[Time, Positive, Field(description="duration of the run [s]")] = 5.0

    @model_validator(mode="after")
    def _steers(self) -> JTurn:
        if self.start >= self.duration:
            got = f"start {self.start:g} s, duration {self.duration:g} s"
            raise InputError("the run ends before the ramp begins", got, "a start before the end", where="start")
        return self


def j_turn(options: JTurn) -> Maneuver:
    """The maneuver for these options; the input is a straight ramp, so that its rate jumps at both ends."""
    ramp = Table(
        times=(options.start, options.start + options.ramp_time),
        values=(0.0, options.rack_travel),
        interpolation="linear",
    )
    travel = f"{1e3 * options.rack_travel:g} mm".replace("-", "−")
    return Maneuver(
        name="j-turn",
        about=(
            f"Rolling at {3.6 * options.speed:.4g} km/h, the rack ramps to {travel} "
            f"between {options.start:g} s and {options.start + options.ramp_time:g} s and is held."
        ),
        speed=options.speed,
        inputs={RACK_TRAVEL: ramp},
        end=options.duration,
        needs=("steering",),
        metrics=("maximum_lateral_acceleration", "peak_side_slip", "load_transfer_ratio", "minimum_wheel_load"),
        figures=("rollover", "phase-plane", "path", "tire-use"),
        options=dict(options),
    )
