"""The equations of motion exactly as Kang 2014 prints them: relative to the chassis, with the block-arrow mass matrix.

    | M    Φ_zᵀ | | Ẏ |   | Q |
    | Φ_z   0   | | λ | = | γ |          Y_c = (ṙ'_c, ω'_c),  Y_i = (ṙ'_ci,c, ω'_ci,c)            [35]–[41], [12]–[14]

Dense, for comparison and for teaching. The integrator solves the same equations in the sums Y_c + Y_i, in which M is
block-diagonal and Φ_z sparse: with the constant matrix T of the sums, M = TᵀM̂T, Φ_z = Φ̂T, and Newton's iterates are
the same (K9).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.engine.formulations.cartesian.model import TWIST, Model
from jounce.engine.formulations.chassis_frame.arrays import FrameArrays
from jounce.engine.formulations.chassis_frame.step_matrix import constraint_jacobian


class BlockArrow(NamedTuple):
    """Mass matrix (6 nb, 6 nb), forces (6 nb,), constraints (rows, 6 nb) and their right-hand side (rows,)."""

    M: np.ndarray
    Q: np.ndarray
    constraints: np.ndarray
    gamma: np.ndarray


def block_arrow(framed: FrameArrays, model: Model) -> BlockArrow:
    """All of it in the chassis frame at the point of the last residual, whatever the accelerations there."""
    nb, c = model.bodies.size, framed.base
    n = TWIST * nb
    M, Q = np.zeros((n, n)), np.zeros(n)
    own = slice(TWIST * c, TWIST * (c + 1))
    frame_w = framed.bodies[c]["w"]
    for i in range(nb):
        body, mass = framed.bodies[i], model.bodies[i]["mass"]
        J, w = body["J"].reshape(3, 3), body["w"]
        M_i = np.zeros((TWIST, TWIST))
        M_i[:3, :3], M_i[3:, 3:] = mass * np.eye(3), J
        torque = body["torque"] - np.cross(w, J @ w)
        Q_i = [
            *(body["force"] - mass * np.cross(frame_w, body["v"])),
            *(torque + J @ np.cross(w - frame_w, w)),
        ]
        at = slice(TWIST * i, TWIST * (i + 1))
        M[own, own] += M_i
        Q[own] += Q_i
        if i != c:
            M[at, at] = M[own, at] = M[at, own] = M_i
            Q[at] = Q_i
    sums = constraint_jacobian(framed, model)
    return BlockArrow(M, Q, sums @ sum_matrix(nb, c), sums @ framed.a - framed.rows[:, 2])


def sum_matrix(nb: int, base: int) -> np.ndarray:
    """T: from Kang's unknowns, relative to the chassis, to the sums."""
    T = np.eye(TWIST * nb)
    for i in range(nb):
        T[TWIST * i : TWIST * (i + 1), TWIST * base : TWIST * (base + 1)] = np.eye(TWIST)
    return T
