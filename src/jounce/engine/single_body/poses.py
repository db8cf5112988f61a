"""Poses of cars, wheels and objects, for drawing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.engine.single_body.compiled.records import Cars, Designs, Objects

MAX_DRAWN_TRAVEL = 0.2
"""Largest distance of a drawn wheel above its design position in the body [m]."""


class Poses(NamedTuple):
    """Positions [m] and quaternions (scalar first) in world axes, of n cars and their m objects."""

    position: np.ndarray
    """Centres of mass, (n, 3)."""
    rotation: np.ndarray
    """Quaternions of the bodies, (n, 4)."""
    wheel_position: np.ndarray
    """Wheel centres, raised by the compression of their springs, (n, 4, 3)."""
    wheel_rotation: np.ndarray
    """Quaternions of the wheels, steered and rolled; the axle is y, (n, 4, 4)."""
    object_position: np.ndarray
    """Centres of the objects, (n, m, 3)."""
    object_rotation: np.ndarray
    """Quaternions of the objects, (n, m, 4)."""


def poses_of(cars: Cars, designs: Designs, objects: Objects) -> Poses:
    """Poses of all cars at once."""
    bodies, wheels = cars.bodies, cars.wheels
    kind = bodies["kind"]
    corner, number = designs.corners[kind], designs.numbers[kind]
    q = bodies["rotation"][:, None, :]
    offset = corner["position"].copy()
    offset[..., 2] += np.clip(wheels["depth"], 0.0, MAX_DRAWN_TRAVEL)
    tangent = np.tan(bodies["steer"])[:, None] * corner["steered"]
    angle = np.arctan(tangent / (1.0 - corner["position"][..., 1] * tangent / number["wheelbase"][:, None]))
    steer, roll = _quaternion_about(angle, 3), _quaternion_about(wheels["angle"], 2)
    return Poses(
        bodies["position"].copy(),
        bodies["rotation"].copy(),
        bodies["position"][:, None, :] + _rotate(np.broadcast_to(q, (*offset.shape[:2], 4)), offset),
        _product(_product(np.broadcast_to(q, steer.shape), steer), roll),
        objects.things["position"].copy(),
        objects.things["rotation"].copy(),
    )


def _quaternion_about(angle: np.ndarray, axis: int) -> np.ndarray:
    """Quaternions of turns about an axis: 1, 2, 3 for x, y, z."""
    q = np.zeros((*angle.shape, 4))
    q[..., 0], q[..., axis] = np.cos(0.5 * angle), np.sin(0.5 * angle)
    return q


def _product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """p ⊗ q, element by element."""
    w = p[..., 0] * q[..., 0] - np.sum(p[..., 1:] * q[..., 1:], axis=-1)
    v = p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + np.cross(p[..., 1:], q[..., 1:])
    return np.concatenate([w[..., None], v], axis=-1)


def _rotate(q: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Vectors turned by quaternions."""
    t = 2.0 * np.cross(q[..., 1:], a)
    return a + q[..., :1] * t + np.cross(q[..., 1:], t)
