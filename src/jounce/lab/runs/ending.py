"""When a run is over: conditions on its channels, looked at while it goes on."""

from __future__ import annotations

import numpy as np

from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.base_motion import BaseMotion
from jounce.engine.simulate.light_observer import LightTrajectory
from jounce.engine.simulate.observer import to_world_samples
from jounce.engine.simulate.trajectory import Counts
from jounce.lab.maneuvers.maneuver import Stop, stop_at
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.results.vehicle_channels import (
    Seen,
    chassis_channels,
    input_channels,
    quick_channels,
    vehicle_channels,
)
from jounce.lab.runs.finish import controller_channels, in_nominal_time
from jounce.lab.runs.prepare import Prepared
from jounce.model.vehicle.corners import CHASSIS
from jounce.schema.expressions import condition

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
        if (
            system.world_frame is None and system.body_states(CHASSIS) is not None
        ):  # from the states, without an observer
            plain = in_nominal_time(ready, chassis_channels(BaseMotion(system, CHASSIS, samples)))
            if self.names <= {"t", *(channel.name for channel in plain)}:
                return {channel.name: channel.values for channel in plain}
        own = system.with_inputs(ready.inputs)
        seen: Seen
        if system.capabilities.observes_chassis_and_tires:
            seen = LightTrajectory([own], [samples])
            found = quick_channels([ready.car], seen, ChannelNeeds(self.names))
        else:
            seen = Trajectory(own, to_world_samples(own, samples), _NOTHING)
            found = vehicle_channels(ready.car, seen)
        inputs, recorded = input_channels(ready.inputs, seen.time), controller_channels(ready, seen.time)
        return {channel.name: channel.values for channel in (*in_nominal_time(ready, found), *inputs, *recorded)}


def ending(ready: Prepared) -> Ending | None:
    """What `jounce.engine.simulate` asks, None for a maneuver that goes on to its end."""
    return Ending(ready) if ready.plan.stop else None
