"""Cleat: straight ahead over a short bar across the road, as a wheel of some radius feels it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from jounce.errors import Refusal
from jounce.maneuvers.maneuver import Maneuver
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, NotNegative, Positive, Time, Velocity
from jounce.terrain import envelope, trapezoid

SPACING = 0.005
"""Of the nodes of the road [m]."""


class Cleat(Frozen):
    """Options of a drive over a cleat, numbers in SI or texts with a unit.

    Tires here touch the ground at one point, which would feel every edge. So the road is the path of the lowest point
    of a wheel that rolls over the cleat.
    """

    speed: Annotated[Velocity, Positive, Field(description="at the start [m/s]")] = 40.0 / 3.6
    height: Annotated[Length, Positive, Field(description="of the cleat [m]")] = 0.02
    length: Annotated[Length, NotNegative, Field(description="of its level top, along the road [m]")] = 0.03
    edge: Annotated[Length, Positive, Field(description="of each slope, along the road [m]")] = 0.005
    wheel_radius: Annotated[Length, Positive, Field(description="of the wheel that rounds it off [m]")] = 0.3
    side: Annotated[
        Literal["both", "left", "right"], Field(description="under which wheels it lies: both, left or right")
    ] = "both"
    distance: Annotated[
        Length, Positive, Field(description="from the car's origin at the start to where the cleat begins [m]")
    ] = 12.0
    duration: Annotated[Time, Positive, Field(description="of the whole run [s]")] = 3.0

    @model_validator(mode="after")
    def _meets_it(self) -> Cleat:
        if self.distance >= self.speed * self.duration:
            got = f"cleat at {self.distance:g} m, the run ends after {self.speed * self.duration:.4g} m"
            raise Refusal("the run ends before the cleat", got, "a shorter distance or more time", where="distance")
        return self


def over_cleat(options: Cleat) -> Maneuver:
    """The maneuver for these options."""
    bar = trapezoid(
        options.height,
        options.edge,
        options.length,
        start=options.distance,
        side=options.side,
        after=2.0 * options.wheel_radius,
        spacing=SPACING,
    )
    return Maneuver(
        name="cleat",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h over a cleat {1e3 * options.height:g} mm high, "
            f"{options.distance:g} m ahead."
        ),
        speed=options.speed,
        ground=envelope(bar, options.wheel_radius).ground(),
        end=options.duration,
        sample=2e-3,
        metrics=("minimum_wheel_load", "tire_load_variation", "vibration_dose_value"),
        options=dict(options),
    )
