"""Observations, rewards and ends that users give as NumPy functions: evaluated on arrays over all cars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.gym.cars import Cars
from jounce.gym.formula import Formula
from jounce.gym.task import Observation, Reward, Seen, Task, Termination


@dataclass(frozen=True, eq=False)
class PlainFunctions:
    """Functions of a task that are no formulas, each with its number among those of its kind."""

    cars: Cars
    observations: list[tuple[int, Observation]]
    rewards: list[tuple[int, Reward]]
    terminations: list[tuple[int, Termination]]

    @staticmethod
    def of(task: Task, cars: Cars) -> PlainFunctions:
        """Those of a task."""
        return PlainFunctions(cars, _plain(task.observations), _plain(task.rewards), _plain(task.terminations))

    def any(self) -> bool:
        """Whether there are any."""
        return bool(self.observations or self.rewards or self.terminations)

    def judge(self) -> None:
        """Write terms of rewards and conditions of ends of the cars that have just driven."""
        if not (self.rewards or self.terminations):
            return
        cars, episodes = self.cars, self.cars.episodes
        elapsed = episodes.lengths * cars.period
        seen = Seen(cars.values, cars.index, episodes.before, episodes.actions, episodes.last, cars.period, elapsed)
        drives = cars.active == 1
        for j, reward in self.rewards:
            episodes.terms[:, j] = np.where(drives, reward.weight * reward.function(seen), 0.0)
        for j, end in self.terminations:
            episodes.met[:, j] = np.asarray(end.function(seen), bool) & drives

    def observe(self, buffer: int, held: np.ndarray) -> None:
        """Write observations of all cars as they are; held (cars, inputs): the actions that led there."""
        cars = self.cars
        if self.observations:
            elapsed = cars.episodes.lengths * cars.period
            seen = Seen(cars.values, cars.index, cars.values, held, held, cars.period, elapsed)
            for j, one in self.observations:
                assert one.function is not None
                cars.observations[buffer][:, j] = one.function(seen) / one.scale


def _plain(things: Sequence[Any]) -> list[tuple[int, Any]]:
    """Number and description of what has a NumPy function that is no formula."""
    given = [(j, one) for j, one in enumerate(things) if one.function is not None]
    return [(j, one) for j, one in given if not isinstance(one.function, Formula)]
