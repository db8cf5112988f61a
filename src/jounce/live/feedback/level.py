"""From the torque at a car's steering wheel to the level of a motor, −1 … 1.

    L = clip(−g τ / τ_max, −1, 1),    l ← l + (1 − e^(−Δt / T)) (L − l),    |l| ≤ fade

τ > 0 is the torque with which a driver holds the wheel to the left, so the motor pulls to the right: L < 0. T smooths
the steps of 10 ms in which samples come. After every interruption the limit grows from 0 again, so that a wheel never
jerks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from jounce.errors import InputError


@dataclass(frozen=True)
class FeedbackSettings:
    """How torques become levels; raises InputError for what is out of range."""

    gain: float = 0.3
    """Share of the torque that reaches the hands: what power assistance leaves, where the car has none."""
    full_torque: float = 5.0
    """Torque of the motor at level 1 [N m]."""
    invert: bool = False
    """For devices whose positive level turns to the right."""
    smoothing: float = 0.02
    """T [s]"""
    fade_in: float = 1.0
    """Time from 0 to the full level after an interruption [s]."""

    def __post_init__(self) -> None:
        for name, value, least in (
            ("gain", self.gain, 0.0),
            ("full_torque", self.full_torque, 1e-3),
            ("smoothing", self.smoothing, 0.0),
            ("fade_in", self.fade_in, 0.0),
        ):
            if not (math.isfinite(value) and value >= least):
                raise InputError("out of range", f"{value:g}", f"{least:g} or more", where=f"feedback.{name}")


class LevelFilter:
    """The level over time; positive turns the wheel to the left, unless inverted."""

    def __init__(self, settings: FeedbackSettings) -> None:
        self.settings = settings
        self.level, self._limit = 0.0, 0.0

    def update(self, torque: float | None, dt: float) -> float:
        """The level dt [s] after the last one, for a torque at the steering wheel [N m].

        0 at once for None and for what is not finite: there is no car, or it is paused.
        """
        one = self.settings
        if torque is None or not math.isfinite(torque):
            self.level, self._limit = 0.0, 0.0
            return 0.0
        wanted = min(max(-one.gain * torque / one.full_torque, -1.0), 1.0)
        share = 1.0 - math.exp(-dt / one.smoothing) if one.smoothing > 0.0 else 1.0
        self.level += share * (wanted - self.level)
        self._limit = min(1.0, self._limit + dt / one.fade_in) if one.fade_in > 0.0 else 1.0
        held = min(max(self.level, -self._limit), self._limit)
        return -held if one.invert else held
