"""A basis as such: how far its columns are from orthonormal, and back to it."""

import math

from jounce.algebra.dense import cholesky_factor
from jounce.kernel import kernel

PARALLEL = 1e-14
"""A column of which no more than this fraction stands out of the span of those before it depends on them."""


@kernel
def basis_condition(P, S):
    """Estimate of cond(PᵀP) from below: (largest / smallest Lₖₖ)², PᵀP = L Lᵀ; infinite where that breaks down."""
    n, freedom = P.shape
    for a in range(freedom):
        for b in range(a + 1):
            S[a, b] = 0.0
    for i in range(n):
        for a in range(freedom):
            factor = P[i, a]
            for b in range(a + 1):
                S[a, b] += factor * P[i, b]
    if freedom == 0:
        return 1.0
    if cholesky_factor(S) != 0:
        return math.inf
    smallest, largest = S[0, 0], S[0, 0]
    for a in range(1, freedom):
        smallest = min(smallest, S[a, a])
        largest = max(largest, S[a, a])
    return (largest / smallest) ** 2


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
