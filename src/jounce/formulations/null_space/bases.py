"""The null space of every island by the method that was chosen, behind four verbs.

    decompose   P with Φ_q P = 0, and what the others need
    right       x = I b with Φ_q I = 1
    left        s = Iᵀ Q
    remember    the basis at the end of a step, for the next

I is I_R = Φ_qᵀ(Φ_qΦ_qᵀ)⁻¹ but for partitioning, whose I moves dependent coordinates only.
"""

from jounce.algebra.null_space.basis import basis_condition, orthonormalise
from jounce.algebra.null_space.orthogonal import qr_decompose, qr_left, qr_right
from jounce.algebra.null_space.partitioning import (
    partitioning_choose,
    partitioning_decompose,
    partitioning_left,
    partitioning_right,
)
from jounce.algebra.null_space.projection import (
    projection_decompose,
    projection_left,
    projection_right,
    start_basis,
)
from jounce.algebra.null_space.singular_values import svd_decompose, svd_left, svd_right
from jounce.formulations.null_space.model import (
    CONDITION,
    DEFICIENT,
    INDEPENDENT,
    PARTITIONING,
    PROJECTION,
    QR,
    RENEWED,
    SVD,
)
from jounce.kernel import part

WORN = 1e4
"""Condition of PᵀP from which on the basis is made orthonormal."""
POOR = 0.02
"""Quality of Φ_u, relative to that at the choice, below which other coordinates are chosen."""
TURNED = 0.5
"""Smallest pivot of KᵀP below which a held frame is laid anew."""


@part
def decompose(model, work):
    """P, and what `right` and `left` need, at the Φ_q of the last evaluation."""
    for s in range(model.islands.size):
        island = model.islands[s]
        r0, r1, c0, c1, f = island["row"], island["last_row"], island["column"], island["last"], island["freedom"]
        n = c1 - c0
        J, H, G, F = work.J[r0:r1, :n], work.H[r0:r1, :n], work.G[r0:r1, : r1 - r0], work.F[c0:c1, :n]
        P, K = work.P[c0:c1, :f], work.K[c0:c1, :f]
        tau, rows, columns = work.tau[c0:c1], work.order[r0:r1], work.columns[c0:c1]
        if model.method == QR:
            rank = qr_decompose(J, n - f, H, G, F, P, tau, rows, columns)
        elif model.method == SVD:
            rank = svd_decompose(J, n - f, H, G, F, P, tau, rows, columns)
        elif model.method == PARTITIONING:
            rank = work.rank[s]
            work.quality[s] = partitioning_decompose(J, rank, H, G, F, P, tau, rows, columns)
        else:
            for i in range(n):
                for a in range(f):
                    P[i, a] = K[i, a]
            rank = projection_decompose(J, n - f, H, G, F, P, tau, rows, columns)
        work.rank[s] = rank
        if rank < n - f:
            work.counts[DEFICIENT] += 1.0


@part
def choose(model, work):
    """A basis that owes nothing to the last step: selected columns of the projector [3.7], or other coordinates."""
    for s in range(model.islands.size):
        island = model.islands[s]
        r0, r1, c0, c1, f = island["row"], island["last_row"], island["column"], island["last"], island["freedom"]
        n = c1 - c0
        J, H, G, F = work.J[r0:r1, :n], work.H[r0:r1, :n], work.G[r0:r1, : r1 - r0], work.F[c0:c1, :n]
        K, tau, rows, columns = work.K[c0:c1, :f], work.tau[c0:c1], work.order[r0:r1], work.columns[c0:c1]
        if model.method == PARTITIONING:
            work.rank[s] = partitioning_choose(J, n - f, H, G, F, K, tau, rows, columns)
            work.chosen[s] = partitioning_decompose(J, work.rank[s], H, G, F, K, tau, rows, columns)
        elif model.method == QR:
            work.rank[s] = qr_decompose(J, n - f, H, G, F, K, tau, rows, columns)
        else:
            work.rank[s] = start_basis(J, n - f, H, G, F, K, tau, rows, columns)


