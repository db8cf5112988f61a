"""J-turn: straight ahead, then the rack ramps to a travel and is held there."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import Refusal
from jounce.maneuvers.maneuver import Maneuver
from jounce.mechanism import Table
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, NotNegative, Positive, Time, Velocity
from jounce.vehicle import RACK_TRAVEL


class JTurn(Frozen):
    """Options of a J-turn, numbers in SI or texts with a unit. The defaults are the maneuver that defines DW18."""

    speed: Annotated[Velocity, Positive, Field(description="at the start [m/s]")] = 60.0 / 3.6
    rack_travel: Annotated[
        Length, Field(description="of the rack along its axis, held after the ramp [m]; −: left with a rack behind")
    ] = -0.010
    start: Annotated[Time, NotNegative, Field(description="of the ramp [s]")] = 2.0
    ramp_time: Annotated[Time, Positive, Field(description="from 0 to the full travel [s]")] = 0.5
    duration: Annotated[Time, Positive, Field(description="of the whole run [s]")] = 5.0

    @model_validator(mode="after")
    def _steers(self) -> JTurn:
        if self.start >= self.duration:
            got = f"start {self.start:g} s, duration {self.duration:g} s"
            raise Refusal("the run ends before the ramp begins", got, "a start before the end", where="start")
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
        options=dict(options),
    )
