"""Sine with dwell (FMVSS 126): one period of a sine that waits at its second peak, while the car coasts.

angle = amplitude × sin(2π f s)              until the second peak at s = 3/4f
      = −amplitude                           for the dwell
      = amplitude × sin(2π f (s − dwell))    until straight ahead
"""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np
from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import NO_TARGET_SPEED, STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Frequency, NotNegative, NotZero, Positive, Speed, Time

NODES_PER_QUARTER = 60
"""Nodes of the table in a quarter of a period [-]."""


class SineWithDwell(Frozen):
    """Options of a sine with dwell, numbers in SI or strings with a unit; by default first to the left.

    The regulation asks for amplitudes of 1.5 to 6.5 times the angle that gives 0.3 g and 270° at most in a series:
    `slowly-increasing-steer` with `jounce.lab.maneuvers.steering_angle` gives that angle.
    """

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 80.0 / 3.6
    amplitude: Annotated[Angle, NotZero, Field(description="steering-wheel amplitude [rad]; +: first left")] = (
        math.radians(60)
    )
    frequency: Annotated[Frequency, Positive, Field(description="frequency of the sine [Hz]")] = 0.7
    dwell: Annotated[Time, Positive, Field(description="dwell time at the second peak [s]")] = 0.5
    start: Annotated[Time, NotNegative, Field(description="time at which steering begins [s]")] = 1.0
    after: Annotated[
        Time, Positive, Field(description="time from the end of the steering to the end of the run [s]")
    ] = 3.0


def dwell_table(options: SineWithDwell) -> Table:
    """The angle of the steering wheel."""
    quarter = 0.25 / options.frequency
    first, last = np.linspace(0.0, 3.0, 3 * NODES_PER_QUARTER + 1), np.linspace(3.0, 4.0, NODES_PER_QUARTER + 1)
    dwell = options.dwell * np.arange(1, NODES_PER_QUARTER) / NODES_PER_QUARTER
    times = np.concatenate([quarter * first, 3.0 * quarter + dwell, options.dwell + quarter * last])
    quarters = np.concatenate([first, np.full(NODES_PER_QUARTER - 1, 3.0), last])
    values = options.amplitude * np.sin(0.5 * math.pi * quarters)
    return Table(times=tuple(options.start + times), values=tuple(values))


def sine_with_dwell(options: SineWithDwell) -> Maneuver:
    """The maneuver for these options."""
    steer = dwell_table(options)
    return Maneuver(
        name="sine-with-dwell",
        about=(
            f"Coasting from {3.6 * options.speed:.4g} km/h, a sine of the steering wheel of "
            f"{math.degrees(options.amplitude):.4g}° and {options.frequency:g} Hz waits {options.dwell:g} s at its "
            f"second peak."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: steer, TARGET_SPEED: Constant(value=NO_TARGET_SPEED)},
        end=end_at_sample(steer.times[-1] + options.after),
        needs=("steering",),
        stop=(ROLLED_OVER,),
        metrics=(
            "yaw_rate_ratio_at_1_00_s",
            "yaw_rate_ratio_at_1_75_s",
            "lateral_displacement",
            "sine_with_dwell_passed",
            "peak_side_slip",
            "minimum_wheel_load",
        ),
        figures=("sine-with-dwell", "phase-plane", "rollover"),
        options=dict(options),
    )
