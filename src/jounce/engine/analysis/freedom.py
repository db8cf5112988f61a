"""How many ways a mechanism can move, and which of its constraints say what others have said already."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import RANK, System, mass_matrices, weighted_jacobian


@dataclass(frozen=True)
class Freedom:
    """Degrees of freedom at one position."""

    dof: int
    """Independent velocities."""
    equations: int
    """Constraint equations."""
    rank: int
    """Independent constraint equations."""
    redundant: dict[str, int]
    """Joints with equations that follow from the others, and how many; one valid choice of several."""


def degrees_of_freedom(system: System, y: np.ndarray, t: float = 0.0) -> Freedom:
    """Count by the rank of the mass-weighted constraint Jacobian at a state."""
    from scipy.linalg import qr  # not for runs, which need no count

    evaluate(system.model, system.work, t, y)
    W = weighted_jacobian(system)
    velocities = 6 * len(system.layout.bodies)
    if not W.size:
        return Freedom(velocities, 0, 0, {})
    R, order = qr(W.T, mode="r", pivoting=True)
    diagonal = np.abs(np.diag(R))
    rank = int(np.sum(diagonal > RANK * diagonal[0]))
    redundant: dict[str, int] = {}
    for r in sorted(order[rank:]):
        name = system.layout.joint_name(int(system.model.rows[r]["joint"]))
        redundant[name] = redundant.get(name, 0) + 1
    return Freedom(velocities - rank, W.shape[0], rank, redundant)


def tangent_basis(system: System, y: np.ndarray, t: float = 0.0) -> np.ndarray:
    """Independent motions N (6 nb, dof) at a state, Φ_q N = 0, orthonormal in the mass: NᵀMN = 1."""
    evaluate(system.model, system.work, t, y)
    masses = mass_matrices(system.model)
    n = 6 * len(masses)
    W = weighted_jacobian(system)
    if W.size:
        _, singular, Vt = np.linalg.svd(W)
        rank = int(np.sum(singular > RANK * singular[0]))
        null = Vt[rank:].T
    else:
        null = np.eye(n)
    half = [np.linalg.inv(np.linalg.cholesky(M)).T for M in masses]
    return np.vstack([half[i] @ null[6 * i : 6 * i + 6] for i in range(len(masses))]) if n else null
