"""Static equilibrium: where a mechanism comes to rest.

1. Damped Newton on the independent displacements (`jounce.engine.analysis.balance`): a few steps, to round-off.
   Directions without stiffness (a free car may stand anywhere, what turns freely may have any angle) are left alone.
   Tires and brakes with states are strained as they are moved, so that they are springs there, too.
2. Where that does not come to rest, dynamic relaxation first: let the mechanism move under its forces and stop it
   whenever its kinetic energy peaks. Needs no stiffness matrix, so it works from far away, but takes long.

Signals are frozen at their value at the time in question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jounce.engine.analysis.assembly import assemble
from jounce.engine.analysis.balance import Balance, find_balance, velocities
from jounce.engine.formulations import status
from jounce.engine.formulations.world_frame.entries import accelerations, freeze_signals
from jounce.engine.formulations.world_frame.system import System
from jounce.engine.integrators import explicit, progress
from jounce.engine.integrators.fixed import relax
from jounce.errors import EquilibriumError

MAX_NEWTON_ACCELERATION = 1e-2
"""Largest acceleration at which Newton takes over from relaxation [m/s², rad/s²]."""


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

    step, longest: of the relaxation [s of simulated time]. Forces balance to 1e-6 of the weight of all bodies. Raises
    EquilibriumError naming what does not balance.
    """
    y = assemble(system, start, t=t)
    system = freeze_signals(system, t)
    y[velocities(system)] = 0.0
    rolled = find_balance(Balance(system, t, strained=False), y)  # a car comes to its height before its tires grip
    problem = Balance(system, t)
    found = find_balance(problem, rolled.state if rolled.is_rest else _rolling_start(system, y))
    if not found.is_rest:
        found = find_balance(problem, _relaxed(system, y, t, step, longest, progress))
    if not found.is_rest:
        raise unbalanced_error(system, found.state, t)
    return Equilibrium(found.state, largest_acceleration(system, found.state, t), found.free_directions)


def _rolling_start(system: System, y: np.ndarray) -> np.ndarray:
    """The state in which a vehicle rolls, or y of anything else.

    Springs far from their load move wheels sideways; then nothing but the equilibrium of a rolling car, whose wheels do
    not spin, is near that of a standing one.
    """
    from jounce.engine.analysis.rolling_equilibrium import settle_rolling  # which uses this file

    if not system.mechanism.tires:
        return y
    try:
        return settle_rolling(system, y)
    except EquilibriumError:
        return y


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
        if largest_acceleration(system, y, t) < MAX_NEWTON_ACCELERATION:
            break
        before = y.copy()
        outcome = relax(*equations, t, y, stages, record, step, chunk)
        if outcome != status.OK:
            y, step = before, 0.5 * step
            if step < 1e-6:
                raise unbalanced_error(system, y, t)
        done += chunk
        if report is not None:
            report(done * step)
    y[velocities(system)] = 0.0
    return y


def largest_acceleration(system: System, y: np.ndarray, t: float) -> float:
    """Largest acceleration of a body from rest."""
    rest = y.copy()
    rest[velocities(system)] = 0.0
    if accelerations(system.model, system.work, t, rest) != status.OK:
        return np.inf
    return float(np.max(np.abs(system.work.x[: len(system.layout.bodies)]), initial=0.0))


def unbalanced_error(system: System, y: np.ndarray, t: float) -> EquilibriumError:
    """The error that names the body that accelerates most, and how."""
    largest_acceleration(system, y, t)
    a = system.work.x[: len(system.layout.bodies)]
    i = int(np.argmax(np.max(np.abs(a), axis=1)))
    body = system.mechanism.bodies[i]
    linear = ", ".join(f"{x:.4g}" for x in body.mass * a[i, :3])
    return EquilibriumError(
        f"{system.mechanism.name}: no equilibrium found. {body.name} is not held: unbalanced force [{linear}] N "
        f"(world), acceleration {np.max(np.abs(a[i])):.4g}. Give it a spring, a joint or a tire that can carry this "
        "load, or check the preloads."
    )
