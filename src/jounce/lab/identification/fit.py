"""Fit a car to records: Levenberg and Marquardt's method within bounds, all cars of a step in one batch.

The outer loop is SciPy's `least_squares` (trust region reflective: Branch, Coleman, Li 1999) on parameters that go
from 0 to 1 between their bounds.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from scipy.optimize import least_squares

from jounce.errors import InputError, JounceError
from jounce.lab.identification.identified import Comparison, FittedParameter, Identified
from jounce.lab.identification.jacobian import difference_jacobian, exact_jacobian
from jounce.lab.identification.knowledge import Knowledge, knowledge
from jounce.lab.identification.prepare import prepare_identification
from jounce.lab.identification.problem import FAILED, Problem
from jounce.lab.identification.read import read_problem
from jounce.lab.identification.state import FitState, key_of, load_state, save_state
from jounce.lab.identification.study import Identification
from jounce.lab.sensitivities.vary import DIFFERENCES

TOLERANCE = 1e-6
"""Relative change of the cost, and of the parameters by their bounds, at which a fit ends."""
AT_BOUND = 1e-4
"""Distance from a bound, by that of both, within which a value counts as on it."""


@dataclass(frozen=True)
class FitProgress:
    """Where a fit is: derivatives made so far and at most, runs, the best cost and its values, and the time [s]."""

    iteration: int
    iterations: int
    runs: int
    cost: float
    values: dict[str, float]
    seconds: float


def identify(
    study: str | Path | Identification | None = None,
    *,
    out: str | Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    progress: Callable[[FitProgress], None] | None = None,
    **keys: Any,
) -> Identified:
    """Fit parameters of a vehicle to records of its runs, simulated or measured.

    study: a YAML file or an Identification; else its keys: vehicle, records (Results or result files, or mappings with
    windows, hold_out, inputs …), channels (name → standard deviation of its measurement), parameters (path → bounds,
    or a mapping with from, to, start, prior, factor, paths), settings, every, iterations, jacobian.
    docs/identify.md has all keys.

    Inputs of the records are replayed: steering wheel (else rack), pedals and gear, or the speed by the speed control.
    Paths are those of studies: `vehicle.axles.front.suspension.spring.stiffness`, `ground.friction`; and
    `inputs.NAME.delay`, `.factor`, `.offset`, `channels.NAME.delay`, `.factor`, `.offset` for what lies between car and
    record.

    out: a folder in which the best values are kept after every step: the same call goes on from there. fresh: forget
    them. threads: by default one for every core. progress: called with a FitProgress after every step. Ctrl-C gives the
    best so far, `status` interrupted.

    Raises ModelError with all findings before anything runs, SimulationError if the start cannot be run, FileError.
    """
    if study is None:
        study = Identification(**keys)
    elif keys:
        raise InputError("keys beside a study", ", ".join(keys), "one or the other", where="study")
    if isinstance(study, Identification):
        chosen, problem = study, prepare_identification(study, threads)
    else:
        chosen, problem = read_problem(study, threads)
    folder = None if out is None else Path(out)
    state = load_state(folder, key_of(problem), fresh=fresh) if folder is not None else None
    search = _Search(problem, chosen, folder, progress, state)
    return search.run()


@dataclass(eq=False)
class _Search:
    """One fit while it goes on: the best point so far, and the derivatives there."""

    problem: Problem
    study: Identification
    folder: Path | None
    progress: Callable[[FitProgress], None] | None
    state: FitState | None
    best: np.ndarray = field(init=False)
    residuals: np.ndarray | None = None
    derivatives: np.ndarray | None = None
    derivatives_at: np.ndarray | None = None
    history: list[float] = field(default_factory=list)
    iteration: int = 0
    begun: float = field(default_factory=time.perf_counter)
    known: dict[bytes, np.ndarray] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = self.problem.numbers
        self.low = np.array([number.low for number in numbers])
        self.width = np.array([number.width for number in numbers])
        self.methods: tuple[str, ...] = (DIFFERENCES,) * len(numbers)
        start = [n.start for n in numbers] if self.state is None else [self.state.values[n.name] for n in numbers]
        self.best = np.clip(np.array(start), self.low, self.low + self.width)
        if self.state is not None:
            self.history = list(self.state.history)

    def run(self) -> Identified:
        inside = np.clip((self.best - self.low) / self.width, 1e-9, 1.0 - 1e-9)
        status: Literal["converged", "stopped", "interrupted"] = "interrupted"
        message = "stopped before it was complete; the same call goes on"
        first = self.problem.residuals([self.best])[0]  # a start that cannot be run is an error, not a bad point
        if isinstance(first, JounceError):
            raise first
        self._keep(self.best, first)
        with contextlib.suppress(KeyboardInterrupt):
            found = least_squares(
                self._residuals,
                inside,
                jac=self._jacobian,
                bounds=(0.0, 1.0),
                method="trf",
                ftol=TOLERANCE,
                xtol=TOLERANCE,
                gtol=None,
                max_nfev=self.study.iterations,
            )
            status = "converged" if found.status > 0 else "stopped"
            message = "" if found.status > 0 else f"not converged after {self.study.iterations} steps"
        return self._outcome(status, message)

    def _point(self, shares: np.ndarray) -> np.ndarray:
        return self.low + shares * self.width

    def _residuals(self, shares: np.ndarray) -> np.ndarray:
        point = self._point(shares)
        row = self.known.get(point.tobytes())
        if row is None:
            found = self.problem.residuals([point])[0]
            row = np.full_like(self.residuals, FAILED) if isinstance(found, JounceError) else found
            self.known = {point.tobytes(): row}
        self._keep(point, row)
        return row

    def _keep(self, point: np.ndarray, row: np.ndarray) -> None:
        """Remember a point that is better than all before."""
        cost = _cost(row)
        if self.residuals is None or cost < _cost(self.residuals):
            self.best, self.residuals = point.copy(), row
            self.known[point.tobytes()] = row
        self._save()

    def _jacobian(self, shares: np.ndarray) -> np.ndarray:
        point = self._point(shares)
        self.iteration += 1
        self.derivatives = self._derivatives(point)
        self.derivatives_at = point.copy()
        assert self.residuals is not None
        self.history.append(_cost(self.residuals))
        self._save()
        if self.progress is not None:
            self.progress(self._progress())
        return self.derivatives * self.width

    def _derivatives(self, point: np.ndarray) -> np.ndarray:
        row = self.known.get(point.tobytes())
        if row is None:
            row = self._residuals((point - self.low) / self.width)
        return self._differentiate(point, row)

    def _differentiate(self, point: np.ndarray, row: np.ndarray) -> np.ndarray:
        """Derivatives in the way that the study asks for; notes how each parameter's were made."""
        if self.study.jacobian == "exact":
            found, self.methods = exact_jacobian(self.problem, point, row)
            return found
        return difference_jacobian(self.problem, point, row)

    def _progress(self) -> FitProgress:
        assert self.residuals is not None
        values = {n.name: float(v) for n, v in zip(self.problem.numbers, self.best, strict=True)}
        seconds = time.perf_counter() - self.begun
        return FitProgress(
            self.iteration, self.study.iterations, self.problem.runs[0], _cost(self.residuals), values, seconds
        )

    def _save(self) -> None:
        if self.folder is None or self.residuals is None:
            return
        values = {n.name: float(v) for n, v in zip(self.problem.numbers, self.best, strict=True)}
        save_state(self.folder, FitState(key_of(self.problem), values, _cost(self.residuals), tuple(self.history)))

    def _outcome(self, status: Literal["converged", "stopped", "interrupted"], message: str) -> Identified:
        """Everything about the best point."""
        assert self.residuals is not None
        known = self._knowledge()
        problem = self.problem
        parameters = tuple(
            FittedParameter(
                *(n.name, n.paths, n.unit, n.start, float(value), n.low, n.high, float(std)),
                note=_note(n.name, float(value), n.low, n.high, float(std), known),
            )
            for n, value, std in zip(problem.numbers, self.best, known.std, strict=True)
        )
        return Identified(
            name=self.study.name,
            vehicle=problem.candidate(self.best).vehicle,
            parameters=parameters,
            knowledge=known,
            comparisons=self._comparisons(),
            status=status,
            message=message,
            cost=_cost(self.residuals),
            history=tuple(self.history),
            runs=problem.runs[0],
            seconds=time.perf_counter() - self.begun,
            jacobian=dict(zip([n.name for n in problem.numbers], self.methods, strict=True)),
        )

    def _knowledge(self) -> Knowledge:
        """What is known at the best point; from derivatives nearby if Ctrl-C leaves no others."""
        problem, residuals = self.problem, self.residuals
        assert residuals is not None
        if self.derivatives_at is None or not np.array_equal(self.derivatives_at, self.best):
            with contextlib.suppress(KeyboardInterrupt):
                self.derivatives = self._differentiate(self.best, residuals)
        names, widths = [n.name for n in problem.numbers], self.width
        if self.derivatives is None:
            nothing = np.full(len(names), np.inf)
            return Knowledge(nothing, np.eye(len(names)), np.zeros(len(names)), (), float("nan"))
        series = [(len(s.time), float(np.median(np.diff(s.time)))) for s in problem.fitted]
        return knowledge(self.derivatives, residuals, widths, names, series)

    def _comparisons(self) -> tuple[Comparison, ...]:
        problem = self.problem
        start = np.array([n.start for n in problem.numbers])
        results = problem.simulate([start, self.best])
        predicted: list[Sequence[np.ndarray]] = []
        for point, found in zip((start, self.best), results, strict=True):
            if isinstance(found, JounceError):
                predicted.append([np.full(len(s.time), np.nan) for s in problem.series])
            else:
                predicted.append(problem.predict(point, found, problem.series))
        return tuple(
            Comparison(problem.records[s.record].name, s.channel, s.unit, s.held_out, s.std, s.time, s.values, b, a)
            for s, b, a in zip(problem.series, *predicted, strict=True)
        )


def _note(name: str, value: float, low: float, high: float, std: float, known: Knowledge) -> str:
    notes = []
    if min(value - low, high - value) <= AT_BOUND * (high - low):
        notes.append("at its bound")
    if any(name in one.shares for one in known.unknown) and std > 0.1 * (high - low):
        notes.append("not identified")
    return ", ".join(notes)


def _cost(residuals: np.ndarray) -> float:
    return float(0.5 * residuals @ residuals)
