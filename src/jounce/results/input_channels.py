"""What was asked of the car: the inputs of a maneuver, sampled at the times of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from jounce.mechanism import Signal
from jounce.mechanism.sampling import sampled
from jounce.results.channel import Channel
from jounce.vehicle import (
    BRAKE,
    CLUTCH,
    GEAR,
    RACK_TRAVEL,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
)

_UNITS = {RACK_TRAVEL: "m", STEERING_WHEEL_ANGLE: "rad"}
_UNITS |= dict.fromkeys((SPEED_LEFT, SPEED_RIGHT, TARGET_SPEED), "m/s")
_UNITS |= dict.fromkeys((THROTTLE, CLUTCH, GEAR, BRAKE), "1")
"""Of inputs that are not torques."""


def input_channels(inputs: Mapping[str, Signal], time: np.ndarray) -> Iterator[Channel]:
    """One channel for each input, called `input.NAME`."""
    for name, signal in inputs.items():
        frame = "chassis" if name == RACK_TRAVEL else ""
        text = f"what {name} was asked to be"
        yield Channel(f"input.{name}", _UNITS.get(name, "N*m"), frame, text, sampled(signal, time))
