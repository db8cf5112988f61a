"""Braking with one side of the car on a slippery road, the steering wheel held straight or in the hands of a driver."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from jounce.engine.laws.ground import Flat, Split
from jounce.lab.drivers.path import Path
from jounce.lab.drivers.path_driver import PathDriver
from jounce.lab.maneuvers.brake_pedal import Pedal, braking_inputs, check_braking_time
from jounce.lab.maneuvers.maneuver import AT_REST, SPUN_ROUND, Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, NotNegative, Number, Positive, Speed, Time

BEYOND = 50.0
"""Length of the line beyond the farthest that the car can come [m]: the driver looks ahead."""


class SplitMuBraking(Frozen):
    """Options of a braking on split friction, numbers in SI or strings with a unit; by default the right is slippery.

    Without anti-lock brakes (`--controllers abs`) wheels on the slippery side may lock, and the car turns to the other
    side.
    """

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 80.0 / 3.6
    pedal: Annotated[Pedal, Field(description="brake pedal after the ramp, 0 to 1 [-]; 1 demands 1.1 g")] = 0.4
    left: Annotated[Number, Positive, Field(description="friction coefficient of the left half of the road [-]")] = 1.0
    right: Annotated[Number, Positive, Field(description="friction coefficient of the right half of the road [-]")] = (
        0.3
    )
    width: Annotated[Length, Positive, Field(description="width of the transition between the two halves [m]")] = 0.1
    steering: Annotated[
        Literal["held", "driver"],
        Field(description="held: the steering wheel stays straight; driver: a driver steers along the line"),
    ] = "held"
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
    line = Path.through([(0.0, 0.0), (options.speed * options.duration + BEYOND, 0.0)])
    return Maneuver(
        name="split-mu-braking",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h, then braking with {100.0 * options.pedal:.4g} % of the "
            f"pedal on a road with friction {options.left:g} left and {options.right:g} right"
            f"{', while a driver steers along the line' if options.steering == 'driver' else ''}."
        ),
        speed=options.speed,
        inputs=braking_inputs(options.speed, options.start, options.ramp_time, options.pedal),
        ground=Flat(friction=Split(options.left, options.right, options.width)),
        end=options.duration,
        needs=("brakes",) if options.steering == "held" else ("brakes", "steering"),
        driver=None if options.steering == "held" else PathDriver(line),
        stop=(AT_REST, SPUN_ROUND),
        metrics=("stopping_distance", "mfdd", "yaw_deviation", "lateral_deviation", "peak_side_slip"),
        figures=("stopping", "phase-plane", "tire-use"),
        options=dict(options),
    )
