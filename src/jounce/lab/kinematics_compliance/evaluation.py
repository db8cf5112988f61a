"""The axle on the rig at one state: poses, forces, gradients of what is held or measured, and the motions allowed.

A displacement of the axle is a vector (6 nb): for each body a translation in world axes and a rotation in its own axes.
Generalised forces are the vectors that do work on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr, solve_triangular

from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.lab.kinematics_compliance.rig import Rig, WheelPlace

UP = np.array([0.0, 0.0, 1.0])
ROTATION_LENGTH = 0.3
"""Length that makes angles and lengths comparable for ranks [m]."""
RANK_TOLERANCE = 1e-9
"""Relative pivot below which a constraint depends on the others."""


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b of two vectors, without the overhead that NumPy's takes for arrays of them."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


@dataclass(frozen=True)
class Evaluation:
    """The axle at one position."""

    r: np.ndarray
    """(nb, 3): centres of mass, world axes [m]."""
    A: np.ndarray
    """(nb, 3, 3): rotations body → world."""
    applied: np.ndarray
    """(6 nb,): generalised force of weights and elastic elements."""
    constraints: np.ndarray
    """Constraint matrix Φ_q, (rows, 6 nb)."""
    measured: np.ndarray
    """Values of all measures [m, rad]."""
    gradients: np.ndarray
    """Gradients of all measures, (measures, 6 nb)."""
    scalar_forces: np.ndarray
    """(scalar forces, 5): coordinate and force of each, as `Work.scalar_forces` has them."""

    def spin_axis(self, wheel: WheelPlace) -> np.ndarray:
        """Unit vector along the spin axis towards the left, world axes."""
        return self.A[wheel.carrier] @ wheel.axis

    def centre(self, wheel: WheelPlace) -> np.ndarray:
        """The wheel centre, world axes [m]."""
        return self.r[wheel.carrier] + self.A[wheel.carrier] @ wheel.centre

    def contact(self, wheel: WheelPlace) -> np.ndarray:
        """The lowest point of the wheel's circle (KC1), world axes [m]."""
        s = self.spin_axis(wheel)
        upwards = UP - s[2] * s
        return self.centre(wheel) - wheel.radius * upwards / np.linalg.norm(upwards)

    def twist(self, wheel: WheelPlace, displacement: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Translation of the carrier's centre of mass and rotation of the carrier, both in world axes."""
        i = TWIST * wheel.carrier
        return displacement[i : i + 3], self.A[wheel.carrier] @ displacement[i + 3 : i + 6]

    def load(self, wheel: WheelPlace, force: np.ndarray, point: np.ndarray, torque: np.ndarray) -> np.ndarray:
        """Generalised force of a force [N] at a point of the carrier and a torque [N·m], world axes."""
        i, arm = TWIST * wheel.carrier, point - self.r[wheel.carrier]
        load = np.zeros(self.applied.size)
        load[i : i + 3] = force
        load[i + 3 : i + 6] = self.A[wheel.carrier].T @ (cross(arm, force) + torque)
        return load

    def held_quantities(self, rig: Rig, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Heights of the left and right contact point and, with count = 3, the rack's travel: values, gradients."""
        points = [self.contact(wheel) for wheel in rig.wheels]
        values = [point[2] for point in points]
        rows = [self.load(wheel, UP, point, np.zeros(3)) for wheel, point in zip(rig.wheels, points, strict=True)]
        if count == 3:
            assert rig.rack is not None
            values.append(self.measured[rig.rack])
            rows.append(self.gradients[rig.rack])
        return np.array(values), np.array(rows)


def evaluate_axle(rig: Rig, y: np.ndarray) -> Evaluation:
    """Evaluate the axle at a state."""
    model, work = rig.system.model, rig.system.work
    evaluate(model, work, 0.0, y)
    nb = model.bodies.size
    A = work.bodies["A"][:nb].reshape(nb, 3, 3).copy()
    torque = np.einsum("nji,nj->ni", A, work.bodies["torque"][:nb])
    gradients = _spread(model.measures, work.measures["gradient"], nb)
    return Evaluation(
        r=work.bodies["r"][:nb].copy(),
        A=A,
        applied=np.hstack([work.bodies["force"][:nb], torque]).ravel(),
        constraints=rig.rows @ gradients,
        measured=work.measures["value"].copy(),
        gradients=gradients,
        scalar_forces=work.scalar_forces.copy(),
    )


def _spread(measures: np.ndarray, gradients: np.ndarray, nb: int) -> np.ndarray:
    """Gradients for the displacements of all bodies, from those for the two that a measure connects."""
    wide = np.zeros((measures.size, nb + 1, TWIST))
    every = np.arange(measures.size)
    wide[every, measures["a"]] += gradients[:, :6]
    wide[every, measures["b"]] += gradients[:, 6:]
    return wide[:, :nb].reshape(measures.size, TWIST * nb)


@dataclass(frozen=True)
class AllowedMotions:
    """A constraint matrix C (rows, 6 nb), factorised: (C D)ᵀ P = Q R with lengths and angles on one scale D."""

    basis: np.ndarray
    """Basis N of the allowed motions, (6 nb, dof): C N = 0."""
    scale: np.ndarray
    """D, its diagonal: 1 for lengths, 1 / ROTATION_LENGTH for angles."""
    across: np.ndarray
    """The columns of Q that span the constraints."""
    triangle: np.ndarray
    """R of as many rows and columns."""
    chosen: np.ndarray
    """The rows of C that do not depend on each other."""
    rows: int
    """Number of rows of C."""

    def multipliers(self, force: np.ndarray) -> np.ndarray:
        """λ with Cᵀ λ = −force, for a generalised force that allowed motions do not feel."""
        found = np.zeros(self.rows)
        found[self.chosen] = solve_triangular(self.triangle, -self.across.T @ (self.scale * force))
        return found


def allowed_motions(constraints: np.ndarray) -> AllowedMotions:
    """Factorise constraints with column pivoting; a singular value decomposition takes ten times as long."""
    rows, n = constraints.shape
    scale = np.tile([1.0, 1.0, 1.0, *[1.0 / ROTATION_LENGTH] * 3], n // 6)
    Q, R, order = qr((constraints * scale).T, pivoting=True)
    pivots = np.abs(np.diag(R))
    rank = int(np.sum(pivots > RANK_TOLERANCE * pivots[0]))
    return AllowedMotions(scale[:, None] * Q[:, rank:], scale, Q[:, :rank], R[:rank, :rank], order[:rank], rows)
