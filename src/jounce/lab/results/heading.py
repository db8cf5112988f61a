"""Directions of a body over a run: its heading on the ground, and its angles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def along_heading(rotation: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) of the world along horizontal axes that follow the car: forward (the chassis x axis projected), to
    the left, up."""
    x, y = rotation[:, 0, 0], rotation[:, 1, 0]
    length = np.sqrt(x * x + y * y)
    cos, sin = x / length, y / length
    out = np.array([cos * a[:, 0] + sin * a[:, 1], cos * a[:, 1] - sin * a[:, 0], a[:, 2]])
    out += 0.0  # no −0.0
    return out.T


def roll_pitch_yaw(rotation: np.ndarray, starts: Sequence[int] = (0,)) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angles [rad] with R = Rz(yaw) Ry(pitch) Rx(roll), ISO 8855; yaw counts full turns from each of the samples at
    which runs start."""
    roll = np.arctan2(rotation[:, 2, 1], rotation[:, 2, 2])
    pitch = np.arcsin(np.clip(-rotation[:, 2, 0], -1.0, 1.0)) + 0.0  # no −0.0
    yaw = np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0])
    return roll, pitch, np.concatenate([np.unwrap(part) for part in np.split(yaw, starts[1:])])
