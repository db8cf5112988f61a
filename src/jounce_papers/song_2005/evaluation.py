"""Time of one ẏ of a system on generated kernels, called from compiled code as an integrator does."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.poses import design_state
from jounce.engine.compiler import entry
from jounce.engine.formulations.synthesis import System
from jounce.engine.formulations.synthesis.arrays import Model, Work


@dataclass(frozen=True)
class EvaluationTime:
    """Nanoseconds per evaluation over the repeats."""

    smallest: float
    median: float
    compile_seconds: float
    """Time until the first evaluation could begin [s]; little when the compiled code was on disk."""


@entry
def _repeat(derivative: Callable, model: Model, work: Work, t: float, y: np.ndarray, dy: np.ndarray, count: int) -> int:
    """Evaluate again and again."""
    status = 0
    for _ in range(count):
        status += derivative(model, work, t, y, dy)
    return status


def evaluation_time(system: System, *, count: int = 20_000, repeats: int = 25) -> EvaluationTime:
    """Evaluate the design position `repeats` × `count` times."""
    clock = time.perf_counter()
    y, dy = design_state(system.state), np.zeros(system.size)
    function = system.derivative
    _repeat(function, system.model, system.work, 0.0, y, dy, 1)
    compiled = time.perf_counter() - clock
    times = []
    for _ in range(repeats):
        clock = time.perf_counter()
        _repeat(function, system.model, system.work, 0.0, y, dy, count)
        times.append(1e9 * (time.perf_counter() - clock) / count)
    return EvaluationTime(min(times), statistics.median(times), compiled)
