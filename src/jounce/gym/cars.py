"""What the cars of an environment can do, whatever they are made of: multibody cars, or simplified ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from jounce.gym.episode_kernel import Episodes, Rules
from jounce.gym.task import Task
from jounce.lab.results.channel import Channel


class Cars(Protocol):
    """`count` cars of a task; one compiled call makes a step of all of them, with rewards, ends and new episodes."""

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
    inputs: Mapping[str, str]
    """Name → unit of everything that actions may move."""
    values: np.ndarray
    """(count, names) channels and columns of the course at this instant [SI]."""
    observations: np.ndarray
    """(2, count, m) float32, two buffers."""
    active: np.ndarray
    """(count,) 1 for cars that drove in the last step, or whose episodes BEGIN shall begin."""
    outcomes: np.ndarray
    """(count,) 0, or why a car could not go on."""
    episodes: Episodes
    rules: Rules

    @property
    def variant_count(self) -> int:
        """Number of variants that an episode may begin with."""

    def run(self, mode: int, buffer: int) -> None:
        """Do with all cars what a mode of `jounce.gym.episode_kernel` says; observations go to a buffer."""

    def failure(self, car: int) -> str:
        """Why a car could not go on."""

    def drawn(self, variant: int) -> Mapping[str, float]:
        """What was drawn for a variant [SI]."""

    def arrays(self) -> tuple[np.ndarray, ...]:
        """Everything that the future of the cars depends on, each with a first axis over the cars."""

    def close(self) -> None:
        """End the threads."""
