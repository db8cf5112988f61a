"""Tires in steady rolling: forces of many states in one call from Python, by the laws that simulations use.

For analyses without time, such as yaw-moment diagrams: slips are given, so relaxation lengths play no part.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.laws.tires.calspan import loaded_calspan
from jounce.engine.laws.tires.contact import length
from jounce.engine.laws.tires.fiala import loaded_fiala
from jounce.engine.laws.tires.magic_formula import LATERAL, LONGITUDINAL, magic_share
from jounce.engine.laws.tires.magic_formula_87 import magic_formula_87
from jounce.engine.laws.tires.pacejka import pacejka
from jounce.engine.laws.tires.records import CALSPAN, FIALA, MAGIC_FORMULA_87, SIMPLE, TMEASY
from jounce.engine.laws.tires.tmeasy import loaded_tmeasy
from jounce.engine.linalg.elementary import atan


@entry
def steady_sweep(law, c, states, forces):
    """Fill rows (Fx, Fy, Mz) from rows (fz, κ, tan α, γ, vx, friction); law: a code of `records`."""
    for n in range(states.shape[0]):
        s = states[n]
        fz, friction = max(s[0], 0.0), s[5]
        if law == SIMPLE:
            along, across = magic_share(s[1], c, LONGITUDINAL), magic_share(-atan(s[2]), c, LATERAL)
            grip = friction * fz / max(length(along, across), 1.0)
            forces[n, 0], forces[n, 1] = c[LONGITUDINAL + 2] * grip * along, c[LATERAL + 2] * grip * across
            forces[n, 2] = 0.0
        elif law == MAGIC_FORMULA_87:
            fx, fy, _, _, mz = magic_formula_87(c, fz, s[1], s[2], s[3], s[4], friction)
            forces[n, 0], forces[n, 1], forces[n, 2] = fx, fy, mz
        elif fz <= 0.0:
            forces[n, 0], forces[n, 1], forces[n, 2] = 0.0, 0.0, 0.0
        elif law == TMEASY:
            fx, fy, _, _, mz = loaded_tmeasy(c, fz, s[1], s[2], s[3], 0.0, s[4], friction)
            forces[n, 0], forces[n, 1], forces[n, 2] = fx, fy, mz
        elif law == FIALA:
            fx, fy, _, _, mz = loaded_fiala(c, fz, s[1], s[2], s[4], friction)
            forces[n, 0], forces[n, 1], forces[n, 2] = fx, fy, mz
        elif law == CALSPAN:
            fx, fy, _, _, mz = loaded_calspan(c, fz, s[1], s[2], s[3], s[4], friction)
            forces[n, 0], forces[n, 1], forces[n, 2] = fx, fy, mz
        else:
            fx, fy, _, _, mz = pacejka(c, fz, s[1], s[2], s[3], s[4], friction)
            forces[n, 0], forces[n, 1], forces[n, 2] = fx, fy, mz


def steady_forces(tire: np.void, fz, kappa, tan_alpha, gamma, vx, friction) -> np.ndarray:
    """(…, 3): Fx, Fy [N] and Mz [N m] in contact axes of a TIRE record, for arrays of states of one shape."""
    states = np.stack(np.broadcast_arrays(fz, kappa, tan_alpha, gamma, vx, friction), axis=-1)
    rows = np.ascontiguousarray(states.reshape(-1, 6), dtype=float)
    forces = np.zeros((len(rows), 3))
    steady_sweep(int(tire["law"]), np.array(tire["coefficients"]), rows, forces)
    return forces.reshape(*states.shape[:-1], 3)
