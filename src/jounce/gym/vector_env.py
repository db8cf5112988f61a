"""Many cars as one `gymnasium.vector.VectorEnv`: one compiled call a step, with rewards, ends and new episodes.

    env = jounce.gym.VectorEnv("lane-keeping", 1024)
    observations, info = env.reset(seed=1)
    observations, rewards, terminated, truncated, info = env.step(actions)

Observations are float32 in two buffers that take turns: the observations before an action are still there after it, and
nothing is copied. They offer DLPack like all NumPy arrays, so `torch.from_dlpack(observations)` copies nothing either.

Observations, rewards and ends of a task that are no `Formula` are evaluated by NumPy after the steps; the episodes are
then concluded in a second compiled call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from jounce.engine.compiler import INTERPRETED
from jounce.engine.single_body import SimpleCar
from jounce.errors import InputError
from jounce.findings import shown
from jounce.gym.cars import Cars
from jounce.gym.checks import check_actions, check_reset_mask, some
from jounce.gym.episode_kernel import BEGIN, CONCLUDE, DRIVE, OBSERVE
from jounce.gym.fleet_state import FleetState
from jounce.gym.multibody import MultibodyCars
from jounce.gym.plain_functions import PlainFunctions
from jounce.gym.registry import load_task
from jounce.gym.simple import SimpleCars
from jounce.gym.step_report import StepReport
from jounce.gym.task import Task, check_task


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """`num_envs` cars of a task, each with its own episodes and its own random numbers.

    `info` has `reward_terms` (name → (cars,)); of episodes that end also `reason`, `episode_return`, `episode_length`
    and, with the mode SAME_STEP, `final_obs`, each with a mask (`_reason`, …). A car with a seed gives the same bits
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
        if INTERPRETED:
            raise InputError("nothing is compiled", "NUMBA_DISABLE_JIT=1", "compiled code", where="environment")
        kind: Any = SimpleCars if isinstance(self.task.vehicle, SimpleCar) else MultibodyCars
        self.cars: Cars = kind(self.task, n, autoreset=self.autoreset_mode, threads=threads, lanes=lanes)
        self.limit = self.cars.rules.limit
        self._functions = PlainFunctions.of(self.task, self.cars)
        m, k = len(self.task.observations), len(self.task.actions)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (m,), np.float32)
        self.single_action_space = gymnasium.spaces.Box(-1.0, 1.0, (k,), np.float32)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.variants = self.cars.episodes.variants
        """Variant that the episode of every car began with."""
        self._report = StepReport(self.task, self.cars, self.autoreset_mode is AutoresetMode.SAME_STEP)
        self._seeded = np.zeros(n, bool)
        self._buffer, self._begun = 0, False

    # ------------------------------------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin episodes: of all cars, or of those of a mask options["reset_mask"].

        seed: of car 0, car i gets seed + i; or one for each; None goes on with the generators that there are.
        """
        mask = check_reset_mask(options or {}, self.num_envs)
        if not mask.all():
            self._check_begun("reset of some cars")
        self._seed(seed, mask)
        self.cars.active[:] = mask
        self.cars.run(BEGIN, self._buffer)
        self._begun = True
        return self._observe(), {"variant": self.variants.copy()}

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Hold actions (cars, inputs) in −1 … 1 for the period of the task; values beyond are clipped."""
        self._check_begun("step")
        held, episodes = check_actions(actions, self.action_space.shape), self.cars.episodes
        if self.autoreset_mode is AutoresetMode.DISABLED and episodes.over.any():
            hint = "call reset(options={'reset_mask': mask}) with the cars whose episodes have ended"
            cars = f"cars {some(np.flatnonzero(episodes.over))}"
            raise InputError("episodes are over", cars, "cars within an episode", hint, where="step")
        np.clip(held, -1.0, 1.0, out=episodes.actions)
        self._buffer = 1 - self._buffer
        if self._functions.any():
            self.cars.run(DRIVE, self._buffer)
            self._functions.judge()
            self._functions.observe(self._buffer, episodes.actions)
            self.cars.run(CONCLUDE, self._buffer)
        else:
            self.cars.run(DRIVE + CONCLUDE, self._buffer)
        told = episodes.rewards.copy(), episodes.terminated.copy(), episodes.truncated.copy()
        return self._observe(), *told, self._report.info()

    @property
    def observation_units(self) -> dict[str, str]:
        """Name of every observation → unit of what is divided by its scale."""
        course = self.task.course.columns if self.task.course is not None else {}
        known = {name: unit for name, (unit, _) in course.items()} | {
            name: channel.unit for name, channel in self.cars.about.items()
        }
        return {one.name: known[one.name] if one.function is None else one.unit for one in self.task.observations}

    @property
    def action_units(self) -> dict[str, str]:
        """Name of every action → unit of the limits that −1 and 1 stand for."""
        return {action.name: self.cars.inputs[action.name] for action in self.task.actions}

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.cars.close()

    # ------------------------------------------------------------------------------------------------ functional form

    def state(self) -> FleetState:
        """Everything that the future of all cars depends on, their random numbers too."""
        return FleetState(tuple(array.copy() for array in self.cars.arrays()))

    def restore(self, state: FleetState) -> np.ndarray:
        """Go back to a state of this environment, or of one of the same task; returns the observations.

        A state of one car serves all: `env.restore(one.state()[0].repeat(env.num_envs))`.
        """
        mine = self.cars.arrays()
        if [array.shape for array in mine] != [array.shape for array in state.arrays]:
            got, expected = f"{len(state)} cars", f"{self.num_envs} cars of the task {self.task.name}"
            hint = "state[i] is the state of one car, state.repeat(n) that of n alike"
            raise InputError("a state of another environment", got, expected, hint, where="state")
        for array, kept in zip(mine, state.arrays, strict=True):
            array[...] = kept
        self._buffer, self._begun = 1 - self._buffer, True
        self._seeded[:] = True
        self.cars.run(OBSERVE, self._buffer)
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

    def _observe(self) -> np.ndarray:
        """The observations, those too that are NumPy functions."""
        self._functions.observe(self._buffer, self.cars.episodes.last)
        return self.cars.observations[self._buffer]

    # ------------------------------------------------------------------------------------------------ what is given

    def _check_begun(self, what: str) -> None:
        if not self._begun:
            raise gymnasium.error.ResetNeeded(f"call reset for all cars before {what}: no episode has begun")

    def _seed(self, seed: int | Sequence[int | None] | None, mask: np.ndarray) -> None:
        if seed is None or isinstance(seed, int | np.integer):
            seeds: Sequence[int | None] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise InputError("not seeds", f"{len(seeds)} of them", f"a number, or {self.num_envs}", where="seed")
        for i in np.flatnonzero(mask).tolist():
            if seeds[i] is not None or not self._seeded[i]:
                self.seed_car(i, seeding.np_random(seeds[i])[0])

    def seed_car(self, car: int, random: np.random.Generator) -> None:
        """Draw the random numbers of a car by a key from a generator."""
        self.cars.episodes.random[car] = random.integers(2**64, dtype=np.uint64), 0
        self._seeded[car] = True
