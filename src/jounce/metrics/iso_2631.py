"""Frequency weightings of ISO 2631-1 (annex A): how much people feel an acceleration of each frequency.

    H(p) = high-pass(f1) · low-pass(f2) · transition(f3, f4, Q4) · step(f5, Q5, f6, Q6),   p = 2πjf

The signal is weighted by its Fourier transform and the transfer function as it is printed: no sampled filter stands in
between, so that no sample time bends the curve.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.metrics.signals import evenly


@dataclass(frozen=True, kw_only=True)
class Weighting:
    """Frequencies [Hz] and quality factors of one curve; without a step when f5 is infinite."""

    f1: float = 0.4
    f2: float = 100.0
    f3: float
    f4: float
    q4: float
    f5: float = math.inf
    q5: float = 1.0
    f6: float = math.inf
    q6: float = 1.0

    def __call__(self, frequency: np.ndarray) -> np.ndarray:
        """H at frequencies [Hz], complex; 0 at 0 Hz."""
        f = np.asarray(frequency, dtype=float)
        s = 1j * f
        high = s**2 / (s**2 + math.sqrt(2.0) * self.f1 * s + self.f1**2)
        low = 1.0 / (1.0 + math.sqrt(2.0) * s / self.f2 + (s / self.f2) ** 2)
        transition = (1.0 + s / self.f3) / (1.0 + s / (self.q4 * self.f4) + (s / self.f4) ** 2)
        h = high * low * transition
        if math.isfinite(self.f5):
            above = self.f5**2 + s * self.f5 / self.q5 + s**2
            below = self.f6**2 + s * self.f6 / self.q6 + s**2
            h = h * above / below
        return h


WK = Weighting(f3=12.5, f4=12.5, q4=0.63, f5=2.37, q5=0.91, f6=3.35, q6=0.91)
"""Vertical, seated or standing."""
WD = Weighting(f3=2.0, f4=2.0, q4=0.63)
"""Horizontal, seated or standing."""

_SETTLING = 10.0
"""The slowest part of a weighting, its high-pass of 0.4 Hz, has forgotten everything after this time [s]."""


def weighted(t: np.ndarray, acceleration: np.ndarray, weighting: Weighting) -> tuple[float, np.ndarray]:
    """The time between samples [s] and the weighted acceleration, as of a filter that was at rest before the run."""
    step, (a,) = evenly(t, acceleration)
    padded = len(a) + math.ceil(_SETTLING / step)  # or the end of the run would be felt at its beginning
    spectrum = np.fft.rfft(a, padded) * weighting(np.fft.rfftfreq(padded, step))
    return step, np.fft.irfft(spectrum, padded)[: len(a)]
