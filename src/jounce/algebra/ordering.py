"""Elimination order for the bodies and joints of a mechanism: little fill, and pivots that are never tiny.

A plain minimum-degree order may eliminate a joint before its bodies have given it a pivot, or a loop's last joint too
early; both leave a pivot of the size of the regularisation and cost digits. So the elimination is carried out once, on
the numbers of the design position: the node of least degree goes first among those whose pivot is sound.
"""

import numpy as np

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
