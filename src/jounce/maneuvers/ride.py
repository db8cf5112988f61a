"""Ride: straight ahead over a random road of a class of ISO 8608."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from jounce.errors import Refusal
from jounce.findings import shown
from jounce.maneuvers.maneuver import Maneuver
from jounce.mechanism import Constant
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, Positive, Time, Velocity
from jounce.terrain import iso8608
from jounce.terrain.iso8608 import CLASSES
from jounce.vehicle import TARGET_SPEED

BEHIND = 20.0
"""Road beyond the place where the run ends [m]: the car reaches ahead of its origin, and the road fades to level."""


def _road_class(value: object) -> str:
    if not isinstance(value, str) or value.upper() not in CLASSES:
        raise Refusal("unknown road class", shown(value), f"one of {', '.join(CLASSES)}")
    return value.upper()


def _seed(value: object) -> int:
    text = value.strip() if isinstance(value, str) else value
    if isinstance(text, bool) or not (isinstance(text, int) or (isinstance(text, str) and text.isdecimal())):
        raise Refusal("not a seed", shown(value), "a whole number of 0 or more")
    if int(text) < 0:
        raise Refusal("not a seed", shown(value), "a whole number of 0 or more")
    return int(text)


class Ride(Frozen):
    """Options of a ride, numbers in SI or texts with a unit."""

    speed: Annotated[Velocity, Positive, Field(description="held [m/s]")] = 80.0 / 3.6
    road_class: Annotated[str, BeforeValidator(_road_class), Field(description="A (very good) to H, of ISO 8608")] = "C"
    seed: Annotated[int, BeforeValidator(_seed), Field(description="another number is another road of this class")] = 1
    track: Annotated[Length, Positive, Field(description="distance of the left and the right track [m]")] = 1.55
    duration: Annotated[Time, Positive, Field(description="of the whole run [s]")] = 20.0


def ride(options: Ride) -> Maneuver:
    """The maneuver for these options; the road rises from level ground within its first metres."""
    length = options.speed * options.duration + BEHIND
    tracks = iso8608(options.road_class, length=length, seed=options.seed, track=options.track)
    return Maneuver(
        name="ride",
        about=(
            f"Straight ahead at {3.6 * options.speed:.4g} km/h over a road of class {options.road_class}, "
            f"seed {options.seed}."
        ),
        speed=options.speed,
        inputs={TARGET_SPEED: Constant(value=options.speed)},
        ground=tracks.ground(distance=options.track),
        end=options.duration,
        sample=2e-3,
        needs=("propulsion",),
        metrics=("weighted_vertical_acceleration", "vibration_dose_value", "tire_load_variation", "minimum_wheel_load"),
        options=dict(options),
    )
