"""Inverse dynamics: which efforts at chosen joints produce a given acceleration?

    M a + Φ_qᵀ λ = f + Bᵀ u        B: gradients of the actuated joint coordinates

solved for the efforts u and the multipliers λ; what cannot be produced by the actuators is returned, not hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.analysis.driven import add_drivers, driver_name, transfer_state
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import System, jacobian, mass_matrices
from jounce.model.mechanism import Constant


@dataclass(frozen=True)
class InverseDynamics:
    """Efforts for a prescribed acceleration."""

    efforts: dict[str, float]
    """Force [N] or torque [N·m] along each actuated coordinate, positive drives it up."""
    multipliers: np.ndarray
    """Multipliers of the mechanism's own joints, (rows,)."""
    missing: np.ndarray
    """Force and torque on each body that no actuator and no joint supplies, (nb, 6): zero for a possible motion."""


def inverse_dynamics(
    system: System, y: np.ndarray, acceleration: np.ndarray, actuators: Sequence[str], t: float = 0.0
) -> InverseDynamics:
    """Efforts at joints (revolute or prismatic, by name) for the accelerations (nb, 6) of all bodies.

    acceleration: v̇ of the centres of mass (world) and ω̇ (body axes), consistent with the joints.
    """
    J, B = _gradients(system, y, actuators, t)
    rest = _inertia_minus_applied(system, y, acceleration, t)
    A = np.hstack([B.T, -J.T])
    solution, *_ = np.linalg.lstsq(A, rest, rcond=None)
    missing = (rest - A @ solution).reshape(-1, 6)
    efforts = dict(zip(actuators, (float(x) for x in solution), strict=False))
    return InverseDynamics(efforts, solution[len(actuators) :], missing)


def _gradients(system: System, y: np.ndarray, actuators: Sequence[str], t: float) -> tuple[np.ndarray, np.ndarray]:
    """Jacobians of the joints and of the actuated coordinates, read off drivers put there for the purpose."""
    probe = add_drivers(system, dict.fromkeys(actuators, Constant(value=0.0)))
    evaluate(probe.model, probe.work, t, transfer_state(y, system, probe))
    J = jacobian(probe)
    rows = [probe.layout.joints[driver_name(joint)].rows.start for joint in actuators]
    own = np.setdiff1d(np.arange(len(J)), rows)
    return J[own], J[rows]


def _inertia_minus_applied(system: System, y: np.ndarray, acceleration: np.ndarray, t: float) -> np.ndarray:
    """M a + gyroscopic − applied, stacked over the bodies in (world force, body-axes torque)."""
    evaluate(system.model, system.work, t, y)
    nb = len(system.layout.bodies)
    bodies = system.work.bodies[:nb]
    A = bodies["A"].reshape(-1, 3, 3)
    w = y[7 * nb : 13 * nb].reshape(nb, 6)[:, 3:]
    inertia = system.model.bodies["inertia"].reshape(-1, 3, 3)
    needed = np.einsum("nij,nj->ni", mass_matrices(system.model), acceleration)
    needed[:, 3:] += np.cross(w, np.einsum("nij,nj->ni", inertia, w))
    needed[:, :3] -= bodies["force"]
    needed[:, 3:] -= np.einsum("nji,nj->ni", A, bodies["torque"])
    return needed.ravel()
