"""Static equilibrium: where a mechanism comes to rest, found in two stages.

1. Dynamic relaxation: let it move under its forces and stop it whenever its kinetic energy peaks. Needs no stiffness
   matrix, so it works from far away, with wheels in the air and stops out of contact.
2. Newton on the independent displacements z with the stiffness from differences: rest to round-off. Directions without
   stiffness (a free car may stand anywhere) are left alone. Tires and brakes with states are strained as they are
   moved, so that they are springs there, too.

At rest the accelerations z̈ = NᵀM a of the independent motions vanish (Φ_q N = 0, NᵀMN = 1). Their derivative, unlike
that of the applied forces alone, contains the stiffness that loads in the joints give a pendulum. Signals are frozen at
their value at the time in question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from jounce.engine.analysis.assembly import assemble
from jounce.engine.analysis.freedom import tangent_basis
from jounce.engine.formulations import status
from jounce.engine.formulations.world_frame.entries import (
    accelerations,
    close_positions,
    displace_bodies,
    freeze_signals,
)
from jounce.engine.formulations.world_frame.system import System, mass_matrices
from jounce.engine.integrators import explicit, progress
from jounce.engine.integrators.fixed import relax
from jounce.engine.laws.forces.laws import BRAKE
from jounce.errors import EquilibriumError

BALANCED = 1e-7
"""Largest acceleration that counts as rest [m/s², rad/s²]."""
MAX_NEWTON_ACCELERATION = 1e-2
"""Largest acceleration at which Newton takes over from relaxation."""
DIFFERENCE = 1e-6
"""Displacement for the stiffness matrix, in mass-orthonormal coordinates scaled to about 1 µm per body."""
SOFT = 1e-8
"""Squared frequencies below this part of the largest belong to free directions; the differences are good to 1e-10."""


@dataclass(frozen=True)
class Equilibrium:
    """A mechanism at rest."""

    state: np.ndarray
    residual: float
    """Largest acceleration that is left [m/s², rad/s²]."""
    free_directions: int
    """Independent directions in which nothing holds it."""


def settle(
    system: System,
    start: np.ndarray | None = None,
    *,
    t: float = 0.0,
    step: float = 1e-3,
    longest: float = 60.0,
    progress: Callable[[float], None] | None = None,
) -> Equilibrium:
    """Bring a mechanism to rest, starting at a state (by default the assembled design position).

    step, longest: of the relaxation [s of simulated time]. Raises EquilibriumError naming what does not balance.
    """
    y = assemble(system, start, t=t)
    system = freeze_signals(system, t)
    y[_velocities(system)] = 0.0
    y = _relaxed(system, y, t, step, longest, progress)
    for _ in range(30):
        y, free, moved = _newton(system, y, t)
        residual = _imbalance(system, y, t)
        if residual < BALANCED or moved < 1e-15:
            break
    if residual > 1e3 * BALANCED:
        raise _unbalanced(system, y, t)
    return Equilibrium(y, residual, free)


def _velocities(system: System) -> slice:
    nb = len(system.layout.bodies)
    return slice(7 * nb, 13 * nb)


def _relaxed(
    system: System, y: np.ndarray, t: float, step: float, longest: float, report: Callable[[float], None] | None
) -> np.ndarray:
    """Relaxation in chunks until the accelerations are small; smaller steps if it explodes."""
    chunk = 200
    method = explicit.Explicit(explicit.RUNGE_KUTTA, system.coordinates)
    equations = system.derivative, system.project, system.model, system.work, method
    stages, record = np.zeros((explicit.ROWS, y.size)), np.zeros(progress.LENGTH)
    steps = int(longest / step)
    done = 0
    while done < steps:
        if _imbalance(system, y, t) < MAX_NEWTON_ACCELERATION:
            break
        before = y.copy()
        outcome = relax(*equations, t, y, stages, record, step, chunk)
        if outcome != status.OK:
            y, step = before, 0.5 * step
            if step < 1e-6:
                raise _unbalanced(system, y, t)
        done += chunk
        if report is not None:
            report(done * step)
    y[_velocities(system)] = 0.0
    return y


def _imbalance(system: System, y: np.ndarray, t: float) -> float:
    """Largest acceleration of a body from rest."""
    rest = y.copy()
    rest[_velocities(system)] = 0.0
    if accelerations(system.model, system.work, t, rest) != status.OK:
        return np.inf
    return float(np.max(np.abs(system.work.x[: len(system.layout.bodies)]), initial=0.0))


def _newton(system: System, y: np.ndarray, t: float) -> tuple[np.ndarray, int, float]:
    """One Newton step; returns the state, the number of free directions and the size of the step."""
    N = tangent_basis(system, y, t)
    scale = DIFFERENCE / max(float(np.max(np.abs(N), initial=0.0)), 1e-300)
    NM = np.vstack([M @ N[6 * i : 6 * i + 6] for i, M in enumerate(mass_matrices(system.model))])
    pull = NM.T @ _accelerations(system, y, t)
    K = np.empty((N.shape[1], N.shape[1]))
    for i, direction in enumerate(N.T):
        ahead, behind = (_moved(system, y, sign * scale * direction, t) for sign in (1.0, -1.0))
        K[:, i] = NM.T @ (_accelerations(system, behind, t) - _accelerations(system, ahead, t))
    K /= 2.0 * scale
    U, s, Vt = np.linalg.svd(K)
    held = s > SOFT * max(s[0] if s.size else 0.0, 1e-300)
    z = Vt[held].T @ ((U[:, held].T @ pull) / s[held])
    displacement = N @ z
    size = float(np.max(np.abs(displacement), initial=0.0))
    return _moved(system, y, displacement * min(1.0, 0.05 / max(size, 1e-300)), t), int(np.sum(~held)), size


def _accelerations(system: System, y: np.ndarray, t: float) -> np.ndarray:
    """Accelerations of all bodies, (6 nb,)."""
    accelerations(system.model, system.work, t, y)
    return system.work.x[: len(system.layout.bodies)].ravel().copy()


def _moved(system: System, y: np.ndarray, displacement: np.ndarray, t: float) -> np.ndarray:
    """A state moved along independent directions and closed again; tires and brakes that grip are strained by it."""
    moved = y.copy()
    for place, change in _strain(system, y, displacement, t):
        moved[place] += change
    displace_bodies(np.ascontiguousarray(displacement.reshape(-1, 6)), moved)
    close_positions(system.model, system.work, t, moved)
    return moved


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
    slow[_velocities(system)] = displacement
    accelerations(model, work, t, slow)
    first = _velocities(system).stop
    for e in held:
        yield first + int(forces[e]["state"]), float(work.scalar_forces[e, 3])
    for e in rolling:
        for i in (0, 1):
            yield first + int(tires[e]["state"]) + i, float(work.contacts[e]["rates"][i])


def _unbalanced(system: System, y: np.ndarray, t: float) -> EquilibriumError:
    """The body that accelerates most, and how."""
    _imbalance(system, y, t)
    a = system.work.x[: len(system.layout.bodies)]
    i = int(np.argmax(np.max(np.abs(a), axis=1)))
    body = system.mechanism.bodies[i]
    linear = ", ".join(f"{x:.4g}" for x in body.mass * a[i, :3])
    return EquilibriumError(
        f"{system.mechanism.name}: no equilibrium found. {body.name} is not held: unbalanced force [{linear}] N "
        f"(world), acceleration {np.max(np.abs(a[i])):.4g}. Give it a spring, a joint or a tire that can carry this "
        "load, or check the preloads."
    )
