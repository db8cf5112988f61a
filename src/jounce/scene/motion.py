"""A recorded motion: a scene and its blocks over time, as it is kept in result files and drawn in replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.ground import original
from jounce.scene.container import MOTION, pack
from jounce.scene.gauges import LOAD, TRAVEL
from jounce.scene.scene import CONTACT, POSE, Scene
from jounce.scene.terrain import terrain_container
from jounce.scene.vehicle_scene import vehicle_scene, without_gauges
from jounce.simulate import Trajectory

MARGIN = 60.0
"""Of the ground that is kept around the path of a run [m]."""
CHANNELS = {LOAD: "tire.{}.vertical_force", TRAVEL: "suspension.{}.travel"}
"""Gauges of wheels → channels of results."""
PARTS = {"steer": "driver", "throttle": "driver", "brake": "driver", "gear": "driver"}
"""Of other gauges than those of the chassis."""


@dataclass(frozen=True, eq=False)
class Motion:
    """How everything moved, and on what."""

    scene: Scene
    blocks: np.ndarray
    """(n, scene.width) float32, increasing time."""
    terrain: bytes
    """A container of the ground."""

    def container(self, role: str = "run", name: str = "") -> bytes:
        """The blocks for a page; role: run or ghost."""
        words: dict[str, Any] = {
            "name": name or self.scene.title,
            "samples": len(self.blocks),
            "role": role,
            "bodies": list(self.scene.bodies),
            "gauges": [gauge.name for gauge in self.scene.gauges],
            "contacts": len(self.scene.contacts),
            "origin": list(self.scene.origin),
        }
        if role == "ghost":
            words["scene"] = self.scene.to_dict()
        return pack(MOTION, words, self.blocks)


def recorded_motion(trajectory: Trajectory, values: Mapping[str, np.ndarray], title: str) -> Motion:
    """The motion of a simulated vehicle; values: its channels by name [SI], for the gauges."""
    scene = vehicle_scene(trajectory.mechanism, title=title)
    missing = {gauge.name for gauge in scene.gauges if channel_of(gauge.name) not in values}
    chassis = trajectory.position(scene.bodies[scene.focus])
    origin = (round(float(chassis[0, 0])) + 0.0, round(float(chassis[0, 1])) + 0.0, 0.0)
    scene = replace(without_gauges(scene, missing), origin=origin)
    n, nb = len(trajectory.time), len(scene.bodies)
    blocks = np.zeros((n, scene.width), np.float32)
    blocks[:, 0] = trajectory.time
    for i, gauge in enumerate(scene.gauges):
        blocks[:, 1 + i] = values[channel_of(gauge.name)]
    poses = trajectory.samples[:, 1 : 1 + POSE * nb].reshape(n, nb, POSE).copy()
    poses[:, :, :3] -= origin
    blocks[:, scene.poses] = poses.reshape(n, -1)
    if scene.contacts:
        contacts = np.zeros((n, len(scene.contacts), CONTACT))
        contacts[:, :, :3] = trajectory.observation.tire["point"] - np.array(origin)
        contacts[:, :, 3:] = trajectory.observation.tire["force"]
        blocks[:, scene.contact_numbers] = contacts.reshape(n, -1)
    return Motion(scene, blocks, path_terrain(original(trajectory.system.model.ground), chassis))


def channel_of(gauge: str) -> str:
    """The channel of a result that holds a gauge's values."""
    for start, channel in CHANNELS.items():
        if gauge.startswith(start):
            return channel.format(gauge.removeprefix(start))
    return gauge.replace("_", ".", 1) if gauge.startswith("engine_") else f"{PARTS.get(gauge, 'chassis')}.{gauge}"


def path_terrain(ground: tuple, path: np.ndarray) -> bytes:
    """The ground around a path (n, 3) [m]."""
    low, high = path[:, :2].min(axis=0), path[:, :2].max(axis=0)
    middle, reach = 0.5 * (low + high), 0.5 * float((high - low).max()) + MARGIN
    return terrain_container(ground, (float(middle[0]), float(middle[1])), reach)[0]
