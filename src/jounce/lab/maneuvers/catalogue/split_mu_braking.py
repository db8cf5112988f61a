"""Braking with one side of the car on a slippery road, the steering wheel held straight."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.engine.laws.ground import Flat, Split
from jounce.lab.maneuvers.brake_pedal import Pedal, braking_inputs, check_braking_time
from jounce.lab.maneuvers.maneuver import AT_REST, SPUN_ROUND, Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, NotNegative, Number, Positive, Speed, Time


class SplitMuBraking(Frozen):
    """Options of a braking on split friction, numbers in SI or strings with a unit; by default the right is slippery.

    Without anti-lock brakes (`--controllers abs`) wheels on the slippery side may lock, and the car turns to the other
    side.
    """

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 80.0 / 3.6
    pedal: Annotated[Pedal, Field(description="brake pedal after the ramp, 0 to 1 [-]; 1 asks for 1.1 g")] = 0.4
    left: Annotated[Number, Positive, Field(description="friction coefficient of the left half of the road [-]")] = 1.0
    right: Annotated[Number, Positive, Field(description="friction coefficient of the right half of the road [-]")] = (
        0.3
    )
    width: Annotated[Length, Positive, Field(description="width of the transition between the two halves [m]")] = 0.1
    ramp_time: Annotated[Time, Positive, Field(description="duration of the pedal ramp [s]")] = 0.2
    start: Annotated[Time, NotNegative, Field(description="time at which braking begins [s]")] = 0.5
    duration: Annotated[Time, Positive, Field(description="duration of the run, unless the car stops earlier [s]")] = (
        15.0
    )

    @model_validator(mode="after")
    def _brakes(self) -> SplitMuBraking:
        check_braking_time(self.start, self.duration)
        return self


def split_mu_braking(options: SplitMuBraking) -> Maneuver:
    """The maneuver for these options; the line between the two halves is y = 0, below the middle of the car."""
    return Maneuver(
        name="split-mu-braking",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h, then braking with {100.0 * options.pedal:.4g} % of the "
            f"pedal on a road with friction {options.left:g} left and {options.right:g} right."
        ),
        speed=options.speed,
        inputs=braking_inputs(options.speed, options.start, options.ramp_time, options.pedal),
        ground=Flat(friction=Split(options.left, options.right, options.width)),
        end=options.duration,
        needs=("brakes",),
        stop=(AT_REST, SPUN_ROUND),
        metrics=("stopping_distance", "mfdd", "yaw_deviation", "lateral_deviation", "peak_side_slip"),
        options=dict(options),
    )
