"""Bump: straight ahead over one bump as wide as the road."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from jounce.errors import Refusal
from jounce.ground import Bump
from jounce.maneuvers.maneuver import Maneuver
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, NotZero, Positive, Time, Velocity


class OverBump(Frozen):
    """Options of a drive over a bump, numbers in SI or texts with a unit."""

    speed: Annotated[Velocity, Positive, Field(description="at the start [m/s]")] = 40.0 / 3.6
    height: Annotated[Length, NotZero, Field(description="of the bump [m]; negative: a dip")] = 0.06
    length: Annotated[Length, Positive, Field(description="of the bump along the road [m]")] = 1.0
    distance: Annotated[
        Length, Positive, Field(description="from the car's origin at the start to where the bump begins [m]")
    ] = 12.0
    duration: Annotated[Time, Positive, Field(description="of the whole run [s]")] = 3.0

    @model_validator(mode="after")
    def _meets_it(self) -> OverBump:
        if self.distance >= self.speed * self.duration:
            got = f"bump at {self.distance:g} m, the run ends after {self.speed * self.duration:.4g} m"
            raise Refusal("the run ends before the bump", got, "a shorter distance or more time", where="distance")
        return self


def over_bump(options: OverBump) -> Maneuver:
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
        options=dict(options),
    )
