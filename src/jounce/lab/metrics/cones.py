"""Which cones a driven outline hits, when, and how far the body goes over them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ConeHit:
    """One cone that was inside the outline of a body."""

    cone: int
    """Number of the cone, in the order of `Course.cones`."""
    sample: int
    """The first pose that touches it."""
    depth: float
    """How far the side, the nose or the tail of the body went over the point where the cone touches its lane, at the
    worst pose [m]."""


def cone_hits(cones: np.ndarray, poses: np.ndarray, front: float, rear: float, width: float) -> list[ConeHit]:
    """The cones (n, 2) [m] that an outline hits.

    The outline is a rectangle from `rear` behind to `front` ahead of the poses (m, 3): x, y and yaw [m, rad].
    """
    found = []
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    for number, cone in enumerate(cones):
        dx, dy = (cone - poses[:, :2]).T
        along, across = cos * dx + sin * dy, cos * dy - sin * dx
        depth = np.minimum(np.minimum(front - along, along + rear), 0.5 * width - np.abs(across))
        touched = (along <= front) & (along >= -rear) & (np.abs(across) < 0.5 * width)
        if np.any(touched):
            found.append(ConeHit(number, int(np.argmax(touched)), float(np.max(depth[touched]))))
    return found
