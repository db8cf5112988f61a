"""Rearward amplification: one sine of the steering wheel, as in the single lane change of ISO 14791."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Sine
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Frequency, NotNegative, NotZero, Positive, Speed, Time


class RearwardAmplification(Frozen):
    """Options, numbers in SI or strings with a unit; by default first to the left."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 80.0 / 3.6
    amplitude: Annotated[Angle, NotZero, Field(description="steering-wheel amplitude [rad]; +: first left")] = (
        math.radians(25)
    )
    frequency: Annotated[
        Frequency, Positive, Field(description="frequency of the sine, of which there is one [Hz]")
    ] = 0.4
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 1.0
    after: Annotated[Time, Positive, Field(description="time after the sine [s]")] = 5.0


def rearward_amplification(options: RearwardAmplification) -> Maneuver:
    """The maneuver for these options."""
    sine = Sine(amplitude=options.amplitude, frequency=options.frequency, start=options.start, cycles=1.0)
    return Maneuver(
        name="rearward-amplification",
        about=(
            f"At {3.6 * options.speed:.4g} km/h the steering wheel follows one sine of "
            f"{math.degrees(options.amplitude):.4g}° with {options.frequency:g} Hz."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: sine, TARGET_SPEED: Constant(value=options.speed)},
        end=end_at_sample(options.start + 1.0 / options.frequency + options.after),
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=(
            "rearward_amplification",
            "yaw_rate_amplification",
            "largest_offtracking",
            "articulation_damping",
            "maximum_lateral_acceleration",
            "load_transfer_ratio",
        ),
        figures=("steer-response", "path", "rollover"),
        options=dict(options),
    )
