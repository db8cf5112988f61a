"""A yardstick that the user gives: a hand-written kernel of the same car, measured in the same run.

The file is Python and has three functions: `build()` gives parameters, chassis and start, `rhs_only(parameters,
chassis, start, count)` evaluates so often, and `run(parameters, chassis, y, steps, step, order)` makes midpoint steps
in place with order 2.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jounce.errors import FileError

NEEDED = ("build", "rhs_only", "run")
STEP, STEPS, CALLS = 1e-3, 5000, 20_000


@dataclass(frozen=True)
class Floor:
    """Microseconds, smallest and median."""

    rhs: float
    rhs_median: float
    midpoint: float
    midpoint_median: float


class FloorBench:
    """The floor, compiled; `measure` one repeat at a time, so that it can alternate with what it is compared with."""

    def __init__(self, script: Path) -> None:
        self.module = _load(script)
        self.parameters, self.chassis, self.start = self.module.build()
        self.times: dict[str, list[float]] = {"rhs": [], "midpoint": []}
        self.module.run(self.parameters, self.chassis, self.start.copy(), 2, STEP, 2)
        self.module.rhs_only(self.parameters, self.chassis, self.start, 1)

    def measure(self) -> None:
        """One repeat."""
        clock = time.perf_counter()
        self.module.rhs_only(self.parameters, self.chassis, self.start, CALLS)
        self.times["rhs"].append((time.perf_counter() - clock) / CALLS)
        y = self.start.copy()
        clock = time.perf_counter()
        self.module.run(self.parameters, self.chassis, y, STEPS, STEP, 2)
        self.times["midpoint"].append((time.perf_counter() - clock) / STEPS)

    def result(self) -> Floor:
        """What was measured."""
        numbers = [1e6 * f(self.times[kind]) for kind in ("rhs", "midpoint") for f in (min, statistics.median)]
        return Floor(*numbers)


def _load(script: Path) -> Any:
    """The user's module; raises FileError for a file that is missing, does not run or lacks a function."""
    spec = importlib.util.spec_from_file_location("jounce_floor", script)
    if not script.is_file() or spec is None or spec.loader is None:
        raise FileError(f"{script}: no such Python file; give one with the functions {', '.join(NEEDED)}")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise FileError(f"{script}: does not run: {type(error).__name__}: {error}") from error
    missing = [name for name in NEEDED if not hasattr(module, name)]
    if missing:
        raise FileError(f"{script}: no function {', '.join(missing)}; a floor has {', '.join(NEEDED)}")
    return module
