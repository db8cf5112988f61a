"""Cars of a batch that one stepper advances, and how they come to their ends.

With fixed steps these go through the same times, bit for bit, until they end; cars that choose their steps are all in
one group, each at times of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.integrators.integrator import Adaptive, Integrator
from jounce.engine.simulate.adaptive_batch import AdaptiveBatchStepper
from jounce.engine.simulate.controller import Controller
from jounce.engine.simulate.stepper import BatchStepper

Batch = BatchStepper | AdaptiveBatchStepper


@dataclass(frozen=True)
class CarGroup:
    """Cars that one stepper advances, those that go farthest first."""

    stepper: Batch
    numbers: list[int]
    """of its cars among all"""
    times: list[np.ndarray]
    """of each car [s]"""
    driven: Mapping[int, Controller]

    def advance(self, cars: range) -> None:
        """Advance some of its cars to their ends, those that are driven from tick to tick."""
        if not self.driven:
            for pause in sorted({len(self.times[i]) for i in cars}):
                going = sum(len(self.times[i]) >= pause for i in cars)
                self.stepper.advance(range(cars.start, cars.start + going), pause)
            return
        for i in cars:
            control, alone, times = self.driven.get(i), range(i, i + 1), self.times[i]
            if control is None:
                self.stepper.advance(alone, len(times))
                continue
            for n in range(1, len(times)):
                control.update(float(times[n - 1]), float(times[n]))
                if self.stepper.advance(alone, n + 1):
                    break


def make_car_groups(
    systems: Sequence[System],
    starts: Sequence[np.ndarray],
    integrator: Integrator,
    times: Sequence[np.ndarray],
    driven: Mapping[int, Controller],
) -> list[CarGroup]:
    """All cars: in fixed steps those together that go through the same times, else all, each at times of its own."""
    if isinstance(integrator, Adaptive):
        groups = [farthest_first(times)]
    else:
        groups = on_the_same_way(times)
    found = []
    for numbers in groups:
        own, instants = [systems[i] for i in numbers], [times[i] for i in numbers]
        began = [starts[i] for i in numbers]
        controls = {k: driven[i] for k, i in enumerate(numbers) if i in driven}
        stepper: Batch
        if isinstance(integrator, Adaptive):
            stepper = AdaptiveBatchStepper(own, integrator, began, instants, controls)
        else:
            stepper = BatchStepper(own, integrator, began, instants[0])
        for k, control in controls.items():
            control.attach(own[k], stepper.models.tables[k], stepper.y[k])
        found.append(CarGroup(stepper, numbers, instants, controls))
    return found


def farthest_first(times: Sequence[np.ndarray]) -> list[int]:
    """Numbers of all cars, by how many times they go through."""
    return sorted(range(len(times)), key=lambda i: -len(times[i]))


def on_the_same_way(times: Sequence[np.ndarray]) -> list[list[int]]:
    """Groups of cars that go through the same times, bit for bit, until they end; those that go farthest first."""
    groups: list[list[int]] = []
    for i in farthest_first(times):
        for group in groups:
            if np.array_equal(times[group[0]][: len(times[i])], times[i]):
                group.append(i)
                break
        else:
            groups.append([i])
    return groups
