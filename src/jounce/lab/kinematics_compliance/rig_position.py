"""The axle at rest at one position of the rig: what is held, what holding it takes, and how everything follows.

Wheels are held at the heights of their contact points and the rack at its travel; what is left free (rubber, a rack on
its servo) finds its equilibrium. With Φ_q N = 0, G = g_q N for the held quantities g, and F = 0 the sum of all forces,

    Nᵀ Q + Gᵀ μ = 0,     K = −Nᵀ ∂F/∂q N,     | K  −Gᵀ | | dz |   | Nᵀ ℓ |
                                              | G    0 | | dμ | = |  dg  |          (KC2)

gives the wheel loads μ, and the exact derivatives of position and loads by held quantities and by further loads ℓ.

Continuation: positions of the rig along a path, each found from the one before, as far as the linkage goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.world_frame.entries import close_positions, displace_bodies
from jounce.engine.formulations.world_frame.system import design_state
from jounce.lab.kinematics_compliance.evaluation import AllowedMotions, Evaluation, allowed_motions, evaluate_axle
from jounce.lab.kinematics_compliance.rig import Rig

MAX_SPEED_RATIO = 4.0
"""A part that moves so many times faster with what is held than it did at first is near a toggle position."""


def follow_targets(
    rig: Rig, start: RigPosition, targets: Iterable[np.ndarray], enough: Callable[[RigPosition], bool] | None = None
) -> list[RigPosition]:
    """The positions at the targets in turn, without the first; ends after one that is enough, or where it cannot go."""
    reached = [start]
    fastest = MAX_SPEED_RATIO * np.max(np.abs(start.motion), axis=0)
    for target in targets:
        position = solve_position(rig, _predict(reached[-1], target), target, similar=reached[-1])
        if position is None or np.any(np.max(np.abs(position.motion), axis=0) > fastest):
            break
        reached.append(position)
        if enough is not None and enough(position):
            break
    return reached[1:]


def follow_both_ways(
    rig: Rig,
    start: RigPosition,
    direction: np.ndarray,
    steps: np.ndarray,
    enough: Callable[[RigPosition], bool] | None = None,
) -> list[RigPosition]:
    """Stations along a direction of the held quantities, from the last one back to the last one ahead.

    steps: rising distances from the start, in what the direction counts [m].
    """
    ahead, behind = (
        follow_targets(rig, start, (start.held + sign * step * direction for step in steps), enough)
        for sign in (1.0, -1.0)
    )
    return [*reversed(behind), start, *ahead]


def _predict(position: RigPosition, target: np.ndarray) -> np.ndarray:
    """The state at a target along the tangent from a position: it saves the first of about four Newton steps."""
    y, step = position.y.copy(), position.motion @ (target - position.held)
    displace_bodies(np.ascontiguousarray(step.reshape(-1, TWIST)), y)
    return y


Push: TypeAlias = Callable[[Evaluation], np.ndarray]
"""A further generalised force on the axle, wherever that is."""

STEP_TOLERANCE, ROUNDING_TOLERANCE = 1e-12, 1e-8
"""Newton step of a position that counts as reached [m, rad]; a longer one counts, too, if it is below the second and
rounding keeps it from getting shorter."""
MAX_STEP = 0.5
"""Largest Newton step [m, rad]: a longer one has left the branch."""
DIFFERENCE = 1e-5
"""Displacement for the stiffness matrix [m, rad]."""
MAX_ITERATIONS = 25
"""Newton steps after which a position counts as out of reach."""
MAX_STEP_RATIO = 0.1
"""A Newton step that is longer than this share of the last one asks for a new stiffness matrix."""


@dataclass(frozen=True)
class RigPosition:
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
    """Change of the loads per held quantity, dμ/dg, (held, held) [N/m]."""
    basis: np.ndarray
    """Basis N of the allowed motions, (6 nb, dof)."""
    matrix: np.ndarray
    """The left side of (KC2)."""

    def displacement_under(self, load: np.ndarray) -> np.ndarray:
        """Displacement of everything per size of a generalised force, with the held quantities held."""
        if self.basis.shape[1] == self.held.size:
            return np.zeros(load.size)
        right = np.concatenate([self.basis.T @ load, np.zeros(self.held.size)])
        return self.basis @ np.linalg.solve(self.matrix, right)[: self.basis.shape[1]]

    def stiffness_in(self, allowed: AllowedMotions) -> np.ndarray:
        """K of this position in the basis of another one nearby, whose columns are orthonormal in the same scale."""
        turn = (self.basis / allowed.scale[:, None] ** 2).T @ allowed.basis
        n = len(turn)
        return turn.T @ self.matrix[:n, :n] @ turn

    @property
    def orientation(self) -> float:
        """Sign of the determinant of (KC2), in any basis: it changes where an equilibrium stops being stable."""
        return float(np.linalg.slogdet(self.matrix)[0])


def design_position(rig: Rig) -> np.ndarray:
    """The state of the axle at the design position."""
    return design_state(rig.system)


def solve_position(
    rig: Rig, near: np.ndarray, target: np.ndarray, push: Push | None = None, similar: RigPosition | None = None
) -> RigPosition | None:
    """The axle with its held quantities at their targets, from a state nearby; None where the linkage cannot go.

    push: loads besides those of the axle's own elements. similar: a position nearby whose stiffness will do as long as
    steps get shorter quickly; it saves time and does not change what is found.
    """
    y, last_size = near.copy(), np.inf
    for _ in range(MAX_ITERATIONS):
        # close the joints
        if close_positions(rig.system.model, rig.system.work, 0.0, y) != status.OK:
            return None
        # what is held, and the motions that the joints allow
        at = _evaluate(rig, y, push)
        held, rows = at.held_quantities(rig, target.size)
        allowed = allowed_motions(at.constraints)
        basis = allowed.basis
        # a Newton step of (KC2)
        try:
            if basis.shape[1] == target.size:  # nothing is left free: forces do not matter
                step = basis @ np.linalg.solve(rows @ basis, target - held)
            else:
                if similar is None or similar.basis.shape != basis.shape:
                    matrix, _ = _equations(rig, y, at, allowed, rows, push)
                else:
                    matrix = _bordered_matrix(similar.stiffness_in(allowed), rows @ basis)
                right = np.concatenate([basis.T @ at.applied, target - held])
                step = basis @ np.linalg.solve(matrix, right)[: basis.shape[1]]
        except np.linalg.LinAlgError:
            return None
        # arrived, lost, or one step nearer
        size = float(np.max(np.abs(step), initial=0.0))
        if not size < MAX_STEP:
            return None
        if size < STEP_TOLERANCE or 0.25 * last_size < size < ROUNDING_TOLERANCE:
            return _make_position(y, at, held, basis, *_equations(rig, y, at, allowed, rows, push))
        if size > MAX_STEP_RATIO * last_size:
            similar = None
        displace_bodies(np.ascontiguousarray(step.reshape(-1, TWIST)), y)
        last_size = size
    return None


def _evaluate(rig: Rig, y: np.ndarray, push: Push | None) -> Evaluation:
    at = evaluate_axle(rig, y)
    return at if push is None else replace(at, applied=at.applied + push(at))


def _make_position(
    y: np.ndarray, at: Evaluation, held: np.ndarray, basis: np.ndarray, matrix: np.ndarray, loads: np.ndarray
) -> RigPosition:
    n = basis.shape[1]
    by_held = np.linalg.solve(matrix, np.vstack([np.zeros((n, held.size)), np.eye(held.size)]))
    return RigPosition(y, at, held, loads, basis @ by_held[:n], by_held[n:], basis, matrix)


def _equations(
    rig: Rig, y: np.ndarray, at: Evaluation, allowed: AllowedMotions, rows: np.ndarray, push: Push | None
) -> tuple[np.ndarray, np.ndarray]:
    """The matrix of (KC2), and μ."""
    basis = allowed.basis
    G = rows @ basis
    loads = np.linalg.lstsq(G.T, -basis.T @ at.applied, rcond=None)[0]
    K = _stiffness(rig, y, basis, loads, allowed.multipliers(at.applied + rows.T @ loads), push)
    return _bordered_matrix(K, G), loads


def _bordered_matrix(K: np.ndarray, G: np.ndarray) -> np.ndarray:
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
            displaced_state = y.copy()
            displace_bodies(np.ascontiguousarray((sign * DIFFERENCE * direction).reshape(-1, TWIST)), displaced_state)
            at = _evaluate(rig, displaced_state, push)
            _, rows = at.held_quantities(rig, loads.size)
            change += sign * (at.applied + at.constraints.T @ multipliers + rows.T @ loads)
        K[:, i] = -basis.T @ change / (2.0 * DIFFERENCE)
    return K
