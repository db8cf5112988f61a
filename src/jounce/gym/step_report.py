"""What is told of a step beside observations and rewards: terms of the rewards, and how episodes ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.gym.cars import Cars
from jounce.gym.episode_kernel import GOES_ON
from jounce.gym.task import Task

FAILED = "failed"
"""Reason of an episode that ended because the car could not be integrated any further."""
TIME_LIMIT = "time limit"


@dataclass(frozen=True, eq=False)
class StepReport:
    """Makes the `info` of steps; keeps_last: whether the last observations of episodes are part of it."""

    task: Task
    cars: Cars
    keeps_last: bool

    def info(self) -> dict[str, Any]:
        """What is told of the last step, in arrays over the cars."""
        episodes = self.cars.episodes
        info: dict[str, Any] = {"reward_terms": self._terms(), "variant": episodes.variants.copy()}
        over = episodes.reasons != GOES_ON
        if over.any():
            ended = {
                "reason": self._reasons(over),
                "episode_return": episodes.ended_returns.copy(),
                "episode_length": episodes.ended_lengths.copy(),
            }
            ended |= {f"_{name}": over.copy() for name in ended}
            info |= ended
            if self.keeps_last:
                info["final_obs"], info["_final_obs"] = self._last_observations(over), over.copy()
                info["final_info"], info["_final_info"] = ended, over.copy()
        return info

    def _terms(self) -> dict[str, np.ndarray]:
        """Name → share of the reward: rewards, ends that have one, and a failure."""
        terms = self.cars.episodes.terms.copy()
        rewards, ends = self.task.rewards, self.task.terminations
        told = {one.name: terms[:, j] for j, one in enumerate(rewards)}
        told |= {one.name: terms[:, len(rewards) + j] for j, one in enumerate(ends) if one.reward != 0.0}
        return told | {FAILED: terms[:, -1]}

    def _reasons(self, over: np.ndarray) -> np.ndarray:
        """Why episodes are over, (cars,); empty strings for those that go on."""
        ends = [*(one.name for one in self.task.terminations), TIME_LIMIT]
        found = np.full(len(over), "", dtype=object)
        for i in np.flatnonzero(over).tolist():
            reason = self.cars.episodes.reasons[i]
            found[i] = ends[reason] if reason < len(ends) else f"{FAILED}: {self.cars.failure(i)}"
        return found

    def _last_observations(self, over: np.ndarray) -> np.ndarray:
        """The last observations of episodes whose cars have begun others meanwhile."""
        final = np.full(len(over), None, dtype=object)
        for i in np.flatnonzero(over).tolist():
            final[i] = self.cars.episodes.ended_observations[i].copy()
        return final
