"""Gust: a force pushes the car to the side, and a driver keeps it in its lane."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SPUN_ROUND, Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import SIDE_FORCE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Force, NotNegative, Positive, Speed, Time


class Gust(Frozen):
    """Options, numbers in SI or strings with a unit."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 100.0 / 3.6
    force: Annotated[Force, Field(description="side force of the gust [N]; +: pushes to the left")] = 1500.0
    rise: Annotated[Time, Positive, Field(description="time in which the gust rises and falls [s]")] = 0.3
    start: Annotated[Time, NotNegative, Field(description="time at which the gust begins [s]")] = 1.0
    gust: Annotated[Time, Positive, Field(description="duration of the full gust [s]")] = 4.0
    after: Annotated[Time, Positive, Field(description="time after the gust [s]")] = 4.0
    with_driver: Annotated[bool, Field(description="whether a driver steers; otherwise the wheel is held straight")] = (
        True
    )


def gust(options: Gust) -> Maneuver:
    """The maneuver for these options."""
    begin = options.start
    times = (
        begin,
        begin + options.rise,
        begin + options.rise + options.gust,
        begin + 2.0 * options.rise + options.gust,
    )
    end = times[-1] + options.after
    push = Table(times=times, values=(0.0, options.force, options.force, 0.0), interpolation="linear")
    held = Constant(value=options.speed)
    path = Path.through([(0.0, 0.0), (1.1 * options.speed * end + 50.0, 0.0)])
    return Maneuver(
        name="gust",
        about=f"A gust of {options.force:g} N from the side at {3.6 * options.speed:.4g} km/h.",
        speed=options.speed,
        inputs={SIDE_FORCE: push} if options.with_driver else {SIDE_FORCE: push, TARGET_SPEED: held},
        driver=PathDriver(path, speed=options.speed) if options.with_driver else None,
        end=end_at_sample(end),
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SPUN_ROUND),
        figures=("path", "steer-response", "tire-use"),
        metrics=(
            "lateral_offset [m] = max(abs(chassis.position_y))",
            "offset_at_the_end [m] = last(chassis.position_y)",
            "peak_yaw_rate",
            "maximum_lateral_acceleration",
        ),
        options=dict(options),
    )
