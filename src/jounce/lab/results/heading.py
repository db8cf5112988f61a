"""Directions of a body over a run: its heading on the ground, and its angles."""

from __future__ import annotations

import numpy as np


def heading_axes(rotation: np.ndarray) -> np.ndarray:
    """Horizontal axes that follow the car, (n, 3, 3) with rows x (the chassis x axis projected), y left, z up."""
    forward = rotation[:, :, 0] * [1.0, 1.0, 0.0]
    forward = forward / np.linalg.norm(forward, axis=1, keepdims=True)
    up = np.broadcast_to([0.0, 0.0, 1.0], forward.shape)
    return np.stack([forward, np.cross(up, forward), up], axis=1)


def roll_pitch_yaw(rotation: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angles [rad] with R = Rz(yaw) Ry(pitch) Rx(roll), ISO 8855; yaw counts full turns."""
    roll = np.arctan2(rotation[:, 2, 1], rotation[:, 2, 2])
    pitch = np.arcsin(np.clip(-rotation[:, 2, 0], -1.0, 1.0)) + 0.0  # no −0.0
    yaw = np.unwrap(np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0]))
    return roll, pitch, yaw
