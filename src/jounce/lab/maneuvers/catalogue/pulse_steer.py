"""Pulse (ISO 7401): the steering wheel is turned to an angle and straight back, a triangle over time."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, NotNegative, NotZero, Positive, Speed, Time


class PulseSteer(Frozen):
    """Options of a pulse, numbers in SI or strings with a unit; by default to the left."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 100.0 / 3.6
    amplitude: Annotated[Angle, NotZero, Field(description="steering-wheel angle at the peak [rad]; +: left")] = (
        math.radians(30)
    )
    width: Annotated[Time, Positive, Field(description="width of the pulse [s]; usual: 0.3 to 0.5 s")] = 0.4
    start: Annotated[Time, NotNegative, Field(description="time at which the pulse begins [s]")] = 1.0
    after: Annotated[Time, Positive, Field(description="time from the end of the pulse to the end of the run [s]")] = (
        4.0
    )


def pulse_steer(options: PulseSteer) -> Maneuver:
    """The maneuver for these options."""
    times = tuple(options.start + part * options.width for part in (0.0, 0.5, 1.0))
    triangle = Table(times=times, values=(0.0, options.amplitude, 0.0), interpolation="linear")
    return Maneuver(
        name="pulse",
        about=(
            f"At {3.6 * options.speed:.4g} km/h the steering wheel is turned to {math.degrees(options.amplitude):.4g}° "
            f"and back within {options.width:g} s."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: triangle, TARGET_SPEED: Constant(value=options.speed)},
        end=end_at_sample(times[-1] + options.after),
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=("yaw_rate_bandwidth", "yaw_rate_phase_lag_at_1_hz"),
        figures=("bode-yaw-rate", "bode-lateral-acceleration"),
        options=dict(options),
    )
