"""The channels of a car at one instant, by the names and with the numbers of a result.

What a controller reads while a run goes on. Nothing is evaluated before something is read, and then in groups, from the
cheapest on: the motion of the chassis, which stands in the state; its accelerations and the tires, from the kernels of
the run; wheels and steering, from the positions of all bodies; everything, from the world frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.light_observer import BaseMotion, observe_chassis_and_tires
from jounce.engine.simulate.observer import to_world_frame, to_world_samples
from jounce.engine.simulate.trajectory import Counts
from jounce.findings import suggestion
from jounce.lab.results.channel import Channel
from jounce.lab.results.vehicle_channels import (
    ACCELERATIONS,
    TIRE_FIELDS,
    chassis_channels,
    heading_axes,
    quick_channels,
    vehicle_channels,
)
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.corners import CHASSIS

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
        return tuple(self.observe_all(row))

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """Names of the methods that observe, from the cheapest to the one that observes everything."""
        kernels = self.system.capabilities.observes_chassis_and_tires and self.system.body_states(CHASSIS) is not None
        quick = ("observe_chassis", "observe_tires", "observe_wheels") if kernels else ()
        return (*quick, "observe_all")

    def observe(self, t: float, y: np.ndarray) -> Mapping[str, float]:
        """Name → value [SI] of every channel in a state y of the system at time t [s]."""
        return Instant(self, np.array([[t, *y]]))

    def observe_chassis(self, row: np.ndarray) -> dict[str, float]:
        """Pose and velocities of the chassis; row: (1, 1 + size), the time and the state."""
        return self._values(chassis_channels(BaseMotion(self.system, CHASSIS, row)))

    def observe_tires(self, row: np.ndarray) -> dict[str, float]:
        """Accelerations of the chassis and the contacts of all tires."""
        seen = observe_chassis_and_tires(Trajectory(self.system, row, _NOTHING), row)
        axes = heading_axes(BaseMotion(self.system, CHASSIS, row).rotation(CHASSIS))[0]
        values = dict(zip(ACCELERATIONS, (axes @ seen.acceleration(CHASSIS)[0]).tolist(), strict=True))
        for corner in self.car.corners:
            contact = seen.observation.tire[0, self.system.layout.tires.index(corner.name("tire"))]
            values |= {corner.channel("tire", name): float(contact[field]) for name, field in TIRE_FIELDS.items()}
        return values

    def observe_wheels(self, row: np.ndarray) -> dict[str, float]:
        """All channels that the kernels of the run are enough for."""
        return self._values(quick_channels(self.car, observe_chassis_and_tires(self._trajectory(row), row)))

    def observe_all(self, row: np.ndarray) -> dict[str, float]:
        """All channels, observed in the world frame."""
        world, own = self._world, self.system.model.tables
        if world.model.tables is not own:
            world.model.tables[:] = own  # inputs as they are now
        trajectory = self._trajectory(row)
        trajectory.__dict__["system"] = world
        return self._values(vehicle_channels(self.car, trajectory))

    @cached_property
    def _world(self) -> System:
        return to_world_frame(self.system)

    def _trajectory(self, row: np.ndarray) -> Trajectory:
        return Trajectory(self.system, to_world_samples(self.system, row), _NOTHING)

    def _values(self, channels: tuple[Channel, ...]) -> dict[str, float]:
        values = {channel.name: float(channel.values[0]) for channel in channels}
        self.yaw = values[YAW] + math.tau * round((self.yaw - values[YAW]) / math.tau)
        return {**values, YAW: self.yaw}


class Instant(Mapping[str, float]):
    """The channels at one instant, evaluated group by group as they are read."""

    def __init__(self, observer: InstantChannels, row: np.ndarray) -> None:
        self.observer, self.row = observer, row
        self.known: dict[str, float] = {}
        self.left = list(observer.groups)

    def __getitem__(self, name: str) -> float:
        while name not in self.known and self.left:
            found = getattr(self.observer, self.left.pop(0))(self.row)
            self.known = {**found, **self.known}  # what is known keeps its value
        if name not in self.known:
            names = self.observer.names
            raise KeyError(f"no channel {name!r}; {suggestion(name, names) or 'jounce list has all'}")
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.observer.names)

    def __len__(self) -> int:
        return len(self.observer.names)
