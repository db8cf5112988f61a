"""Accelerations from a null space: Kim 1997 [4.8], [4.11] and [4.13], island by island, with the base as a border.

    z̈ = (PᵀM̄P)⁻¹ Pᵀ(ḡ − M̄ I γ),     u̇ = I γ + P z̈,     λ = Iᵀ(ḡ − M̄u̇)                                             (N6)

Islands touch only through the base, so the reduced mass matrix is factored block by block, and six equations of the
base remain: M₀₀ − Σ HᵀA⁻¹H with A = PᵀM̄P and H = Pᵀ M̄₀.                                                          (N7)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.null_space.bases import left, right


@subroutine
def reduce_islands(other, free, islands, cells, space, balance):
    """Factor the reduced equations of every island and take their part out of the base's; returns whether it went."""
    for s in range(islands.size):
        island = islands[s]
        right(other, island, cells, space, balance.right, balance.particular)
        first, last = cells[island["cell"]]["first_free"], cells[island["last_cell"] - 1]
        r0, r1 = first, last["first_free"] + last["freedom"]
        c0, c1 = island["column"], island["last"]
        A, Y = balance.A[r0:r1, : r1 - r0], balance.Y[r0:r1]
        particular, border = balance.particular[c0:c1], balance.border[c0:c1]
        leave_rest(c0, c1, balance.M, balance.particular, balance.force, balance.rest)
        project_island(island, cells, first, space.P, balance.M, balance.MP, balance.border, balance.rest, A, Y)
        if free:
            take_particular(border, particular, balance.base)
        if not factor(A, Y):
            return False
        if free:
            take_border(Y, balance.base)
    return True


@subroutine
def leave_rest(first, last, M, particular, force, rest):
    """ḡ − M̄ I γ, row after row of the symmetric M̄."""
    for i in range(first, last):
        rest[i] = force[i]
    for k in range(first, last):
        p = particular[k]
        if p != 0.0:
            for i in range(last - first):
                rest[first + i] -= M[k, i] * p


@subroutine
def project_island(island, cells, first, P, M, MP, border, rest, A, Y):
    """A = PᵀM̄P, lower triangle, and Y = Pᵀ(M̄₀ | ḡ − M̄ I γ), cell by cell."""
    shift, last = island["column"], island["last"]
    for at in range(island["cell"], island["last_cell"]):
        cell = cells[at]
        for a in range(cell["freedom"]):
            f = cell["first_free"] - first + a
            for i in range(cell["column"], last):  # what is above the diagonal of A is not needed
                e = 0.0
                for k in range(cell["column"], cell["last"]):
                    e += M[i, k - shift] * P[k, a]
                MP[i, f] = e
    for at in range(island["cell"], island["last_cell"]):
        cell = cells[at]
        for a in range(cell["freedom"]):
            f = cell["first_free"] - first + a
            for b in range(f + 1):
                A[f, b] = 0.0
            for c in range(7):
                Y[f, c] = 0.0
            for i in range(cell["column"], cell["last"]):
                p = P[i, a]
                for b in range(f + 1):
                    A[f, b] += p * MP[i, b]
                for c in range(6):
                    Y[f, c] += p * border[i, c]
                Y[f, 6] += p * rest[i]


@subroutine
def take_particular(border, particular, base):
    """What I γ of an island does to the base."""
    for i in range(border.shape[0]):
        for c in range(6):
            base[c, 6] -= border[i, c] * particular[i]


@subroutine
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


@subroutine
def take_border(Y, base):
    """M₀₀ ← M₀₀ − HᵀA⁻¹H, and the right-hand side likewise (N7)."""
    for a in range(Y.shape[0]):
        for r in range(6):
            y = Y[a, r]
            for c in range(r, 7):
                base[r, c] -= y * Y[a, c]


@subroutine
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


@subroutine
def expand_islands(islands, cells, free, space, balance):
    """z̈ into the last column of Y, u̇ = I γ + P z̈ into du."""
    for s in range(islands.size):
        island = islands[s]
        first, last = cells[island["cell"]]["first_free"], cells[island["last_cell"] - 1]
        f = last["first_free"] + last["freedom"] - first
        A, Y = balance.A[first : first + f, :f], balance.Y[first : first + f]
        for a in range(f - 1, -1, -1):
            e = Y[a, 6]
            if free:
                for c in range(6):
                    e -= Y[a, c] * balance.du[c]
            for b in range(a + 1, f):
                e -= A[b, a] * Y[b, 6]
            Y[a, 6] = e * A[a, a]
    for s in range(cells.size):
        cell = cells[s]
        for i in range(cell["column"], cell["last"]):
            e = balance.particular[i]
            for a in range(cell["freedom"]):
                e += space.P[i, a] * balance.Y[cell["first_free"] + a, 6]
            balance.du[6 + i] = e


@subroutine
def multipliers(other, islands, cells, space, balance):
    """λ = Iᵀ(ḡ − M̄u̇) into `right`, with the accelerations in du (N6)."""
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
        left(other, island, cells, space, balance.rest, balance.right)
