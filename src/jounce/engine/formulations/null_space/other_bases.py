"""Null spaces other than by projection, each one function with a verb, called by address.

A method that is not asked for need not be compiled; one call more costs nothing beside a decomposition.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import address, declare, pointer
from jounce.engine.formulations.null_space.model import PARTITIONING, QR, SVD
from jounce.engine.linalg.null_space.orthogonal import qr_decompose, qr_left, qr_right
from jounce.engine.linalg.null_space.partitioning import (
    partitioning_choose,
    partitioning_decompose,
    partitioning_left,
    partitioning_right,
)
from jounce.engine.linalg.null_space.singular_values import svd_decompose, svd_left, svd_right

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
