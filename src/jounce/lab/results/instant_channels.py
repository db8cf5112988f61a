"""The channels of a car at one instant, by the names and with the numbers of a result.

What a controller reads while a run goes on. Nothing is evaluated before something is read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.light_observer import observe_chassis_and_tires
from jounce.engine.simulate.observer import to_world_frame, to_world_samples
from jounce.engine.simulate.trajectory import Counts
from jounce.findings import suggestion
from jounce.lab.results.channel import Channel
from jounce.lab.results.vehicle_channels import quick_channels, vehicle_channels
from jounce.model.vehicle import Vehicle

YAW = "chassis.yaw_angle"
_NOTHING = Counts(steps=0, evaluations=0, rejected=0, seconds=0.0)


class InstantChannels:
    """Observes the states of one system.

    Inputs are those in `system.model` at the time of reading. The yaw angle counts full turns between two readings that
    are less than half a turn apart.
    """

    def __init__(self, car: Vehicle, system: System) -> None:
        self.car, self.system = car, system
        self.yaw = 0.0

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all channels of the car but those of energies and inputs."""
        row = np.array([[0.0, *self.system.start_state()]])
        return tuple(channel.name for channel in self.observe_all(row))

    def observe(self, t: float, y: np.ndarray) -> Mapping[str, float]:
        """Name → value [SI] of every channel in a state y of the system at time t [s]."""
        return Instant(self, np.array([[t, *y]]))

    def observe_quickly(self, row: np.ndarray) -> tuple[Channel, ...]:
        """The channels that the kernels of the run give, (1, 1 + size) the time and the state; else all channels."""
        if not self.system.capabilities.observes_chassis_and_tires:
            return self.observe_all(row)
        seen = observe_chassis_and_tires(self._trajectory(row), row)
        return quick_channels(self.car, seen)

    def observe_all(self, row: np.ndarray) -> tuple[Channel, ...]:
        """All channels, observed in the world frame; row: (1, 1 + size), the time and the state."""
        world, own = self._world, self.system.model.tables
        if world.model.tables is not own:
            world.model.tables[:] = own  # inputs as they are now
        trajectory = self._trajectory(row)
        trajectory.__dict__["system"] = world
        return vehicle_channels(self.car, trajectory)

    def count_turns(self, yaw: float) -> float:
        """The yaw angle [rad] nearest to the one read before."""
        self.yaw = yaw + math.tau * round((self.yaw - yaw) / math.tau)
        return self.yaw

    @cached_property
    def _world(self) -> System:
        return to_world_frame(self.system)

    def _trajectory(self, row: np.ndarray) -> Trajectory:
        return Trajectory(self.system, to_world_samples(self.system, row), _NOTHING)


class Instant(Mapping[str, float]):
    """The channels at one instant, evaluated when they are read: quick ones first, all others if one is asked for."""

    def __init__(self, observer: InstantChannels, row: np.ndarray) -> None:
        self.observer, self.row = observer, row

    @cached_property
    def quick(self) -> dict[str, float]:
        """What the kernels of the run give."""
        return self._values(self.observer.observe_quickly(self.row))

    @cached_property
    def all(self) -> dict[str, float]:
        """Everything; what the kernels of the run give as they give it."""
        return {**self._values(self.observer.observe_all(self.row)), **self.quick}

    def __getitem__(self, name: str) -> float:
        found = self.quick.get(name)
        if found is not None:
            return found
        if name not in self.observer.names:
            raise KeyError(f"no channel {name!r}; {suggestion(name, self.observer.names) or 'jounce list has all'}")
        return self.all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.observer.names)

    def __len__(self) -> int:
        return len(self.observer.names)

    def _values(self, channels: tuple[Channel, ...]) -> dict[str, float]:
        values = {channel.name: float(channel.values[0]) for channel in channels}
        return {**values, YAW: self.observer.count_turns(values[YAW])}
