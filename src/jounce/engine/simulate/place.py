"""Put a vehicle on any ground: its design position, turned to a heading and tilted to the ground under its wheels."""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.assembly.poses import POSE, TWIST, quaternions
from jounce.engine.formulations.formulation import System
from jounce.engine.laws.ground import ask, extent, inside, original
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.errors import InputError


def place(system: System, state: np.ndarray, x: float, y: float, heading: float = 0.0) -> np.ndarray:
    """The state with the world's origin of the design position at (x, y) [m], x turned to `heading` [rad].

    Height and tilt are those of the plane that fits the ground under all wheels best, so that wheels on uneven ground
    start a little too deep or too high: let the vehicle settle. Raises InputError for a place beyond the ground.
    """
    R, origin = _plane_under(system, x, y, heading)
    moved = system.to_world(state)[0].copy()
    nb = len(system.layout.bodies)
    poses, twists = moved[: POSE * nb].reshape(nb, POSE), moved[POSE * nb : (POSE + TWIST) * nb].reshape(nb, TWIST)
    turned = R @ rotation_matrices(poses[:, 3:])
    poses[:, :3] = origin + poses[:, :3] @ R.T
    poses[:, 3:] = quaternions(turned)
    twists[:, :3] = twists[:, :3] @ R.T
    return system.from_world(moved)


def _plane_under(system: System, x: float, y: float, heading: float) -> tuple[np.ndarray, np.ndarray]:
    """Axes and origin of the best plane, heading along its x."""
    ground = original(system.model.ground)
    centres = np.array([tire.centre for tire in system.mechanism.tires])
    c, s = math.cos(heading), math.sin(heading)
    places = np.array([x, y]) + centres[:, :2] @ np.array([[c, s], [-s, c]])
    if not np.all(inside(ground, places[:, 0], places[:, 1])):
        x0, x1, y0, y1 = extent(ground) or (0.0,) * 4
        expected = f"all wheels on x = {x0:g} … {x1:g} m, y = {y0:g} … {y1:g} m"
        raise InputError("beyond the ground", f"({x:g}, {y:g}) m", expected, where="at")
    heights = ask(ground, places[:, 0], places[:, 1]).height
    equations = np.column_stack([np.ones(len(places)), places - [x, y]])
    z, zx, zy = np.linalg.lstsq(equations, heights, rcond=None)[0]
    up = np.array([-zx, -zy, 1.0]) / math.sqrt(1.0 + zx**2 + zy**2)
    forward = np.array([c, s, zx * c + zy * s])
    forward /= np.linalg.norm(forward)
    return np.column_stack([forward, np.cross(up, forward), up]), np.array([x, y, z])
