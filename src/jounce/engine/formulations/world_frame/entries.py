"""What Python calls of this formulation, one evaluation at a time.

Signals read outside compiled code.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from jounce.engine.compiler import entry
from jounce.engine.formulations.world_frame.dynamics import accelerate, apply_forces
from jounce.engine.formulations.world_frame.linear_system import factorise, solve_system
from jounce.engine.formulations.world_frame.projection import (
    displace,
    evaluate_constraints,
    load_violations,
    project_positions,
    project_velocities,
)
from jounce.engine.laws.forces.signal import CONSTANT, VALUE, signal

if TYPE_CHECKING:
    from jounce.engine.formulations.world_frame.system import System


@entry
def evaluate(model, work, t, y):
    """Poses, measures, constraints and applied forces at (t, y); returns the largest |Φ|."""
    worst = evaluate_constraints(model, work, t, y)
    apply_forces(model, work, t, y)
    return worst


@entry
def accelerations(model, work, t, y):
    """Solve the equations of motion: accelerations and multipliers in work.x; returns a status."""
    return accelerate(model, work, t, y)


@entry
def close_positions(model, work, t, y):
    """Newton onto Φ = 0, in place; returns a status."""
    return project_positions(model, work, t, y)[0]


@entry
def close_velocities(model, work, t, y):
    """Remove Φ̇, in place; returns a status."""
    evaluate_constraints(model, work, t, y)
    factorise(model, work)
    return project_velocities(model, work, y)


@entry
def newton_step(model, work, t, y):
    """One mass-weighted Newton step towards Φ = 0, left in work.x; y is not moved. Returns the largest |Φ|."""
    worst = evaluate_constraints(model, work, t, y)
    factorise(model, work)
    load_violations(model.bodies.size, model.rows, work.rows, work.right)
    solve_system(model, work, work.right)
    return worst


@entry
def displaced(displacement, y):
    """Move all bodies by displacements (nb, 6): world translation, rotation vector in body axes; in place."""
    displace(displacement.shape[0], displacement, y)


@entry
def signal_value(row, tables, t):
    """Value of a signal at time t [s]."""
    return signal(row, tables, t)[0]


def value_at(system: System, index: int, t: float) -> float:
    """Value of one signal at time t [s]."""
    row = system.model.signals[index]
    if row[0] == CONSTANT:  # without a call into compiled code
        return float(row[VALUE])
    return float(signal_value(row, system.model.tables, t))


def freeze_signals(system: System, t: float) -> System:
    """The system with every signal kept at its value at time t [s]."""
    signals = np.zeros_like(system.model.signals)
    signals[:, 0] = CONSTANT
    signals[:, VALUE] = [value_at(system, i, t) for i in range(len(signals))]
    return replace(system, model=system.model._replace(signals=signals))