@part
def right(method, island, s, work, b, x):
    """x = I b of one island; both are arrays of all."""
    r0, r1, c0, c1 = island["row"], island["last_row"], island["column"], island["last"]
    n, rank = c1 - c0, work.rank[s]
    J, H, G, F = work.J[r0:r1, :n], work.H[r0:r1, :n], work.G[r0:r1, : r1 - r0], work.F[c0:c1, :n]
    tau, rows, columns = work.tau[c0:c1], work.order[r0:r1], work.columns[c0:c1]
    if method == QR:
        qr_right(J, rank, H, G, F, tau, rows, columns, b[r0:r1], x[c0:c1])
    elif method == SVD:
        svd_right(J, rank, H, G, F, tau, rows, columns, b[r0:r1], x[c0:c1])
    elif method == PARTITIONING:
        partitioning_right(J, rank, H, G, F, tau, rows, columns, b[r0:r1], x[c0:c1])
    else:
        projection_right(J, rank, H, G, F, tau, rows, columns, b[r0:r1], x[c0:c1])


@part
def left(method, island, s, work, Q, x):
    """x = Iᵀ Q of one island; both are arrays of all."""
    r0, r1, c0, c1 = island["row"], island["last_row"], island["column"], island["last"]
    n, rank = c1 - c0, work.rank[s]
    J, H, G, F = work.J[r0:r1, :n], work.H[r0:r1, :n], work.G[r0:r1, : r1 - r0], work.F[c0:c1, :n]
    tau, rows, columns = work.tau[c0:c1], work.order[r0:r1], work.columns[c0:c1]
    if method == QR:
        qr_left(J, rank, H, G, F, tau, rows, columns, Q[c0:c1], x[r0:r1])
    elif method == SVD:
        svd_left(J, rank, H, G, F, tau, rows, columns, Q[c0:c1], x[r0:r1])
    elif method == PARTITIONING:
        partitioning_left(J, rank, H, G, F, tau, rows, columns, Q[c0:c1], x[r0:r1])
    else:
        projection_left(J, rank, H, G, F, tau, rows, columns, Q[c0:c1], x[r0:r1])


@part
def remember(model, work, y):
    """Take the basis of this instant as that of the last; make it anew where it has worn out."""
    for s in range(model.islands.size):
        island = model.islands[s]
        c0, c1, f = island["column"], island["last"], island["freedom"]
        P, K = work.P[c0:c1, :f], work.K[c0:c1, :f]
        if model.method == PROJECTION:
            for i in range(c1 - c0):
                for a in range(f):
                    K[i, a] = P[i, a]
            condition = basis_condition(K, work.S[:f, :f])
            work.counts[CONDITION] = max(work.counts[CONDITION], condition)
            if condition > WORN:
                orthonormalise(K, work.S[:f, :f])
                work.counts[RENEWED] += 1.0
                if model.velocities == INDEPENDENT:
                    carry_over(work.S, f, y[model.independent + island["first_free"] :], work.share)
        elif model.method == QR and model.velocities == INDEPENDENT:
            if least_pivot(P, K) < TURNED:
                work.counts[RENEWED] += 1.0
                lay_anew(P, K, work.u[6 + c0 : 6 + c1], y[model.independent + island["first_free"] :])
        elif model.method == PARTITIONING and work.quality[s] < POOR * work.chosen[s]:
            r0, r1, n = island["row"], island["last_row"], c1 - c0
            J, H, G, F = work.J[r0:r1, :n], work.H[r0:r1, :n], work.G[r0:r1, : r1 - r0], work.F[c0:c1, :n]
            tau, rows, columns = work.tau[c0:c1], work.order[r0:r1], work.columns[c0:c1]
            work.rank[s] = partitioning_choose(J, n - f, H, G, F, K, tau, rows, columns)
            work.chosen[s] = partitioning_decompose(J, work.rank[s], H, G, F, K, tau, rows, columns)
            work.counts[RENEWED] += 1.0


@part
def carry_over(R, f, z, share):
    """ż ← R ż, for P = P' R."""
    for a in range(f):
        share[a] = 0.0
        for b in range(a, f):
            share[a] += R[a, b] * z[b]
    for a in range(f):
        z[a] = share[a]


@part
def least_pivot(P, K):
    """Smallest |Kᵀ P| along a column: how far the null space has turned from the held frame, as a cosine."""
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


@part
def lay_anew(P, K, u, z):
    """K ← P and ż ← Kᵀu."""
    n, f = P.shape
    for a in range(f):
        z[a] = 0.0
        for i in range(n):
            K[i, a] = P[i, a]
            z[a] += K[i, a] * u[i]
