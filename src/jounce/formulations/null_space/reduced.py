"""Accelerations from a null space: Kim 1997 [4.8], [4.11] and [4.13], island by island, with the base as a border.

    z̈ = (PᵀM̄P)⁻¹ Pᵀ(ḡ − M̄ I γ),     u̇ = I γ + P z̈,     λ = Iᵀ(ḡ − M̄u̇)                                             (N6)

Islands touch only through the base, so the reduced mass matrix is factored block by block, and six equations of the
base remain: M₀₀ − Σ HᵀA⁻¹H with A = PᵀM̄P and H = Pᵀ M̄₀.                                                          (N7)
"""

import math

from jounce.formulations.null_space.bases import left, right
from jounce.kernel import part


@part
def reduce_islands(other, free, islands, space, balance):
    """Factor the reduced equations of every island and take their part out of the base's; returns whether it went."""
    for s in range(islands.size):
        island = islands[s]
        right(other, island, s, space, balance.right, balance.particular)
        r0, r1 = island["first_free"], island["first_free"] + island["freedom"]
        c0, c1, f = island["column"], island["last"], island["freedom"]
        P, MP, M = space.P[c0:c1, :f], balance.MP[c0:c1, :f], balance.M[c0:c1, : c1 - c0]
        A, Y = balance.A[r0:r1, :f], balance.Y[r0:r1]
        particular, force, border = balance.particular[c0:c1], balance.force[c0:c1], balance.border[c0:c1]
        project_masses(P, M, MP, A)
        project_forces(P, M, border, particular, force, balance.rest[c0:c1], Y)
        if free:
            take_particular(border, particular, balance.base)
        if not factor(A, Y):
            return False
        if free:
            take_border(Y, balance.base)
    return True


@part
def project_masses(P, M, MP, A):
    """A = PᵀM̄P, lower triangle."""
    n, f = P.shape
    for i in range(n):
        for a in range(f):
            MP[i, a] = 0.0
        for k in range(n):
            m = M[i, k]
            if m != 0.0:
                for a in range(f):
                    MP[i, a] += m * P[k, a]
    for a in range(f):
        for b in range(a + 1):
            A[a, b] = 0.0
    for i in range(n):
        for a in range(f):
            p = P[i, a]
            if p != 0.0:
                for b in range(a + 1):
                    A[a, b] += p * MP[i, b]


@part
def project_forces(P, M, border, particular, force, rest, Y):
    """Y = Pᵀ(M̄₀ | ḡ − M̄ I γ)."""
    n, f = P.shape
    for i in range(n):
        s = force[i]
        for k in range(n):
            s -= M[i, k] * particular[k]
        rest[i] = s
    for a in range(f):
        for c in range(7):
            Y[a, c] = 0.0
    for i in range(n):
        for a in range(f):
            p = P[i, a]
            if p != 0.0:
                for c in range(6):
                    Y[a, c] += p * border[i, c]
                Y[a, 6] += p * rest[i]


@part
def take_particular(border, particular, base):
    """What I γ of an island does to the base."""
    for i in range(border.shape[0]):
        for c in range(6):
            base[c, 6] -= border[i, c] * particular[i]


@part
def factor(A, Y):
    """A = LLᵀ and Y ← L⁻¹Y, in place; returns whether A is positive definite."""
    f = A.shape[0]
    for k in range(f):
        s = A[k, k]
        for j in range(k):
            s -= A[k, j] * A[k, j]
        if not s > 0.0:
            return False
        d = 1.0 / math.sqrt(s)
        A[k, k] = d
        for i in range(k + 1, f):
            s = A[i, k]
            for j in range(k):
                s -= A[i, j] * A[k, j]
            A[i, k] = s * d
        for c in range(7):
            s = Y[k, c]
            for j in range(k):
                s -= A[k, j] * Y[j, c]
            Y[k, c] = s * d
    return True


@part
def take_border(Y, base):
    """M₀₀ ← M₀₀ − HᵀA⁻¹H, and the right-hand side likewise (N7)."""
    for a in range(Y.shape[0]):
        for r in range(6):
            y = Y[a, r]
            for c in range(r, 7):
                base[r, c] -= y * Y[a, c]


@part
def solve_base(free, base, du):
    """Cholesky of the upper triangle; du[:6] ← the base's acceleration. Returns whether it is positive definite."""
    if not free:
        for i in range(6):
            du[i] = 0.0
        return True
    for k in range(6):
        s = base[k, k]
        if not s > 0.0:
            return False
        d = 1.0 / math.sqrt(s)
        for c in range(k, 7):
            base[k, c] *= d
        for r in range(k + 1, 6):
            e = base[k, r]
            for c in range(r, 7):
                base[r, c] -= e * base[k, c]
    for k in range(5, -1, -1):
        s = base[k, 6]
        for c in range(k + 1, 6):
            s -= base[k, c] * du[c]
        du[k] = s / base[k, k]
    return True


@part
def expand_islands(islands, free, space, balance):
    """z̈ into the last column of Y, u̇ = I γ + P z̈ into du."""
    for s in range(islands.size):
        island = islands[s]
        r0, f = island["first_free"], island["freedom"]
        A, Y = balance.A[r0 : r0 + f, :f], balance.Y[r0 : r0 + f]
        for a in range(f - 1, -1, -1):
            s_ = Y[a, 6]
            if free:
                for c in range(6):
                    s_ -= Y[a, c] * balance.du[c]
            for b in range(a + 1, f):
                s_ -= A[b, a] * Y[b, 6]
            Y[a, 6] = s_ * A[a, a]
        for i in range(island["column"], island["last"]):
            s_ = balance.particular[i]
            for a in range(f):
                s_ += space.P[i, a] * Y[a, 6]
            balance.du[6 + i] = s_


@part
def multipliers(other, islands, space, balance):
    """λ = Iᵀ(ḡ − M̄u̇) into balance.right, with the accelerations in balance.du (N6)."""
    for s in range(islands.size):
        island = islands[s]
        c0, c1 = island["column"], island["last"]
        for i in range(c0, c1):
            rest = balance.force[i]
            for k in range(c1 - c0):
                rest -= balance.M[i, k] * balance.du[6 + c0 + k]
            for c in range(6):
                rest -= balance.border[i, c] * balance.du[c]
            balance.rest[i] = rest
        left(other, island, s, space, balance.rest, balance.right)
