"""Many cars as one `gymnasium.vector.VectorEnv`: one compiled call a step, and NumPy on arrays over all cars.

    env = jounce.gym.VectorEnv("lane-keeping", 1024)
    observations, info = env.reset(seed=1)
    observations, rewards, terminated, truncated, info = env.step(actions)

Observations are float32 in two buffers that take turns: the observations before an action are still there after it, and
nothing is copied. They offer DLPack like all NumPy arrays, so `torch.from_dlpack(observations)` copies nothing either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from jounce.engine.single_body import SimpleCar
from jounce.errors import InputError
from jounce.findings import shown
from jounce.gym.cars import Cars
from jounce.gym.fleet_state import FleetState
from jounce.gym.multibody import MultibodyCars
from jounce.gym.registry import load_task
from jounce.gym.simple import SimpleCars
from jounce.gym.task import Seen, Task, check_task
from jounce.gym.variants import place_of
from jounce.schema.units import parse_quantity

FAILED = "failed"
"""Reason of an episode that ended because the car could not be integrated any further."""
TIME_LIMIT = "time limit"


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """`num_envs` cars of a task, each with its own episodes and its own random numbers.

    `info` has `reward_terms` (name → (cars,)), `episode` (return `r` and length `l` of those that end, with the mask
    `_episode`), `reason` (why they end), and `final_obs` with the mode SAME_STEP. A car with a seed gives the same bits
    whatever the number of cars, lanes and threads.
    """

    def __init__(
        self,
        task: str | Task,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        lanes: bool = True,
        render_mode: None = None,
        **changes: Any,
    ) -> None:
        """task: a name (`jounce.gym.TASKS`) or a Task; changes: other values of its fields, such as vehicle="dw18".

        threads: of the compiled call; lanes: whether cars go side by side in SIMD lanes. Raises InputError or
        ModelError for a task that cannot be.
        """
        if isinstance(num_envs, bool) or not isinstance(num_envs, int | np.integer) or num_envs < 1:
            raise InputError("not a number of cars", shown(num_envs), "1 or more", where="num_envs")
        self.task = (load_task(task) if isinstance(task, str) else task).changed(**changes)
        check_task(self.task)
        self.num_envs = n = int(num_envs)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        kind: Any = SimpleCars if isinstance(self.task.vehicle, SimpleCar) else MultibodyCars
        self.cars: Cars = kind(self.task, n, threads=threads, lanes=lanes)
        self.limit = max(1, round(parse_quantity(self.task.episode, "time") / self.cars.period))
        m, k = len(self.task.observations), len(self.task.actions)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (m,), np.float32)
        self.single_action_space = gymnasium.spaces.Box(-1.0, 1.0, (k,), np.float32)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.generators: list[np.random.Generator | None] = [None] * n
        self.variants = np.zeros(n, np.int64)
        """Variant that the episode of every car began with."""
        self._lengths, self._returns = np.zeros(n, np.int64), np.zeros(n)
        self._over, self._last = np.zeros(n, bool), np.zeros((n, k))
        self._buffer, self._begun = 0, False

    # ------------------------------------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin episodes: of all cars, or of those of a mask options["reset_mask"].

        seed: of car 0, car i gets seed + i; or one for each; None goes on with the generators that there are.
        """
        mask = self._mask(options or {})
        self._seed(seed, mask)
        self._begin(np.flatnonzero(mask))
        self._begun = True
        return self._observe(), {"variant": self.variants.copy()}

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Hold actions (cars, inputs) in −1 … 1 for the period of the task; values beyond are clipped."""
        held = self._check(actions)
        again = np.flatnonzero(self._over)
        active = (~self._over).astype(np.int64)
        if again.size and self.autoreset_mode is AutoresetMode.DISABLED:
            hint = "call reset(options={'reset_mask': mask}) with the cars whose episodes have ended"
            raise InputError("episodes are over", f"cars {_some(again)}", "cars within an episode", hint, where="step")
        before = self.cars.values.copy()
        self._buffer = 1 - self._buffer
        if again.size:
            self._begin(again)
        self.cars.drive(held, active, self._buffer)
        self._lengths += active
        terms, terminated, reasons = self._judge(before, held, active)
        reward = np.sum(list(terms.values()), axis=0)
        truncated = (self._lengths >= self.limit) & ~terminated & (active == 1)
        for i in np.flatnonzero(truncated):
            reasons[i] = TIME_LIMIT
        self._returns += reward
        self._last[:] = held
        self._over = over = terminated | truncated
        info = self._report(terms, over, reasons)
        observations = self._observe()
        if over.any() and self.autoreset_mode is AutoresetMode.SAME_STEP:
            observations = self._begin_at_once(np.flatnonzero(over), observations, info)
        return observations, reward, terminated, truncated, info

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.cars.close()

    # ------------------------------------------------------------------------------------------------ functional form

    def state(self) -> FleetState:
        """Everything that the future of all cars depends on, their random numbers too."""
        arrays = tuple(array.copy() for array in (*self.cars.arrays(), *self._episodes()))
        states = tuple(one.bit_generator.state if one is not None else None for one in self.generators)
        return FleetState(arrays, states)

    def restore(self, state: FleetState) -> np.ndarray:
        """Go back to a state of this environment, or of one of the same task; returns the observations.

        A state of one car serves all: `env.restore(one.state()[0].repeat(env.num_envs))`.
        """
        mine = (*self.cars.arrays(), *self._episodes())
        if [array.shape for array in mine] != [array.shape for array in state.arrays]:
            got, expected = f"{len(state)} cars", f"{self.num_envs} cars of the task {self.task.name}"
            hint = "state[i] is the state of one car, state.repeat(n) that of n alike"
            raise InputError("a state of another environment", got, expected, hint, where="state")
        for array, kept in zip(mine, state.arrays, strict=True):
            array[...] = kept
        for i, kept in enumerate(state.generators):
            if kept is not None:
                self.generators[i] = np.random.Generator(np.random.PCG64())
                self.generators[i].bit_generator.state = kept  # type: ignore[union-attr]
        self._buffer, self._begun = 1 - self._buffer, True
        self.cars.look(self._buffer)
        return self._observe()

    def step_from(
        self, state: FleetState, actions: np.ndarray
    ) -> tuple[FleetState, np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """`step` from a state, as a function: the same state and actions give the same, and `state` is unharmed.

        Returns the state after it, and what `step` returns.
        """
        self.restore(state)
        told = self.step(actions)
        return self.state(), *told

    # ------------------------------------------------------------------------------------------------ parts of a step

    def _judge(
        self, before: np.ndarray, held: np.ndarray, active: np.ndarray
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray]:
        """Terms of the reward (cars,), whether an episode is over, and why; nothing of cars that have just begun."""
        cars, n = self.cars, self.num_envs
        self._seen = seen = Seen(
            cars.values, cars.index, before, held, self._last, cars.period, self._lengths * cars.period
        )
        drives = active == 1
        terms = {one.name: np.where(drives, one.weight * one.function(seen), 0.0) for one in self.task.rewards}
        terminated, reasons = np.zeros(n, bool), np.full(n, "", dtype=object)
        for end in self.task.terminations:
            met = np.asarray(end.function(seen), bool) & drives & ~terminated
            if end.reward:
                terms[end.name] = np.where(met, end.reward, 0.0)
            terminated |= met
            reasons[met] = end.name
        failed = (cars.outcomes != 0) & drives
        if failed.any():
            terms = {name: np.where(failed, 0.0, values) for name, values in terms.items()}
            for i in np.flatnonzero(failed).tolist():
                reasons[i] = f"{FAILED}: {cars.failure(i)}"
        terms[FAILED] = np.where(failed, self.task.failure_reward, 0.0)
        return terms, terminated | failed, reasons

    def _report(self, terms: dict[str, np.ndarray], over: np.ndarray, reasons: np.ndarray) -> dict[str, Any]:
        info: dict[str, Any] = {"reward_terms": terms, "variant": self.variants.copy()}
        if over.any():
            info["reason"], info["_reason"] = reasons, over.copy()
            info["episode"] = {"r": np.where(over, self._returns, 0.0), "l": np.where(over, self._lengths, 0)}
            info["_episode"] = over.copy()
        return info

    def _begin_at_once(self, cars: np.ndarray, observations: np.ndarray, info: dict[str, Any]) -> np.ndarray:
        """Begin new episodes in the step that ended the old ones; the last observations go to the info."""
        final = np.full(self.num_envs, None, dtype=object)
        for i in cars:
            final[i] = observations[i].copy()
        info["final_obs"], info["_final_obs"] = final, self._over.copy()
        info["final_info"] = {name: info[name] for name in ("reason", "_reason", "episode", "_episode")}
        info["_final_info"] = self._over.copy()
        self._begin(cars)
        return self._observe()

    def _begin(self, cars: np.ndarray) -> None:
        """New episodes of cars: everything that is drawn comes from the generator of each."""
        places = np.zeros((len(cars), 3))
        for row, i in enumerate(cars):
            random = self.generators[i]
            assert random is not None
            self.variants[i] = random.integers(self.cars.variant_count)
            if self.cars.level:
                places[row] = place_of(self.task, random)
        self.cars.begin(cars, self.variants[cars], places, self._buffer)
        self._lengths[cars], self._returns[cars], self._last[cars], self._over[cars] = 0, 0.0, 0.0, False

    def _observe(self) -> np.ndarray:
        """The observations, those too that are functions."""
        found = self.cars.observations[self._buffer]
        plain = [(j, one) for j, one in enumerate(self.task.observations) if one.function is not None]
        if plain:
            cars = self.cars
            elapsed = self._lengths * cars.period
            seen = Seen(cars.values, cars.index, cars.values, self._last, self._last, cars.period, elapsed)
            for j, one in plain:
                assert one.function is not None
                found[:, j] = one.function(seen) / one.scale
        return found

    # ------------------------------------------------------------------------------------------------ what is given

    def _check(self, actions: np.ndarray) -> np.ndarray:
        shape = (self.num_envs, len(self.task.actions))
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset before step: no episode has begun")
        held = np.asarray(actions, dtype=float)
        if held.shape != shape:
            raise InputError("not actions", f"shape {held.shape}", f"shape {shape}: cars, inputs", where="actions")
        bad = ~np.isfinite(held).all(axis=1)
        if bad.any():
            raise InputError("not a number", f"actions of cars {_some(np.flatnonzero(bad))}", "−1 … 1", where="actions")
        return np.clip(held, -1.0, 1.0)

    def _mask(self, options: dict[str, Any]) -> np.ndarray:
        unknown = [name for name in options if name != "reset_mask"]
        if unknown:
            raise InputError("no such option", unknown[0], "reset_mask", where="options")
        if "reset_mask" not in options:
            return np.ones(self.num_envs, bool)
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
            expected = f"{self.num_envs} booleans, one or more of them true"
            raise InputError("not a mask", f"{mask.dtype} of shape {mask.shape}", expected, where="reset_mask")
        if not self._begun and not mask.all():
            raise gymnasium.error.ResetNeeded("call reset for all cars first: no episode has begun")
        return mask

    def _seed(self, seed: int | Sequence[int | None] | None, mask: np.ndarray) -> None:
        if seed is None or isinstance(seed, int | np.integer):
            seeds: Sequence[int | None] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise InputError("not seeds", f"{len(seeds)} of them", f"a number, or {self.num_envs}", where="seed")
        for i in np.flatnonzero(mask).tolist():
            if seeds[i] is not None or self.generators[i] is None:
                self.generators[i] = seeding.np_random(seeds[i])[0]

    def _episodes(self) -> tuple[np.ndarray, ...]:
        return self.variants, self._lengths, self._returns, self._over, self._last


def _some(cars: np.ndarray) -> str:
    """Numbers of cars, the first of many."""
    return ", ".join(map(str, cars[:5])) + (" …" if len(cars) > 5 else "")
