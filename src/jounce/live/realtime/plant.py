"""The plant of a real-time loop: a model that advances by equal steps under controls.

The loop uses this protocol only, so that the multibody car and the simplified one run in the same loop, with the same
counters and ports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from jounce.live.realtime.sample_layout import SampleLayout


@dataclass(frozen=True)
class Snapshot:
    """Everything that the future of a plant depends on: from it, the same inputs give the same bits."""

    plant: str
    """Identity of the plant; others refuse the snapshot."""
    tick: int
    """Steps since the start."""
    arrays: tuple[np.ndarray, ...]
    memory: Any = None
    """What controllers remember, of a plant that has any."""


class Plant(Protocol):
    """A model that a real-time loop can drive."""

    layout: SampleLayout
    row: np.ndarray
    """The last sample, written by `sample`; the loop fills in its own columns."""

    @property
    def step(self) -> float:
        """Simulated time of a step [s], on the grid."""

    @property
    def time(self) -> float:
        """Simulated time [s]: number of steps × step."""

    def apply(self, controls: Sequence[float]) -> None:
        """Set the controls, the five floats of CONTROLS; they hold until the next call."""

    def advance(self, steps: int) -> int:
        """Advance by steps; returns a status, 0 on success. Allocates no arrays."""

    def sample(self) -> int:
        """Write the row; returns a status, not 0 when the vehicle is where it cannot be driven (beyond the ground)."""

    def explain(self, status: int) -> str:
        """A status other than 0 as a sentence: time, cause and remedy."""

    def snapshot(self) -> Snapshot:
        """A copy of everything that the future depends on."""

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; raises InputError for one of another plant."""

    def reset(self) -> None:
        """Go back to the start."""

    def describe(self) -> dict[str, Any]:
        """Vehicle, ground, integrator and step as plain data, for people and programs."""
