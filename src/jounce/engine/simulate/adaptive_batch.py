"""Many cars with an integrator that chooses its steps: each car has steps of its own, on threads, in SIMD lanes.

Requests of all cars are answered together (`jounce.engine.integrators.lanes.auto`), and what they do in between is the
code of a single car: so a car gives the same bits alone and in a batch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.engine.compiler import INTERPRETED, machine_code
from jounce.engine.formulations import status
from jounce.engine.formulations.equations import box_equations, box_linearise
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.integrators import progress
from jounce.engine.integrators.batch import Models, Works
from jounce.engine.integrators.catalogue.auto import Auto
from jounce.engine.integrators.integrator import Adaptive
from jounce.engine.integrators.lanes.evaluate import Lanes
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
        times: Sequence[np.ndarray],
        driven: Container[int],
    ) -> None:
        """starts: closed states at the first of the times of each car [s]; driven: cars whose inputs change at
        ticks."""
        n, size, begins = len(systems), systems[0].size, [own[0] for own in times]
        self.y = np.array(starts, dtype=float)
        self.samples = np.zeros((n, max(map(len, times)), 1 + size))
        self.samples[:, 0, 0], self.samples[:, 0, 1:] = begins, self.y
        self.records = np.zeros((n, progress.LENGTH))
        self.records[:, progress.TIME], self.records[:, progress.WRITTEN] = begins, 1.0
        self.outcomes = np.zeros(n, dtype=np.int64)
        for system in systems:  # before boxes of their grounds are copied, which say where the derivatives are
            system.load_derivatives()
        self.models, works = many_models([s.model for s in systems]), many_works([s.work for s in systems])
        cars = [OneOfMany(systems[0], model_of(self.models, i), work_of(works, i)) for i in range(n)]
        self._lanes: LanesCall | None = None
        self._advances: list[Callable[[int], int]] = []
        if isinstance(integrator, Auto) and not INTERPRETED and systems[0].capabilities.runs_lanes:
            arrays = self.y, self.records, times, self.samples, driven
            self._lanes = LanesCall(integrator, cars, self.models, works, *arrays)
            return
        for i in range(n):
            own = self.y[i], self.records[i], times[i], self.samples[i], integrator.scratch(size)
            self._advances.append(integrator.advance_function(cars[i], *own, Notes(inputs_change=i in driven)))

    def allocate_lanes(self) -> Lanes | None:
        """Memory for cars that go on side by side; None where they cannot."""
        return self._lanes.allocate() if self._lanes is not None else None

    def advance(self, cars: range, pause: int, lanes: Lanes | None = None) -> int:
        """Advance cars of a range until each has `pause` samples; returns how many failed. Ranges that do not overlap
        may run in threads of their own.

        lanes: memory for this range, by default for this call alone; with the same one in all calls, cars that fit into
        it enter their lanes once.
        """
        if self._lanes is not None:
            return self._lanes.advance(cars, pause, lanes or self._lanes.allocate(), self.outcomes)
        for i in cars:
            if self.outcomes[i] == status.OK:
                self.outcomes[i] = self._advances[i](pause)
        return sum(int(self.outcomes[i] != status.OK) for i in cars)


class LanesCall:
    """`advance_auto_lanes` with its arrays, for all cars of a batch."""

    def __init__(
        self,
        integrator: Auto,
        cars: Sequence[OneOfMany],
        models: Models,
        works: Works,
        y: np.ndarray,
        records: np.ndarray,
        times: Sequence[np.ndarray],
        samples: np.ndarray,
        driven: Container[int],
    ) -> None:
        """Arrays with a first axis over the cars, the times of each, and whose inputs change at them."""
        from jounce.engine.integrators.auto_requests import COURSE
        from jounce.engine.integrators.esdirk import FLAGS, ROWS
        from jounce.engine.integrators.kinks import kink_times
        from jounce.engine.integrators.lanes.auto import Cars

        n, size, shared = len(cars), y.shape[1], cars[0].shared
        unknowns = len(shared.independent) + len(shared.auxiliary)
        self._boxed = [box_equations(shared.derivative, shared.project, car.model, car.work) for car in cars]
        self._system, self._integrator, self._batch = shared, integrator, (models, works)
        derivative, project, _ = self._boxed[0]
        damping, stiffness, matrix, inverse = (np.zeros((n, unknowns, unknowns)) for _ in range(4))
        self._cars = Cars(
            derivative,
            project,
            np.array([boxed.box for boxed in self._boxed]),
            box_linearise(self._boxed[0]),
            shared.coordinates,
            shared.independent,
            shared.auxiliary,
            damping,
            stiffness,
            matrix,
            inverse,
            np.zeros((n, unknowns), np.int64),
            np.zeros((n, FLAGS)),
            y,
            np.zeros((n, ROWS, size)),
            records,
            np.zeros((n, COURSE)),
            _side_by_side([kink_times(car.model.signals, car.model.tables) for car in cars]),
            _side_by_side(times),
            np.array([len(own) for own in times]),
            samples,
            np.array([i in driven for i in range(n)]),
        )
        self._code: Callable[..., int] | None = None

    def allocate(self) -> Lanes:
        """Memory for lanes."""
        from jounce.engine.simulate.lanes import allocate_lanes

        return allocate_lanes(self._system)

    def advance(self, cars: range, pause: int, lanes: Lanes, outcomes: np.ndarray) -> int:
        """Advance cars of a range; returns how many failed."""
        from jounce.engine.integrators.lanes.auto import advance_auto_lanes
        from jounce.engine.simulate.lanes import lane_groups

        failed, control = 0, self._integrator.control(math.inf, pause)
        for group in lane_groups(cars):
            given = self._cars, control, *self._batch, lanes, group.start, len(group), outcomes
            if self._code is None:
                failed += advance_auto_lanes(*given)
                self._code = machine_code(advance_auto_lanes, *given)
            else:
                failed += self._code(*given)
        return failed


def _side_by_side(instants: Sequence[np.ndarray]) -> np.ndarray:
    """Times of all cars, a row each; −∞ fills up."""
    rows = np.full((len(instants), max(map(len, instants))), -np.inf)
    for row, own in zip(rows, instants, strict=True):
        row[: len(own)] = own
    return rows
