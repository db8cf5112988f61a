"""The yardstick: a hand-wired straight-line kernel of dw18 (rack prescribed and massless), where its script is at hand.

It lives beside the project, not in it: `../shared/reference/floor_dw18.py` seen from the project's folder.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path("shared") / "reference" / "floor_dw18.py"
STEP, STEPS, CALLS = 1e-3, 5000, 20_000


@dataclass(frozen=True)
class Floor:
    """Microseconds, smallest and median."""

    rhs: float
    rhs_median: float
    midpoint: float
    midpoint_median: float


def floor_script() -> Path | None:
    """The script, if it is where it should be."""
    project = Path(__file__).resolve().parents[3]
    for folder in (project.parent, Path.cwd().parent):
        if (folder / SCRIPT).is_file():
            return folder / SCRIPT
    return None


class FloorBench:
    """The floor, compiled; `measure` one repeat at a time, so that it can alternate with what it is compared with."""

    def __init__(self, script: Path) -> None:
        spec = importlib.util.spec_from_file_location("jounce_floor", script)
        if spec is None or spec.loader is None:
            raise ImportError(f"cannot import {script}")
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)
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
