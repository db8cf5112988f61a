"""Bump: straight ahead over one bump as wide as the road."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.engine.laws.ground import Bump
from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, NotZero, Positive, Speed, Time


class OverBump(Frozen):
    """Options of a drive over a bump, numbers in SI or strings with a unit."""

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 40.0 / 3.6
    height: Annotated[Length, NotZero, Field(description="height of the bump [m]; negative: a dip")] = 0.06
    length: Annotated[Length, Positive, Field(description="length of the bump along the road [m]")] = 1.0
    distance: Annotated[
        Length, Positive, Field(description="distance from the car's origin at the start to the start of the bump [m]")
    ] = 12.0
    duration: Annotated[Time, Positive, Field(description="duration of the run [s]")] = 3.0

    @model_validator(mode="after")
    def _meets_it(self) -> OverBump:
        if self.distance >= self.speed * self.duration:
            got = f"bump at {self.distance:g} m, the run ends after {self.speed * self.duration:.4g} m"
            raise InputError("the run ends before the bump", got, "a shorter distance or more time", where="distance")
        return self


def bump(options: OverBump) -> Maneuver:
    """The maneuver for these options; with the default ones the front wheels of a car meet the bump after about 1 s."""
    shape = f"{1e3 * options.height:g} mm high and {options.length:g} m long".replace("-", "−")
    return Maneuver(
        name="bump",
        about=f"Straight ahead at {3.6 * options.speed:.4g} km/h over a bump {shape}, {options.distance:g} m ahead.",
        speed=options.speed,
        ground=Bump(start=options.distance, length=options.length, height=options.height),
        end=options.duration,
        sample=5e-3,
        metrics=("minimum_wheel_load", "tire_load_variation", "vibration_dose_value"),
        figures=("road", "ride-spectrum"),
        options=dict(options),
    )
