"""Sparse symmetric LDLᵀ on 6×6 blocks with a fixed pattern: no pivoting, no allocation, no surprises.

For symmetric quasi-definite matrices (positive definite body blocks, negative definite joint blocks), whose
factorisation exists in every symmetric order. Smaller nodes
are padded to six rows by the caller. Factorisation works column by column on 6×6 blocks, so the inner loops have
constant bounds and the compiler unrolls them.

The order of elimination has little fill, and pivots that are never tiny. A plain minimum-degree order may eliminate a
joint before its bodies have given it a pivot, or a loop's last joint too early; both leave a pivot of the size of the
regularisation and cost digits. So the elimination is carried out once, on the numbers of the design position: the node
of least degree goes first among those whose pivot is sound.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import kernel

SIZE = 6
"""Rows of a block."""


class BlockPattern(NamedTuple):
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


def analyse(adjacency: list[set[int]], order: list[int]) -> BlockPattern:
    """Find the fill of eliminating the nodes of a graph in the given order."""
    n = len(order)
    place = {node: p for p, node in enumerate(order)}
    later: list[set[int]] = [set(neighbours) for neighbours in adjacency]
    start, row = [0], list[int]()
    block: dict[tuple[int, int], int] = {}
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
    return BlockPattern(*(np.array(x, dtype=np.int64) for x in (order, start, row, target_start, target)))


class BlockFinder:
    """Finds the block that holds an entry of the matrix."""

    def __init__(self, pattern: BlockPattern) -> None:
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
        # D⁻¹, and L = column × D⁻¹
        invert(blocks[node], inverses[node])
        for i in range(first, last):
            transpose(blocks[n + i], scratch[i - first])
            multiply(blocks[n + i], inverses[node])
        # subtract L D Lᵀ from the rest
        t = pattern.target_start[p]
        for i in range(first, last):
            for j in range(i - first + 1):
                subtract_product(blocks[n + i], scratch[j], blocks[pattern.target[t]])
                t += 1


@kernel
def solve(pattern, blocks, inverses, x):
    """Solve in place with the factors; x has one row of six numbers per node."""
    n = pattern.order.size
    # forward with L
    for p in range(n):
        node = pattern.order[p]
        for i in range(pattern.start[p], pattern.start[p + 1]):
            subtract_forward(blocks[n + i], x[node], x[pattern.row[i]])
    # D⁻¹, then backward with Lᵀ
    for p in range(n - 1, -1, -1):
        node = pattern.order[p]
        scale_in_place(inverses[node], x[node])
        for i in range(pattern.start[p], pattern.start[p + 1]):
            subtract_backward(blocks[n + i], x[pattern.row[i]], x[node])


@kernel
def invert(A, B):
    """B = A⁻¹ of a symmetric definite 6×6 block by Gauss–Jordan sweeps, which need no pivoting there."""
    # copy
    for i in range(6):
        for j in range(6):
            B[i, j] = A[i, j]
    # sweep every row and column
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


SOUND = 1e-3
"""A joint's pivot is sound when its smallest eigenvalue is at least this part of what free bodies would give it."""


def elimination_order(
    masses: list[np.ndarray], joints: list[list[tuple[int, np.ndarray]]], regularisation: float
) -> list[int]:
    """Order of the nodes (bodies first, then joints, numbered in the order given).

    masses: the 6×6 mass matrix of each body; joints: for each joint its (body, m×6 Jacobian) pairs.
    """
    nb = len(masses)
    A: dict[tuple[int, int], np.ndarray] = {}
    neighbours: list[set[int]] = [set() for _ in range(nb + len(joints))]
    scale = {}
    for i, mass in enumerate(masses):
        A[i, i] = mass.copy()
    for j, pairs in enumerate(joints, start=nb):
        m = pairs[0][1].shape[0] if pairs else 0
        A[j, j] = -regularisation * np.eye(m)
        free = np.zeros(m)
        for i, jacobian in pairs:
            A[j, i] = A.get((j, i), 0.0) + jacobian
            A[i, j] = A[j, i].T
            neighbours[i].add(j)
            neighbours[j].add(i)
        for i in {i for i, _ in pairs}:
            free += np.einsum("ij,ij->i", A[j, i], np.linalg.solve(masses[i], A[i, j]).T)
        scale[j] = np.sqrt(np.maximum(free, 1e-300))

    def sound(node: int) -> bool:
        if node < nb or not A[node, node].size:
            return True
        scaled = -A[node, node] / np.outer(scale[node], scale[node])
        return bool(np.linalg.eigvalsh(scaled)[0] > SOUND)

    order: list[int] = []
    waiting = set(range(len(neighbours)))
    while waiting:
        by_degree = sorted(waiting, key=lambda k: (sum(A[m, m].shape[0] for m in neighbours[k]), k))
        node = next((k for k in by_degree if sound(k)), by_degree[0])
        _eliminate(node, A, neighbours)
        waiting.remove(node)
        order.append(node)
    return order


def _eliminate(node: int, A: dict[tuple[int, int], np.ndarray], neighbours: list[set[int]]) -> None:
    """Schur complement of one node onto its neighbours."""
    around = sorted(neighbours[node])
    if A[node, node].size:
        solved = {b: np.linalg.solve(A[node, node], A[node, b]) for b in around}
        for a in around:
            for b in around:
                old = A.get((a, b))
                update = A[a, node] @ solved[b]
                A[a, b] = -update if old is None else old - update
    for a in around:
        neighbours[a].discard(node)
        neighbours[a].update(b for b in around if b != a)
