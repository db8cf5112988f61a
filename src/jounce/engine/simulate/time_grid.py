"""The grid of time that steps of a car are counted on, so that a run gives the same bits however it is cut into calls.

A step of 0.001 s is no binary fraction: the difference of two sample times, divided by the steps between them, rounds
to another step in every sample. On multiples of 2⁻³⁸ s all times and their differences are exact for nine hours: all
steps are equal, and it does not matter whether ten of them are made in one call or one by one.
"""

from __future__ import annotations

GRID = 2.0**-38
"""Steps are multiples of this [s], 3.6 ps."""


def round_to_grid(step: float) -> float:
    """The nearest step that can be counted without rounding [s]."""
    return max(1.0, round(step / GRID)) * GRID
