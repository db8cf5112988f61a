"""What came of an optimisation: all cars that were tried, and those that nothing beats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from jounce.lab.optimisation.pareto import compromise, ranks
from jounce.lab.optimisation.problem import OptimisationProblem
from jounce.lab.results.atomic import write_text
from jounce.methods import implementation
from jounce.model.vehicle import Vehicle


@dataclass(frozen=True)
class Trial:
    """One car: its number, its generation, the values of its parameters and what it did [SI]."""

    index: int
    generation: int
    values: Mapping[str, float]
    metrics: Mapping[str, float | bool | None]
    goals: tuple[float, ...]
    """Numbers that are least when best, in the order of the objectives."""
    violated: int
    """Conditions that it does not meet; 0 of a car that may be chosen."""
    failure: str = ""


@dataclass(frozen=True, eq=False)
class Optimised:
    """The outcome of an optimisation."""

    name: str
    problem: OptimisationProblem
    trials: tuple[Trial, ...]
    """All cars in the order in which they were made; the first is the vehicle as it is."""
    status: Literal["done", "interrupted"]
    runs: int
    seconds: float

    @property
    def front(self) -> tuple[Trial, ...]:
        """The cars that meet all conditions and that no other beats in all goals, by the first goal; without any that
        meet the conditions, none."""
        good = [trial for trial in self.trials if trial.violated == 0]
        if not good:
            return ()
        best = ranks(np.array([trial.goals for trial in good]), np.zeros(len(good)))
        unique = {trial.goals: trial for trial, rank in zip(reversed(good), reversed(best), strict=True) if rank == 0}
        return tuple(sorted(unique.values(), key=lambda trial: trial.goals))

    @property
    def best(self) -> Trial | None:
        """The compromise: the car of the front nearest to the best of all goals at once; None without a front."""
        front = self.front
        return front[compromise(np.array([trial.goals for trial in front]))] if front else None

    def vehicle(self, trial: Trial | None = None) -> Vehicle:
        """The vehicle of a trial, by default of the compromise, or as it is where there is none."""
        chosen = trial or self.best or self.trials[0]
        return self.problem.car([chosen.values[number.name] for number in self.problem.numbers])

    def save_vehicle(self, path: str | Path, trial: Trial | None = None) -> None:
        """Write the vehicle of a trial, a file for `jounce run --vehicle`; raises FileError."""
        car = self.vehicle(trial)
        write_text(path, json.dumps(car.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n")

    def report(self, path: str | Path) -> None:
        """Write the page of the optimisation, one self-contained HTML file; raises FileError."""
        implementation("Optimised.report")(self, path)

    def data(self) -> dict[str, Any]:
        """Everything as JSON holds it."""
        front = self.front
        best = self.best
        return {
            "name": self.name,
            "vehicle": self.problem.vehicle.name,
            "status": self.status,
            "runs": self.runs,
            "seconds": round(self.seconds, 3),
            "objectives": {name: str(goal) for name, goal in self.problem.goals.items()},
            "constraints": list(self.problem.constraints),
            "units": dict(self.problem.units),
            "cars": len(self.trials),
            "feasible": sum(trial.violated == 0 for trial in self.trials),
            "nominal": _row(self.trials[0]),
            "best": _row(best) if best is not None else None,
            "front": [_row(trial) for trial in front],
        }

    def __repr__(self) -> str:
        return f"<Optimised {self.name}: {len(self.trials)} cars, {len(self.front)} on the front, {self.status}>"


def _row(trial: Trial) -> dict[str, Any]:
    return {
        "index": trial.index,
        "generation": trial.generation,
        "values": dict(trial.values),
        "metrics": dict(trial.metrics),
        "violated": trial.violated,
    }
