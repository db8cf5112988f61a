"""Channels and metrics of one run, with their derivatives by parameters.

Where the steps of a run can be differentiated (`jounce.lab.sensitivities.exact`), its states have exact changes along
the run, and channels follow from states that are moved a little along them. All other parameters take runs of their
own, one on either side, all in one batch.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.engine.simulate.many import CarRun
from jounce.engine.simulate.trajectory import Counts
from jounce.errors import JounceError, SimulationError
from jounce.lab.metrics.measuring import measure
from jounce.lab.results import Result
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs import many
from jounce.lab.runs.choice_of_steps import with_equal_steps
from jounce.lab.runs.finish import finish_together, quick_finish
from jounce.lab.runs.prepare import Prepared, prepare
from jounce.lab.sensitivities.exact import (
    WEIGHTS,
    are_alike,
    run_every_step,
    steps_per_sample,
    vary_states,
    why_not_exact,
)

EXACT, DIFFERENCES = "exact", "differences"
_NO_WORK = Counts(steps=0, evaluations=0, rejected=0, seconds=0.0)


@dataclass(frozen=True, eq=False)
class VariedRun:
    """A run and its derivatives by parameters."""

    result: Result
    channels: Mapping[str, np.ndarray]
    """Channel → (samples, parameters) [SI]."""
    metrics: Mapping[str, np.ndarray]
    """Metric → (parameters,) [SI]; not a number where it has none."""
    methods: tuple[str, ...]
    """How the derivatives by each parameter were made: exact, or differences."""
    reasons: tuple[str, ...]
    """Why they are not exact."""
    seconds: tuple[float, float]
    """Time of the run in compiled code, and of everything for its derivatives [s]."""


def vary_run(
    make: Callable[[np.ndarray], many.Run],
    point: Sequence[float] | np.ndarray,
    steps: Sequence[float] | np.ndarray,
    *,
    channels: Sequence[str],
    metrics: Sequence[str] = (),
    order: int = 4,
    exact: bool = True,
) -> VariedRun:
    """The run that `make` gives for a point, and its derivatives by all coordinates of the point.

    steps: of differences; exact changes use them for the equations at one state, and for channels of one state, by
    differences of the order given. Raises JounceError for what cannot be run, KeyboardInterrupt after Ctrl-C.
    """
    here, sizes = np.array(point, dtype=float), np.array(steps, dtype=float)
    needs = ChannelNeeds(channels) if not metrics else ChannelNeeds()
    ready = _prepare(make(here), None)
    reason = why_not_exact(ready) if exact else "differences were asked for"
    found, walked, spent = _run(make, here, ready, reason, needs)
    clock = time.perf_counter()
    columns: dict[int, dict[int, Result]] = {}
    reasons = [reason] * len(here)
    if not reason and walked is not None:
        columns, reasons = _vary_exactly(make, here, sizes, ready, walked, order, needs)
    left = [k for k in range(len(here)) if k not in columns]
    beside = _run_beside(make, here, sizes, left, needs)
    seconds = spent, time.perf_counter() - clock
    names = [name for name in channels if name in found]
    slopes = {name: np.zeros((len(found.time), len(here))) for name in names}
    asked = tuple(measure(found, metrics)) if metrics else ()
    measured = {name: np.full(len(here), np.nan) for name in asked}
    for k in range(len(here)):
        others, weights = (columns[k], WEIGHTS[order]) if k in columns else (beside[k], WEIGHTS[2])
        for name in names:
            slopes[name][:, k] = _combine(weights, {m: one[name].values for m, one in others.items()}) / sizes[k]
        values = {multiple: measure(one, metrics) for multiple, one in others.items()} if metrics else {}
        for name in asked:
            rows = {multiple: _number(one[name].value) for multiple, one in values.items()}
            measured[name][k] = _combine(weights, rows)[0] / sizes[k]
    methods = tuple(EXACT if k in columns else DIFFERENCES for k in range(len(here)))
    return VariedRun(found, slopes, measured, methods, tuple(reasons), seconds)


def _prepare(run: many.Run, like: Prepared | None) -> Prepared:
    """A run made ready, to its end with steps of one length."""
    whole = _comparable(run)
    return prepare(whole.maneuver, whole.vehicle, RunSettings(**whole.settings), like=like)


def _run(
    make: Callable[[np.ndarray], many.Run], here: np.ndarray, ready: Prepared, reason: str, needs: ChannelNeeds
) -> tuple[Result, np.ndarray | None, float]:
    """The result of the run, its states at every step if its steps can be differentiated, and its time [s]."""
    if not reason:
        run = run_every_step(ready)
        if run.interrupted:
            raise KeyboardInterrupt
        if run.failure is None and run.counts.rejected == 0:
            seen = replace(run, samples=run.samples[:: steps_per_sample(ready)])
            return quick_finish(ready, seen, needs), run.samples, run.counts.seconds
    (outcome,) = many.run_many([_comparable(make(here))], needs=needs)
    if isinstance(outcome, JounceError):
        raise outcome
    if outcome.metadata.interrupted:
        raise KeyboardInterrupt
    return outcome, None, outcome.metadata.wall_time


def _vary_exactly(
    make: Callable[[np.ndarray], many.Run],
    here: np.ndarray,
    sizes: np.ndarray,
    ready: Prepared,
    samples: np.ndarray,
    order: int,
    needs: ChannelNeeds,
) -> tuple[dict[int, dict[int, Result]], list[str]]:
    """Parameter → multiple of its step → what the run would look like there; and why others are not among them."""
    beside: dict[int, dict[int, Prepared]] = {}
    reasons = [""] * len(here)
    for k in range(len(here)):
        try:
            others = {m: _prepare(make(point), ready) for m, point in _points(here, sizes, k, WEIGHTS[order])}
        except JounceError as error:
            reasons[k] = str(error)
            continue
        if all(are_alike(ready, other) for other in others.values()):
            beside[k] = others
        else:
            reasons[k] = "another topology, ground or time beside it"
    stride = steps_per_sample(ready)
    changes = vary_states(ready, samples, list(beside.values()), order, stride) if beside else None
    if changes is None:
        return {}, [reason or "the equations cannot be differentiated along the run" for reason in reasons]
    looks: list[tuple[Prepared, CarRun]] = []
    for change, others in zip(changes, beside.values(), strict=True):
        for multiple, other in others.items():
            moved = samples[::stride].copy()
            moved[:, 1:] += multiple * change
            looks.append((other, CarRun(moved, _NO_WORK, False, None)))
    outcomes = iter(finish_together(looks, needs))
    found: dict[int, dict[int, Result]] = {}
    for k, others in beside.items():
        own = dict(zip(others, outcomes, strict=False))
        failed = [one for one in own.values() if isinstance(one, JounceError)]
        if not failed:
            found[k] = {multiple: one for multiple, one in own.items() if isinstance(one, Result)}
        elif isinstance(failed[0], SimulationError):
            reasons[k] = str(failed[0])
        else:
            raise failed[0]
    return found, reasons


def _run_beside(
    make: Callable[[np.ndarray], many.Run], here: np.ndarray, sizes: np.ndarray, left: list[int], needs: ChannelNeeds
) -> dict[int, dict[int, Result]]:
    """Runs on either side of some parameters, all in one batch; raises the first error."""
    keys = [(k, multiple, point) for k in left for multiple, point in _points(here, sizes, k, WEIGHTS[2])]
    outcomes = many.run_many([_comparable(make(point)) for _, _, point in keys], needs=needs)
    found: dict[int, dict[int, Result]] = {k: {} for k in left}
    for (k, multiple, _), outcome in zip(keys, outcomes, strict=True):
        if isinstance(outcome, JounceError):
            raise outcome
        if outcome.metadata.interrupted:
            raise KeyboardInterrupt
        found[k][multiple] = outcome
    return found


def _points(
    here: np.ndarray, sizes: np.ndarray, k: int, weights: Mapping[int, float]
) -> Iterator[tuple[int, np.ndarray]]:
    for multiple in weights:
        point = here.copy()
        point[k] += multiple * sizes[k]
        yield multiple, point


def _comparable(run: many.Run) -> many.Run:
    """The run to its end, whatever it meets on the way, and without a choice of steps, which would be another one for
    other parameters."""
    settings = with_equal_steps(RunSettings(**run.settings)).without_defaults()
    return replace(run, maneuver=replace(run.maneuver, stop=()), settings=settings)


def _combine(weights: Mapping[int, float], values: Mapping[int, np.ndarray]) -> np.ndarray:
    """The sum of values beside a point, with weights of a difference."""
    total = np.zeros(1)
    for multiple, weight in weights.items():
        total = total + weight * values[multiple]
    return total


def _number(value: float | bool | None) -> np.ndarray:
    """A metric as a number; verdicts and metrics without a value have none."""
    return np.array([np.nan if value is None or isinstance(value, bool) else float(value)])
