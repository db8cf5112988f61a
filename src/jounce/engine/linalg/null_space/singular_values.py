"""Null space by singular values: J V = U Σ by one-sided Jacobi rotations (Hestenes 1958), P = the last f columns of V.

I = V₁ Σ⁻¹ Uᵀ is the pseudoinverse. Singular values choose no rows: where rows depend on others all of them count, their
multipliers are the shortest that give the force, not 0, and J I b is what of b the rows can agree on.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel

DEPENDENT = 1e-9
"""A singular value up to this fraction of the largest counts as zero."""
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
