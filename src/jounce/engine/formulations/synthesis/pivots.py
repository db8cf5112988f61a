"""Pivots of small matrices, compiled: which columns say most, and how near to singular a matrix is."""

from __future__ import annotations

import numpy as np

from jounce.engine.compiler import entry

NEAR = 0.05
"""Length relative to the longest column below which a preference does not make a column the next one."""


def pick_columns(A: np.ndarray, weights: np.ndarray, most: int, rank: float) -> list[int]:
    """Columns picked one after another by weighted length of what is left of them, at most so many; columns of weight
    zero never. It stops when no column is as long as `rank`."""
    left = np.array(A, dtype=float, order="C")
    picked = np.zeros(min(most, *left.shape), dtype=np.int64)
    count = _pick(left, weights, rank, np.zeros(left.shape[1]), picked)
    found: list[int] = picked[:count].tolist()
    return found


def quality(A: np.ndarray) -> float:
    """Smallest over largest pivot with the sign of the determinant; of a single equation the entry itself."""
    if len(A) <= 1:
        return float(A[0, 0]) if A.size else 1.0
    return float(_eliminate(np.array(A, dtype=float, order="C")))


@entry
def _pick(left: np.ndarray, weights: np.ndarray, rank: float, length: np.ndarray, picked: np.ndarray) -> int:
    """Numbers of columns into `picked`, and how many; `left` becomes what is left of the columns."""
    rows, columns = left.shape
    for n in range(picked.shape[0]):
        longest = 0.0
        for j in range(columns):
            square = 0.0
            if weights[j] != 0.0:
                for i in range(rows):
                    square += left[i, j] * left[i, j]
            length[j] = np.sqrt(square)
        for m in range(n):
            length[picked[m]] = 0.0
        for j in range(columns):
            longest = max(longest, length[j])
        if longest < rank:
            return n
        best, k = 0.0, 0
        for j in range(columns):
            if length[j] > NEAR * longest and length[j] * weights[j] > best:
                best, k = length[j] * weights[j], j
        picked[n] = k
        square = length[k] * length[k]
        for j in range(columns):  # the picked column comes last: others need it
            if j != k:
                share = 0.0
                for i in range(rows):
                    share += left[i, k] * left[i, j]
                for i in range(rows):
                    left[i, j] -= left[i, k] * (share / square)
        for i in range(rows):
            left[i, k] = 0.0
    return picked.shape[0]


@entry
def _eliminate(left: np.ndarray) -> float:
    """Smallest over largest pivot of Gaussian elimination with row pivoting, with the sign of the determinant."""
    n, sign = left.shape[0], 1.0
    smallest, largest = np.inf, 0.0
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(left[i, k]) > abs(left[best, k]):
                best = i
        if best != k:
            sign = -sign
            for j in range(k, n):
                left[k, j], left[best, j] = left[best, j], left[k, j]
        pivot = left[k, k]
        smallest, largest = min(smallest, abs(pivot)), max(largest, abs(pivot))
        if pivot == 0.0:
            continue
        if pivot < 0.0:
            sign = -sign
        for i in range(k + 1, n):
            factor = left[i, k] / pivot
            for j in range(k, n):
                left[i, j] -= factor * left[k, j]
    return sign * smallest / largest
