"""The channels of a powertrain: what its engine does, and what reaches the wheels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.results.channel import Channel
from jounce.simulate import Trajectory
from jounce.vehicle import SIDES, Corner, Powertrain


def powertrain_channels(powertrain: Powertrain, trajectory: Trajectory) -> Iterator[Channel]:
    """Speed and torque of the engine, and the torques of the half shafts."""
    across = trajectory.rotation("chassis")[:, :, 1]
    spin = trajectory.angular_velocity("engine") - trajectory.angular_velocity("chassis")
    text = "speed of the engine against the chassis; forward gear and driving forward → positive"
    yield Channel("engine.speed", "rad/s", "chassis", text, np.einsum("ni,ni->n", spin, across))
    text = "torque of the engine on its shaft; driving → positive, on overrun → negative"
    yield Channel("engine.torque", "N*m", "", text, trajectory.spring_force("engine_torque"))
    for side in SIDES:
        corner = Corner(powertrain.axle, side)
        text = "torque of the half shaft on its wheel; driving forward → positive"
        torque = trajectory.spring_force(corner.name("half_shaft"))
        yield Channel(corner.channel("half_shaft", "torque"), "N*m", "", text, torque)
