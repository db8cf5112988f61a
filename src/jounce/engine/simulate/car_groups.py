"""Cars of a batch that one stepper advances, and how they come to their ends.

With fixed steps these go through the same times, bit for bit, until they end; cars that choose their steps are all in
one group, each at times of its own. As many as there are SIMD lanes go together; where some of them are driven, all go
from tick to tick, and their drivers and controllers act in between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System
from jounce.engine.integrators.integrator import Adaptive, Integrator
from jounce.engine.simulate.adaptive_batch import AdaptiveBatchStepper
from jounce.engine.simulate.controller import Controller
from jounce.engine.simulate.lanes import lane_groups
from jounce.engine.simulate.run import SAMPLES_PER_LOOK
from jounce.engine.simulate.stepper import BatchStepper
from jounce.errors import JounceError

Batch = BatchStepper | AdaptiveBatchStepper

Stop = Callable[[np.ndarray, int], int | None]
"""Finds the sample at which a run shall end, see `jounce.engine.simulate.run.simulate`."""
LEFT = -1
"""Outcome of a car that goes no further because it was stopped or an error was raised; no status of compiled code."""


@dataclass(frozen=True)
class CarGroup:
    """Cars that one stepper advances, those that go farthest first."""

    stepper: Batch
    numbers: list[int]
    """of its cars among all"""
    times: list[np.ndarray]
    """of each car [s]"""
    driven: Mapping[int, Controller]
    stops: Mapping[int, Stop]
    ticks: int
    """Times from sample to sample."""
    errors: dict[int, JounceError] = field(default_factory=dict)
    """What drivers, controllers and stops raised, by the number of the car in this group; it goes no further."""

    def attach(self, systems: Sequence[System]) -> None:
        """Attach all drivers and controllers to their cars; systems: of all cars of the group."""
        for i, control in self.driven.items():
            try:
                control.attach(systems[i], self.stepper.models.tables[i], self.stepper.y[i])
            except JounceError as error:
                self._leave(i, error)

    def advance(self, cars: range) -> None:
        """Advance some of its cars to their ends, as many at a time as there are lanes."""
        for together in lane_groups(cars):
            self._advance_together(together)

    def _advance_together(self, cars: range) -> None:
        """Advance cars to their ends; each pause is a number of times that they have gone through."""
        lanes, looks = self.stepper.allocate_lanes(), self._looks(cars)
        for pause in sorted(self._pauses(cars) | set(looks)):
            going = cars[: sum(len(self.times[i]) >= pause for i in cars)]
            for i in going:
                self._update(i, pause)
            if self.stepper.advance(going, pause, lanes) == len(going):
                break
            if pause in looks:
                for i in going:
                    self._look(i, pause)

    def _pauses(self, cars: range) -> set[int]:
        """Where cars pause: at every tick as long as one of them is driven, else where one ends."""
        ticks = max((len(self.times[i]) for i in cars if i in self.driven), default=0)
        return {len(self.times[i]) for i in cars} | set(range(2, ticks + 1))

    def _looks(self, cars: range) -> range:
        """After which pauses to look whether cars shall stop: those of a run alone."""
        longest = max((len(self.times[i]) for i in cars if i in self.stops), default=0)
        apart = SAMPLES_PER_LOOK * self.ticks
        return range(1 + apart, longest + 1, apart)

    def _update(self, i: int, pause: int) -> None:
        """Let driver and controllers of a car act, if it has any, before the way to a pause."""
        control = self.driven.get(i)
        if control is None or self.stepper.outcomes[i] != status.OK:
            return
        try:
            control.update(float(self.times[i][pause - 2]), float(self.times[i][pause - 1]))
        except JounceError as error:
            self._leave(i, error)

    def _look(self, i: int, pause: int) -> None:
        """Let a car go no further if its run is over at one of the samples since the last look."""
        if i not in self.stops or self.stepper.outcomes[i] != status.OK:
            return
        samples = self.stepper.samples[i, : pause : self.ticks]
        try:
            if self.stops[i](samples, len(samples) - SAMPLES_PER_LOOK) is not None:
                self.stepper.outcomes[i] = LEFT
        except JounceError as error:
            self._leave(i, error)

    def _leave(self, i: int, error: JounceError) -> None:
        """Leave a car where it is, because of an error."""
        self.errors[i], self.stepper.outcomes[i] = error, LEFT


def make_car_groups(
    systems: Sequence[System],
    starts: Sequence[np.ndarray],
    integrator: Integrator,
    times: Sequence[np.ndarray],
    driven: Mapping[int, Controller],
    stops: Mapping[int, Stop],
    ticks: int,
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
        ends = {k: stops[i] for k, i in enumerate(numbers) if i in stops}
        group = CarGroup(stepper, numbers, instants, controls, ends, ticks)
        group.attach(own)
        found.append(group)
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
