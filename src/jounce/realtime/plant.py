"""What the real-time loop drives: anything that advances by equal steps under a driver's controls.

The loop knows this protocol and nothing of what moves, so that the whole car and the simplified one run in the same
loop, with the same counters and ports.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from jounce.realtime.rows import RowLayout

GRID = 2.0**-38
"""Steps are multiples of this [s], 3.6 ps: then n × step is exact for nine hours, and all steps are equal."""


def on_grid(step: float) -> float:
    """The nearest step that can be counted without rounding [s]."""
    return max(1.0, round(step / GRID)) * GRID


@dataclass(frozen=True)
class Snapshot:
    """All that a plant needs to go on as if nothing had happened, to the bit."""

    plant: str
    """Which plant it is of; others refuse it."""
    tick: int
    """Steps since the start."""
    arrays: tuple[np.ndarray, ...]


class Plant(Protocol):
    """Something that can be driven."""

    layout: RowLayout
    row: np.ndarray
    """The last sample, written by `sample`; the loop fills in the columns that are its own."""

    @property
    def step(self) -> float:
        """Simulated time of a step [s], on the grid."""

    @property
    def time(self) -> float:
        """Simulated time [s]: number of steps × step."""

    def apply(self, controls: np.ndarray) -> None:
        """Take over controls, one record of CONTROLS; they hold until the next call."""

    def advance(self, steps: int) -> int:
        """Go on by steps; returns a status, 0 when all is well. Makes no arrays."""

    def sample(self) -> int:
        """Write the row; returns a status, not 0 when the vehicle is where it cannot be driven (beyond the ground)."""

    def explain(self, status: int) -> str:
        """A status that is not 0 as a sentence: when, what, and a way out."""

    def snapshot(self) -> Snapshot:
        """A copy of everything that the future depends on."""

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; raises Refusal for one of another plant."""

    def reset(self) -> None:
        """Go back to the start."""

    def describe(self) -> dict[str, Any]:
        """What it is, for people and programs: plain words and numbers."""
