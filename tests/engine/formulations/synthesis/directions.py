"""ẏ of a system along directions, by both programs of its derivatives in NumPy, and by differences."""

from __future__ import annotations

import numpy as np

from jounce.engine.formulations.synthesis import System
from jounce.engine.formulations.synthesis.base_equation import solve_rows
from jounce.engine.formulations.synthesis.code import STILL, program_of
from jounce.engine.tracing.chain_rule import NOTES
from jounce.engine.tracing.differentiate import differentiate
from jounce.engine.tracing.evaluate import Evaluation
from jounce.engine.tracing.record import Program
from tests.engine.formulations.synthesis.machines import arrays_of, law_of

WEIGHTS = {1: 8.0 / 12.0, 2: -1.0 / 12.0}
"""Of central differences of order four, by distance."""


class Directions:
    """Derivatives of `project`, then `derivative`, of a system about a closed state."""

    def __init__(self, system: System, t: float, y: np.ndarray, *, parameters: bool = False) -> None:
        self.system, self.t, self.y = system, t, y
        self.program = program_of(system.generated.source)
        still, passes = ([name for name in STILL if name != "P"], 2) if parameters else (STILL, 1)
        self.both = differentiate(self.program, still, passes=passes)
        self.slope = np.zeros(system.size)

    def exactly(self, changes: np.ndarray, by_parameters: np.ndarray | None = None, passes: int = 1) -> np.ndarray:
        """δẏ (size, n) for changes of the state (size, n), and of the parameters. Loops are followed `passes` times."""
        arrays = arrays_of(self.system, self.y[None]) | {NOTES: np.zeros((self.both.size, 1))}
        for entry in ("project", "derivative"):
            self._run(self.both.values, arrays, entry)
        self.slope = arrays["dy"][:, 0]
        n = changes.shape[1]
        sizes = {"W": self.system.work.numbers.size, "dy": self.system.size}
        moving = {name: np.zeros((size, n)) for name, size in sizes.items()} | {"y": changes.copy()}
        if by_parameters is not None:
            moving["P"] = by_parameters
        for _ in range(passes):
            self._run(self.both.directions, moving | {NOTES: arrays[NOTES]}, "project")
        self._run(self.both.directions, moving | {NOTES: arrays[NOTES]}, "derivative")
        return moving["dy"]

    def by_differences(self, step: float, changes: np.ndarray, by_parameters: np.ndarray | None = None) -> np.ndarray:
        """The same by central differences of order four."""
        total = np.zeros_like(changes)
        for distance, weight in WEIGHTS.items():
            for sign in (1.0, -1.0):
                far = sign * distance * step
                arrays = arrays_of(self.system, (self.y[:, None] + far * changes).T)
                if by_parameters is not None:
                    arrays["P"] += far * by_parameters
                for entry in ("project", "derivative"):
                    self._run(self.program, arrays, entry)
                total += sign * weight * arrays["dy"]
        return total / step

    def _run(self, program: Program, arrays: dict[str, np.ndarray], entry: str) -> None:
        evaluation = Evaluation(program, arrays, law_of(self.system), solve_rows_of)
        evaluation.run(entry, np.full(evaluation.cars, self.t))


def solve_rows_of(rows: np.ndarray, n: int, m: int) -> float:
    """Solve in place."""
    return solve_rows.py_func(rows, 0, n, m)
