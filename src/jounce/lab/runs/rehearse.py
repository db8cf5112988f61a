"""Attempts before a run: a driver who learns drives the maneuver several times, and the best attempt is the run.

A session of such a driver has `attempts`, the most of them, `score`, `improve` and `restart`
(`jounce.lab.maneuvers.course_driver`). Attempts are simulated like the run itself, controllers included, and nothing of
them remains in its system: the run has the bits that the best attempt had.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, runtime_checkable

from jounce.engine.simulate import simulate
from jounce.errors import SimulationError
from jounce.lab.drivers import DriverSession
from jounce.lab.runs.ending import ending
from jounce.lab.runs.prepare import Prepared


@runtime_checkable
class LearningSession(DriverSession, Protocol):
    """A driver in one attempt, who can do better in the next."""

    attempts: int
    """Most attempts of a run."""

    def score(self) -> float:
        """How good the attempt was; larger is better."""

    def improve(self, best: float) -> LearningSession | None:
        """The next attempt, given the best score so far; None if none is needed or of use."""

    def restart(self) -> LearningSession:
        """A session that drives this attempt once more, from its beginning."""


def rehearse(ready: Prepared, tell: Callable[[int], None] | None = None) -> Prepared:
    """The run with the best attempt of its driver; as it is with a driver who does not learn.

    tell: called with the number of every attempt. Ctrl-C raises KeyboardInterrupt.
    """
    session = ready.control.session if ready.control is not None else None
    if not isinstance(session, LearningSession) or session.attempts < 2:
        return ready
    tables = ready.system.model.tables.copy()
    best, score, attempt = session, -math.inf, session
    for number in range(session.attempts):
        if tell is not None:
            tell(number + 1)
        reached = _attempt(ready, attempt)
        if number == 0 or reached > score:
            best, score = attempt, reached
        following = attempt.improve(score) if math.isfinite(reached) else None
        if following is None:
            break
        attempt = following
    ready.system.model.tables[:] = tables
    return _with_session(ready, best.restart())


def _attempt(ready: Prepared, session: LearningSession) -> float:
    """The score of one attempt; one that fails is worth nothing."""
    trial = _with_session(ready, session)
    try:
        trajectory = simulate(
            trial.system,
            trial.start,
            end=trial.end,
            integrator=trial.method,
            sample=trial.sample,
            control=trial.control,
            ticks=trial.ticks,
            stop=ending(trial),
            rewrite_equations=False,
        )
    except SimulationError:
        return -math.inf
    if trajectory.interrupted:
        raise KeyboardInterrupt
    return session.score()


def _with_session(ready: Prepared, session: DriverSession) -> Prepared:
    """The run with another session of its driver, and controllers that have not begun."""
    assert ready.renew_control is not None
    return replace(ready, control=ready.renew_control(session))
