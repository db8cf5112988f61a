"""Balance of a mechanism: damped Newton on its independent displacements, with the stiffness from differences.

At rest the accelerations z̈ = NᵀM a of the independent motions vanish (Φ_q N = 0, NᵀMN = 1). Their derivative −K, unlike
that of the applied forces alone, contains the stiffness that loads in the joints give a pendulum. A step

    z = Σ vᵢ (uᵢ·z̈) / (sᵢ + μ),   K = Σ uᵢ sᵢ vᵢᵀ,   μ = μ₀ |z̈| / √(Σ m) g

is Newton's close to rest, and follows the forces far away from it, where wheels hang in the air and springs stand on
their stops. Imbalance is measured as |z̈| / √(Σ m) g: a body that falls has 1, whatever it weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.formulations.world_frame.entries import accelerations, close_positions, displace_bodies, evaluate
from jounce.engine.formulations.world_frame.system import RANK, System, jacobian, mass_matrices
from jounce.engine.laws.forces.laws import BRAKE

BALANCED = 1e-11
"""Imbalance at which nothing is left to improve."""
MAX_IMBALANCE = 1e-6
"""Largest imbalance of a mechanism at rest, in directions that have a stiffness."""
MAX_FREE_IMBALANCE = 1e-3
"""Largest imbalance of a mechanism at rest, in directions without stiffness: what turns freely has hardly any load."""
DIFFERENCE = 1e-6
"""Displacement for the stiffness matrix, in mass-orthonormal coordinates scaled to about 1 µm per body."""
SOFT = 1e-8
"""Squared frequencies below this part of the largest belong to free directions; the differences are good to 1e-10."""
DAMPING = 30.0
"""μ₀ [1/s²], well below the squared frequencies of vehicles and machines."""
MAX_DISPLACEMENT = 0.05
"""Largest displacement of one step [m, rad]."""
MAX_STEPS = 60
MAX_HALVINGS = 5


@dataclass(frozen=True)
class Balance:
    """What is balanced, and how its bodies may move meanwhile."""

    system: System
    t: float = 0.0
    held: Callable[[np.ndarray], np.ndarray] | None = None
    """State → rows (k, 6 nb) of velocities that stay zero, beside those of the joints."""
    strained: bool = True
    """Whether tires and brakes that grip are strained by a displacement; otherwise wheels roll along freely."""

    @property
    def weight(self) -> float:
        """|z̈| of a free fall: √(Σ m) g; with standard gravity where there is none."""
        g = float(np.linalg.norm(self.system.mechanism.gravity)) or 9.81
        return g * float(np.sqrt(self.system.model.bodies["mass"].sum()))


@dataclass(frozen=True)
class Found:
    """Where the search ended."""

    state: np.ndarray
    imbalance: float
    """In directions that have a stiffness."""
    free_imbalance: float
    """In directions without one."""
    free_directions: int

    @property
    def is_rest(self) -> bool:
        """Whether the forces balance."""
        return self.imbalance <= MAX_IMBALANCE and self.free_imbalance <= MAX_FREE_IMBALANCE


def find_balance(problem: Balance, y: np.ndarray) -> Found:
    """Move from a state with closed joints, at rest, until the forces balance or no step improves them."""
    best = Found(y, np.inf, np.inf, 0)
    stalled = 0
    for _ in range(MAX_STEPS):
        try:
            N = _basis(problem, y)
            NM = times_mass(problem.system, N)
            pull = NM.T @ body_accelerations(problem.system, y, problem.t)
            U, s, Vt = np.linalg.svd(_stiffness(problem, y, N, NM))
        except np.linalg.LinAlgError:  # masses so different that rounding leaves nothing of some
            return best
        soft = s <= SOFT * max(s[0] if s.size else 0.0, 1e-300)
        loads = U.T @ pull / problem.weight
        found = Found(y, _length(loads[~soft]), _length(loads[soft]), int(np.sum(soft)))
        stalled = 0 if found.imbalance < 0.5 * best.imbalance else stalled + 1
        if found.imbalance < best.imbalance or not np.isfinite(best.imbalance):
            best = found
        if found.imbalance < BALANCED and found.free_imbalance <= MAX_FREE_IMBALANCE:
            break
        if best.is_rest and stalled > 2:
            break
        along = np.where(np.einsum("ij,ji->i", Vt, U) < 0.0, -1.0, 1.0)  # with the force, also where it is unstable
        damping = np.where(soft, DAMPING, DAMPING * min(1.0, _length(loads)))
        if found.free_imbalance <= MAX_FREE_IMBALANCE:
            loads[soft] = 0.0  # what turns freely stays where it is
        z = problem.weight * (Vt.T @ (along * loads / (s + damping)))
        y = _step(problem, y, N @ z, NM, float(_length(pull)))
    return best


def body_accelerations(system: System, y: np.ndarray, t: float) -> np.ndarray:
    """Accelerations of all bodies, (6 nb,)."""
    accelerations(system.model, system.work, t, y)
    return system.work.x[: len(system.layout.bodies)].ravel().copy()


def _length(vector: np.ndarray) -> float:
    return float(np.linalg.norm(vector))


def _basis(problem: Balance, y: np.ndarray) -> np.ndarray:
    """Independent motions N (6 nb, dof) that joints and `held` allow, orthonormal in the mass."""
    system = problem.system
    evaluate(system.model, system.work, problem.t, y)
    W = jacobian(system)
    if problem.held is not None:
        W = np.vstack([W, problem.held(y)])
    N = null_space(W)
    NMN = N.T @ times_mass(system, N)
    return np.linalg.solve(np.linalg.cholesky(NMN), N.T).T if N.size else N


def times_mass(system: System, N: np.ndarray) -> np.ndarray:
    """M N for motions N (6 nb, n)."""
    masses = mass_matrices(system.model)
    return (masses @ N.reshape(len(masses), 6, -1)).reshape(N.shape)


def null_space(A: np.ndarray) -> np.ndarray:
    """A basis of A x = 0 by elimination with complete pivoting, rows scaled to one size."""
    n = A.shape[1]
    A = A / np.maximum(np.abs(A).max(axis=1, keepdims=True, initial=0.0), 1e-300)
    columns = np.zeros(min(A.shape), np.int64)
    chosen = columns[: eliminate(A, columns, RANK)]
    free = np.setdiff1d(np.arange(n), chosen)
    N = np.zeros((n, free.size))
    N[free, np.arange(free.size)] = 1.0
    N[chosen] = -A[: len(chosen), free]
    return N


@entry
def eliminate(A: np.ndarray, columns: np.ndarray, smallest: float) -> int:
    """Reduce A to the identity in as many rows and columns as it has pivots above `smallest`, in place.

    columns: those of the pivots, row by row. Returns their number.
    """
    rows, n = A.shape
    for r in range(min(rows, n)):
        best, row, column = 0.0, r, 0
        for i in range(r, rows):
            for j in range(n):
                if abs(A[i, j]) > best:
                    best, row, column = abs(A[i, j]), i, j
        if best <= smallest:
            return r
        pivot = A[row, column]
        for j in range(n):
            A[r, j], A[row, j] = A[row, j], A[r, j]
        for j in range(n):
            A[r, j] /= pivot
        for i in range(rows):
            factor = A[i, column]
            if i != r and factor != 0.0:
                for j in range(n):
                    A[i, j] -= factor * A[r, j]
        columns[r] = column
    return min(rows, n)


def _stiffness(problem: Balance, y: np.ndarray, N: np.ndarray, NM: np.ndarray) -> np.ndarray:
    """K: what accelerations of the independent motions lose per displacement along them."""
    scale = DIFFERENCE / max(float(np.max(np.abs(N), initial=0.0)), 1e-300)
    K = np.empty((N.shape[1], N.shape[1]))
    for i, direction in enumerate(N.T):
        ahead, behind = (
            body_accelerations(problem.system, _moved(problem, y, sign * scale * direction), problem.t)
            for sign in (1.0, -1.0)
        )
        K[:, i] = NM.T @ (behind - ahead)
    return K / (2.0 * scale)


def _step(problem: Balance, y: np.ndarray, displacement: np.ndarray, NM: np.ndarray, before: float) -> np.ndarray:
    """The state after a displacement, shortened until it lowers the imbalance; the last one tried if none does."""
    displacement = displacement * min(
        1.0, MAX_DISPLACEMENT / max(float(np.max(np.abs(displacement), initial=0.0)), 1e-300)
    )
    moved = y
    for halving in range(MAX_HALVINGS):
        moved = _moved(problem, y, displacement * 0.5**halving)
        if _length(NM.T @ body_accelerations(problem.system, moved, problem.t)) < before:
            break
    return moved


def _moved(problem: Balance, y: np.ndarray, displacement: np.ndarray) -> np.ndarray:
    """A state moved along independent directions and closed again; tires and brakes that grip are strained by it."""
    moved = y.copy()
    if problem.strained:
        for place, change in _strain(problem.system, y, displacement, problem.t):
            moved[place] += change
    displace_bodies(np.ascontiguousarray(displacement.reshape(-1, 6)), moved)
    close_positions(problem.system.model, problem.system.work, problem.t, moved)
    return moved


def velocities(system: System) -> slice:
    """Where the velocities of all bodies stand in a state."""
    nb = len(system.layout.bodies)
    return slice(7 * nb, 13 * nb)


def _strain(system: System, y: np.ndarray, displacement: np.ndarray, t: float) -> Iterator[tuple[int, float]]:
    """Places in y of the states of tires and brakes, and what a slow displacement adds to them: their rates, if it took
    a second."""
    model, work = system.model, system.work
    forces, tires = model.elements.scalar_forces, model.elements.tires
    held = [e for e, law in enumerate(forces) if law["state"] >= 0 and law["kind"] == BRAKE]
    rolling = [e for e, law in enumerate(tires) if law["state"] >= 0]
    if not held and not rolling:
        return
    slow = y.copy()
    slow[velocities(system)] = displacement
    accelerations(model, work, t, slow)
    first = velocities(system).stop
    for e in held:
        yield first + int(forces[e]["state"]), float(work.scalar_forces[e, 3])
    for e in rolling:
        for i in (0, 1):
            yield first + int(tires[e]["state"]) + i, float(work.contacts[e]["rates"][i])
