"""Null space by Householder QR with pivoting: Jᵀ Π = Q R, P = the last f columns of Q, I = Q₁ R⁻ᵀ on counted rows.

P is orthonormal, but has no memory: pivots that change between two instants turn it within the null space.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.dense import qr_apply_q, qr_factor, qr_rank, qr_solve_least_squares, qr_solve_minimum_norm

DEPENDENT = 1e-9
"""A row of which no more than this, relative to the longest row, stands out of the span of the others depends on
them."""


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
