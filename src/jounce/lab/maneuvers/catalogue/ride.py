"""Ride: straight ahead over a random road of a class of ISO 8608."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from jounce.engine.terrain import iso8608, tandem_cam
from jounce.engine.terrain.iso8608 import CLASSES
from jounce.errors import InputError
from jounce.findings import shown
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.model.mechanism import Constant
from jounce.model.vehicle import TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Length, Positive, Speed, Time

ROAD_MARGIN = 20.0
"""Road beyond the place where the run ends [m]: the car reaches ahead of its origin, and the road fades to level."""


def _road_class(value: object) -> str:
    if not isinstance(value, str) or value.upper() not in CLASSES:
        raise InputError("unknown road class", shown(value), f"one of {', '.join(CLASSES)}")
    return value.upper()


def _seed(value: object) -> int:
    text = value.strip() if isinstance(value, str) else value
    if isinstance(text, bool) or not (isinstance(text, int) or (isinstance(text, str) and text.isdecimal())):
        raise InputError("not a seed", shown(value), "a whole number of 0 or more")
    if int(text) < 0:
        raise InputError("not a seed", shown(value), "a whole number of 0 or more")
    return int(text)


class Ride(Frozen):
    """Options of a ride, numbers in SI or strings with a unit."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 80.0 / 3.6
    road_class: Annotated[
        str, BeforeValidator(_road_class), Field(description="road class of ISO 8608, A (very good) to H")
    ] = "C"
    seed: Annotated[
        int,
        BeforeValidator(_seed),
        Field(description="seed of the random road; each seed gives another road of the class"),
    ] = 1
    track: Annotated[Length, Positive, Field(description="distance between the left and the right track [m]")] = 1.55
    contact: Annotated[
        Literal["point", "tandem-cam"],
        Field(description="contact with the road: point, or tandem-cam, a contact patch that envelops short waves"),
    ] = "point"
    wheel_radius: Annotated[Length, Positive, Field(description="unloaded radius of the tires of tandem-cam [m]")] = (
        0.31
    )
    duration: Annotated[Time, Positive, Field(description="duration of the run [s]")] = 20.0


def ride(options: Ride) -> Maneuver:
    """The maneuver for these options; the road rises from level ground within its first metres."""
    length = options.speed * options.duration + ROAD_MARGIN
    tracks = iso8608(options.road_class, length=length, seed=options.seed, track=options.track)
    felt = tracks if options.contact == "point" else tandem_cam(tracks, options.wheel_radius)
    return Maneuver(
        name="ride",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h over a road of class {options.road_class}, "
            f"seed {options.seed}."
        ),
        speed=options.speed,
        inputs={TARGET_SPEED: Constant(value=options.speed)},
        ground=felt.ground(distance=options.track),
        end=options.duration,
        sample=2e-3,
        needs=("propulsion",),
        metrics=("weighted_vertical_acceleration", "vibration_dose_value", "tire_load_variation", "minimum_wheel_load"),
        figures=("ride-spectrum", "road"),
        options=dict(options),
    )
