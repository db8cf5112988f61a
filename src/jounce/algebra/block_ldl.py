"""Sparse symmetric LDLᵀ on 6×6 blocks with a fixed pattern: no pivoting, no allocation, no surprises.

For symmetric quasi-definite matrices (positive definite body blocks, negative definite joint blocks), whose
factorisation exists in every symmetric order; `ordering` picks an order with little fill and good pivots. Smaller nodes
are padded to six rows by the caller. Factorisation works column by column on 6×6 blocks, so the inner loops have
constant bounds and the compiler unrolls them.
"""

from typing import NamedTuple

import numpy as np

from jounce.kernel import kernel

SIZE = 6
"""Rows of a block."""


class Pattern(NamedTuple):
    """Where the blocks of the factor are; nodes are numbered by the caller, places count eliminations."""

    order: np.ndarray
    """Node eliminated at each place, shape (n,)."""
    start: np.ndarray
    """First lower block of each place's column, shape (n + 1,)."""
    row: np.ndarray
    """Node of each lower block's rows, shape (nl,); lower block i is stored as block n + i."""
    target_start: np.ndarray
    """First update target of each place, shape (n + 1,)."""
    target: np.ndarray
    """Block that receives each update, in the order in which `factor` makes them."""


def analyse(adjacency: list[set[int]], order: list[int]) -> Pattern:
    """Find the fill of eliminating the nodes of a graph in the given order."""
    n = len(order)
    place = {node: p for p, node in enumerate(order)}
    later: list[set[int]] = [set(neighbours) for neighbours in adjacency]
    start, row, block = [0], [], {}
    columns: list[list[int]] = []
    for node in order:
        column = sorted((m for m in later[node] if place[m] > place[node]), key=place.__getitem__)
        for m in column:
            block[node, m] = n + len(row)
            row.append(m)
            later[m].update(k for k in column if k != m)
        columns.append(column)
        start.append(len(row))
    target_start, target = [0], []
    for column in columns:
        for i, a in enumerate(column):
            target += [a if a == b else block[b, a] for b in column[: i + 1]]
        target_start.append(len(target))
    return Pattern(*(np.array(x, dtype=np.int64) for x in (order, start, row, target_start, target)))


class Places:
    """Finds the block that holds an entry of the matrix."""

    def __init__(self, pattern: Pattern) -> None:
        n = len(pattern.order)
        self._place = {int(node): p for p, node in enumerate(pattern.order)}
        self._block = {
            (int(node), int(pattern.row[i])): n + i
            for p, node in enumerate(pattern.order)
            for i in range(pattern.start[p], pattern.start[p + 1])
        }

    def locate(self, row_node: int, column_node: int) -> tuple[int, bool]:
        """Block of (row_node, column_node), and whether it is stored transposed."""
        if self._place[row_node] < self._place[column_node]:
            return self._block[row_node, column_node], True
        return self._block[column_node, row_node], False


@kernel
def factor(pattern, blocks, inverses, scratch):
    """Turn the matrix in `blocks` into L (lower blocks) and the inverses of D, in place."""
    n = pattern.order.size
    for p in range(n):
        node = pattern.order[p]
        first, last = pattern.start[p], pattern.start[p + 1]
        invert(blocks[node], inverses[node])
        for i in range(first, last):
            transpose(blocks[n + i], scratch[i - first])
            multiply(blocks[n + i], inverses[node])
        t = pattern.target_start[p]
        for i in range(first, last):
            for j in range(i - first + 1):
                subtract_product(blocks[n + i], scratch[j], blocks[pattern.target[t]])
                t += 1


@kernel
def solve(pattern, blocks, inverses, x):
    """Solve in place with the factors; x has one row of six numbers per node."""
    n = pattern.order.size
    for p in range(n):
        node = pattern.order[p]
        for i in range(pattern.start[p], pattern.start[p + 1]):
            subtract_forward(blocks[n + i], x[node], x[pattern.row[i]])
    for p in range(n - 1, -1, -1):
        node = pattern.order[p]
        scale_in_place(inverses[node], x[node])
        for i in range(pattern.start[p], pattern.start[p + 1]):
            subtract_backward(blocks[n + i], x[pattern.row[i]], x[node])


@kernel
def invert(A, B):
    """B = A⁻¹ of a symmetric definite 6×6 block by Gauss–Jordan sweeps, which need no pivoting there."""
    for i in range(6):
        for j in range(6):
            B[i, j] = A[i, j]
    for k in range(6):
        pivot = 1.0 / B[k, k]
        for j in range(6):
            B[k, j] *= pivot
        for i in range(6):
            if i != k:
                f = B[i, k]
                for j in range(6):
                    B[i, j] -= f * B[k, j]
                B[i, k] = -f * pivot
        B[k, k] = pivot


@kernel
def multiply(A, B):
    """A = A B, row by row."""
    for i in range(6):
        a, b, c, d, e, f = A[i, 0], A[i, 1], A[i, 2], A[i, 3], A[i, 4], A[i, 5]
        for j in range(6):
            A[i, j] = a * B[0, j] + b * B[1, j] + c * B[2, j] + d * B[3, j] + e * B[4, j] + f * B[5, j]


@kernel
def subtract_product(A, B, C):
    """C −= A B, row by row."""
    for i in range(6):
        a, b, c, d, e, f = A[i, 0], A[i, 1], A[i, 2], A[i, 3], A[i, 4], A[i, 5]
        for j in range(6):
            C[i, j] -= a * B[0, j] + b * B[1, j] + c * B[2, j] + d * B[3, j] + e * B[4, j] + f * B[5, j]


@kernel
def transpose(A, B):
    """B = Aᵀ."""
    for i in range(6):
        for j in range(6):
            B[j, i] = A[i, j]


@kernel
def subtract_forward(L, x, y):
    """y −= L x."""
    for i in range(6):
        s = 0.0
        for k in range(6):
            s += L[i, k] * x[k]
        y[i] -= s


@kernel
def subtract_backward(L, x, y):
    """y −= Lᵀ x."""
    for k in range(6):
        f = x[k]
        for i in range(6):
            y[i] -= L[k, i] * f


@kernel
def scale_in_place(D, x):
    """x = D x."""
    a, b, c, d, e, f = x[0], x[1], x[2], x[3], x[4], x[5]
    for i in range(6):
        x[i] = D[i, 0] * a + D[i, 1] * b + D[i, 2] * c + D[i, 3] * d + D[i, 4] * e + D[i, 5] * f
