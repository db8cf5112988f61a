"""What the cars of an environment can do, whatever they are made of: multibody cars, or simplified ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from jounce.gym.task import Task
from jounce.lab.results.channel import Channel


class Cars(Protocol):
    """`count` cars of a task that act, step and tell their channels in one compiled call."""

    task: Task
    count: int
    step: float
    """Integration step [s]."""
    period: float
    """Time that an action lasts [s]."""
    level: bool
    """Whether cars may be put anywhere at the beginning of an episode."""
    index: Mapping[str, int]
    """Name → column of `values`."""
    about: Mapping[str, Channel]
    """Unit, axes and description of every channel."""
    values: np.ndarray
    """(count, names) channels and columns of the course at this instant [SI]."""
    observations: np.ndarray
    """(2, count, m) float32, two buffers."""
    outcomes: np.ndarray
    """(count,) 0, or why a car could not go on."""

    @property
    def variant_count(self) -> int:
        """Number of variants that an episode may begin with."""

    def begin(self, cars: np.ndarray, variants: np.ndarray, places: np.ndarray, buffer: int) -> None:
        """Put cars (k,) at the start of variants (k,), on level ground at places (k, 3): x, y [m] and heading [rad]."""

    def drive(self, actions: np.ndarray, active: np.ndarray, buffer: int) -> None:
        """Hold actions (count, inputs) in −1 … 1, and advance active (count,) cars by the steps of an action."""

    def look(self, buffer: int) -> None:
        """Write values and observations of all cars as they are."""

    def failure(self, car: int) -> str:
        """Why a car could not go on."""

    def drawn(self, variant: int) -> Mapping[str, float]:
        """What was drawn for a variant [SI]."""

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Everything that the future of the cars depends on, each with a first axis over the cars."""

    def close(self) -> None:
        """End the threads."""
