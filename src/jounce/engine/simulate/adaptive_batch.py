"""Many cars with an integrator that chooses its steps: each car has steps of its own, and runs by itself, on threads.

The compiled call is that of a single car, on memory of its own: so a car gives the same bits alone and in a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.integrators import progress
from jounce.engine.integrators.integrator import Adaptive
from jounce.engine.simulate.adams import Notes
from jounce.engine.simulate.batch import many_models, many_works, model_of, work_of


@dataclass(frozen=True)
class OneOfMany:
    """A car of a batch, as `Adaptive.advance_function` takes a system."""

    shared: Any
    """The first system: pointers and coordinates are the same for all cars of one topology."""
    model: Model
    work: Work

    def __getattr__(self, name: str) -> Any:
        return getattr(self.shared, name)


class AdaptiveBatchStepper:
    """`jounce.engine.simulate.stepper.BatchStepper` for integrators that choose their steps; the same attributes."""

    def __init__(
        self,
        systems: Sequence[Any],
        integrator: Adaptive,
        starts: Sequence[np.ndarray],
        times: np.ndarray,
        driven: Container[int],
    ) -> None:
        """starts: closed states at the first of `times` [s]; driven: cars whose inputs change at ticks."""
        n, size = len(systems), systems[0].size
        self.times = times
        self.y = np.array(starts, dtype=float)
        self.samples = np.zeros((n, len(times), 1 + size))
        self.samples[:, 0, 0], self.samples[:, 0, 1:] = times[0], self.y
        self.records = np.zeros((n, progress.LENGTH))
        self.records[:, progress.TIME], self.records[:, progress.WRITTEN] = times[0], 1.0
        self.outcomes = np.zeros(n, dtype=np.int64)
        systems[0].load_derivatives()
        self.models, works = many_models([s.model for s in systems]), many_works([s.work for s in systems])
        self._advances: list[Callable[[int], int]] = []
        for i in range(n):
            car = OneOfMany(systems[0], model_of(self.models, i), work_of(works, i))
            arrays = self.y[i], self.records[i], times, self.samples[i], integrator.scratch(size)
            self._advances.append(integrator.advance_function(car, *arrays, Notes(inputs_change=i in driven)))

    def advance(self, cars: range, pause: int) -> int:
        """Advance cars of a range until each has `pause` samples; returns how many failed. Ranges that do not overlap
        may run in threads of their own."""
        for i in cars:
            if self.outcomes[i] == status.OK:
                self.outcomes[i] = self._advances[i](pause)
        return sum(int(self.outcomes[i] != status.OK) for i in cars)
