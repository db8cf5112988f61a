"""Vectors in numpy, for a few of them at a time."""

from __future__ import annotations

import numpy as np


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b along the last axis of arrays (…, 3). `numpy.cross` gives the same bits, and spends most of its time on
    axes that it might have been asked for: building a car calls it six hundred times."""
    a0, a1, a2 = a[..., 0], a[..., 1], a[..., 2]
    b0, b1, b2 = b[..., 0], b[..., 1], b[..., 2]
    x = a1 * b2 - a2 * b1
    out = np.empty((*x.shape, 3))
    out[..., 0], out[..., 1], out[..., 2] = x, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
    return out
