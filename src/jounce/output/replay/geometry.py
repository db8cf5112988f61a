"""A car as it is described, without a run: its linkage in 3D, every hardpoint of the left side with its key and its
coordinates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from jounce.engine.assembly.bodies import frames
from jounce.lab.design.hardpoints import hardpoints
from jounce.lab.results.atomic import write_text
from jounce.lab.results.motion import Motion
from jounce.lab.scene import TERRAIN, motion_container, pack, vehicle_scene
from jounce.lab.scene.scene import WORLD, Shape
from jounce.model.vehicle import Vehicle, to_mechanism
from jounce.output.replay.page import replay_page


def still_motion(vehicle: Vehicle) -> Motion:
    """The car at its design position, with a label at every hardpoint."""
    mechanism = to_mechanism(vehicle)
    labels = tuple(_label(point.label, point.at) for point in hardpoints(vehicle))
    scene = vehicle_scene(mechanism, title=vehicle.name, body_mesh=vehicle.body_mesh)
    scene = replace(scene, gauges=(), charts=(), contacts=(), shapes=(*scene.shapes, *labels))
    places = frames(mechanism.bodies)
    poses = [[*places[name].centre, *_quaternion(places[name].axes)] for name in scene.bodies]
    block = np.concatenate([[0.0], np.ravel(poses)]).astype(np.float32)
    ground = pack(TERRAIN, {"nx": 0, "ny": 0, "height": 0.0, "friction_value": 1.0})
    return Motion(scene.to_dict(), np.stack([block, block]), ground)


def write_geometry(vehicle: Vehicle, path: str | Path) -> None:
    """Write the page of a car's geometry, whole or not at all; raises FileError."""
    motion = still_motion(vehicle)
    containers = [motion.terrain, motion_container(motion)]
    write_text(path, replay_page(f"{vehicle.name} · geometry", motion.scene, containers, still=True))


def _label(key: str, point: tuple[float, float, float]) -> Shape:
    millimetres = ", ".join(f"{1e3 * value:.0f}" for value in point).replace("-", "−")
    return {"kind": "label", "body": WORLD, "at": list(point), "text": key, "more": millimetres, "role": "label"}


def _quaternion(axes: np.ndarray) -> np.ndarray:
    """(w, x, y, z) of a rotation body → world."""
    from scipy.spatial.transform import Rotation

    x, y, z, w = Rotation.from_matrix(axes).as_quat()
    return np.array([w, x, y, z])
