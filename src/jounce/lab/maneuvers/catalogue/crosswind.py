"""Crosswind: straight ahead through a zone of wind from the side, the steering wheel held, as in ISO 12021."""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field

from jounce.lab.drivers import Path, PathDriver
from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SPUN_ROUND, Maneuver
from jounce.model.mechanism import Constant, Signal
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED, WIND_DIRECTION, WIND_END, WIND_SPEED, WIND_START
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Length, NotNegative, Positive, Speed


class Crosswind(Frozen):
    """Options, numbers in SI or strings with a unit; by default the wind blows to the left, square to the road."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 100.0 / 3.6
    wind: Annotated[Speed, NotNegative, Field(description="speed of the wind in the zone [m/s]")] = 20.0
    direction: Annotated[
        Angle, Field(description="angle of the wind's velocity from that of the car [rad]; −90 deg: to the right")
    ] = math.radians(90.0)
    zone: Annotated[Length, Positive, Field(description="length of the zone [m]")] = 30.0
    before: Annotated[Length, Positive, Field(description="way from the design position to the zone [m]")] = 40.0
    with_driver: Annotated[bool, Field(description="whether a driver steers; otherwise the wheel is held straight")] = (
        False
    )


def crosswind(options: Crosswind) -> Maneuver:
    """The maneuver for these options; it goes on for three seconds behind the zone."""
    inputs: dict[str, Signal] = {
        WIND_SPEED: Constant(value=options.wind),
        WIND_DIRECTION: Constant(value=options.direction),
        WIND_START: Constant(value=options.before),
        WIND_END: Constant(value=options.before + options.zone),
    }
    way = options.before + options.zone + 3.0 * options.speed
    path = Path.through([(0.0, 0.0), (1.1 * way + 50.0, 0.0)])
    held = {STEERING_WHEEL_ANGLE: Constant(value=0.0), TARGET_SPEED: Constant(value=options.speed)}
    return Maneuver(
        name="crosswind",
        about=(
            f"{3.6 * options.speed:.4g} km/h through {options.zone:g} m of wind of {options.wind:g} m/s, "
            f"{'with a driver' if options.with_driver else 'the steering wheel held'}."
        ),
        speed=options.speed,
        inputs=inputs if options.with_driver else inputs | held,
        driver=PathDriver(path, speed=options.speed) if options.with_driver else None,
        end=round(way / options.speed, 2),
        needs=("steering", "propulsion", "air"),
        stop=(ROLLED_OVER, SPUN_ROUND),
        figures=("crosswind", "path", "tire-use"),
        metrics=(
            "crosswind_deviation",
            "crosswind_heading",
            "crosswind_yaw_rate",
            "crosswind_lateral_acceleration",
        ),
        options=dict(options),
    )
