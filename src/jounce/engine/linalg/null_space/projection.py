"""Null space by projection: the basis of the last instant, freed of what has left the null space (Kim & Yoo 1997).

I = Jᵀ (J Jᵀ)⁻¹ [3.1] is the right inverse of least norm, P ← (1 − I J) P [3.6, A3]. The Gram matrix costs half of the
digits: its pivots are squares, so that rows count down to a singular value ratio of about 3e-7, not 1e-9 as for the
other methods, and I errs by eps cond(J)². The basis does not: one pass leaves |J P| / (|J| |P|) ≈ 0.2 eps cond(J)
times the part of P that is off, two passes leave rounding (4e-15 at cond 3e6). Beyond that the rank falls: the row that
no longer counts is violated by its singular value.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.linalg.null_space.pivoted_cholesky import gram, pivoted_cholesky_factor, pivoted_cholesky_solve

DEPENDENT = 1e-13
"""A pivot of the Gram matrix up to this fraction of the largest marks a row that depends on the others."""
CORRECTION = 100.0
"""A pass leaves |J P| of about eps |J|² |Y|, Y = (J Jᵀ)⁻¹ J P: for |J| |Y| above this many |P|, project once more."""
PASSES = 4


@kernel
def projection_decompose(J, most, H, G, F, P, tau, rows, columns):
    """P ← (1 − I J) P, from the basis of the last instant in P. Returns the rank. F, tau and columns stay."""
    trace = gram(J, G)
    rank = pivoted_cholesky_factor(G, most, DEPENDENT, rows)
    _project(J, rank, trace, H, G, P, rows)
    return rank


@kernel
def projection_right(J, rank, H, G, F, tau, rows, columns, b, x):
    """x = Jᵀ (J Jᵀ)⁻¹ b"""
    for k in range(rank):
        tau[k] = b[rows[k]]
    pivoted_cholesky_solve(G, rank, tau)
    for j in range(x.shape[0]):
        x[j] = 0.0
    for k in range(rank):
        factor = tau[k]
        row = rows[k]
        for j in range(x.shape[0]):
            x[j] += factor * J[row, j]


@kernel
def projection_left(J, rank, H, G, F, tau, rows, columns, Q, s):
    """s = (J Jᵀ)⁻¹ J Q"""
    for k in range(rank):
        row = rows[k]
        t = 0.0
        for j in range(Q.shape[0]):
            t += J[row, j] * Q[j]
        tau[k] = t
    pivoted_cholesky_solve(G, rank, tau)
    for i in range(s.shape[0]):
        s[i] = 0.0
    for k in range(rank):
        s[rows[k]] = tau[k]


@kernel
def start_basis(J, most, H, G, F, P, tau, rows, columns):
    """First basis: f columns of the projector 1 − I J [3.7]. Returns the rank; `right` and `left` may follow.

    Diagonal pivoting of the projector chooses them, so that each stands out of the span of those before it; what was
    in P does not matter. They are not orthonormal: see `basis.orthonormalise`.
    """
    n, freedom = P.shape
    # factors of the Gram matrix
    trace = gram(J, G)
    rank = pivoted_cholesky_factor(G, most, DEPENDENT, rows)
    # the projector, from the identity
    for i in range(n):
        for j in range(n):
            F[i, j] = 0.0
        F[i, i] = 1.0
    _project(J, rank, trace, H, G, F, rows)
    # choose columns, project those of identity
    pivoted_cholesky_factor(F, freedom, DEPENDENT, columns)
    for i in range(n):
        for c in range(freedom):
            P[i, c] = 0.0
    for c in range(freedom):
        P[columns[c], c] = 1.0
    _project(J, rank, trace, H, G, P, rows)
    return rank


@kernel
def _project(J, rank, trace, H, G, P, rows):
    """P ← P − Jᵀ Y, Y = (J Jᵀ)⁻¹ J P with the factors in G, until Y is small; Y in H, trace = |J|²."""
    freedom = P.shape[1]
    for _ in range(PASSES):
        correction, size = 0.0, 0.0
        c = 0
        # four columns at a time keep their sums in registers
        while c + 3 < freedom:
            a, b = _project_four(J, rank, H, G, P, rows, c)
            correction += a
            size += b
            c += 4
        while c < freedom:
            a, b = _project_one(J, rank, H, G, P, rows, c)
            correction += a
            size += b
            c += 1
        # written so that a NaN ends it too
        if not trace * correction > CORRECTION * CORRECTION * size:
            return


@kernel
def _project_one(J, rank, H, G, P, rows, c):
    """Project column c once; returns |Y|² and |P|² of it."""
    n = J.shape[1]
    # forward: L H = J P
    for k in range(rank):
        row = rows[k]
        s = 0.0
        for j in range(n):
            s += J[row, j] * P[j, c]
        for j in range(k):
            s -= G[k, j] * H[j, c]
        H[k, c] = s
    # backward: Y = (J Jᵀ)⁻¹ J P
    correction = 0.0
    for k in range(rank - 1, -1, -1):
        s = H[k, c] * G[k, k]
        for j in range(k + 1, rank):
            s -= G[j, k] * H[j, c]
        H[k, c] = s
        correction += s * s
    # P ← P − Jᵀ Y
    size = 0.0
    for j in range(n):
        s = P[j, c]
        for k in range(rank):
            s -= J[rows[k], j] * H[k, c]
        P[j, c] = s
        size += s * s
    return correction, size


@kernel
def _project_four(J, rank, H, G, P, rows, c):
    """`_project_one` for the columns c … c + 3"""
    n = J.shape[1]
    # forward: L H = J P
    for k in range(rank):
        row = rows[k]
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        for j in range(n):
            a = J[row, j]
            s0 += a * P[j, c]
            s1 += a * P[j, c + 1]
            s2 += a * P[j, c + 2]
            s3 += a * P[j, c + 3]
        for j in range(k):
            a = G[k, j]
            s0 -= a * H[j, c]
            s1 -= a * H[j, c + 1]
            s2 -= a * H[j, c + 2]
            s3 -= a * H[j, c + 3]
        H[k, c], H[k, c + 1], H[k, c + 2], H[k, c + 3] = s0, s1, s2, s3
    # backward: Y = (J Jᵀ)⁻¹ J P
    correction = 0.0
    for k in range(rank - 1, -1, -1):
        a = G[k, k]
        s0, s1, s2, s3 = a * H[k, c], a * H[k, c + 1], a * H[k, c + 2], a * H[k, c + 3]
        for j in range(k + 1, rank):
            a = G[j, k]
            s0 -= a * H[j, c]
            s1 -= a * H[j, c + 1]
            s2 -= a * H[j, c + 2]
            s3 -= a * H[j, c + 3]
        H[k, c], H[k, c + 1], H[k, c + 2], H[k, c + 3] = s0, s1, s2, s3
        correction += s0 * s0 + s1 * s1 + s2 * s2 + s3 * s3
    # P ← P − Jᵀ Y
    size = 0.0
    for j in range(n):
        s0, s1, s2, s3 = P[j, c], P[j, c + 1], P[j, c + 2], P[j, c + 3]
        for k in range(rank):
            a = J[rows[k], j]
            s0 -= a * H[k, c]
            s1 -= a * H[k, c + 1]
            s2 -= a * H[k, c + 2]
            s3 -= a * H[k, c + 3]
        P[j, c], P[j, c + 1], P[j, c + 2], P[j, c + 3] = s0, s1, s2, s3
        size += s0 * s0 + s1 * s1 + s2 * s2 + s3 * s3
    return correction, size
