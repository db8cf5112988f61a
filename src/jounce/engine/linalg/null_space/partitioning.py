"""Null space by partitioning (Wehage & Haug 1982): dependent columns u and independent ones v, J = [Φ_u Φ_v].

P = [−Φ_u⁻¹ Φ_v; 1] and I = [Φ_u⁻¹; 0], on the rows that count and in the original order of columns. So the independent
velocities are velocities of the mechanism. `choose` is asked seldom, `decompose` at each instant, the choice given.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel

DEPENDENT = 1e-9
"""A pivot up to this fraction of the largest counts as zero."""


@kernel
def partitioning_choose(J, most, H, G, F, P, tau, rows, columns):
    """Choose the rows that count and the dependent columns by LU with complete pivoting. Returns the rank.

    rows[:rank] count, columns[:rank] are dependent, columns[most:] independent. For a rank below `most` those in
    between are neither: the basis holds them at 0. H is overwritten; P is not written.
    """
    m, n = J.shape
    size = 0.0
    for i in range(m):
        rows[i] = i
        for j in range(n):
            H[i, j] = J[i, j]
            size += J[i, j] * J[i, j]
    for j in range(n):
        columns[j] = j
    if not size < math.inf:
        return 0
    least = 0.0
    for k in range(min(m, n, most)):
        # the largest entry of what is left
        largest, row, column = 0.0, k, k
        for i in range(k, m):
            for j in range(k, n):
                entry = abs(H[rows[i], columns[j]])
                if entry > largest:
                    largest, row, column = entry, i, j
        if not largest > least:
            return k
        if k == 0:
            least = DEPENDENT * largest
        rows[k], rows[row] = rows[row], rows[k]
        columns[k], columns[column] = columns[column], columns[k]
        pivot = 1.0 / H[rows[k], columns[k]]
        for i in range(k + 1, m):
            factor = H[rows[i], columns[k]] * pivot
            for j in range(k + 1, n):
                H[rows[i], columns[j]] -= factor * H[rows[k], columns[j]]
    return min(m, n, most)


@kernel
def partitioning_decompose(J, rank, H, G, F, P, tau, rows, columns):
    """P for the choice of `partitioning_choose` and the rank found there. Returns the quality of the choice.

    That is smallest / largest |pivot| of Φ_u, in 0…1: 1 for rank 0, 0 when Φ_u is singular or NaN, and P is of no use.
    G takes the factors of Φ_u; the row pivots change the order of rows[:rank], not which rows these are.
    """
    quality = _factor(J, rank, G, rows, columns)
    if quality == 0.0:
        return quality
    n, freedom = P.shape
    first = n - freedom
    for k in range(rank):
        row, column = rows[k], columns[k]
        for c in range(freedom):
            P[column, c] = -J[row, columns[first + c]]
    for k in range(rank, n):
        column = columns[k]
        for c in range(freedom):
            P[column, c] = 0.0
    for c in range(freedom):
        P[columns[first + c], c] = 1.0
    # rows of −Φ_u⁻¹ Φ_v in place
    for i in range(1, rank):
        target = columns[i]
        for j in range(i):
            factor = G[i, j]
            source = columns[j]
            for c in range(freedom):
                P[target, c] -= factor * P[source, c]
    for i in range(rank - 1, -1, -1):
        target = columns[i]
        for j in range(i + 1, rank):
            factor = G[i, j]
            source = columns[j]
            for c in range(freedom):
                P[target, c] -= factor * P[source, c]
        inverse = 1.0 / G[i, i]
        for c in range(freedom):
            P[target, c] *= inverse
    return quality


@kernel
def partitioning_right(J, rank, H, G, F, tau, rows, columns, b, x):
    """x = [Φ_u⁻¹ b; 0]"""
    for j in range(x.shape[0]):
        x[j] = 0.0
    for i in range(rank):
        t = b[rows[i]]
        for j in range(i):
            t -= G[i, j] * x[columns[j]]
        x[columns[i]] = t
    for i in range(rank - 1, -1, -1):
        t = x[columns[i]]
        for j in range(i + 1, rank):
            t -= G[i, j] * x[columns[j]]
        x[columns[i]] = t / G[i, i]


@kernel
def partitioning_left(J, rank, H, G, F, tau, rows, columns, Q, s):
    """s = Φ_u⁻ᵀ Q_u"""
    for i in range(s.shape[0]):
        s[i] = 0.0
    for i in range(rank):
        t = Q[columns[i]]
        for j in range(i):
            t -= G[j, i] * s[rows[j]]
        s[rows[i]] = t / G[i, i]
    for i in range(rank - 1, -1, -1):
        t = s[rows[i]]
        for j in range(i + 1, rank):
            t -= G[j, i] * s[rows[j]]
        s[rows[i]] = t


@kernel
def _factor(J, rank, G, rows, columns):
    """Φ_u = L U in G, rows swapped in `rows`; returns smallest / largest |pivot|, or 0."""
    for i in range(rank):
        row = rows[i]
        for j in range(rank):
            G[i, j] = J[row, columns[j]]
    smallest, largest = math.inf, 0.0
    for k in range(rank):
        pivot = k
        for i in range(k + 1, rank):
            if abs(G[i, k]) > abs(G[pivot, k]):
                pivot = i
        size = abs(G[pivot, k])
        # written so that a NaN fails too
        if not (size > 0.0 and size < math.inf):
            return 0.0
        smallest = min(smallest, size)
        largest = max(largest, size)
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            for j in range(rank):
                G[k, j], G[pivot, j] = G[pivot, j], G[k, j]
        scale = 1.0 / G[k, k]
        for i in range(k + 1, rank):
            factor = G[i, k] * scale
            G[i, k] = factor
            for j in range(k + 1, rank):
                G[i, j] -= factor * G[k, j]
    if rank == 0:
        return 1.0
    return smallest / largest
