"""Vectors and rotations over the samples of runs, in NumPy: (n, 3) and (n, 3, 3).

What is made here lies component by component in memory, each over all samples in one piece, which NumPy walks through
several times as fast as through one sample after the other. Sums are taken from the first component to the last,
sample by sample: a sample has the same bits whichever stand beside it, where `@` and `einsum` choose by shape and
strides. A single sample is a state, such as a start; products with its rotation are left to `einsum`.
"""

from __future__ import annotations

import numpy as np


def turn(R: np.ndarray, a: np.ndarray) -> np.ndarray:
    """R a, (n, 3); a: (n, 3), or (3,) for all samples."""
    if len(R) == 1:
        return np.einsum("nij,nj->ni", R, np.atleast_2d(a))
    out = np.empty((3, len(R)))
    for i in range(3):
        _sum_of_products(R[:, i], a, out[i])
    return out.T


def turn_back(R: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Rᵀ a, (n, 3); a: (n, 3), or (3,) for all samples."""
    if len(R) == 1:
        return np.einsum("nji,nj->ni", R, np.atleast_2d(a))
    out = np.empty((3, len(R)))
    for i in range(3):
        _sum_of_products(R[:, :, i], a, out[i])
    return out.T


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a · b, (n,); a: (n, 3), b: (n, 3), or (3,) for all samples."""
    out = np.empty(len(a))
    _sum_of_products(a, b, out)
    return out


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b, (n, 3), of (n, 3) each."""
    out = np.empty((3, len(a)))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        np.multiply(a[:, j], b[:, k], out=out[i])
        out[i] -= a[:, k] * b[:, j]
    return out.T


def unit(q: np.ndarray) -> np.ndarray:
    """Quaternions (n, 4) at unit length."""
    columns = np.array(q.T, order="C")
    w, x, y, z = columns
    columns /= np.sqrt(w * w + x * x + y * y + z * z)
    return columns.T


def _sum_of_products(a: np.ndarray, b: np.ndarray, out: np.ndarray) -> None:
    np.multiply(a[:, 0], b[..., 0], out=out)
    out += a[:, 1] * b[..., 1]
    out += a[:, 2] * b[..., 2]
    out += 0.0  # no −0.0
