"""How far the matrix of the implicit step wanders from the one of the start, in the two frames: why Kang 2014 works.

Two measures along the states of a run, with H₀ = H_p(0):

    drift         ‖R (H_p(t) − H₀) C‖ / ‖R H₀ C‖          the share of the matrix that has changed
    contraction   ρ(1 − H₀⁻¹ H_p(t))                      what an iteration with H₀ leaves of an error

R and C are diagonal. Unknowns are measured over the step, as q, βv and β²a, then R and C bring the largest entry of
every row and column of H₀ near one: neither units nor the length of the step decide. The norm is Frobenius'. The
contraction needs no scaling, none changes it; from one on the iteration with the old matrix diverges.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix, diags
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, SuperLU, eigs, norm, splu

from jounce.engine.formulations.chassis_frame.step_matrix import Unknowns, step_matrix, unknowns_of
from jounce.engine.integrators.tangent_setup import beta_h_of
from jounce.engine.linalg.markowitz import equilibrate
from jounce_papers.drives import Record
from jounce_papers.kang_2014.drives import RULE, STEP, world

FRAMES = ("chassis", "world")


def drift(record: Record, count: int) -> dict[str, Any]:
    """Both measures in both frames at `count` times evenly over a run, and the sizes of the matrix."""
    system, start = world(record.drive)
    picked = np.unique(np.linspace(0, len(record.run.time) - 1, count).round().astype(int))
    found: dict[str, Any] = {"time": record.run.time[picked].tolist()}
    for frame in FRAMES:
        unknowns = unknowns_of(system, frame, 0.0, start)
        matrices = (
            step_matrix(system, row[0], row[1:], frame=frame, reach=beta_h_of(RULE, STEP), like=unknowns)
            for row in record.run.samples[picked]
        )
        found[frame] = _drift_of(next(matrices), matrices, _over_the_step(unknowns))
    return found


def _over_the_step(unknowns: Unknowns) -> np.ndarray:
    """Factors of the columns that make the unknowns q, βv, β²a, λ and states."""
    n, reach = unknowns.places.n, beta_h_of(RULE, STEP)
    factors = np.ones(unknowns.size)
    factors[n : 2 * n], factors[2 * n : 3 * n] = 1.0 / reach, 1.0 / reach**2
    return factors


def _drift_of(first: csr_matrix, others: Iterable[csr_matrix], measured: np.ndarray) -> dict[str, Any]:
    rows, columns = equilibrate((first @ diags(measured)).toarray())
    left, right, factors = diags(rows), diags(measured * columns), splu(first.tocsc())
    whole = norm(left @ first @ right)
    changes, contractions = [0.0], [0.0]
    for matrix in others:
        changes.append(float(norm(left @ (matrix - first) @ right) / whole))
        contractions.append(_contraction(factors, matrix))
    return {
        "unknowns": int(first.shape[0]),
        "entries": int(first.count_nonzero()),
        "drift": changes,
        "contraction": contractions,
        "largest_drift": max(changes),
        "final_drift": changes[-1],
        "largest_contraction": max(contractions),
    }


def _contraction(factors: SuperLU, matrix: csr_matrix) -> float:
    n = matrix.shape[0]
    iteration = LinearOperator((n, n), matvec=lambda x: x - factors.solve(matrix @ x), dtype=float)
    try:
        values = eigs(iteration, k=1, tol=1e-3, v0=np.ones(n), maxiter=40, return_eigenvectors=False)
    except ArpackNoConvergence as error:
        values = error.eigenvalues
    return float(np.abs(values).max(initial=0.0))
