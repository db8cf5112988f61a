"""In-place factorizations of small dense float64 arrays: LU, Cholesky, Householder QR with column pivoting.

Nothing allocates and nothing raises. LU and Cholesky return a status: 0, or k + 1 when pivot k is not larger than
`SINGULAR` times the largest entry of the matrix; the array is then half factored and of no use. A NaN anywhere in the
matrix gives a status too. QR always succeeds; ask `qr_rank` before solving.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel

SINGULAR = 1e-14
"""A pivot up to this fraction of the largest entry (Cholesky: of the largest diagonal entry) counts as zero."""


@kernel
def lu_factor(A, pivots):
    """P A = L U with row pivoting, L and U in place of A; pivots[k] is the row swapped with row k. Returns a status."""
    n = A.shape[0]
    largest = 0.0
    for i in range(n):
        for j in range(n):
            largest = max(largest, abs(A[i, j]))
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[pivot, k]):
                pivot = i
        pivots[k] = pivot
        # written so that a NaN fails too
        if not abs(A[pivot, k]) > SINGULAR * largest:
            return k + 1
        if pivot != k:
            for j in range(n):
                A[k, j], A[pivot, j] = A[pivot, j], A[k, j]
        scale = 1.0 / A[k, k]
        for i in range(k + 1, n):
            factor = A[i, k] * scale
            A[i, k] = factor
            for j in range(k + 1, n):
                A[i, j] -= factor * A[k, j]
    return 0


@kernel
def lu_solve(A, pivots, b):
    """b ← A⁻¹ b with the factors of `lu_factor`"""
    n = A.shape[0]
    for k in range(n):
        b[k], b[pivots[k]] = b[pivots[k]], b[k]
    for i in range(1, n):
        s = b[i]
        for j in range(i):
            s -= A[i, j] * b[j]
        b[i] = s
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= A[i, j] * b[j]
        b[i] = s / A[i, i]


@kernel
def cholesky_factor(A):
    """A = L Lᵀ, L in place of the lower triangle; the upper one is neither read nor written. Returns a status."""
    n = A.shape[0]
    largest = 0.0
    for i in range(n):
        largest = max(largest, abs(A[i, i]))
    for k in range(n):
        s = A[k, k]
        for j in range(k):
            s -= A[k, j] * A[k, j]
        if not s > SINGULAR * largest:
            return k + 1
        diagonal = math.sqrt(s)
        A[k, k] = diagonal
        for i in range(k + 1, n):
            s = A[i, k]
            for j in range(k):
                s -= A[i, j] * A[k, j]
            A[i, k] = s / diagonal
    return 0


@kernel
def qr_factor(A, tau, column_pivots):
    """A P = Q R with Q = H₀ H₁ …, Hₖ = 1 − τₖ v vᵀ, for any m × n; |Rₖₖ| falls with k.

    R takes the upper triangle, v the part below (its leading 1 is not stored), tau has min(m, n) entries;
    column_pivots[j] is the column of A that stands at place j. Column norms are computed anew in each step: nothing
    to go stale, and no work array.
    """
    m, n = A.shape
    for j in range(n):
        column_pivots[j] = j
    for k in range(min(m, n)):
        # bring the longest remaining column to the front
        longest = k
        square = -1.0
        for j in range(k, n):
            s = 0.0
            for i in range(k, m):
                s += A[i, j] * A[i, j]
            if s > square:
                square = s
                longest = j
        if longest != k:
            column_pivots[k], column_pivots[longest] = column_pivots[longest], column_pivots[k]
            for i in range(m):
                A[i, k], A[i, longest] = A[i, longest], A[i, k]
        # zero or NaN: leave it in R, where the rank count stops
        if not square > 0.0:
            tau[k] = 0.0
            continue
        # reflect it onto the axis; the sign avoids cancellation
        alpha = A[k, k]
        beta = -math.copysign(math.sqrt(square), alpha)
        tau[k] = (beta - alpha) / beta
        scale = 1.0 / (alpha - beta)
        A[k, k] = beta
        for i in range(k + 1, m):
            A[i, k] *= scale
        for j in range(k + 1, n):
            s = A[k, j]
            for i in range(k + 1, m):
                s += A[i, k] * A[i, j]
            s *= tau[k]
            A[k, j] -= s
            for i in range(k + 1, m):
                A[i, j] -= s * A[i, k]


@kernel
def qr_rank(A, tolerance):
    """Number of |Rₖₖ| > tolerance |R₀₀|, with the factors of `qr_factor`"""
    rank = 0
    for k in range(min(A.shape[0], A.shape[1])):
        if not abs(A[k, k]) > tolerance * abs(A[0, 0]):
            break
        rank += 1
    return rank


@kernel
def qr_apply_qt(A, tau, b):
    """b ← Qᵀ b"""
    for k in range(min(A.shape[0], A.shape[1])):
        _reflect(A, tau, k, b)


@kernel
def qr_apply_q(A, tau, b):
    """b ← Q b"""
    for k in range(min(A.shape[0], A.shape[1]) - 1, -1, -1):
        _reflect(A, tau, k, b)


@kernel
def qr_solve_least_squares(A, tau, column_pivots, b, x):
    """x = argmin |A x − b| for the m × n factors, m ≥ n, of full rank; b is overwritten, |b[n:]| = |A x − b|."""
    n = A.shape[1]
    qr_apply_qt(A, tau, b)
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= A[i, j] * b[j]
        b[i] = s / A[i, i]
        x[column_pivots[i]] = b[i]


@kernel
def qr_solve_minimum_norm(A, tau, column_pivots, b, x):
    """x = argmin |x| with Aᵀ x = b for the m × n factors of A, m ≥ n, of full rank; x has m entries, b stays."""
    m, n = A.shape
    for i in range(n):
        s = b[column_pivots[i]]
        for j in range(i):
            s -= A[j, i] * x[j]
        x[i] = s / A[i, i]
    for i in range(n, m):
        x[i] = 0.0
    qr_apply_q(A, tau, x)


@kernel
def _reflect(A, tau, k, b):
    """b ← Hₖ b"""
    m = A.shape[0]
    s = b[k]
    for i in range(k + 1, m):
        s += A[i, k] * b[i]
    s *= tau[k]
    b[k] -= s
    for i in range(k + 1, m):
        b[i] -= s * A[i, k]
