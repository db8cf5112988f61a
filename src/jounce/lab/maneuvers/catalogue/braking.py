"""Braking: straight ahead, then the brake pedal goes down and stays there until the car stands."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.lab.maneuvers.brake_pedal import Pedal, braking_inputs, check_braking_time
from jounce.lab.maneuvers.maneuver import AT_REST, SPUN_ROUND, Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Positive, Speed, Time


class Braking(Frozen):
    """Options of a straight braking, numbers in SI or strings with a unit.

    With the default pedal no wheel of the library's cars locks on a dry road. `--controllers abs` adds anti-lock
    brakes.
    """

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 100.0 / 3.6
    pedal: Annotated[Pedal, Field(description="brake pedal after the ramp, 0 to 1 [-]; 1 demands 1.1 g")] = 0.6
    ramp_time: Annotated[Time, Positive, Field(description="duration of the pedal ramp [s]")] = 0.2
    start: Annotated[Time, NotNegative, Field(description="time at which braking begins [s]")] = 0.5
    duration: Annotated[Time, Positive, Field(description="duration of the run, unless the car stops earlier [s]")] = (
        12.0
    )

    @model_validator(mode="after")
    def _brakes(self) -> Braking:
        check_braking_time(self.start, self.duration)
        return self


def braking(options: Braking) -> Maneuver:
    """The maneuver for these options."""
    return Maneuver(
        name="braking",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h, then braking with {100.0 * options.pedal:.4g} % of the "
            f"pedal to standstill."
        ),
        speed=options.speed,
        inputs=braking_inputs(options.speed, options.start, options.ramp_time, options.pedal),
        end=options.duration,
        needs=("brakes",),
        stop=(AT_REST, SPUN_ROUND),
        metrics=("stopping_distance", "mfdd", "yaw_deviation", "lateral_deviation"),
        figures=("stopping", "tire-use"),
        options=dict(options),
    )
