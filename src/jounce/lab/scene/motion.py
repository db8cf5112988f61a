"""The motion of a run, made of its trajectory, and packed for a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.engine.laws.ground import original
from jounce.engine.simulate import Trajectory
from jounce.lab.results.motion import Motion
from jounce.lab.scene.obstacles import Obstacles, with_obstacles
from jounce.lab.scene.scene import CONTACT, MOTION, POSE, pack
from jounce.lab.scene.terrain import terrain_container
from jounce.lab.scene.vehicle_scene import vehicle_scene, without_gauges
from jounce.model.vehicle import BodyMesh

MARGIN = 60.0
"""Margin of the ground that is kept around the path of a run [m]."""


def motion_container(motion: Motion, role: str = "run", name: str = "") -> bytes:
    """The blocks of a motion for a page; role: run or ghost."""
    scene = motion.scene
    words: dict[str, Any] = {
        "name": name or scene["title"],
        "samples": len(motion.blocks),
        "role": role,
        "bodies": list(scene["bodies"]),
        "gauges": [gauge["name"] for gauge in scene["gauges"]],
        "contacts": len(scene["contacts"]),
        "origin": list(scene["origin"]),
    }
    if role == "ghost":
        words["scene"] = scene
    return pack(MOTION, words, motion.blocks)


def recorded_motion(
    trajectory: Trajectory,
    values: Mapping[str, np.ndarray],
    title: str,
    obstacles: tuple[str, Obstacles] | None = None,
    body_mesh: BodyMesh | None = None,
) -> Motion:
    """The motion of a simulated vehicle; values: its channels by name [SI], for the gauges; obstacles: the objects that
    it could meet, and what the names of their recorded channels begin with; body_mesh: what is drawn as its body."""
    scene = vehicle_scene(trajectory.mechanism, title=title, body_mesh=body_mesh)
    missing = {gauge.name for gauge in scene.gauges if gauge.name not in values}
    chassis = trajectory.position(scene.bodies[scene.focus])
    origin = (round(float(chassis[0, 0])) + 0.0, round(float(chassis[0, 1])) + 0.0, 0.0)
    scene = replace(without_gauges(scene, missing), origin=origin)
    n, nb = len(trajectory.time), len(scene.bodies)
    poses = trajectory.samples[:, 1 : 1 + POSE * nb].reshape(n, nb, POSE).copy()
    if obstacles is not None:
        prefix, objects = obstacles
        scene = with_obstacles(scene, objects)
        poses = np.concatenate([poses, objects.recorded_poses(values, prefix, n)], axis=1)
    blocks = np.zeros((n, scene.width), np.float32)
    blocks[:, 0] = trajectory.time
    for i, gauge in enumerate(scene.gauges):
        blocks[:, 1 + i] = values[gauge.name]
    poses[:, :, :3] -= origin
    blocks[:, scene.poses] = poses.reshape(n, -1)
    if scene.contacts:
        contacts = np.zeros((n, len(scene.contacts), CONTACT))
        contacts[:, :, :3] = trajectory.observation.tire["point"] - np.array(origin)
        contacts[:, :, 3:] = trajectory.observation.tire["force"]
        blocks[:, scene.contact_numbers] = contacts.reshape(n, -1)
    return Motion(scene.to_dict(), blocks, path_terrain(original(trajectory.system.model.ground), chassis))


def path_terrain(ground: tuple, path: np.ndarray) -> bytes:
    """The ground around a path (n, 3) [m]."""
    low, high = path[:, :2].min(axis=0), path[:, :2].max(axis=0)
    middle, reach = 0.5 * (low + high), 0.5 * float((high - low).max()) + MARGIN
    return terrain_container(ground, (float(middle[0]), float(middle[1])), reach)[0]
