"""Sine sweep (ISO 7401, continuous sine): the steering wheel swings with a frequency that rises.

    angle = amplitude × fade(t) × sin φ(t),   φ' = 2π f(t),   f from the first to the last frequency
    linear         f = f₀ + (f₁ − f₀) s / T,         φ = 2π (f₀ s + (f₁ − f₀) s² / 2T)
    logarithmic    f = f₀ (f₁/f₀)^(s/T),             φ = 2π f₀ T ((f₁/f₀)^(s/T) − 1) / ln(f₁/f₀)

with s the time since the start and T that of the whole sweep.
"""

from __future__ import annotations

import math
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from jounce.errors import InputError
from jounce.lab.maneuvers.maneuver import ROLLED_OVER, SLIDES_SIDEWAYS, Maneuver
from jounce.model.mechanism import Constant, Table
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Angle, Frequency, NotNegative, NotZero, Positive, Speed, Time

NODES_PER_PERIOD = 32
"""Nodes of the table per period [-]: a cubic spline through them is accurate to 1e-5 of the amplitude."""
MAX_PERIODS = 2000
"""Periods that a sweep may have at most: the table stays below 64,000 nodes."""


class SineSweep(Frozen):
    """Options of a sweep, numbers in SI or strings with a unit."""

    speed: Annotated[Speed, Positive, Field(description="target speed, held [m/s]")] = 100.0 / 3.6
    amplitude: Annotated[Angle, NotZero, Field(description="steering-wheel amplitude at all frequencies [rad]")] = (
        math.radians(10)
    )
    first_frequency: Annotated[Frequency, Positive, Field(description="frequency at the start of the sweep [Hz]")] = 0.2
    last_frequency: Annotated[Frequency, Positive, Field(description="frequency at the end of the sweep [Hz]")] = 4.0
    sweep_time: Annotated[Time, Positive, Field(description="duration of the sweep [s]")] = 40.0
    sweep: Annotated[
        Literal["linear", "logarithmic"], Field(description="frequency over time: linear or logarithmic")
    ] = "linear"
    fade: Annotated[
        Time, NotNegative, Field(description="duration of the fade-in and of the fade-out of the amplitude [s]")
    ] = 1.0
    start: Annotated[Time, NotNegative, Field(description="time at which the sweep begins [s]")] = 1.0
    after: Annotated[
        Time, NotNegative, Field(description="time from the end of the sweep to the end of the run [s]")
    ] = 1.0

    @model_validator(mode="after")
    def _fits(self) -> SineSweep:
        if 2.0 * self.fade > self.sweep_time:
            got = f"two of {self.fade:g} s in {self.sweep_time:g} s"
            raise InputError("fading longer than the sweep", got, "a shorter one", where="fade")
        if self.sweep_time * max(self.first_frequency, self.last_frequency) > MAX_PERIODS:
            got = f"{self.sweep_time:g} s with up to {max(self.first_frequency, self.last_frequency):g} Hz"
            raise InputError("too many periods", got, f"{MAX_PERIODS} at most", where="sweep_time")
        return self


def phase(options: SineSweep, s: NDArray[np.float64]) -> NDArray[np.float64]:
    """φ [rad] at the time s since the start of the sweep [s]."""
    first, last, whole = options.first_frequency, options.last_frequency, options.sweep_time
    if options.sweep == "linear" or first == last:
        return math.tau * (first * s + (last - first) * s**2 / (2.0 * whole))
    growth = math.log(last / first)
    return math.tau * first * whole * np.expm1(growth * s / whole) / growth


def sweep_table(options: SineSweep) -> Table:
    """The angle of the steering wheel: nodes at equal steps of the phase, so that they are dense where it is quick."""
    fine = np.linspace(0.0, options.sweep_time, 200 * math.ceil(options.sweep_time) + 2000)
    turns = phase(options, fine)
    count = max(math.ceil(turns[-1] / math.tau * NODES_PER_PERIOD), NODES_PER_PERIOD)
    s = np.interp(np.linspace(0.0, turns[-1], count + 1), turns, fine)
    s = np.unique(np.concatenate([s, np.linspace(0.0, options.sweep_time, count // 4 + 2)[1:-1]]))
    s = s[np.concatenate([[True], np.diff(s) > 1e-6 * options.sweep_time / count])]
    s[-1] = options.sweep_time
    angle = options.amplitude * np.sin(phase(options, s))
    if options.fade > 0.0:
        rise = np.clip(np.minimum(s, options.sweep_time - s) / options.fade, 0.0, 1.0)
        angle *= rise**2 * (3.0 - 2.0 * rise)
    return Table(times=tuple(options.start + s), values=tuple(angle))


def sine_sweep(options: SineSweep) -> Maneuver:
    """The maneuver for these options."""
    return Maneuver(
        name="sine-sweep",
        about=(
            f"At {3.6 * options.speed:.4g} km/h the steering wheel swings by {math.degrees(options.amplitude):.4g}°, "
            f"{options.first_frequency:g} to {options.last_frequency:g} Hz in {options.sweep_time:g} s."
        ),
        speed=options.speed,
        inputs={STEERING_WHEEL_ANGLE: sweep_table(options), TARGET_SPEED: Constant(value=options.speed)},
        end=options.start + options.sweep_time + options.after,
        needs=("steering", "propulsion"),
        stop=(ROLLED_OVER, SLIDES_SIDEWAYS),
        metrics=("yaw_rate_bandwidth", "yaw_rate_phase_lag_at_1_hz"),
        figures=("bode-yaw-rate", "bode-lateral-acceleration"),
        options=dict(options),
    )
