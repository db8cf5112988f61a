"""The axle at rest at one position of the rig: what is held, what holding it takes, and how everything follows.

Wheels are held at the heights of their contact points and the rack at its travel; what is left free (rubber, a rack on
its servo) finds its equilibrium. With Φ_q N = 0, G = g_q N for the held quantities g, and F = 0 the sum of all forces,

    Nᵀ Q + Gᵀ μ = 0,     K = −Nᵀ ∂F/∂q N,     | K  −Gᵀ | | dz |   | Nᵀ ℓ |
                                              | G    0 | | dμ | = |  dg  |          (KC2)

gives the wheel loads μ, and the exact derivatives of position and loads by held quantities and by further loads ℓ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from jounce.formulations import status
from jounce.formulations.cartesian.entries import close_positions, displaced
from jounce.formulations.cartesian.model import TWIST
from jounce.formulations.cartesian.system import design_state
from jounce.suspension.evaluation import Evaluation, look
from jounce.suspension.rig import Rig
from jounce.suspension.tangent import Tangent, tangent

Push: TypeAlias = Callable[[Evaluation], np.ndarray]
"""A further generalised force on the axle, wherever that is."""

ARRIVED, NEARLY = 1e-12, 1e-8
"""Newton step of a position that counts as reached [m, rad]; a longer one counts, too, if it is below the second and
rounding keeps it from getting shorter."""
LARGEST = 0.5
"""Largest Newton step [m, rad]: a longer one has left the branch."""
DIFFERENCE = 1e-5
"""Displacement for the stiffness matrix [m, rad]."""
ITERATIONS = 25
SLOW = 0.1
"""A Newton step that is longer than this share of the last one asks for a new stiffness matrix."""


@dataclass(frozen=True)
class Station:
    """One position of the rig."""

    y: np.ndarray
    at: Evaluation
    held: np.ndarray
    """Contact heights left and right [m] and the rack's travel [m], if that is held."""
    loads: np.ndarray
    """μ: vertical forces on the wheels at their contact points, and the force that holds the rack [N]."""
    motion: np.ndarray
    """(6 nb, held): displacement of everything per held quantity."""
    stiffness: np.ndarray
    """dμ/dg, (held, held) [N/m]."""
    basis: np.ndarray
    """N, (6 nb, dof)."""
    matrix: np.ndarray
    """The left side of (KC2)."""

    def given_way(self, load: np.ndarray) -> np.ndarray:
        """Displacement of everything per size of a generalised force, with the held quantities held."""
        if self.basis.shape[1] == self.held.size:
            return np.zeros(load.size)
        right = np.concatenate([self.basis.T @ load, np.zeros(self.held.size)])
        return self.basis @ np.linalg.solve(self.matrix, right)[: self.basis.shape[1]]

    def carried(self, allowed: Tangent) -> np.ndarray:
        """K of this station in the basis of another one nearby, whose columns are orthonormal in the same scale."""
        turn = (self.basis / allowed.scale[:, None] ** 2).T @ allowed.basis
        n = len(turn)
        return turn.T @ self.matrix[:n, :n] @ turn

    @property
    def orientation(self) -> float:
        """Sign of the determinant of (KC2), in any basis: it changes where an equilibrium stops being stable."""
        return float(np.linalg.slogdet(self.matrix)[0])


def designed(rig: Rig) -> np.ndarray:
    """The state at the design position."""
    return design_state(rig.system)


def stand(
    rig: Rig, near: np.ndarray, target: np.ndarray, push: Push | None = None, like: Station | None = None
) -> Station | None:
    """The axle with its held quantities at their targets, from a state nearby; None where the linkage cannot go.

    push: loads besides those of the axle's own elements. like: a station nearby whose stiffness will do as long as
    steps get shorter quickly; it saves time and does not change what is found.
    """
    y, before = near.copy(), np.inf
    for _ in range(ITERATIONS):
        if close_positions(rig.system.model, rig.system.work, 0.0, y) != status.OK:
            return None
        at = _look(rig, y, push)
        held, rows = at.held(rig, target.size)
        allowed = tangent(at.constraints)
        basis = allowed.basis
        try:
            if basis.shape[1] == target.size:  # nothing is left free: forces do not matter
                step = basis @ np.linalg.solve(rows @ basis, target - held)
            else:
                if like is None or like.basis.shape != basis.shape:
                    matrix, _ = _equations(rig, y, at, allowed, rows, push)
                else:
                    matrix = _bordered(like.carried(allowed), rows @ basis)
                right = np.concatenate([basis.T @ at.applied, target - held])
                step = basis @ np.linalg.solve(matrix, right)[: basis.shape[1]]
        except np.linalg.LinAlgError:
            return None
        size = float(np.max(np.abs(step), initial=0.0))
        if not size < LARGEST:
            return None
        if size < ARRIVED or 0.25 * before < size < NEARLY:
            return _station(y, at, held, basis, *_equations(rig, y, at, allowed, rows, push))
        if size > SLOW * before:
            like = None
        displaced(np.ascontiguousarray(step.reshape(-1, TWIST)), y)
        before = size
    return None


def _look(rig: Rig, y: np.ndarray, push: Push | None) -> Evaluation:
    at = look(rig, y)
    return at if push is None else replace(at, applied=at.applied + push(at))


def _station(
    y: np.ndarray, at: Evaluation, held: np.ndarray, basis: np.ndarray, matrix: np.ndarray, loads: np.ndarray
) -> Station:
    n = basis.shape[1]
    by_held = np.linalg.solve(matrix, np.vstack([np.zeros((n, held.size)), np.eye(held.size)]))
    return Station(y, at, held, loads, basis @ by_held[:n], by_held[n:], basis, matrix)


def _equations(
    rig: Rig, y: np.ndarray, at: Evaluation, allowed: Tangent, rows: np.ndarray, push: Push | None
) -> tuple[np.ndarray, np.ndarray]:
    """The matrix of (KC2), and μ."""
    basis = allowed.basis
    G = rows @ basis
    loads = np.linalg.lstsq(G.T, -basis.T @ at.applied, rcond=None)[0]
    K = _stiffness(rig, y, basis, loads, allowed.multipliers(at.applied + rows.T @ loads), push)
    return _bordered(K, G), loads


def _bordered(K: np.ndarray, G: np.ndarray) -> np.ndarray:
    count, n = G.shape
    matrix = np.zeros((n + count, n + count))
    matrix[:n, :n] = K
    matrix[:n, n:] = -G.T
    matrix[n:, :n] = G
    return matrix


def _stiffness(
    rig: Rig, y: np.ndarray, basis: np.ndarray, loads: np.ndarray, multipliers: np.ndarray, push: Push | None
) -> np.ndarray:
    """K by central differences: with the multipliers it contains the curvature of the constraints."""
    K = np.empty((basis.shape[1], basis.shape[1]))
    for i, direction in enumerate(basis.T):
        change = np.zeros(basis.shape[0])
        for sign in (1.0, -1.0):
            moved = y.copy()
            displaced(np.ascontiguousarray((sign * DIFFERENCE * direction).reshape(-1, TWIST)), moved)
            at = _look(rig, moved, push)
            _, rows = at.held(rig, loads.size)
            change += sign * (at.applied + at.constraints.T @ multipliers + rows.T @ loads)
        K[:, i] = -basis.T @ change / (2.0 * DIFFERENCE)
    return K
