"""What a basis keeps from step to step, and when it is made anew.

projection     P of the end of the step; made orthonormal when cond(PᵀP) has grown, or a column become short: each
               projection takes 1 − cos of the angle by which the null space has turned off its length
qr, held       the frame K, until the null space has turned away from it
partitioning   the choice of coordinates, until Φ_u is poor
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.null_space.bases import choose_one, simple
from jounce.engine.formulations.null_space.model import CONDITION, INDEPENDENT, PARTITIONING, PROJECTION, QR, RENEWED
from jounce.engine.linalg.null_space.orthogonal import basis_condition, orthonormalise

WORN, SHORT = 1e4, 1e-4
"""Condition of PᵀP above which, and square of a column below which, the basis is made orthonormal."""
POOR = 0.2
"""Quality of Φ_u, relative to that at the choice, below which other coordinates are chosen."""
TURNED = 0.5
"""Square of the cosine between a direction of the null space and the held frame, below which the frame is laid anew."""


@subroutine
def remember(method, velocities, other, cells, space, u, z):
    """Take the basis of this instant as that of the last; z: ż in y, which change with the basis."""
    for s in range(cells.size):
        cell = cells[s]
        if simple(cell):
            continue
        c0, c1, f = cell["column"], cell["last"], cell["freedom"]
        P, K, own = space.P[c0:c1, :f], space.K[c0:c1, :f], z[cell["first_free"] :]
        if method == PROJECTION:
            for i in range(c1 - c0):
                for a in range(f):
                    K[i, a] = P[i, a]
            condition = basis_condition(K, space.S[:f, :f])
            space.counts[CONDITION] = max(space.counts[CONDITION], condition)
            if condition > WORN or shortest(K) < SHORT:
                space.counts[RENEWED] += 1.0
                orthonormalise(K, space.S[:f, :f])
                if velocities == INDEPENDENT:
                    carry_over(space.S, f, own, space.share)
        elif method == QR and velocities == INDEPENDENT:
            if least_share(P, K) < TURNED:
                space.counts[RENEWED] += 1.0
                lay_anew(P, K, u[6 + c0 : 6 + c1], own)
        elif method == PARTITIONING and space.quality[s, 0] < POOR * space.quality[s, 1]:
            space.counts[RENEWED] += 1.0
            choose_one(other, cell, s, space)


@subroutine
def shortest(K):
    """The least square of a column."""
    least = 1.0
    for a in range(K.shape[1]):
        square = 0.0
        for i in range(K.shape[0]):
            square += K[i, a] * K[i, a]
        least = min(least, square)
    return least


@subroutine
def carry_over(R, f, z, share):
    """ż ← R ż, for P = P' R."""
    for a in range(f):
        share[a] = 0.0
        for b in range(a, f):
            share[a] += R[a, b] * z[b]
    for a in range(f):
        z[a] = share[a]


@subroutine
def least_share(P, K):
    """The least square of what a column of P has in the frame K; both are orthonormal."""
    n, f = P.shape
    least = 1.0
    for a in range(f):
        square = 0.0
        for b in range(f):
            d = 0.0
            for i in range(n):
                d += K[i, b] * P[i, a]
            square += d * d
        least = min(least, square)
    return least


@subroutine
def lay_anew(P, K, u, z):
    """K ← P and ż ← Kᵀu."""
    n, f = P.shape
    for a in range(f):
        z[a] = 0.0
        for i in range(n):
            K[i, a] = P[i, a]
            z[a] += K[i, a] * u[i]
