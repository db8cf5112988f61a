"""Step steer (ISO 7401): straight ahead, then the steering wheel is turned quickly to an angle and held there."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, AngularVelocity, NotNegative, NotZero, Positive, Speed, Time


class StepSteer(Frozen):
    """Options of a step steer, numbers in SI or strings with a unit; by default to the left.

    The default angle gives 3 m/s² on the sedan and 5 m/s² on dw18. For a wanted lateral acceleration say the angle that
    takes it: `slowly-increasing-steer` with `jounce.lab.maneuvers.steering_angle` gives it.
    """

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 100.0 / 3.6
    steering_wheel_angle: Annotated[
        Angle, NotZero, Field(description="steering-wheel angle after the step [rad]; +: left")
    ] = math.radians(20)
    rate: Annotated[
        AngularVelocity,
        Positive,
        Field(description="steering-wheel rate during the step [rad/s]; usual: 200 to 500 deg/s"),
    ] = math.radians(400)
    start: Annotated[Time, NotNegative, Field(description="time at which the step begins [s]")] = 1.0
    after: Annotated[Time, Positive, Field(description="time from the end of the step to the end of the run [s]")] = 4.0


def step_steer(options: StepSteer) -> Maneuver:
    """The maneuver for these options; the step is a straight ramp."""
    full = options.start + abs(options.steering_wheel_angle) / options.rate
    ramp = Table(times=(options.start, full), values=(0.0, options.steering_wheel_angle), interpolation="linear")
    return Maneuver(
        name="step-steer",
        about=(
            f"At {3.6 * options.speed:.4g} km/h the steering wheel is turned to "
            f"{math.degrees(options.steering_wheel_angle):.4g}° at {options.start:g} s and held."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: ramp, TARGET_SPEED: Constant(value=options.speed)},
        end=end_at_sample(full + options.after),
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=(
            "steady_state_yaw_rate",
            "steady_state_lateral_acceleration",
            "yaw_rate_response_time",
            "lateral_acceleration_response_time",
            "peak_response_time",
            "yaw_rate_overshoot",
            "tb_factor",
        ),
        figures=("step-response", "phase-plane", "tire-use"),
        options=dict(options),
    )
