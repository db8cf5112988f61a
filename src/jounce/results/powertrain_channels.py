"""The channels of a powertrain: what its engine does, and what reaches the wheels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.results.channel import Channel
from jounce.results.channel_names import named
from jounce.simulate import Trajectory
from jounce.vehicle import SIDES, Corner, Powertrain


def powertrain_channels(powertrain: Powertrain, trajectory: Trajectory) -> Iterator[Channel]:
    """Speed and torque of the engine, and the torques of the half shafts."""
    across = trajectory.rotation("chassis")[:, :, 1]
    spin = trajectory.angular_velocity("engine") - trajectory.angular_velocity("chassis")
    yield named("engine.speed", np.einsum("ni,ni->n", spin, across))
    yield named("engine.torque", trajectory.spring_force("engine_torque"))
    for side in SIDES:
        corner = Corner(powertrain.axle, side)
        yield named(corner.channel("half_shaft", "torque"), trajectory.spring_force(corner.name("half_shaft")))
