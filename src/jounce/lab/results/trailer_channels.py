"""The channels of trailers: how they move, how they stand to the unit before, and what their hitches carry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.light_observer import LightTrajectory
from jounce.lab.results.channel import Channel
from jounce.lab.results.channel_names import CHANNELS, TRAILER, named_channel
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.results.heading import along_heading, roll_pitch_yaw
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.hitches import hitch_name


def trailer_channels(vehicle: Vehicle, trajectory: Trajectory) -> Iterator[Channel]:
    """All channels of all trailers of a recorded run."""
    for before, trailer in _pairs(vehicle):
        yield from _motion(before, trailer, trajectory)
        yield from _accelerations(trailer, trajectory)
        # joints tell what the first body, the unit before or its plate, does to the trailer
        force = -along_heading(trajectory.rotation(before), trajectory.reaction(hitch_name(trailer)).force_world)
        for axis, values in zip("xyz", force.T, strict=True):
            yield named_channel(f"trailer.{trailer}.hitch_force_{axis}", values)


def quick_trailer_channels(
    vehicle: Vehicle, trajectory: Trajectory | LightTrajectory, needs: ChannelNeeds
) -> Iterator[Channel]:
    """The channels of trailers but forces of hitches, if one of them is needed."""
    names = [key.rpartition(".")[2] for key in CHANNELS if key.startswith(f"trailer.{TRAILER}.")]
    for before, trailer in _pairs(vehicle):
        wanted = [name for name in names if f"trailer.{trailer}.{name}" in needs]
        if wanted:
            yield from _motion(before, trailer, trajectory)
        if any(name.endswith("_acceleration") for name in wanted):
            yield from _accelerations(trailer, trajectory)


def _pairs(vehicle: Vehicle) -> Iterator[tuple[str, str]]:
    """Bodies of the unit before and of the trailer, from front to rear."""
    yield from pairwise((CHASSIS, *(trailer.name for trailer in vehicle.trailers)))


def _motion(before: str, trailer: str, trajectory: Trajectory | LightTrajectory) -> Iterator[Channel]:
    position, rotation = trajectory.position(trailer), trajectory.rotation(trailer)
    roll, _, yaw = roll_pitch_yaw(rotation, trajectory.starts)
    towing = roll_pitch_yaw(trajectory.rotation(before), trajectory.starts)[2]
    v = along_heading(rotation, trajectory.velocity(trailer))
    apart = (towing - yaw)[list(trajectory.starts)]  # both count turns from their first sample
    turned = trajectory.each(list(np.round(apart / (2.0 * np.pi)) * 2.0 * np.pi))
    found = {
        "position_x": position[:, 0],
        "position_y": position[:, 1],
        "roll_angle": roll,
        "yaw_angle": yaw,
        "speed": np.hypot(v[:, 0], v[:, 1]),
        "side_slip_angle": np.arctan2(v[:, 1], v[:, 0]),
        "yaw_rate": trajectory.angular_velocity(trailer)[:, 2],
        "articulation_angle": towing - yaw - turned,
    }
    for name, values in found.items():
        yield named_channel(f"trailer.{trailer}.{name}", values)


def _accelerations(trailer: str, trajectory: Trajectory | LightTrajectory) -> Iterator[Channel]:
    a = along_heading(trajectory.rotation(trailer), trajectory.acceleration(trailer))
    yield named_channel(f"trailer.{trailer}.longitudinal_acceleration", a[:, 0])
    yield named_channel(f"trailer.{trailer}.lateral_acceleration", a[:, 1])
