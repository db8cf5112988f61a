"""How well two channels agree: RMS and peak of the error, correlation, delay.

With the error e = model − measured over a window without missing values:

    rms = √mean(e²),   peak = max |e|,   correlation = cov(model, measured) / (σ σ)

delay: the time by which the model is late, at which the correlation of the shifted signals is largest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

MAX_DELAY = 0.3
"""Largest delay that is looked for [s]."""


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """A channel of the model against the measured one, in a window; in the unit of the channel."""

    unit: str
    samples: int
    rms: float
    """RMS of model − measured."""
    peak: float
    """Largest |model − measured|."""
    measured_peak: float
    """Largest |measured|."""
    model_peak: float
    """Largest |model|."""
    correlation: float | None
    """Pearson's; None where one of them does not change."""
    delay: float | None
    """Time by which the model is late [s]; None without a correlation, or where none is largest within 0.3 s."""

    @property
    def rms_of_peak(self) -> float | None:
        """RMS error as a share of the measured peak; None for one that is 0."""
        return self.rms / self.measured_peak if self.measured_peak > 0.0 else None

    def data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        peak = self.measured_peak
        return {**vars(self), "rms_of_peak": self.rms_of_peak, "peak_of_peak": self.peak / peak if peak > 0.0 else None}


def agreement(time: np.ndarray, model: np.ndarray, measured: np.ndarray, unit: str) -> Agreement | None:
    """How well the model agrees with the measurement at evenly spaced times [s]; None without common samples."""
    known = np.isfinite(model) & np.isfinite(measured)
    if np.count_nonzero(known) < 3:
        return None
    error = model[known] - measured[known]
    return Agreement(
        unit=unit,
        samples=int(np.count_nonzero(known)),
        rms=float(np.sqrt(np.mean(error**2))),
        peak=float(np.max(np.abs(error))),
        measured_peak=float(np.max(np.abs(measured[known]))),
        model_peak=float(np.max(np.abs(model[known]))),
        correlation=correlation(model[known], measured[known]),
        delay=delay(time, model, measured),
    )


def correlation(a: np.ndarray, b: np.ndarray) -> float | None:
    """Pearson's correlation; None where one of them does not change, but for rounding."""
    x, y = a - a.mean(), b - b.mean()
    size = math.sqrt(float(x @ x) * float(y @ y))
    resolution = 1e-12 * len(a) * max(float(np.max(np.abs(a))), 1e-300) * max(float(np.max(np.abs(b))), 1e-300)
    return float(x @ y) / size if size > resolution else None


def delay(time: np.ndarray, model: np.ndarray, measured: np.ndarray) -> float | None:
    """Time by which the model is late [s], to a fraction of a sample by a parabola through three correlations.

    None where the correlation is largest at the end of the range: then the two do not show one event.
    """
    spacing = float(time[1] - time[0])
    reach = min(round(MAX_DELAY / spacing), len(time) // 3)
    if reach < 1:
        return None
    found = [_shifted(model, measured, lag) for lag in range(-reach, reach + 1)]
    values = np.array([-2.0 if value is None else value for value in found])
    best = int(np.argmax(values))
    if best in (0, 2 * reach) or values[best] <= 0.0:
        return None
    before, at, after = values[best - 1 : best + 2]
    bend = before - 2.0 * at + after
    return float(spacing * (best - reach + (0.5 * (before - after) / bend if bend < 0.0 else 0.0)))


def _shifted(model: np.ndarray, measured: np.ndarray, lag: int) -> float | None:
    """Correlation of the model `lag` samples later with the measurement now."""
    late = model[lag:] if lag >= 0 else model[:lag]
    now = measured[: len(measured) - lag] if lag >= 0 else measured[-lag:]
    known = np.isfinite(late) & np.isfinite(now)
    return correlation(late[known], now[known]) if np.count_nonzero(known) > 2 else None
