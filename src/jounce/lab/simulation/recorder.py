"""What a simulation keeps of itself: its state and inputs, sample by sample, and the result made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from jounce.engine.compiler import Bound, bind
from jounce.engine.formulations.formulation import System
from jounce.engine.laws.forces.signal import CONSTANT, VALUE
from jounce.engine.simulate.observer import to_world_samples
from jounce.engine.simulate.step_kernel import keep_sample
from jounce.engine.simulate.trajectory import Counts, Trajectory
from jounce.errors import InputError
from jounce.lab.results import Result
from jounce.lab.runs.finish import finish
from jounce.lab.runs.prepare import Prepared
from jounce.model.mechanism import Signal, Table

FIRST_ROWS = 1024
"""Samples that there is room for at first; room is doubled when it is full."""


class Recorder:
    """Samples (time, state) and the values of all inputs that are numbers, not functions of time.

    keep: a bound call with a free time that adds a sample, for compiled loops; another one after `make_room` has made
    room.
    """

    def __init__(self, system: System, y: np.ndarray) -> None:
        """y: the state that is kept, an array that changes. Compiles, or loads, what is needed."""
        self._system, self._y = system, y
        self._names = tuple(system.layout.inputs)
        self._places = [system.layout.inputs[name][0] for name in self._names]
        columns = system.model.signals.shape[1]
        self._flat = np.array([columns * row + VALUE for row in self._places], np.int64)
        self._signals = system.model.signals.reshape(-1)
        self._samples = np.zeros((FIRST_ROWS, 1 + system.size))
        self._inputs = np.zeros((FIRST_ROWS, len(self._names)))
        self._count = np.zeros(1, np.int64)
        self.keep = self._bind()

    @property
    def count(self) -> int:
        """Samples kept by now."""
        return self._count.item()

    @count.setter
    def count(self, samples: int) -> None:
        self._count[0] = samples

    @property
    def room(self) -> int:
        """Samples for which there is room."""
        return len(self._samples) - self.count

    def add(self, t: float) -> None:
        """Keep the state at the time t [s], and the inputs that led to it."""
        self.make_room(1)
        keep_sample(t, *self._arrays)

    def make_room(self, samples: int) -> None:
        """Make room for so many samples."""
        while self.room < samples:
            self._samples = np.concatenate([self._samples, np.zeros_like(self._samples)])
            self._inputs = np.concatenate([self._inputs, np.zeros_like(self._inputs)])
            self.keep = self._bind()

    def _bind(self) -> Bound:
        """The bound call for the arrays of now."""
        self._arrays = (self._y, self._signals, self._flat, self._samples, self._inputs, self._count)
        kept = self.count
        keep_sample(0.0, *self._arrays)
        self.count = kept
        return bind(keep_sample, 0.0, *self._arrays, time=0)

    def result(self, ready: Prepared, counts: Counts) -> Result:
        """The result of what was recorded; raises InputError for less than two samples."""
        if self.count < 2:
            hint = "step() first; with record=False nothing is kept"
            raise InputError("nothing recorded", f"{self.count} samples", "two or more", hint, where="result")
        samples = self._samples[: self.count]
        inputs = {**ready.plan.inputs, **dict(self._moved(samples[:, 0]))}
        plan = replace(ready.plan, inputs=inputs, end=float(ready.nominal_times(samples[-1:, 0])[0]))
        done = replace(ready, plan=plan)
        system = ready.system.with_inputs(done.inputs)
        return finish(done, Trajectory(system, to_world_samples(system, samples), counts))

    def _moved(self, times: np.ndarray) -> Iterator[tuple[str, Signal]]:
        """Inputs that are numbers, as they were; those that follow a maneuver are functions of time already."""
        signals = self._system.model.signals
        for i, name in enumerate(self._names):
            if signals[self._places[i], 0] == CONSTANT:
                values = self._inputs[: self.count, i]
                yield name, Table(times=tuple(times), values=tuple(values), interpolation="linear")
