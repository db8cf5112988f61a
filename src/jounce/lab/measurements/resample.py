"""Irregular samples on an even grid of time: repeated times, missing values, gaps, and no aliasing."""

from __future__ import annotations

import numpy as np

from jounce.errors import InputError
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter, known_stretches

GUARD = 0.4
"""Cutoff of the filter before samples are left out, as a share of the new sampling rate."""


def check_times(times: np.ndarray, column: str) -> None:
    """Refuse times that are missing or run backwards; raises InputError with the first place."""
    if len(times) < 2:
        raise InputError("too few samples", f"{len(times)} in column {column!r}", "2 or more")
    if not np.all(np.isfinite(times)):
        where = int(np.argmin(np.isfinite(times)))
        raise InputError("a time is missing", f"sample {where + 1} of column {column!r}", "a number in every row")
    if np.any(np.diff(times) < 0.0):
        where = int(np.argmax(np.diff(times) < 0.0))
        got = f"{times[where + 1]:g} s after {times[where]:g} s, sample {where + 2} of column {column!r}"
        raise InputError("time runs backwards", got, "times that never decrease")


def merge_repeated(times: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Known samples with rising times; values at one time are replaced by their mean."""
    known = np.isfinite(values)
    rising, place = np.unique(times[known], return_inverse=True)
    sums = np.bincount(place, weights=values[known], minlength=len(rising))
    return rising, sums / np.bincount(place, minlength=len(rising))


def resample(times: np.ndarray, values: np.ndarray, grid: np.ndarray, max_gap: float) -> np.ndarray:
    """Values at the times of an even grid, by straight lines between samples.

    Missing (NaN): before the first sample, after the last, and between samples further apart than max_gap [s]. Where
    the grid is coarser than the samples they pass a zero-phase filter first, so that nothing above half the new rate
    comes back as a slow oscillation.
    """
    t, v = merge_repeated(times, values)
    if len(t) < 2:
        return np.full(len(grid), np.nan)
    spacing, own = grid[1] - grid[0], float(np.median(np.diff(t)))
    if own < 0.75 * spacing:
        fine = np.arange(t[0], t[-1] + 0.5 * own, own)
        filtered = ZeroPhaseFilter(cutoff=GUARD / spacing).apply(_lines(t, v, fine, max_gap), own)
        known = np.isfinite(filtered)
        t, v = fine[known], filtered[known]
    return _lines(t, v, grid, max_gap)


def _lines(t: np.ndarray, v: np.ndarray, grid: np.ndarray, max_gap: float) -> np.ndarray:
    """Linear interpolation with gaps and ends left open, but for rounding."""
    edge = 1e-9 * max(1.0, abs(t[-1]))
    found = np.interp(grid, t, v)
    found[(grid < t[0] - edge) | (grid > t[-1] + edge)] = np.nan
    for i in np.flatnonzero(np.diff(t) > max_gap):
        found[(grid > t[i] + edge) & (grid < t[i + 1] - edge)] = np.nan
    return found


def describe_gaps(grid: np.ndarray, values: np.ndarray) -> str:
    """The stretches without values, such as `3.2 to 3.9 s`; empty if there is none."""
    missing = known_stretches(np.where(np.isfinite(values), np.nan, 0.0))
    return ", ".join(f"{grid[a]:.4g} to {grid[b - 1]:.4g} s" for a, b in missing)
