"""Rewards and ends of episodes in compiled code, one car after the other.

The calls that drive cars do, for every car: `act_or_rest`, steps, a look, `judge`, `conclude`. Between the last two
Python may add what NumPy functions of a task say; then they are two calls.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import INTERPRETED, subroutine

if not INTERPRETED:
    from jounce.engine.compiler.raw import run_program

OBSERVE, DRIVE, CONCLUDE, BEGIN = 0, 1, 2, 4
"""What a call does with its cars: write the observations of all; drive them; conclude what they did; begin episodes of
those that are active. DRIVE + CONCLUDE is a whole step."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When an episode begins anew: with the next action, at once, when it is asked for."""
GOES_ON = -1
"""Reason of an episode that is not over; else the number of a termination, then those of time limit and failure."""


class Episodes(NamedTuple):
    """What is remembered of the episodes of n cars, and told of their last step."""

    actions: np.ndarray
    """(n, k) in −1 … 1, held now"""
    last: np.ndarray
    """(n, k) held before; 0 at the beginning of an episode"""
    before: np.ndarray
    """(n, names) values before the action"""
    terms: np.ndarray
    """(n, rewards + terminations + 1) shares of the reward; the last one is that of a failure"""
    met: np.ndarray
    """(n, terminations) 1 where the condition of a termination holds"""
    observed: np.ndarray
    """(n, formulas) observations that are formulas"""
    rewards: np.ndarray
    """(n,)"""
    terminated: np.ndarray
    """(n,) bool"""
    truncated: np.ndarray
    """(n,) bool"""
    reasons: np.ndarray
    """(n,) GOES_ON, or why an episode is over"""
    over: np.ndarray
    """(n,) 1 where an episode is over and no other has begun"""
    lengths: np.ndarray
    """(n,) actions of the episode so far"""
    returns: np.ndarray
    """(n,) sum of rewards of the episode so far"""
    ended_lengths: np.ndarray
    """(n,) of episodes that ended with the last action"""
    ended_returns: np.ndarray
    ended_observations: np.ndarray
    """(n, m) float32, with SAME_STEP"""
    failures: np.ndarray
    """(n, 2) why a car could not go on, and at which joint"""
    variants: np.ndarray
    """(n,) variant that an episode began with"""
    random: np.ndarray
    """(n, 2) uint64, see `jounce.gym.random_kernel`"""


class Rules(NamedTuple):
    """What is the same for all cars of a task."""

    period: float
    """time that an action lasts [s]"""
    limit: int
    """actions after which an episode is truncated"""
    autoreset: int
    end_rewards: np.ndarray
    """(terminations,)"""
    failure_reward: float
    judge: int
    """address of the formulas of rewards and ends, 0 for none"""
    observe: int
    """address of the formulas of observations, 0 for none"""
    columns: np.ndarray
    """of observations that are formulas"""
    picked: np.ndarray
    """columns of observations that are channels"""
    sources: np.ndarray
    """columns of the values that they are"""
    factors: np.ndarray
    """that they are multiplied by"""


@subroutine
def act_or_rest(episodes, values, active, i):
    """Whether car i drives: not if its episode is over. What it does and sees is remembered."""
    for j in range(episodes.terms.shape[1]):
        episodes.terms[i, j] = 0.0
    for j in range(episodes.met.shape[1]):
        episodes.met[i, j] = 0.0
    episodes.rewards[i], episodes.reasons[i] = 0.0, GOES_ON
    episodes.terminated[i] = episodes.truncated[i] = False
    active[i] = 1 - episodes.over[i]
    for j in range(values.shape[1]):
        episodes.before[i, j] = values[i, j]
    return active[i] != 0


@subroutine
def judge(rules, episodes, values, i):
    """Terms of the reward and conditions of ends that are formulas, after an action of car i."""
    episodes.lengths[i] += 1
    if rules.judge != 0:
        rows = (values[i], episodes.before[i], episodes.actions[i], episodes.last[i])
        found = (episodes.terms[i], episodes.met[i], episodes.observed[i])
        run_program(rules.judge, 0, (0,), episodes.lengths[i] * rules.period, (*rows, *found))


@subroutine
def conclude(rules, episodes, outcome, joint, i):
    """The reward of car i, and whether its episode is over: by the first end that is met, a failure, or time.

    outcome: 0, or why the car could not go on, and the number of the joint that is to blame.
    """
    ends = episodes.met.shape[1]
    first, terms = episodes.terms.shape[1] - 1 - ends, episodes.terms[i]
    reason = GOES_ON
    if outcome != 0:
        for j in range(terms.size):
            terms[j] = 0.0
        terms[terms.size - 1] = rules.failure_reward
        episodes.failures[i, 0], episodes.failures[i, 1] = outcome, joint
        reason = ends + 1
    else:
        for j in range(ends):
            if reason == GOES_ON and episodes.met[i, j] != 0.0:
                terms[first + j] = rules.end_rewards[j]
                reason = j
    episodes.terminated[i] = reason != GOES_ON
    if reason == GOES_ON and episodes.lengths[i] >= rules.limit:
        episodes.truncated[i] = True
        reason = ends
    reward = 0.0
    for j in range(terms.size):
        reward += terms[j]
    episodes.rewards[i], episodes.reasons[i] = reward, reason
    episodes.returns[i] += reward
    episodes.over[i] = reason != GOES_ON
    episodes.ended_lengths[i] = episodes.lengths[i] if reason != GOES_ON else 0
    episodes.ended_returns[i] = episodes.returns[i] if reason != GOES_ON else 0.0
    for j in range(episodes.actions.shape[1]):
        episodes.last[i, j] = episodes.actions[i, j]


@subroutine
def observe(rules, episodes, values, observations, i):
    """Observations of car i that are channels or formulas; for these nothing has changed since the action."""
    for j in range(rules.picked.size):
        observations[i, rules.picked[j]] = rules.factors[j] * values[i, rules.sources[j]]
    if rules.observe != 0:
        rows = (values[i], values[i], episodes.last[i], episodes.last[i])
        found = (episodes.terms[i], episodes.met[i], episodes.observed[i])
        run_program(rules.observe, 0, (0,), episodes.lengths[i] * rules.period, (*rows, *found))
        for j in range(rules.columns.size):
            observations[i, rules.columns[j]] = episodes.observed[i, j]


@subroutine
def begins_at_once(rules, episodes, observations, i):
    """Whether the episode of car i is over and another begins in the same step; its last observations are kept."""
    if rules.autoreset != SAME_STEP or episodes.over[i] == 0:
        return False
    for j in range(observations.shape[1]):
        episodes.ended_observations[i, j] = observations[i, j]
    return True
