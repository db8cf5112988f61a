"""What was asked of the car: the inputs of a maneuver, sampled at the times of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from scipy.interpolate import CubicSpline

from jounce.mechanism import Constant, Input, Signal, Sine, SmoothStep, Table
from jounce.results.channel import Channel
from jounce.vehicle import CLUTCH, GEAR, RACK_TRAVEL, SPEED_LEFT, SPEED_RIGHT, TARGET_SPEED, THROTTLE

_UNITS = {RACK_TRAVEL: "m"}
_UNITS |= dict.fromkeys((SPEED_LEFT, SPEED_RIGHT, TARGET_SPEED), "m/s") | dict.fromkeys((THROTTLE, CLUTCH, GEAR), "1")
"""Of inputs that are not torques."""


def input_channels(inputs: Mapping[str, Signal], time: np.ndarray) -> Iterator[Channel]:
    """One channel for each input, called `input.NAME`."""
    for name, signal in inputs.items():
        frame = "chassis" if name == RACK_TRAVEL else ""
        text = f"what {name} was asked to be"
        yield Channel(f"input.{name}", _UNITS.get(name, "N*m"), frame, text, sampled(signal, time))


def sampled(signal: Signal, t: np.ndarray) -> np.ndarray:
    """Values of a signal at times t [s]."""
    match signal:
        case Constant():
            return np.full_like(t, signal.value)
        case Table(interpolation="linear"):
            return np.interp(t, signal.times, signal.values)
        case Table():
            held = np.clip(t, signal.times[0], signal.times[-1])
            return CubicSpline(signal.times, signal.values, bc_type="clamped")(held)
        case SmoothStep():
            s = np.clip((t - signal.start) / (signal.end - signal.start), 0.0, 1.0)
            return signal.before + (signal.after - signal.before) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
        case Sine():
            last = np.inf if signal.cycles is None else signal.start + signal.cycles / signal.frequency
            held = np.clip(t, signal.start, last)
            angle = 2.0 * np.pi * signal.frequency * (held - signal.start) + signal.phase
            return signal.offset + signal.amplitude * np.sin(angle)
        case Input():
            return np.full_like(t, signal.default)
