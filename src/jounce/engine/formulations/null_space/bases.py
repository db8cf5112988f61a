"""The null space of every cell by the method that was chosen.

    choose      a basis that owes nothing to the last step
    decompose   P with Φ_q P = 0, and what the others need
    right       x = I b with Φ_q I = 1
    left        s = Iᵀ Q

I is I_R = Φ_qᵀ(Φ_qΦ_qᵀ)⁻¹ but for partitioning, whose I moves dependent coordinates only. Projection, the usual choice,
is part of the equations. The others are one function each, called by function pointer: a method that is not asked for
need not be compiled, and one call more costs nothing beside a decomposition.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import address, declare, function_at, pointer, subroutine
from jounce.engine.formulations.null_space.model import DEFICIENT, PARTITIONING, QR, SVD
from jounce.engine.linalg.null_space.orthogonal import (
    qr_decompose,
    qr_left,
    qr_right,
    svd_decompose,
    svd_left,
    svd_right,
)
from jounce.engine.linalg.null_space.partitioning import (
    partitioning_choose,
    partitioning_decompose,
    partitioning_left,
    partitioning_right,
)
from jounce.engine.linalg.null_space.projection import (
    projection_decompose,
    projection_left,
    projection_right,
    start_basis,
)

CHOOSE, DECOMPOSE, RIGHT, LEFT = range(4)

_BLOCK, _LINE, _ORDER = np.zeros((2, 2))[:, :1], np.zeros(1), np.zeros(1, dtype=np.int64)
EXAMPLE = (0, 0, 0, *[_BLOCK] * 6, _LINE, _ORDER, _ORDER, _LINE, _LINE, _LINE)
"""Arguments of a basis: verb, largest rank, rank of the last decomposition, arrays of a cell (`cell_arrays`), its
quality (now, at the choice), and what goes in and out. It returns the rank."""
declare("basis", *EXAMPLE)


def qr_basis(verb, most, rank, J, H, G, F, P, K, tau, rows, columns, quality, given, found):
    """Householder QR of Φ_qᵀ; what is chosen is a frame to hold."""
    if verb == RIGHT:
        qr_right(J, rank, H, G, F, tau, rows, columns, given, found)
        return rank
    if verb == LEFT:
        qr_left(J, rank, H, G, F, tau, rows, columns, given, found)
        return rank
    return qr_decompose(J, most, H, G, F, K if verb == CHOOSE else P, tau, rows, columns)


def svd_basis(verb, most, rank, J, H, G, F, P, K, tau, rows, columns, quality, given, found):
    """Singular values; nothing to choose."""
    if verb == RIGHT:
        svd_right(J, rank, H, G, F, tau, rows, columns, given, found)
        return rank
    if verb == LEFT:
        svd_left(J, rank, H, G, F, tau, rows, columns, given, found)
        return rank
    return svd_decompose(J, most, H, G, F, P, tau, rows, columns)


def partitioning_basis(verb, most, rank, J, H, G, F, P, K, tau, rows, columns, quality, given, found):
    """Dependent and independent coordinates, kept until they are chosen anew."""
    if verb == RIGHT:
        partitioning_right(J, rank, H, G, F, tau, rows, columns, given, found)
        return rank
    if verb == LEFT:
        partitioning_left(J, rank, H, G, F, tau, rows, columns, given, found)
        return rank
    if verb == CHOOSE:
        rank = partitioning_choose(J, most, H, G, F, P, tau, rows, columns)
    quality[0] = partitioning_decompose(J, rank, H, G, F, P, tau, rows, columns)
    if verb == CHOOSE:
        quality[1] = quality[0]
    return rank


FUNCTIONS: dict[int, Callable] = {QR: qr_basis, SVD: svd_basis, PARTITIONING: partitioning_basis}


def basis_address(method: int) -> int:
    """The address of a basis; 0 for those that need none."""
    return address(pointer(FUNCTIONS[method], *EXAMPLE)) if method in FUNCTIONS else 0


@subroutine
def cell_arrays(cell, space):
    """Arrays of one cell, as all methods take them: J, H, G, F, P, K, tau, rows, columns."""
    r0, r1, c0, c1, f = cell["row"], cell["last_row"], cell["column"], cell["last"], cell["freedom"]
    n, shift = c1 - c0, cell["shift"]
    return (
        space.J[r0:r1, c0 - shift : c1 - shift],
        space.H[r0:r1, :n],
        space.G[r0:r1, : r1 - r0],
        space.F[c0:c1, :n],
        space.P[c0:c1, :f],
        space.K[c0:c1, :f],
        space.tau[c0:c1],
        space.order[r0:r1],
        space.columns[c0:c1],
    )


@subroutine
def simple(cell):
    """Whether a cell needs no decomposition: one without equations, whose P is 1, or a driven one."""
    return cell["row"] == cell["last_row"] or cell["driven"] == 1


@subroutine
def decompose(other, cells, space):
    """P, and what `right` and `left` need, at the Φ_q of the last evaluation."""
    for s in range(cells.size):
        if simple(cells[s]):
            continue
        J, H, G, F, P, K, tau, rows, columns = cell_arrays(cells[s], space)
        most = P.shape[0] - P.shape[1]
        if other == 0:
            for i in range(P.shape[0]):
                for a in range(P.shape[1]):
                    P[i, a] = K[i, a]
            space.rank[s] = projection_decompose(J, most, H, G, F, P, tau, rows, columns)
        else:
            quality, rank = space.quality[s], space.rank[s]
            there = J, H, G, F, P, K, tau, rows, columns, quality, tau, tau
            space.rank[s] = function_at(other, "basis")(DECOMPOSE, most, rank, *there)
        if space.rank[s] < most:
            space.counts[DEFICIENT] += 1.0


@subroutine
def choose(other, cells, space):
    """A basis K at the Φ_q of the last evaluation: selected columns of the projector [3.7], or other coordinates."""
    for s in range(cells.size):
        choose_one(other, cells[s], s, space)


@subroutine
def choose_one(other, cell, s, space):
    """A basis K for one cell; see `choose`."""
    J, H, G, F, P, K, tau, rows, columns = cell_arrays(cell, space)
    most = P.shape[0] - P.shape[1]
    if simple(cell):
        for i in range(P.shape[1]):
            for a in range(P.shape[1]):
                P[i, a] = K[i, a] = 1.0 if i == a else 0.0
        space.rank[s] = most
        for r in range(rows.size):
            rows[r] = r
    elif other == 0:
        space.rank[s] = start_basis(J, most, H, G, F, K, tau, rows, columns)
    else:
        there = J, H, G, F, P, K, tau, rows, columns, space.quality[s], tau, tau
        space.rank[s] = function_at(other, "basis")(CHOOSE, most, most, *there)


@subroutine
def right(other, island, cells, space, b, x):
    """x = I b of one island; both are arrays of all. What driven columns take is taken from b."""
    shift = island["column"]
    for s in range(island["cell"], island["last_cell"]):
        cell = cells[s]
        r0, r1, c0, c1 = cell["row"], cell["last_row"], cell["column"], cell["last"]
        if cell["driven"] == 1:
            x[c0] = b[r0] / space.J[r0, c0 - shift]
            continue
        if r0 == r1:
            for i in range(c0, c1):
                x[i] = 0.0
            continue
        for r in range(r0, r1):
            for k in range(island["driven"]):
                b[r] -= space.J[r, k] * x[shift + k]
        J, H, G, F, P, K, tau, rows, columns = cell_arrays(cell, space)
        if other == 0:
            projection_right(J, space.rank[s], H, G, F, tau, rows, columns, b[r0:r1], x[c0:c1])
        else:
            there = J, H, G, F, P, K, tau, rows, columns, space.quality[s], b[r0:r1], x[c0:c1]
            function_at(other, "basis")(RIGHT, 0, space.rank[s], *there)


@subroutine
def left(other, island, cells, space, Q, x):
    """x = Iᵀ Q of one island; both are arrays of all."""
    shift = island["column"]
    for s in range(island["last_cell"] - 1, island["cell"] - 1, -1):  # driven ones last
        cell = cells[s]
        r0, r1, c0, c1 = cell["row"], cell["last_row"], cell["column"], cell["last"]
        if cell["driven"] == 1:
            rest = Q[c0]
            for r in range(island["row"] + island["driven"], island["last_row"]):
                rest -= space.J[r, c0 - shift] * x[r]
            x[r0] = rest / space.J[r0, c0 - shift]
            continue
        if r0 == r1:
            continue
        J, H, G, F, P, K, tau, rows, columns = cell_arrays(cell, space)
        if other == 0:
            projection_left(J, space.rank[s], H, G, F, tau, rows, columns, Q[c0:c1], x[r0:r1])
        else:
            there = J, H, G, F, P, K, tau, rows, columns, space.quality[s], Q[c0:c1], x[r0:r1]
            function_at(other, "basis")(LEFT, 0, space.rank[s], *there)
