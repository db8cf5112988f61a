"""Double lane changes between cones (ISO 3888): a driver learns the path of least curvature that the lanes leave."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from jounce.lab.maneuvers.course_driver import CourseDriver
from jounce.lab.maneuvers.maneuver import ROLLED_OVER, Maneuver
from jounce.lab.metrics.course import COURSES
from jounce.model.mechanism import Constant
from jounce.model.vehicle import NO_TARGET_SPEED, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, Positive, Speed, Time

OVERRUN = 30.0
"""Length of the run beyond the course [m]."""


class DoubleLaneChange(Frozen):
    """Options of a double lane change, numbers in SI or strings with a unit. The car swerves to the left and back."""

    course: Annotated[Literal["ISO 3888-1", "ISO 3888-2"], Field(description="layout of the lanes")] = "ISO 3888-1"
    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 80.0 / 3.6
    hold_speed: Annotated[
        bool, Field(description="whether the driver holds the speed, as in part 1; otherwise the pedals are released")
    ] = True
    course_start: Annotated[Length, Positive, Field(description="position x of the start of the first lane [m]")] = 30.0
    preview: Annotated[
        Annotated[Time, Positive] | None,
        Field(description="preview time of the driver [s]; none: chosen from the tires of the car"),
    ] = None
    attempts: Annotated[
        int,
        Field(
            ge=1,
            le=50,
            description="largest number of attempts of the driver, who learns from each; the best one is recorded",
        ),
    ] = 8


def double_lane_change(options: DoubleLaneChange) -> Maneuver:
    """The maneuver for these options; it ends when the car is through, or over."""
    name = {"ISO 3888-1": "double_lane_change", "ISO 3888-2": "obstacle_avoidance"}[options.course]
    length = options.course_start + COURSES[options.course](1.8, 0.0).length + OVERRUN
    return Maneuver(
        name="double-lane-change",
        about=(
            f"Double lane change of {options.course} at {3.6 * options.speed:.4g} km/h, "
            f"{'held' if options.hold_speed else 'pedals released'}, steered by a driver who learns the course."
        ),
        speed=options.speed,
        driver=CourseDriver(
            options.course, options.course_start, options.speed, options.hold_speed, options.preview, options.attempts
        ),
        inputs={} if options.hold_speed else {TARGET_SPEED: Constant(value=NO_TARGET_SPEED)},
        end=round(1.25 * length / options.speed, 1),
        needs=("steering", "propulsion") if options.hold_speed else ("steering",),
        stop=(f"chassis.position_x > {length:g} m", ROLLED_OVER, "chassis.speed < 1 m/s"),
        metrics=(
            f"{name}_passed",
            f"{name}_cones_hit",
            f"{name}_margin",
            f"{name}_nearest_station",
            f"{name}_entry_speed",
            f"{name}_exit_speed",
            "peak_side_slip",
            "peak_roll_angle",
            "minimum_wheel_load",
            "load_transfer_ratio",
        ),
        figures=("course", "phase-plane", "rollover", "tire-use"),
        options=dict(options),
    )
