"""Factors, with diagonal pivoting, of a positive semidefinite matrix such as a Gram matrix: Πᵀ A Π = L D Lᵀ.

A holds three things at once. Strictly above the diagonal: the matrix, which stays. Strictly below: L, rows in the order
of the pivots, its ones not stored. On the diagonal: 1 / Dₖ. This is Cholesky's factor without its square roots.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel


@kernel
def gram(J, G):
    """G = J Jᵀ, diagonal and above (what is below is of no use); returns the trace |J|²."""
    m, n = J.shape
    trace = 0.0
    for i in range(m):
        # four sums at a time, so that none waits for its last addition; the last four may reach below the diagonal
        j = i
        while j < m and m >= 4:
            j = min(j, m - 4)
            s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
            for k in range(n):
                a = J[i, k]
                s0 += a * J[j, k]
                s1 += a * J[j + 1, k]
                s2 += a * J[j + 2, k]
                s3 += a * J[j + 3, k]
            G[i, j], G[i, j + 1], G[i, j + 2], G[i, j + 3] = s0, s1, s2, s3
            j += 4
        while j < m:
            s = 0.0
            for k in range(n):
                s += J[i, k] * J[j, k]
            G[i, j] = s
            j += 1
        trace += G[i, i]
    return trace


@kernel
def pivoted_cholesky_factor(A, most, tolerance, order):
    """Factor the matrix given by its upper triangle, in place; order[k] is the row of pivot k. Returns the rank.

    The largest remaining diagonal entry is the next pivot. The rank is the number of pivots Dₖ > tolerance × the first
    one, at most `most`; it is 0 when a diagonal entry is NaN or infinite.
    """
    n = A.shape[0]
    trace = 0.0
    for i in range(n):
        order[i] = i
        trace += A[i, i]
    if not trace < math.inf:
        return 0
    least = 0.0
    for k in range(min(n, most)):
        pivot, largest = k, A[k, k]
        for i in range(k + 1, n):
            if A[i, i] > largest:
                pivot, largest = i, A[i, i]
        if not largest > least:
            return k
        if k == 0:
            least = tolerance * largest
        if pivot != k:
            order[k], order[pivot] = order[pivot], order[k]
            A[pivot, pivot] = A[k, k]
            for j in range(k):
                A[k, j], A[pivot, j] = A[pivot, j], A[k, j]
        inverse = 1.0 / largest
        A[k, k] = inverse
        # rows that wait for their pivot hold L D
        for j in range(k):
            A[k, j] *= A[j, j]
        row = order[k]
        for i in range(k + 1, n):
            s = A[min(row, order[i]), max(row, order[i])]
            for j in range(k):
                s -= A[i, j] * A[k, j]
            A[i, k] = s
            A[i, i] -= s * (s * inverse)
    return min(n, most)


@kernel
def pivoted_cholesky_solve(A, rank, y):
    """y ← (L D Lᵀ)⁻¹ y for the first `rank` entries, which come and go in the order of the pivots."""
    for i in range(1, rank):
        s = y[i]
        for j in range(i):
            s -= A[i, j] * y[j]
        y[i] = s
    for i in range(rank):
        y[i] *= A[i, i]
    for i in range(rank - 1, 0, -1):
        s = y[i]
        for j in range(i):
            y[j] -= A[i, j] * s
