"""When a run is over: conditions on its channels, looked at while it goes on."""

from __future__ import annotations

import numpy as np

from jounce import synthesis
from jounce.drivers.control import with_inputs
from jounce.expressions import condition
from jounce.formulations.cartesian import system as cartesian_system
from jounce.maneuvers.prepare import Prepared
from jounce.maneuvers.stop import Stop, stop_at
from jounce.results.input_channels import input_channels
from jounce.results.vehicle_channels import chassis_channels, quick_channels, vehicle_channels
from jounce.simulate import Trajectory
from jounce.simulate.chassis import BaseMotion
from jounce.simulate.observer import world_samples
from jounce.simulate.trajectory import Counts
from jounce.simulate.watch import watched
from jounce.synthesis.vary import varied

_NOTHING = Counts(steps=0, evaluations=0, rejected=0, seconds=0.0)


class Ending:
    """The conditions of one run; `found` is what ended it."""

    def __init__(self, ready: Prepared) -> None:
        self.ready = ready
        self.found: Stop | None = None
        self.names = {name for text in ready.plan.stop for name in condition(text).names}

    def __call__(self, samples: np.ndarray, before: int) -> int | None:
        """The number of the first sample that meets a condition; those before `before` are known to meet none."""
        first = max(0, before - 1)
        channels = self._channels(samples[first:])
        found = stop_at(self.ready.plan.stop, channels)
        if found is None:
            return None
        self.found = Stop(first + found.sample, found.condition)
        return self.found.sample

    def _channels(self, samples: np.ndarray) -> dict[str, np.ndarray]:
        ready, system = self.ready, self.ready.system
        if not isinstance(system, cartesian_system.System):
            plain = chassis_channels(BaseMotion(system, samples))
            if self.names <= {"t", *(channel.name for channel in plain)}:
                return {channel.name: channel.values for channel in plain}
        if isinstance(system, synthesis.System):
            own = varied(system, system.mechanism, ready.inputs, system.model.ground)
            seen = watched(Trajectory(own, world_samples(own, samples), _NOTHING), samples)
            found = quick_channels(ready.car, seen)
        else:
            seen = Trajectory(with_inputs(system, ready.inputs), world_samples(system, samples), _NOTHING)
            found = vehicle_channels(ready.car, seen)
        inputs = input_channels(ready.inputs, seen.time)
        return {channel.name: channel.values for channel in (*found, *inputs)}


def ending(ready: Prepared) -> Ending | None:
    """What `jounce.simulate` asks, None for a maneuver that goes on to its end."""
    return Ending(ready) if ready.plan.stop else None
