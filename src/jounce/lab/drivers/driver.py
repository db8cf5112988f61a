"""The protocols of drivers: closed-loop controllers that move inputs of a car once a sample.

The observation of a driver: position, heading and motion of the chassis.

A driver in a run: between two samples of the run each of its inputs goes evenly from one value to the next.

An input that a driver moves is a table of two points, written anew at every sample. The values are recorded, so that
a run can be inspected, or repeated without the driver.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.model.mechanism import Signal, Table
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.corners import CHASSIS

if TYPE_CHECKING:
    from jounce.engine.formulations.formulation import System


@dataclass(slots=True)
class ChassisObservation:
    """Motion of the chassis' centre of mass at an instant; angles as in ISO 8855."""

    time: float
    """Simulated time [s]."""
    x: float
    """Position x [m], world."""
    y: float
    """Position y [m], world."""
    yaw: float
    """Heading [rad], to the left of the world's x; counts full turns."""
    forward: float
    """Horizontal velocity along the heading [m/s]."""
    sideways: float
    """Horizontal velocity to the left of it [m/s]."""
    yaw_rate: float
    """Yaw rate about the vertical [rad/s]."""
    roll: float
    """Roll angle [rad], positive to the right."""
    roll_rate: float
    """Roll rate [rad/s]."""

    @property
    def speed(self) -> float:
        """Horizontal speed [m/s]."""
        return math.hypot(self.forward, self.sideways)


class ChassisObserver:
    """Reads the motion of the chassis from the state of a system in any formulation."""

    def __init__(self, system: System) -> None:
        """The places of the chassis in the state."""
        places = system.body_states(CHASSIS)
        assert places is not None, "a vehicle is built on its chassis"
        self.pose, self.twist, self.resolved = places
        self.yaw = 0.0

    def observe(self, t: float, y: np.ndarray) -> ChassisObservation:
        """The chassis in a state at time t [s]; calls follow each other closely enough to count turns."""
        x, north, _, a, b, c, d = y[self.pose : self.pose + 7].tolist()
        u, v, w, p, q, r = y[self.twist : self.twist + 6].tolist()
        n = a * a + b * b + c * c + d * d
        # columns of the rotation, chassis → world
        xx, xy, xz = (a * a + b * b - c * c - d * d) / n, 2.0 * (b * c + a * d) / n, 2.0 * (b * d - a * c) / n
        yx, yy, yz = 2.0 * (b * c - a * d) / n, (a * a - b * b + c * c - d * d) / n, 2.0 * (c * d + a * b) / n
        zx, zy, zz = 2.0 * (b * d + a * c) / n, 2.0 * (c * d - a * b) / n, (a * a - b * b - c * c + d * d) / n
        vx, vy = (u * xx + v * yx + w * zx, u * xy + v * yy + w * zy) if self.resolved else (u, v)
        yaw = math.atan2(xy, xx)
        self.yaw = yaw + math.tau * round((self.yaw - yaw) / math.tau)
        cos, sin = math.cos(yaw), math.sin(yaw)
        along = p * (xx * cos + xy * sin) + q * (yx * cos + yy * sin) + r * (zx * cos + zy * sin)
        return ChassisObservation(
            time=t,
            x=x,
            y=north,
            yaw=self.yaw,
            forward=vx * cos + vy * sin,
            sideways=vy * cos - vx * sin,
            yaw_rate=p * xz + q * yz + r * zz,
            roll=math.atan2(yz, zz),
            roll_rate=along,
        )


class DriverSession(Protocol):
    """A driver in one run, with its memory of the run so far."""

    @property
    def inputs(self) -> Sequence[str]:
        """Names of the run-time inputs that the driver moves."""

    @property
    def initial(self) -> Sequence[float]:
        """Values of the inputs at the start of the run, in the order of `inputs` [SI]."""

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        """Values of the inputs one tick [s] from now, in the order of `inputs` [SI]; they change linearly until
        then."""


class Driver(Protocol):
    """A driver, before it is attached to a car."""

    def start(self, car: Vehicle, speed: float) -> DriverSession:
        """Start a run at a speed [m/s]; raises InputError for a car that it cannot drive."""


class Control:
    """One driver in one run; a `jounce.engine.simulate.Controller`, acting at every sample."""

    def __init__(self, session: DriverSession) -> None:
        self.session = session
        self.names = tuple(session.inputs)
        self.values = [float(value) for value in session.initial]
        self.times: list[float] = []
        self.asked: list[list[float]] = []

    def inputs(self) -> dict[str, Signal]:
        """What to bind the driver's inputs to when the system is built: tables that it will write."""
        return {
            name: Table(times=(0.0, 1.0), values=(value, value), interpolation="linear")
            for name, value in zip(self.names, self.values, strict=True)
        }

    def attach(self, system: System, tables: np.ndarray, y: np.ndarray) -> None:
        """Attach to a run: `tables` and `y` are its arrays, which change while it goes on."""
        self.observer, self.y, self.tables = ChassisObserver(system), y, tables
        rows = system.model.signals
        self.places = [[int(rows[row, 1]) for row in system.layout.inputs.get(name, ())] for name in self.names]

    def update(self, t: float, until: float) -> None:
        """Observe the car at t [s], and move the inputs until the next update."""
        chassis = self.observer.observe(t, self.y)
        if not self.times:
            self.times.append(t)
            self.asked.append(list(self.values))
        values = [float(value) for value in self.session.update(chassis, until - t)]
        for places, before, after in zip(self.places, self.values, values, strict=True):
            for place in places:
                self.tables[place : place + 4] = t, until, before, after
        self.values = values
        self.times.append(until)
        self.asked.append(values)

    def demand(self, name: str, t: float) -> float:
        """What the driver asks of one of its inputs at t [s], within the sample that it has updated last [SI]."""
        number = self.names.index(name)
        if len(self.times) < 2:
            return self.values[number]
        (start, end), (before, after) = self.times[-2:], (values[number] for values in self.asked[-2:])
        return before + (after - before) * min(max((t - start) / (end - start), 0.0), 1.0)

    def memory(self) -> tuple:
        """What its future depends on: the session, the values now, the last two updates, the turns of the heading."""
        recent = self.times[-2:], self.asked[-2:]
        return copy.deepcopy(self.session), list(self.values), len(self.times), recent, self.observer.yaw

    def remember(self, memory: tuple) -> None:
        """Go back to a memory; what was recorded after it is forgotten."""
        session, values, count, (times, asked), self.observer.yaw = memory
        self.session, self.values = copy.deepcopy(session), list(values)
        self.times, self.asked = keep_records(count, (self.times, times), (self.asked, asked))

    def to_signals(self) -> dict[str, Signal]:
        """The inputs as they were, over the whole run."""
        if len(self.times) < 2:
            return {}
        columns = zip(*self.asked, strict=True)
        return {
            name: Table(times=tuple(self.times), values=values, interpolation="linear")
            for name, values in zip(self.names, columns, strict=True)
        }


def keep_records(count: int, *pairs: tuple[list, list]) -> list[list]:
    """The first `count` of each record, of which a memory keeps the most recent; those alone if there are fewer."""
    return [list(whole[:count]) if len(whole) >= count else list(recent) for whole, recent in pairs]
