"""Sine (ISO 7401): the steering wheel follows some periods of a sine."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Sine
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Frequency, NotNegative, NotZero, Number, Positive, Speed, Time


class SineSteer(Frozen):
    """Options of a sine, numbers in SI or strings with a unit; by default first to the left.

    Gain and phase lag are those of the last whole periods, so that a run should end with the sine.
    """

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 100.0 / 3.6
    amplitude: Annotated[Angle, NotZero, Field(description="steering-wheel amplitude [rad]; +: first left")] = (
        math.radians(20)
    )
    frequency: Annotated[Frequency, Positive, Field(description="frequency of the sine [Hz]")] = 0.5
    cycles: Annotated[Number, Positive, Field(description="number of cycles [-]")] = 4.0
    start: Annotated[Time, NotNegative, Field(description="time at which the sine begins [s]")] = 1.0
    after: Annotated[
        Time, NotNegative, Field(description="time from the end of the sine to the end of the run [s]")
    ] = 0.0


def sine_steer(options: SineSteer) -> Maneuver:
    """The maneuver for these options."""
    sine = Sine(amplitude=options.amplitude, frequency=options.frequency, start=options.start, cycles=options.cycles)
    return Maneuver(
        name="sine",
        about=(
            f"At {3.6 * options.speed:.4g} km/h the steering wheel follows {options.cycles:g} periods of a sine of "
            f"{math.degrees(options.amplitude):.4g}° with {options.frequency:g} Hz."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: sine, TARGET_SPEED: Constant(value=options.speed)},
        end=end_at_sample(options.start + options.cycles / options.frequency + options.after),
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=("sine_yaw_rate_gain", "sine_yaw_rate_phase_lag", "maximum_lateral_acceleration", "peak_side_slip"),
        figures=("steer-response", "phase-plane"),
        options=dict(options),
    )
