"""How the world frame is called: by integrators through two function pointers, and by Python.

The function pointers of `jounce.engine.formulations.equations` are compiled when they are first asked for, once per
type of model. Off the constraints, where the stages of a step are, redundant rows are no longer redundant: a Bricard
loop is a rigid structure there, and its accelerations mean nothing. Mechanisms with redundant rows are therefore
evaluated at the nearest state on the constraints, which is a smooth continuation of the same motion and keeps the
integrator's order.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from jounce.engine.compiler import entry, pointer, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.element_forces import element_rates
from jounce.engine.formulations.cartesian.model import POSE, TWIST, Model, Work
from jounce.engine.formulations.equations import kinetic_energy, stop
from jounce.engine.formulations.world_frame.dynamics import accelerate, apply_forces, auxiliary_rates, rates
from jounce.engine.formulations.world_frame.linear_system import factorise, solve_system
from jounce.engine.formulations.world_frame.projection import (
    cartesian_project,
    displace,
    evaluate_constraints,
    load_violations,
    project_positions,
    project_state,
    project_velocities,
)
from jounce.engine.laws.forces.signal import CONSTANT, VALUE, signal
from jounce.engine.linalg.mat3 import load9, mv
from jounce.engine.linalg.vec3 import dot, load

if TYPE_CHECKING:
    from jounce.engine.formulations.world_frame.system import System


def cartesian_derivative(model, work, t, y, dy):
    """Write ẏ at time t [s] into dy; returns a status."""
    if model.redundant:
        for i in range(y.size):
            work.state[i] = y[i]
        outcome = project_state(model, work, t, work.state)
        if outcome != status.OK:
            return outcome
        return evaluate_rates(model, work, t, work.state, dy)
    return evaluate_rates(model, work, t, y, dy)


@subroutine
def evaluate_rates(model, work, t, y, dy):
    outcome = accelerate(model, work, t, y)
    rates(work.x, model.bodies.size, y, dy)
    auxiliary = (POSE + TWIST) * model.bodies.size
    auxiliary_rates(model.measures, work.measures, model.rows, model.signals, model.tables, t, y, dy, auxiliary)
    element_rates(model.elements, work, dy, auxiliary)
    return outcome


@kinetic_energy.of(Model)
def cartesian_kinetic_energy(model, y):
    nb = model.bodies.size
    total = 0.0
    for i in range(nb):
        u = POSE * nb + TWIST * i
        v, w = load(y, u), load(y, u + 3)
        total += 0.5 * model.bodies[i]["mass"] * dot(v, v)
        total += 0.5 * dot(w, mv(load9(model.bodies[i]["inertia"], 0), w))
    return total


@stop.of(Model)
def cartesian_stop(model, y):
    nb = model.bodies.size
    for i in range(TWIST * nb):
        y[POSE * nb + i] = 0.0


FUNCTIONS = cartesian_derivative, cartesian_project


def derivative_of(model: Model, work: Work) -> Callable:
    """`cartesian_derivative` for a model of this type."""
    return pointer(cartesian_derivative, model, work, 0.0, np.zeros(1), np.zeros(1))


def project_of(model: Model, work: Work) -> Callable:
    """`cartesian_project` for a model of this type."""
    return pointer(cartesian_project, model, work, 0.0, np.zeros(1))


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
def displace_bodies(displacement, y):
    """Move all bodies by displacements (nb, 6): world translation, rotation vector in body axes; in place."""
    displace(displacement.shape[0], displacement, y)


@entry
def signal_value(row, tables, t):
    """Value of a signal at time t [s]."""
    return signal(row, tables, t)[0]


def value_at(system: System, index: int, t: float) -> float:
    """Value of one signal at time t [s]."""
    return _value(system.model.signals[index], system.model.tables, t)


def _value(row: np.ndarray, tables: np.ndarray, t: float) -> float:
    if row[0] == CONSTANT:  # without a call into compiled code
        return float(row[VALUE])
    return float(signal_value(row, tables, t))


def freeze_signals(system: System, t: float) -> System:
    """The system with every signal kept at its value at time t [s]."""
    signals = constant_signals(system.model.signals, system.model.tables, t)
    return replace(system, model=system.model._replace(signals=signals))


def constant_signals(signals: np.ndarray, tables: np.ndarray, t: float) -> np.ndarray:
    """Rows of signals that keep the values of others at time t [s]."""
    frozen = np.zeros_like(signals)
    frozen[:, 0] = CONSTANT
    frozen[:, VALUE] = [_value(row, tables, t) for row in signals]
    return frozen
