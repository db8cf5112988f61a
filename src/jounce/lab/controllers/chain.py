"""Everything that moves inputs in one run: the driver, then the controllers in their order.

maneuver, driver → demand → first controller → second controller … → rows of inputs that compiled code reads

An input that a controller may move is a table of two points, written anew at every tick: level at what a controller
holds, and on a straight line from one tick to the next where nobody changes the demand. What a controller sees at an
instant is what a result shows of it: channels with the inputs that led there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.lab.controllers.attached import AttachedController
from jounce.lab.controllers.demand import Demand, DemandNow
from jounce.lab.controllers.schedule import ticks_per_update
from jounce.lab.drivers.driver import Control, DriverSession, keep_records
from jounce.lab.results.channel import Channel
from jounce.lab.results.instant_channels import InstantChannels
from jounce.model.mechanism import Signal, Table
from jounce.model.vehicle import Vehicle

INPUT = "input."
"""What the names of inputs begin with among the channels."""


class ControlChain:
    """Driver and controllers of one run; a `jounce.engine.simulate.Controller`."""

    def __init__(
        self,
        car: Vehicle,
        driver: Control | None,
        controllers: Sequence[AttachedController],
        signals: Mapping[str, Signal],
        defaults: Mapping[str, float],
        *,
        ticks: int = 1,
        tick: float = 0.01,
    ) -> None:
        """signals: the inputs of the maneuver; defaults: every input of the car → its value until somebody sets it
        [SI]; ticks: from sample to sample; tick: their length [s]. Raises InputError for inputs that there are not."""
        for one in controllers:
            one.check_inputs(defaults)
        self.car, self.driver, self.controllers, self.ticks = car, driver, tuple(controllers), ticks
        self.every = [ticks_per_update(one.period, tick) for one in controllers]
        self.demand = Demand(signals, driver, defaults)
        self.moved = tuple(dict.fromkeys(name for one in controllers for name in one.inputs))
        self.values = [self.demand.at(name, 0.0) for name in self.moved]
        self.count = 0
        self.steps_per_tick = 1
        """Integration steps of a tick, for whoever steps a car without an end."""
        self.keeps_records = True
        """Whether inputs and recorded quantities are kept for a result; a live drive has no end, and keeps none."""
        self.times: list[float] = []
        self.asked: list[list[float]] = []
        self.recorded: list[list[float]] = []

    @property
    def session(self) -> DriverSession | None:
        """The driver in this run; None without one."""
        return self.driver.session if self.driver is not None else None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all inputs that driver and controllers may move."""
        return tuple(dict.fromkeys((*(self.driver.names if self.driver is not None else ()), *self.moved)))

    def inputs(self) -> dict[str, Signal]:
        """What to bind the inputs to when the system is built: tables that will be written."""
        return {
            **(self.driver.inputs() if self.driver is not None else {}),
            **{
                name: Table(times=(0.0, 1.0), values=(value, value), interpolation="linear")
                for name, value in zip(self.moved, self.values, strict=True)
            },
        }

    def attach(self, system: System, tables: np.ndarray, y: np.ndarray) -> None:
        """Attach to a run: `tables` and `y` are its arrays, which change while it goes on."""
        if self.driver is not None:
            self.driver.attach(system, tables, y)
        self.system, self.tables, self.y = system, tables, y
        for one in self.controllers:
            one.attach(system, y)
        rows = system.model.signals
        places = [
            (i, int(rows[row, 1])) for i, name in enumerate(self.moved) for row in system.layout.inputs.get(name, ())
        ]
        self.owners = [i for i, _ in places]
        self.columns = np.array([range(place, place + 4) for _, place in places], np.int64).reshape(-1, 4)

    def update(self, t: float, until: float) -> None:
        """Set the inputs from t [s] until the next tick [s]."""
        if self.driver is not None and self.count % self.ticks == 0:
            self.driver.update(t, until if self.ticks == 1 else t + self.ticks * (until - t))
        if self.controllers:
            asked = self._ask_controllers(t)
            self._write(t, until, asked)
        self.count += 1

    def memory(self) -> tuple:
        """What the future of driver and controllers depends on, as copies."""
        driver = self.driver.memory() if self.driver is not None else None
        sessions = [one.memory() for one in self.controllers]
        recent = self.times[-2:], self.asked[-2:], self.recorded[-2:]
        return driver, sessions, self.count, list(self.values), len(self.times), recent

    def remember(self, memory: tuple) -> None:
        """Go back to a memory; what was recorded after it is forgotten."""
        driver, sessions, self.count, values, count, recent = memory
        if self.driver is not None:
            self.driver.remember(driver)
        for one, kept in zip(self.controllers, sessions, strict=True):
            one.remember(kept)
        self.values = list(values)
        pairs = (self.times, recent[0]), (self.asked, recent[1]), (self.recorded, recent[2])
        self.times, self.asked, self.recorded = keep_records(count, *pairs)

    def to_signals(self) -> dict[str, Signal]:
        """The inputs as they were, over the whole run: at every tick the value that led to it."""
        found = self.driver.to_signals() if self.driver is not None else {}
        if len(self.times) < 2:
            return found
        columns = zip(*self.asked, strict=True)
        return found | {
            name: Table(times=tuple(self.times), values=values, interpolation="linear")
            for name, values in zip(self.moved, columns, strict=True)
        }

    def channels(self, time: np.ndarray) -> Iterator[Channel]:
        """What the controllers record, at times [s] of samples, as channels `controller.NAME.QUANTITY`."""
        if len(self.times) < 2:
            return
        columns = iter(np.array(self.recorded).T)
        for one in self.controllers:
            for quantity, unit in one.records.items():
                values = np.interp(time, self.times, next(columns))
                yield Channel(f"controller.{one.name}.{quantity}", unit, "", f"recorded by {one.name}", values)

    def obstacles(self) -> tuple[str, Any] | None:
        """What the names of channels of objects begin with, and the objects that a car can meet; None without any."""
        for one in self.controllers:
            if getattr(one.session, "obstacles", None) is not None:
                return f"controller.{one.name}.", one.session.obstacles
        return None

    def things(self) -> np.ndarray | None:
        """Records with the poses of these objects, which change while the run goes on; None without any."""
        found = [one.session.contact.things for one in self.controllers if hasattr(one.session, "contact")]
        return found[0] if found and len(found[0]) else None

    @cached_property
    def instant(self) -> InstantChannels:
        """What reads the channels."""
        return InstantChannels(self.car, self.system, self.y)

    def _ask_controllers(self, t: float) -> DemandNow:
        """Ask the controllers whose time has come; what is asked of the inputs after all of them."""
        asked, channels = DemandNow(self.demand, t), ChannelsNow(self, t)
        for one, every in zip(self.controllers, self.every, strict=True):
            if self.count % every == 0:
                one.update(t, channels, asked)
            asked.changed.update(one.held)
        return asked

    def _write(self, t: float, until: float, asked: DemandNow) -> None:
        """Write the rows of the inputs, and keep what they are."""
        recorded = [value for one in self.controllers for value in one.recorded]
        if not self.times:
            self.times.append(t)
            self.asked.append(list(self.values))
            self.recorded.append(recorded)
        lines = []
        for i, name in enumerate(self.moved):
            before = asked[name]
            self.values[i] = before if name in asked.changed else self.demand.at(name, until)
            lines.append((t, until, before, self.values[i]))
        if self.owners:
            self.tables[self.columns] = [lines[i] for i in self.owners]
        self.times.append(until)
        self.asked.append(list(self.values))
        self.recorded.append(recorded)
        if not self.keeps_records:
            del self.times[:-2], self.asked[:-2], self.recorded[:-2]


class ChannelsNow(Mapping[str, float]):
    """All channels at one tick, evaluated when the first is read; those of inputs without evaluating any."""

    def __init__(self, chain: ControlChain, t: float) -> None:
        self.chain, self.t = chain, t

    @cached_property
    def observed(self) -> Mapping[str, float]:
        """The channels of the car."""
        chain = self.chain
        own = chain.system.model.tables
        if own is not chain.tables:  # one of many cars: inputs as they are in its run
            own[:] = chain.tables[: own.size]
        chain.instant.observe(self.t)
        return chain.instant

    def __getitem__(self, name: str) -> float:
        return self._input(name.removeprefix(INPUT)) if name.startswith(INPUT) else self.observed[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.observed
        yield from (f"{INPUT}{name}" for name in self.chain.demand.names)

    def __len__(self) -> int:
        return len(self.observed) + len(self.chain.demand.names)

    def _input(self, name: str) -> float:
        """The value of an input that led to this instant."""
        chain = self.chain
        if name in chain.moved:
            return chain.values[chain.moved.index(name)]
        return DemandNow(chain.demand, self.t)[name]
