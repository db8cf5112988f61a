"""Orthonormal bases of a null space: by Householder QR, by singular values, and by making a given basis orthonormal.

QR with pivoting: Jᵀ Π = Q R, P = the last f columns of Q, I = Q₁ R⁻ᵀ on the rows that count. P has no memory: pivots
that change between two instants turn it within the null space.

Singular values: J V = U Σ by one-sided Jacobi rotations (Hestenes 1958), P = the last f columns of V, I = V₁ Σ⁻¹ Uᵀ the
pseudoinverse. They choose no rows: where rows depend on others all of them count, their multipliers are the shortest
that give the force, not 0, and J I b is what of b the rows can agree on.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.dense import (
    cholesky_factor,
    qr_apply_q,
    qr_factor,
    qr_rank,
    qr_solve_least_squares,
    qr_solve_minimum_norm,
)

DEPENDENT = 1e-9
"""A row of which no more than this, relative to the longest row, stands out of the span of the others depends on
them; a singular value up to this fraction of the largest counts as zero."""


@kernel
def qr_decompose(J, most, H, G, F, P, tau, rows, columns):
    """P = Q [0; 1]. Returns the rank. The factors go to Hᵀ and tau; G and columns stay."""
    m, n = J.shape
    square = 0.0
    for i in range(m):
        for j in range(n):
            H[i, j] = J[i, j]
            square += J[i, j] * J[i, j]
    qr_factor(H.T, tau, rows)
    rank = 0
    if square < math.inf:
        rank = min(most, qr_rank(H.T, DEPENDENT))
    freedom = P.shape[1]
    for c in range(freedom):
        for j in range(n):
            P[j, c] = 0.0
        P[n - freedom + c, c] = 1.0
        qr_apply_q(H[:rank].T, tau, P[:, c])
    return rank


@kernel
def qr_right(J, rank, H, G, F, tau, rows, columns, b, x):
    """x = Q₁ R⁻ᵀ b, the shortest one"""
    qr_solve_minimum_norm(H[:rank].T, tau, rows, b, x)


@kernel
def qr_left(J, rank, H, G, F, tau, rows, columns, Q, s):
    """s = R⁻¹ Q₁ᵀ Q; overwrites the first row of F"""
    for j in range(Q.shape[0]):
        F[0, j] = Q[j]
    for i in range(s.shape[0]):
        s[i] = 0.0
    qr_solve_least_squares(H[:rank].T, tau, rows, F[0], s)


ZERO = 1e-15
"""A column of J V up to this fraction of |J| is in the null space to rounding: nothing is left to rotate."""
EPS = 2.3e-16
SWEEPS = 30


@kernel
def svd_decompose(J, most, H, G, F, P, tau, rows, columns):
    """P = V₂, V₁ and V₂ by falling singular value. Returns the rank. G stays.

    H takes J V = U Σ, F the rows of Vᵀ, tau the σ², all unsorted: column columns[k] of H is the k-th in size.
    """
    m, n = J.shape
    size = 0.0
    for i in range(m):
        rows[i] = i
        for j in range(n):
            H[i, j] = J[i, j]
            size += J[i, j] * J[i, j]
    for i in range(n):
        for j in range(n):
            F[i, j] = 0.0
        F[i, i] = 1.0
        columns[i] = i
    if not size < math.inf:
        return 0
    for _ in range(SWEEPS):
        if not _sweep(H, F, ZERO * ZERO * size):
            break
    _sort(H, tau, columns)
    freedom = P.shape[1]
    for c in range(freedom):
        for j in range(n):
            P[j, c] = F[columns[n - freedom + c], j]
    rank = 0
    while rank < min(m, n, most) and tau[columns[rank]] > DEPENDENT * DEPENDENT * tau[columns[0]]:
        rank += 1
    return rank


@kernel
def svd_right(J, rank, H, G, F, tau, rows, columns, b, x):
    """x = Σₖ vₖ (hₖ·b) / σₖ², hₖ = σₖ uₖ"""
    for j in range(x.shape[0]):
        x[j] = 0.0
    for k in range(rank):
        column = columns[k]
        t = 0.0
        for i in range(b.shape[0]):
            t += H[i, column] * b[i]
        t /= tau[column]
        for j in range(x.shape[0]):
            x[j] += t * F[column, j]


@kernel
def svd_left(J, rank, H, G, F, tau, rows, columns, Q, s):
    """s = Σₖ hₖ (vₖ·Q) / σₖ²"""
    for i in range(s.shape[0]):
        s[i] = 0.0
    for k in range(rank):
        column = columns[k]
        t = 0.0
        for j in range(Q.shape[0]):
            t += F[column, j] * Q[j]
        t /= tau[column]
        for i in range(s.shape[0]):
            s[i] += t * H[i, column]


@kernel
def _sweep(H, F, zero):
    """Make each pair of columns of H orthogonal once, and turn the rows of F alike. Returns whether any turned."""
    m, n = H.shape
    turned = False
    for p in range(n - 1):
        for q in range(p + 1, n):
            a, b, c = 0.0, 0.0, 0.0
            for i in range(m):
                a += H[i, p] * H[i, p]
                b += H[i, q] * H[i, q]
                c += H[i, p] * H[i, q]
            if not (min(a, b) > zero and abs(c) > m * EPS * math.sqrt(a) * math.sqrt(b)):
                continue
            turned = True
            # the smaller of the two angles, tan 2φ = 2c / (b − a)
            zeta = (b - a) / (2.0 * c)
            t = math.copysign(1.0, zeta) / (abs(zeta) + math.sqrt(1.0 + zeta * zeta))
            cosine = 1.0 / math.sqrt(1.0 + t * t)
            sine = t * cosine
            for i in range(m):
                h, k = H[i, p], H[i, q]
                H[i, p] = cosine * h - sine * k
                H[i, q] = sine * h + cosine * k
            for j in range(n):
                h, k = F[p, j], F[q, j]
                F[p, j] = cosine * h - sine * k
                F[q, j] = sine * h + cosine * k
    return turned


@kernel
def _sort(H, squares, columns):
    """Squares of the columns of H, and the columns in falling order of them (insertion)."""
    m, n = H.shape
    for j in range(n):
        s = 0.0
        for i in range(m):
            s += H[i, j] * H[i, j]
        squares[j] = s
        k = j
        while k > 0 and squares[columns[k - 1]] < s:
            columns[k] = columns[k - 1]
            k -= 1
        columns[k] = j


PARALLEL = 1e-14
"""A column of which no more than this fraction stands out of the span of those before it depends on them."""


@kernel
def basis_condition(P, S):
    """tr(PᵀP) tr((PᵀP)⁻¹) / f², between cond(PᵀP) / f² and cond(PᵀP); 1 for f = 0, infinite for dependent columns.

    The traces are those of the inverse Cholesky factor, which S takes. (The ratio of the diagonal entries of the factor
    would be cheaper, but misses a condition of 1e4 by a factor of 1000.)
    """
    n, freedom = P.shape
    for a in range(freedom):
        for b in range(a + 1):
            S[a, b] = 0.0
    for i in range(n):
        for a in range(freedom):
            factor = P[i, a]
            for b in range(a + 1):
                S[a, b] += factor * P[i, b]
    trace = 0.0
    for a in range(freedom):
        trace += S[a, a]
    if freedom == 0:
        return 1.0
    if cholesky_factor(S) != 0:
        return math.inf
    # L⁻¹ in place, row after row
    inverse_trace = 0.0
    for a in range(freedom):
        diagonal = 1.0 / S[a, a]
        for b in range(a):
            s = 0.0
            for k in range(b, a):
                s += S[a, k] * S[k, b]
            S[a, b] = -diagonal * s
        S[a, a] = diagonal
        for b in range(a + 1):
            inverse_trace += S[a, b] * S[a, b]
    return trace * inverse_trace / (freedom * freedom)


@kernel
def orthonormalise(P, R):
    """P ← P' with P = P' R, P'ᵀP' = 1, R upper triangular, so that P ż = P' (R ż). Returns a status.

    Modified Gram–Schmidt, each column twice. Status k + 1: column k depends on those before it, or is NaN; P and R are
    then of no use.
    """
    n, freedom = P.shape
    for c in range(freedom):
        for b in range(freedom):
            R[b, c] = 0.0
        before = 0.0
        for i in range(n):
            before += P[i, c] * P[i, c]
        for _ in range(2):
            for b in range(c):
                s = 0.0
                for i in range(n):
                    s += P[i, b] * P[i, c]
                R[b, c] += s
                for i in range(n):
                    P[i, c] -= s * P[i, b]
        square = 0.0
        for i in range(n):
            square += P[i, c] * P[i, c]
        # written so that a NaN fails too
        if not square > PARALLEL * PARALLEL * before:
            return c + 1
        R[c, c] = math.sqrt(square)
        inverse = 1.0 / R[c, c]
        for i in range(n):
            P[i, c] *= inverse
    return 0
