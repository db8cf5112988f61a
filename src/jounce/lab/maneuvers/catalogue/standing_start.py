"""Standing start: from rest up to a speed, straight ahead with a driver."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from jounce.lab.drivers import Path
from jounce.lab.drivers.start_driver import StartDriver
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.model.mechanism import Constant
from jounce.model.vehicle import GEAR
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Acceleration, NotNegative, Positive, Speed, Time


class StandingStart(Frozen):
    """Options, numbers in SI or strings with a unit."""

    speed: Annotated[Speed, Positive, Field(description="speed that is reached and held [m/s]")] = 50.0 / 3.6
    acceleration: Annotated[
        Acceleration, Positive, Field(description="acceleration that the driver demands [m/s²]")
    ] = 2.0
    start: Annotated[Time, NotNegative, Field(description="time at which the car drives off [s]")] = 0.5
    after: Annotated[Time, Positive, Field(description="time after the speed could be reached [s]")] = 4.0


def standing_start(options: StandingStart) -> Maneuver:
    """The maneuver for these options; an engine gets an automatic gearbox."""
    rise = options.speed / options.acceleration
    end = options.start + rise + options.after
    length = 0.5 * options.speed * rise + options.speed * options.after + 20.0
    return Maneuver(
        name="standing-start",
        about=f"From rest to {3.6 * options.speed:.4g} km/h at {options.acceleration:g} m/s², with a driver.",
        speed=0.0,
        inputs={GEAR: Constant(value=0.0)},  # an engine idles at first
        driver=StartDriver(
            Path.through([(0.0, 0.0), (length, 0.0)]), options.speed, options.acceleration, begin=options.start
        ),
        controllers=("automatic",),
        end=end_at_sample(end),
        needs=("steering", "propulsion"),
        figures=("tire-use", "path"),
        metrics=(
            "speed_reached [km/h] = max(chassis.speed)",
            "lateral_offset [m] = max(abs(chassis.position_y))",
            "peak_acceleration [m/s^2] = max(chassis.longitudinal_acceleration)",
        ),
        options=dict(options),
    )
