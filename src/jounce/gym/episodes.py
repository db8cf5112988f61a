"""Memory of the episodes of many cars, and the rules of a task, as compiled code reads and writes them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from gymnasium.vector import AutoresetMode

from jounce.gym.episode_kernel import DISABLED, NEXT_STEP, SAME_STEP, Episodes, Rules
from jounce.gym.formula_code import compile_formulas
from jounce.gym.task import Task
from jounce.schema.units import parse_quantity

Pairs = list[tuple[np.ndarray, np.ndarray]]
"""Arrays with a row for every car, and those with a row for every variant that they are copied from."""
MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


def make_rules(task: Task, index: Mapping[str, int], period: float, mode: AutoresetMode) -> Rules:
    """Rules of a task, its formulas compiled; index: name → column of the values; period: of an action [s]."""
    code = compile_formulas(task, index, period)
    limit = max(1, round(parse_quantity(task.episode, "time") / period))
    plain = [(j, index[one.name], 1.0 / one.scale) for j, one in enumerate(task.observations) if one.function is None]
    columns, sources, factors = zip(*plain, strict=True) if plain else ((), (), ())
    return Rules(
        period=period,
        limit=limit,
        autoreset=MODES[mode],
        end_rewards=np.array([float(one.reward) for one in task.terminations]),
        failure_reward=float(task.failure_reward),
        judge=code.judge,
        observe=code.observe,
        columns=code.columns,
        picked=np.array(columns, np.int64),
        sources=np.array(sources, np.int64),
        factors=np.array(factors, float),
    )


def make_episodes(task: Task, count: int, names: int) -> Episodes:
    """Episodes of `count` cars, none of which has begun; names: number of values."""
    k, m = len(task.actions), len(task.observations)
    rewards, ends = len(task.rewards), len(task.terminations)
    whole = np.int64
    return Episodes(
        actions=np.zeros((count, k)),
        last=np.zeros((count, k)),
        before=np.zeros((count, names)),
        terms=np.zeros((count, rewards + ends + 1)),
        met=np.zeros((count, ends)),
        observed=np.zeros((count, m)),
        rewards=np.zeros(count),
        terminated=np.zeros(count, bool),
        truncated=np.zeros(count, bool),
        reasons=np.zeros(count, whole),
        over=np.zeros(count, whole),
        lengths=np.zeros(count, whole),
        returns=np.zeros(count),
        ended_lengths=np.zeros(count, whole),
        ended_returns=np.zeros(count),
        ended_observations=np.zeros((count, m), np.float32),
        failures=np.zeros((count, 2), whole),
        variants=np.zeros(count, whole),
        random=np.zeros((count, 2), np.uint64),
    )


def episode_rows(episodes: Episodes, variants: int) -> Pairs:
    """What of an episode begins with zeros."""
    mine = episodes.last, episodes.over, episodes.lengths, episodes.returns
    return [with_value(array, variants) for array in mine]


def with_value(mine: np.ndarray, variants: int, value: float = 0) -> tuple[np.ndarray, np.ndarray]:
    """An array of the cars, and rows of variants that all have one value."""
    return mine, np.full((variants, *mine.shape[1:]), value, mine.dtype)
