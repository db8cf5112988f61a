"""Look for the best cars: generations of them, each one batch of runs (NSGA-II: Deb and others 2002)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jounce.errors import InputError, SimulationError
from jounce.lab.optimisation.evolution import children, first_points
from jounce.lab.optimisation.optimised import Optimised, Trial
from jounce.lab.optimisation.pareto import choose
from jounce.lab.optimisation.problem import OptimisationProblem, Outcome, prepare_optimisation
from jounce.lab.optimisation.read import read_problem
from jounce.lab.optimisation.study import Optimisation
from jounce.lab.results.atomic import write_text

FILE = "trials.json"
AT_ONCE = 16
"""Cars that are run before outcomes are kept: enough to fill lanes and threads."""


@dataclass(frozen=True)
class OptimisationProgress:
    """Where an optimisation is: generations made and in all, cars, those on the front, and the time [s]."""

    generation: int
    generations: int
    cars: int
    front: int
    seconds: float


def optimise(
    study: str | Path | Optimisation | None = None,
    *,
    out: str | Path | None = None,
    fresh: bool = False,
    threads: int | None = None,
    progress: Callable[[OptimisationProgress], None] | None = None,
    **keys: Any,
) -> Optimised:
    """Find cars that make metrics best, goals against each other.

    study: a YAML file or an Optimisation; else its keys: vehicle, cases (name → maneuver, options, settings),
    parameters (path → bounds), objectives (CASE.METRIC → least, most, or {target: VALUE}), constraints (conditions on
    CASE.METRIC), population, generations, seed. docs/optimise.md has all keys.

    out: a folder in which all outcomes are kept as they come: the same call goes on from there, and gives
    what it would have given. fresh: forget them. threads: by default one for every core. progress: called with an
    OptimisationProgress after every generation. Ctrl-C gives what is known until then, `status` interrupted.

    Raises ModelError with all findings before anything runs, SimulationError if the vehicle itself fails.
    """
    if study is None:
        study = Optimisation(**keys)
    elif keys:
        raise InputError("keys beside a study", ", ".join(keys), "one or the other", where="study")
    if isinstance(study, Optimisation):
        chosen, problem = study, prepare_optimisation(study, threads)
    else:
        chosen, problem = read_problem(study, threads)
    memory = _Memory(problem, key_of(problem), None if out is None else Path(out), fresh)
    return _search(chosen, problem, memory, progress)


def _search(
    study: Optimisation,
    problem: OptimisationProblem,
    memory: _Memory,
    progress: Callable[[OptimisationProgress], None] | None,
) -> Optimised:
    """Generation after generation; all that is random comes from the seed."""
    begun = time.perf_counter()
    random = np.random.default_rng(study.seed)
    trials: list[Trial] = []
    status: Literal["done", "interrupted"] = "interrupted"
    shares = np.array([(n.start - n.low) / n.width for n in problem.numbers])[None]
    shares = np.vstack([shares, first_points(study.population - 1, len(problem.numbers), random)])
    kept = np.empty((0, len(problem.numbers)))
    chosen: list[Trial] = []
    with contextlib.suppress(KeyboardInterrupt):
        for generation in range(study.generations):
            points = [problem.values_of(share) for share in shares]
            if generation == 0:
                points[0] = tuple(n.start for n in problem.numbers)  # the vehicle as it is, to the bit
            outcomes = memory.evaluate(points)
            if generation == 0 and outcomes[0].failure:
                raise SimulationError(f"the vehicle as it is cannot be run: {outcomes[0].failure}", time=0.0)
            new = [
                _trial(problem, len(trials) + i, generation, point, outcome)
                for i, (point, outcome) in enumerate(zip(points, outcomes, strict=True))
            ]
            trials += new
            # the best of parents and children go on
            pool, both = [*chosen, *new], np.vstack([kept, shares])
            order = choose(
                np.array([t.goals for t in pool]),
                np.array([t.violated for t in pool]),
                min(study.population, len(pool)),
            )
            chosen, kept = [pool[i] for i in order], both[order]
            if progress is not None:
                front = len(Optimised(study.name, problem, tuple(trials), "done", 0, 0.0).front)
                seconds = time.perf_counter() - begun
                progress(OptimisationProgress(generation + 1, study.generations, len(trials), front, seconds))
            shares = children(kept, study.population, random)
        else:
            status = "done"
    if not trials:
        raise KeyboardInterrupt
    return Optimised(study.name, problem, tuple(trials), status, memory.runs, time.perf_counter() - begun)


def _trial(
    problem: OptimisationProblem, index: int, generation: int, point: tuple[float, ...], outcome: Outcome
) -> Trial:
    goals, violated = problem.judge(outcome)
    values = dict(zip((n.name for n in problem.numbers), point, strict=True))
    return Trial(index, generation, values, outcome.metrics, goals, violated, outcome.failure)


class _Memory:
    """Outcomes of cars that were run before, in this process or in the folder."""

    def __init__(self, problem: OptimisationProblem, key: str, folder: Path | None, fresh: bool) -> None:
        self.problem, self.key, self.folder, self.runs = problem, key, folder, 0
        self.known: dict[tuple[float, ...], Outcome] = {}
        if folder is not None and not fresh and (folder / FILE).is_file():
            self.known = _read(folder / FILE, key)

    def evaluate(self, points: list[tuple[float, ...]]) -> list[Outcome]:
        """What the cars do; those that are known are not run again, and what is new is kept."""
        missing = [point for point in dict.fromkeys(points) if point not in self.known]
        for first in range(0, len(missing), AT_ONCE):
            some = missing[first : first + AT_ONCE]
            self.known |= zip(some, self.problem.evaluate(some), strict=True)
            self.runs += len(some) * len(self.problem.cases)
            self._save()
        return [self.known[point] for point in points]

    def _save(self) -> None:
        if self.folder is None:
            return
        rows = [[list(point), dict(one.metrics), one.failure] for point, one in self.known.items()]
        write_text(self.folder / FILE, json.dumps({"key": self.key, "trials": rows}))


def _read(path: Path, key: str) -> dict[tuple[float, ...], Outcome]:
    hint = "choose another folder, or start anew: --fresh, fresh=True"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = {tuple(float(v) for v in row[0]): Outcome(dict(row[1]), str(row[2])) for row in data["trials"]}
        held = data["key"]
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        raise InputError("cannot be read", str(path), "the trials of an optimisation", hint, where="out") from None
    if held != key:
        raise InputError("the folder belongs to another study", str(path.parent), "the same one", hint, where="out")
    return rows


def key_of(problem: OptimisationProblem) -> str:
    """Vehicle, maneuvers and metrics as 32 hex digits: outcomes with one key are those of the same cars."""
    said = [
        problem.vehicle.model_dump(mode="json"),
        [[n.name, n.paths, n.nominal] for n in problem.numbers],
        {
            name: [
                case.maneuver.name,
                {key: repr(signal) for key, signal in case.maneuver.inputs.items()},
                *(case.maneuver.speed, case.maneuver.end, case.maneuver.step, case.maneuver.sample),
                {key: str(value) for key, value in case.maneuver.options.items()},
                {key: str(value) for key, value in case.settings.items()},
                case.metrics,
            ]
            for name, case in problem.cases.items()
        },
    ]
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()[:32]
