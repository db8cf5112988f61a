"""A `VectorEnv` as a `VecEnv` of Stable-Baselines3, which has its own interface for many environments.

    from jounce.gym.stable_baselines import to_vec_env
    PPO("MlpPolicy", to_vec_env("lane-keeping", 64)).learn(1_000_000)

Episodes begin anew in the step that ends them; `terminal_observation`, `TimeLimit.truncated` and `episode` are in the
infos, as Stable-Baselines3 expects them, so that no `Monitor` is needed. Observations are copies, because its programs
keep them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from jounce.errors import InputError
from jounce.gym.task import Task
from jounce.gym.vector_env import VectorEnv


def to_vec_env(task: str | Task, num_envs: int, *, threads: int = 1, **changes: Any) -> Any:
    """The cars of a task as a `stable_baselines3.common.vec_env.VecEnv`; changes: other values of the task's fields.

    Raises ImportError without Stable-Baselines3.
    """
    try:
        from stable_baselines3.common.vec_env import VecEnv
    except ImportError as error:
        text = "to_vec_env needs Stable-Baselines3: pip install 'jounce[sb3]'"
        raise ImportError(text) from error
    kind = type("CarsVecEnv", (_CarsOfStableBaselines, VecEnv), {})
    return kind(VectorEnv(task, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, threads=threads, **changes))


class _CarsOfStableBaselines:
    """The methods that VecEnv asks for; seeds are kept by VecEnv until the next reset."""

    _seeds: list[int | None]

    def __init__(self, cars: VectorEnv) -> None:
        self.cars = cars
        self._actions: np.ndarray | None = None
        self._begun = time.perf_counter()
        super().__init__(cars.num_envs, cars.single_observation_space, cars.single_action_space)  # type: ignore[call-arg]

    def reset(self) -> np.ndarray:
        """Begin all episodes."""
        observations, info = self.cars.reset(seed=self._seeds)
        self.reset_infos = [{"variant": variant} for variant in info["variant"].tolist()]
        self._seeds = [None] * self.cars.num_envs
        return observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards, whether episodes ended, and an info for each car."""
        assert self._actions is not None
        observations, rewards, terminated, truncated, info = self.cars.step(self._actions)
        over = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.cars.num_envs)]
        for i in np.flatnonzero(over).tolist():
            episode = {"r": info["episode_return"][i].item(), "l": info["episode_length"][i].item()}
            infos[i] = {
                "terminal_observation": info["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                "reason": info["reason"][i],
                "episode": {**episode, "t": time.perf_counter() - self._begun},
            }
        return observations.copy(), rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """End the threads."""
        self.cars.close()

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of the environment, once for each car."""
        return [getattr(self.cars, attr_name)] * self._count(indices)

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Cars have no attributes of their own: raises InputError."""
        raise InputError(
            "cannot be set", attr_name, "other values of the task's fields when it is made", where="set_attr"
        )

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list:
        """What a method of the environment returns, once for each car."""
        return [getattr(self.cars, method_name)(*args, **kwargs)] * self._count(indices)

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        """No car is wrapped, but all tell what `Monitor` would."""
        return [wrapper_class.__name__ == "Monitor"] * self._count(indices)

    def _count(self, indices: int | Iterable[int] | None) -> int:
        if indices is None:
            return self.cars.num_envs
        return 1 if isinstance(indices, int) else len(list(indices))
