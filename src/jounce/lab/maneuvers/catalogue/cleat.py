"""Cleat: straight ahead over a short bar across the road, enveloped by a wheel of given radius."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from jounce.engine.terrain import Tracks, envelope, tandem_cam, trapezoid
from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, NotNegative, Positive, Speed, Time

NODE_SPACING = 0.005
"""Distance between the nodes of the road [m]."""


class Cleat(Frozen):
    """Options of a drive over a cleat, numbers in SI or strings with a unit.

    Tires here touch the ground at one point, which would feel every edge. So the road is the path of the lowest point
    of a wheel that rolls over the cleat, or, with the contact `tandem-cam`, what a tire with a contact patch feels:
    effective height and slope by two cams.
    """

    speed: Annotated[Speed, Positive, Field(description="initial speed [m/s]")] = 40.0 / 3.6
    height: Annotated[Length, Positive, Field(description="height of the cleat [m]")] = 0.02
    length: Annotated[Length, NotNegative, Field(description="length of the level top along the road [m]")] = 0.03
    edge: Annotated[Length, Positive, Field(description="length of each slope along the road [m]")] = 0.005
    wheel_radius: Annotated[
        Length, Positive, Field(description="radius of the wheel that the road is enveloped with [m]")
    ] = 0.3
    contact: Annotated[
        Literal["wheel", "tandem-cam"],
        Field(description="how the road is enveloped: wheel, by a rigid circle; tandem-cam, by a contact patch"),
    ] = "wheel"
    contact_length: Annotated[
        Annotated[Length, Positive] | None,
        Field(description="length of the contact patch of tandem-cam [m]; none: 0.42 of the radius"),
    ] = None
    side: Annotated[
        Literal["both", "left", "right"], Field(description="wheels that meet the cleat: both, left or right")
    ] = "both"
    distance: Annotated[
        Length, Positive, Field(description="distance from the car's origin at the start to the start of the cleat [m]")
    ] = 12.0
    duration: Annotated[Time, Positive, Field(description="duration of the run [s]")] = 3.0

    @model_validator(mode="after")
    def _meets_it(self) -> Cleat:
        if self.distance >= self.speed * self.duration:
            got = f"cleat at {self.distance:g} m, the run ends after {self.speed * self.duration:.4g} m"
            raise InputError("the run ends before the cleat", got, "a shorter distance or more time", where="distance")
        return self


def cleat(options: Cleat) -> Maneuver:
    """The maneuver for these options."""
    bar = trapezoid(
        options.height,
        options.edge,
        options.length,
        start=options.distance,
        side=options.side,
        after=2.0 * options.wheel_radius,
        spacing=NODE_SPACING,
    )
    return Maneuver(
        name="cleat",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h over a cleat {1e3 * options.height:g} mm high, "
            f"{options.distance:g} m ahead."
        ),
        speed=options.speed,
        ground=_ground(bar, options),
        end=options.duration,
        sample=2e-3,
        metrics=("minimum_wheel_load", "tire_load_variation", "vibration_dose_value"),
        figures=("road", "ride-spectrum"),
        options=dict(options),
    )


def _ground(bar: Tracks, options: Cleat) -> tuple:
    """The road as the tires feel it."""
    if options.contact == "wheel":
        return envelope(bar, options.wheel_radius).ground()
    return tandem_cam(bar, options.wheel_radius, contact_length=options.contact_length).ground()
