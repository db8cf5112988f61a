"""One car as a `gymnasium.Env`: a `VectorEnv` of one, whose arrays have no axis over cars."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from jounce.gym.task import Task
from jounce.gym.vector_env import VectorEnv


class Env(gymnasium.Env[np.ndarray, np.ndarray]):
    """An episode of one car; with the same seed it is that of a car among many, to the bit."""

    def __init__(self, task: str | Task, *, render_mode: None = None, **changes: Any) -> None:
        """task: a name (`jounce.gym.TASKS`) or a Task; changes: other values of its fields."""
        self.vector = VectorEnv(task, 1, autoreset_mode=AutoresetMode.DISABLED, **changes)
        self.task = self.vector.task
        self._random: np.random.Generator | None = None
        self.metadata = {"render_modes": []}
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        if seed is not None or self._random is not self.np_random:
            self._random = self.np_random
            self.vector.seed_car(0, self._random)
        observations, info = self.vector.reset(options=options)
        return observations[0].copy(), {"variant": int(info["variant"][0])}

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Hold an action for the period of the task."""
        observations, rewards, terminated, truncated, info = self.vector.step(np.asarray(action)[None])
        told = {"reward_terms": {name: float(term[0]) for name, term in info["reward_terms"].items()}}
        if terminated[0] or truncated[0]:
            told["reason"] = info["reason"][0]
        return observations[0].copy(), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), told

    def close(self) -> None:
        """End the threads."""
        self.vector.close()
