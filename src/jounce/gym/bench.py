"""How many environments this machine drives: steps per second, and times real time, for each core.

CPU time of the process is measured, not the time on the wall: a busy machine changes it little, and it is what a core
gives. Observations, rewards and resets are part of it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.engine.compiler.native import lanes as register_lanes
from jounce.gym.distributions import Fixed
from jounce.gym.multibody import MultibodyCars
from jounce.gym.registry import load_task
from jounce.gym.task import Start, Task
from jounce.gym.vector_env import VectorEnv
from jounce.lab.bench.machine import load_average, processor_name
from jounce.lab.bench.startup import cpu_seconds

TASK, CARS, INTEGRATORS = "lane-keeping", ("dw18", "sedan"), ("chord", "midpoint")
COUNTS = (1, 64, 1024)
WORK, WINDOW, WARM_UP = 4096, 4, 5
"""Environment steps of one repeat, steps that are measured together, and steps before the first measured one."""
RANDOM, HELD = 0.2, 0.02
"""Actions: drawn anew in every step between ±RANDOM, or HELD."""
FIRST_STEP = """
import numpy as np
from jounce.gym import VectorEnv
env = VectorEnv("{task}", {count}, vehicle="{vehicle}", integrator="{integrator}", variants=1)
env.reset(seed=0)
env.step(np.zeros(env.action_space.shape))
"""
"""A fresh process to its first step."""


def measure_gym(
    *,
    task: str = TASK,
    vehicles: Sequence[str] = CARS,
    integrators: Sequence[str] = INTEGRATORS,
    counts: Sequence[int] = COUNTS,
    tolerance: float | None = None,
    repeats: int = 5,
    cold: bool = False,
    work: int = WORK,
) -> dict[str, Any]:
    """Rates by vehicle, integrator and number of environments, those of the quickest window of steps; plain data.

    `env_steps_per_second`: steps of all environments by wall-clock time on one thread;
    `cars_steps_per_second_per_core`: integration steps by CPU time; `real_time_factor_per_core`: simulated time by CPU
    time, with `_median` that of the median window. Actions are drawn anew in every step, as in exploration; with
    `_held` they stay as they are, and implicit steps need fewer iterations. `evaluations_per_step`, `_held`: of the
    equations of motion. `first_step_warm_s`, `first_step_cold_s`: CPU time of a fresh process to its first step, with
    compiled code on the disk and without (None unless asked for).

    tolerance: of the iterations of chord, by default that of the task.
    """
    found = load_task(task)
    if tolerance is not None:
        found = found.changed(tolerance=tolerance)
    runs = []
    for vehicle in vehicles:
        for integrator in integrators:
            own = found.changed(vehicle=vehicle, integrator=integrator, variants=1, start=_steady(found))
            for count in counts:
                given = {"vehicle": vehicle, "integrator": integrator, "envs": count}
                warm = first_step(task, vehicle, count, integrator)
                frozen = first_step(task, vehicle, count, integrator, cold=True) if cold else None
                rates = _rates(own, count, repeats, work)
                runs.append({**given, **rates, "first_step_warm_s": warm, "first_step_cold_s": frozen})
    return {
        "task": task, "step": str(found.step), "tolerance": found.tolerance,
        "steps_per_action": found.steps_per_action, "random_actions": RANDOM, "held_action": HELD, "repeats": repeats,
        "processor": processor_name(), "cores": os.cpu_count(), "lanes": register_lanes(),
        "load_average": load_average(), "runs": runs,
    }  # fmt: skip


def first_step(task: str, vehicle: str, count: int, integrator: str, *, cold: bool = False) -> float:
    """CPU seconds of a fresh process from its first import to its first step; cold: everything is compiled anew."""
    program = FIRST_STEP.format(task=task, vehicle=vehicle, count=count, integrator=integrator)
    with tempfile.TemporaryDirectory(prefix="jounce-bench-") as folder:
        return cpu_seconds([sys.executable, "-c", program], {"NUMBA_CACHE_DIR": folder} if cold else {})


def _steady(task: Task) -> Start:
    """The start of a task at the mean of its speeds, so that one variant does."""
    speeds = [task.start.speed.draw(np.random.default_rng(i)) for i in range(16)]
    return Start(Fixed(float(np.mean(speeds))), task.start.station, task.start.offset, task.start.heading)


def _rates(task: Task, count: int, repeats: int, work: int) -> dict[str, float]:
    """Rates of one number of environments: of the quickest window of steps, and of the median one."""
    env = VectorEnv(task, count)
    steps = max(WINDOW, work // count // WINDOW * WINDOW)
    size = count, len(task.actions)
    noise = np.random.default_rng(0).uniform(-RANDOM, RANDOM, (steps, *size))
    walls, processor, evaluations = _windows(env, noise, repeats)
    _, held, evaluations_held = _windows(env, np.broadcast_to(HELD, (steps, *size)), repeats)
    env.close()
    each, simulated = WINDOW * count, WINDOW * count * env.cars.period
    return {
        "env_steps_per_second": each / min(walls),
        "cars_steps_per_second_per_core": each * task.steps_per_action / min(processor),
        "real_time_factor_per_core": simulated / min(processor),
        "real_time_factor_per_core_median": simulated / float(np.median(processor)),
        "real_time_factor_per_core_held": simulated / min(held),
        "real_time_factor_per_core_held_median": simulated / float(np.median(held)),
        "evaluations_per_step": evaluations,
        "evaluations_per_step_held": evaluations_held,
    }


def _windows(env: VectorEnv, actions: np.ndarray, repeats: int) -> tuple[list[float], list[float], float]:
    """Wall-clock and CPU times of all windows of steps [s], and evaluations in a step of integration."""
    assert isinstance(env.cars, MultibodyCars)
    env.reset(seed=0)
    for n in range(WARM_UP):
        env.step(actions[n % len(actions)])
    walls, processor, evaluations = [], [], []
    for first in np.tile(np.arange(0, len(actions), WINDOW), repeats):
        wall, spent = time.perf_counter(), time.process_time()
        for action in actions[first : first + WINDOW]:
            env.step(action)
        walls.append(time.perf_counter() - wall)
        processor.append(time.process_time() - spent)
        evaluations.append(env.cars.evaluations_per_step())
    return walls, processor, float(np.nanmean(evaluations))
