"""Lane change: straight ahead, then the rack follows one period of a sine, and straight ahead again."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.model.mechanism import Sine
from jounce.model.vehicle import RACK_TRAVEL
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, NotNegative, Positive, Speed, Time


class LaneChange(Frozen):
    """Options of a lane change, numbers in SI or strings with a unit; by default to the left."""

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 40.0 / 3.6
    rack_travel: Annotated[
        Length, Field(description="rack travel at the first peak [m]; −: first left with a rack behind the axle")
    ] = -0.010
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 4.0
    period: Annotated[Time, Positive, Field(description="period of the sine, of which there is one [s]")] = 4.0
    duration: Annotated[Time, Positive, Field(description="duration of the run [s]")] = 10.0

    @model_validator(mode="after")
    def _steers(self) -> LaneChange:
        if self.start >= self.duration:
            got = f"start {self.start:g} s, duration {self.duration:g} s"
            raise InputError("the run ends before the steering begins", got, "a start before the end", where="start")
        return self


def lane_change(options: LaneChange) -> Maneuver:
    """The maneuver for these options; the rate of the input jumps where the sine begins and ends.

    A prescribed rack then gives the car an impulse, of which the world frame passes on its part to the chassis and
    synthesis does not: yaw rates of the two differ by about a thousandth of their peak. With a time constant
    (`smoothing`) at the rack, or a servo, they agree.
    """
    sine = Sine(amplitude=options.rack_travel, frequency=1.0 / options.period, start=options.start, cycles=1.0)
    travel = f"{1e3 * options.rack_travel:g} mm".replace("-", "−")
    return Maneuver(
        name="lane-change",
        about=(
            f"Rolling at {3.6 * options.speed:.4g} km/h, the rack follows one sine of {travel} "
            f"between {options.start:g} s and {options.start + options.period:g} s."
        ),
        speed=options.speed,
        inputs={RACK_TRAVEL: sine},
        end=options.duration,
        needs=("steering",),
        metrics=("maximum_lateral_acceleration", "peak_side_slip", "load_transfer_ratio", "minimum_wheel_load"),
        figures=("rollover", "phase-plane", "path", "tire-use"),
        options=dict(options),
    )
