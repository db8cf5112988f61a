"""Cholesky factors, with diagonal pivoting, of a positive semidefinite matrix such as a Gram matrix: Πᵀ A Π = L Lᵀ.

A holds three things at once. Strictly above the diagonal: the matrix, which stays. Strictly below: L, rows in the order
of the pivots. On the diagonal: 1 / Lₖₖ.
"""

import math

from jounce.kernel import kernel


@kernel
def gram(J, G):
    """Upper triangle of G = J Jᵀ; returns its trace |J|². The part below the diagonal is not written."""
    m, n = J.shape
    trace = 0.0
    for i in range(m):
        s = 0.0
        for k in range(n):
            s += J[i, k] * J[i, k]
        G[i, i] = s
        trace += s
        # three sums at a time: none of them has to wait for its last addition
        j = i + 1
        while j + 2 < m:
            s0, s1, s2 = 0.0, 0.0, 0.0
            for k in range(n):
                a = J[i, k]
                s0 += a * J[j, k]
                s1 += a * J[j + 1, k]
                s2 += a * J[j + 2, k]
            G[i, j], G[i, j + 1], G[i, j + 2] = s0, s1, s2
            j += 3
        while j < m:
            s = 0.0
            for k in range(n):
                s += J[i, k] * J[j, k]
            G[i, j] = s
            j += 1
    return trace


@kernel
def pivoted_cholesky_factor(A, most, tolerance, order):
    """Factor the matrix given by its upper triangle, in place; order[k] is the row of pivot k. Returns the rank.

    The largest remaining diagonal entry is the next pivot. The rank is the number of pivots Lₖₖ² > tolerance × the
    first one, at most `most`; it is 0 when a diagonal entry is NaN or infinite.
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
        pivot = k
        for i in range(k + 1, n):
            if A[i, i] > A[pivot, pivot]:
                pivot = i
        square = A[pivot, pivot]
        if not square > least:
            return k
        if k == 0:
            least = tolerance * square
        if pivot != k:
            order[k], order[pivot] = order[pivot], order[k]
            A[pivot, pivot] = A[k, k]
            for j in range(k):
                A[k, j], A[pivot, j] = A[pivot, j], A[k, j]
        inverse = 1.0 / math.sqrt(square)
        A[k, k] = inverse
        row = order[k]
        for i in range(k + 1, n):
            s = A[min(row, order[i]), max(row, order[i])]
            for j in range(k):
                s -= A[i, j] * A[k, j]
            s *= inverse
            A[i, k] = s
            A[i, i] -= s * s
    return min(n, most)


@kernel
def pivoted_cholesky_solve(A, rank, y):
    """y ← (L Lᵀ)⁻¹ y for the first `rank` entries, which come and go in the order of the pivots."""
    for i in range(rank):
        s = y[i]
        for j in range(i):
            s -= A[i, j] * y[j]
        y[i] = s * A[i, i]
    for i in range(rank - 1, -1, -1):
        s = y[i] * A[i, i]
        y[i] = s
        for j in range(i):
            y[j] -= A[i, j] * s


@kernel
def pivoted_cholesky_solve_matrix(A, rank, Y):
    """Y ← (L Lᵀ)⁻¹ Y, all columns, for the first `rank` rows, which come and go in the order of the pivots."""
    columns = Y.shape[1]
    for i in range(rank):
        for j in range(i):
            factor = A[i, j]
            for c in range(columns):
                Y[i, c] -= factor * Y[j, c]
        inverse = A[i, i]
        for c in range(columns):
            Y[i, c] *= inverse
    for i in range(rank - 1, -1, -1):
        inverse = A[i, i]
        for c in range(columns):
            Y[i, c] *= inverse
        for j in range(i):
            factor = A[i, j]
            for c in range(columns):
                Y[j, c] -= factor * Y[i, c]
