"""Double lane changes between cones (ISO 3888): a driver takes the smoothest path that the lanes leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from jounce.drivers import Acting, PathDriver
from jounce.maneuvers.lane_path import lane_path
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.stop import ROLLED_OVER
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, Positive, Time, Velocity
from jounce.metrics.course import COURSES
from jounce.metrics.course_driven import body_width, outline
from jounce.vehicle import Vehicle
from jounce.vehicle.facts import facts_of

OVERRUN = 30.0
"""Driven beyond the course [m]."""


class DoubleLaneChange(Frozen):
    """Options of a double lane change, numbers in SI or texts with a unit. The car swerves to the left and back."""

    course: Annotated[Literal["ISO 3888-1", "ISO 3888-2"], Field(description="which lanes")] = "ISO 3888-1"
    speed: Annotated[Velocity, Positive, Field(description="at the start [m/s]")] = 80.0 / 3.6
    hold_speed: Annotated[
        bool, Field(description="whether the driver holds the speed, as in part 1; else the feet are off the pedals")
    ] = True
    course_start: Annotated[Length, Positive, Field(description="x at which the first lane begins [m]")] = 30.0
    preview: Annotated[Time, Positive, Field(description="how far ahead the driver looks [s]")] = 0.3


@dataclass(frozen=True)
class CourseDriver:
    """A driver who makes up the path when the width of the car is known."""

    options: DoubleLaneChange

    def sit(self, car: Vehicle, speed: float) -> Acting:
        """Begin a run."""
        options, facts = self.options, facts_of(car)
        course = COURSES[options.course](body_width(facts), options.course_start)
        path = lane_path(course, outline(facts), start=min(0.0, car.chassis.centre_of_mass[0]))
        held = options.speed if options.hold_speed else None
        return PathDriver(path, speed=held, preview=options.preview).sit(car, speed)


def double_lane_change(options: DoubleLaneChange) -> Maneuver:
    """The maneuver for these options; it ends when the car is through, or over."""
    name = {"ISO 3888-1": "double_lane_change", "ISO 3888-2": "obstacle_avoidance"}[options.course]
    length = options.course_start + COURSES[options.course](1.8, 0.0).length + OVERRUN
    return Maneuver(
        name="double-lane-change",
        about=(
            f"Double lane change of {options.course} at {3.6 * options.speed:.4g} km/h, "
            f"{'held' if options.hold_speed else 'pedals released'}, steered by a driver along the smoothest path."
        ),
        speed=options.speed,
        driver=CourseDriver(options),
        end=round(1.25 * length / options.speed, 1),
        needs=("steering", "propulsion") if options.hold_speed else ("steering",),
        stop=(f"chassis.position_x > {length:g} m", ROLLED_OVER, "chassis.speed < 1 m/s"),
        metrics=(
            f"{name}_passed",
            f"{name}_cones_hit",
            f"{name}_entry_speed",
            f"{name}_exit_speed",
            "peak_side_slip",
            "peak_roll_angle",
            "minimum_wheel_load",
            "load_transfer_ratio",
        ),
        options=dict(options),
    )
