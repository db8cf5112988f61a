"""A driver in a running car: between two samples of the run each of its inputs goes evenly from one value to the next.

An input that a driver moves is a table of two points, written anew at every sample. What was asked for is kept, so that
a run can be looked at, or driven again without the driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from jounce.drivers.seen import Eyes
from jounce.formulations.cartesian import system as cartesian_system
from jounce.mechanism import Signal, Table

if TYPE_CHECKING:
    from jounce.drivers.driver import Acting
    from jounce.simulate.observer import System


class Control:
    """One driver in one car; a `jounce.simulate.Controller`."""

    def __init__(self, acting: Acting) -> None:
        self.acting = acting
        self.names = tuple(acting.inputs)
        self.values = [float(value) for value in acting.start]
        self.times: list[float] = []
        self.asked: list[list[float]] = []

    def inputs(self) -> dict[str, Signal]:
        """What to bind the driver's inputs to when the system is built: tables that it will write."""
        return {
            name: Table(times=(0.0, 1.0), values=(value, value), interpolation="linear")
            for name, value in zip(self.names, self.values, strict=True)
        }

    def take(self, system: System, tables: np.ndarray, y: np.ndarray) -> None:
        """Sit down: `tables` and `y` are the arrays of the run, which change while it goes on."""
        self.eyes, self.y, self.tables = Eyes(system), y, tables
        rows = system.model.signals
        self.places = [[int(rows[row, 1]) for row in system.layout.inputs.get(name, ())] for name in self.names]

    def act(self, t: float, until: float) -> None:
        """Look at the car at t [s], and move the inputs until the next look."""
        seen = self.eyes.see(t, self.y)
        if not self.times:
            self.times.append(t)
            self.asked.append(list(self.values))
        values = [float(value) for value in self.acting.act(seen, until - t)]
        for places, before, after in zip(self.places, self.values, values, strict=True):
            for place in places:
                self.tables[place : place + 4] = t, until, before, after
        self.values = values
        self.times.append(until)
        self.asked.append(values)

    def recorded(self) -> dict[str, Signal]:
        """The inputs as they were, over the whole run."""
        if len(self.times) < 2:
            return {}
        columns = zip(*self.asked, strict=True)
        return {
            name: Table(times=tuple(self.times), values=values, interpolation="linear")
            for name, values in zip(self.names, columns, strict=True)
        }


def with_inputs(system: System, inputs: Mapping[str, Signal]) -> System:
    """The system as an observer of its run shall know it, with all its inputs functions of time."""
    if isinstance(system, cartesian_system.System):
        return cartesian_system.build(system.mechanism, inputs=inputs, ground=system.model.ground)
    return replace(system, inputs=inputs)
