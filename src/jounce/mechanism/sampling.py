"""Values of signals at many times, outside compiled code."""

from __future__ import annotations

import numpy as np

from jounce.mechanism.signals import Constant, Input, Signal, Sine, SmoothStep, Table


def sampled(signal: Signal, t: np.ndarray) -> np.ndarray:
    """Values of a signal at times t [s]."""
    match signal:
        case Constant():
            return np.full_like(t, signal.value)
        case Table(interpolation="linear"):
            return np.interp(t, signal.times, signal.values)
        case Table():
            held = np.clip(t, signal.times[0], signal.times[-1])
            from scipy.interpolate import CubicSpline  # takes a quarter of a second to import, and few need it

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
