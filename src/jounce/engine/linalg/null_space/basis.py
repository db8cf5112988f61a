"""A basis as such: how far its columns are from orthonormal, and back to it."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.dense import cholesky_factor

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
