"""Motions that constraints allow, and the forces they take, at one position."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr, solve_triangular

LEVER = 0.3
"""Length that makes angles and lengths comparable for ranks [m]."""
RANK = 1e-9
"""Relative pivot below which a constraint depends on the others."""


@dataclass(frozen=True)
class Tangent:
    """A constraint matrix C (rows, 6 nb), factorised: (C D)ᵀ P = Q R with lengths and angles on one scale D."""

    basis: np.ndarray
    """N, (6 nb, dof): C N = 0."""
    scale: np.ndarray
    across: np.ndarray
    """The columns of Q that span the constraints."""
    triangle: np.ndarray
    """R of as many rows and columns."""
    chosen: np.ndarray
    """The rows of C that do not depend on each other."""
    rows: int

    def multipliers(self, force: np.ndarray) -> np.ndarray:
        """λ with Cᵀ λ = −force, for a generalised force that allowed motions do not feel."""
        found = np.zeros(self.rows)
        found[self.chosen] = solve_triangular(self.triangle, -self.across.T @ (self.scale * force))
        return found


def tangent(constraints: np.ndarray) -> Tangent:
    """Factorise constraints with column pivoting; a singular value decomposition takes ten times as long."""
    rows, n = constraints.shape
    scale = np.tile([1.0, 1.0, 1.0, *[1.0 / LEVER] * 3], n // 6)
    Q, R, order = qr((constraints * scale).T, pivoting=True)
    pivots = np.abs(np.diag(R))
    rank = int(np.sum(pivots > RANK * pivots[0]))
    return Tangent(scale[:, None] * Q[:, rank:], scale, Q[:, :rank], R[:rank, :rank], order[:rank], rows)
