"""The ground of a replay without what shows nothing: edges that only repeat the height beside them."""

from __future__ import annotations

import numpy as np

from jounce.lab.results.motion import Motion
from jounce.lab.scene import TERRAIN, pack, unpack

KEPT = 4
"""Nodes that are kept of an edge that repeats itself; the page continues it outwards."""


def along_path(motion: Motion) -> Motion:
    """The motion on a strip of its ground: columns on either side beyond which neither height nor friction changes are
    left out, as of a road that is the same across."""
    kind, head, numbers = unpack(motion.terrain)
    nx, ny = int(head.get("nx") or 0), int(head.get("ny") or 0)
    if kind != TERRAIN or nx * ny == 0 or head.get("ends"):
        return motion
    layers = numbers.reshape(-1, nx, ny)
    changes = np.flatnonzero(np.any(np.diff(layers, axis=2) != 0.0, axis=(0, 1)))
    first, last = (int(changes[0]), int(changes[-1]) + 1) if len(changes) else (ny // 2, ny // 2)
    low, high = max(0, first - KEPT), min(ny, last + KEPT + 1)
    if high - low >= ny or high - low < 2:
        return motion
    words = {**head, "ny": high - low, "y0": float(head["y0"]) + low * float(head["dy"])}
    return Motion(motion.scene, motion.blocks, pack(TERRAIN, words, layers[:, :, low:high]))
