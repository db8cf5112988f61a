"""Lane change: straight ahead, then the rack follows one period of a sine, and straight ahead again."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import Refusal
from jounce.maneuvers.maneuver import Maneuver
from jounce.mechanism import Sine
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, NotNegative, Positive, Time, Velocity
from jounce.vehicle import RACK_TRAVEL


class LaneChange(Frozen):
    """Options of a lane change, numbers in SI or texts with a unit; by default to the left."""

    speed: Annotated[Velocity, Positive, Field(description="at the start [m/s]")] = 40.0 / 3.6
    rack_travel: Annotated[
        Length, Field(description="first peak of the rack along its axis [m]; −: first left with a rack behind")
    ] = -0.010
    start: Annotated[Time, NotNegative, Field(description="of the steering [s]")] = 4.0
    period: Annotated[Time, Positive, Field(description="of the sine, of which there is one [s]")] = 4.0
    duration: Annotated[Time, Positive, Field(description="of the whole run [s]")] = 10.0

    @model_validator(mode="after")
    def _steers(self) -> LaneChange:
        if self.start >= self.duration:
            got = f"start {self.start:g} s, duration {self.duration:g} s"
            raise Refusal("the run ends before the steering begins", got, "a start before the end", where="start")
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
        options=dict(options),
    )
