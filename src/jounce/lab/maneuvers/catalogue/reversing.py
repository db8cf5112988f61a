"""Reversing: from rest backward into a place beside the lane, with a driver, and to rest again."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from jounce.lab.drivers import Path
from jounce.lab.drivers.path import POINT_SPACING
from jounce.lab.drivers.start_driver import StartDriver
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant
from jounce.model.vehicle import GEAR
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Acceleration, Length, NotNegative, Positive, Speed, Time

STRAIGHT = 8.0
"""Straight way before and after the shift to the side [m]: longer than most cars behind their centre of mass."""


class Reversing(Frozen):
    """Options, numbers in SI or strings with a unit."""

    speed: Annotated[Speed, Positive, Field(description="speed backward [m/s]")] = 2.0
    acceleration: Annotated[Acceleration, Positive, Field(description="acceleration and deceleration [m/s²]")] = 0.8
    offset: Annotated[Length, Field(description="how far the place lies to the side [m]; +: left")] = 3.0
    length: Annotated[Length, Positive, Field(description="length of the shift to the side [m]")] = 14.0
    start: Annotated[Time, NotNegative, Field(description="time at which the car drives off [s]")] = 0.5


def reversing(options: Reversing) -> Maneuver:
    """The maneuver for these options; an engine gets an automatic gearbox."""
    way = options.length + 2.0 * STRAIGHT
    end = options.start + way / options.speed + options.speed / options.acceleration + 3.0
    return Maneuver(
        name="reversing",
        about=f"Backward over {way:.4g} m into a place {options.offset:g} m to the side, with a driver.",
        speed=0.0,
        inputs={GEAR: Constant(value=0.0)},  # an engine idles at first
        driver=StartDriver(
            _path(options.offset, options.length),
            options.speed,
            options.acceleration,
            begin=options.start,
            direction=-1,
            stop=way,
        ),
        controllers=("automatic",),
        end=end_at_sample(end),
        needs=("steering", "propulsion"),
        figures=("path", "steer-response"),
        metrics=(
            f"place_error [m] = last(chassis.position_y) - ({options.offset!r})",
            "way [m] = -last(chassis.position_x)",
            "speed_at_the_end [m/s] = last(chassis.speed)",
        ),
        options=dict(options),
    )


def _path(offset: float, length: float) -> Path:
    """Straight, a quintic shift to the side, straight; in the direction in which the car looks, which is +x."""
    x = np.arange(-length - 3.0 * STRAIGHT, STRAIGHT, POINT_SPACING)
    s = np.clip((-x - STRAIGHT) / length, 0.0, 1.0)  # 0 where the car starts, 1 in its place
    return Path(np.column_stack([x, offset * s**3 * (10.0 - 15.0 * s + 6.0 * s * s)]))
