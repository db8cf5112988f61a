"""ẏ for the integrators.

Off the constraints, where the stages of a step are, redundant rows are no longer redundant: a Bricard loop is a rigid
structure there, and its accelerations mean nothing. Mechanisms with redundant rows are therefore evaluated at the
nearest state on the constraints, which is a smooth continuation of the same motion and keeps the integrator's order.

Kinetic energy, momentum and rest.

The equations of motion as two addresses, for the integrators (see `jounce.engine.formulations.verbs`).

They are compiled when they are first asked for, once per type of model: only the ground under it can differ.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import part, pointer
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.element_forces import element_rates
from jounce.engine.formulations.cartesian.model import POSE, TWIST, Model, Work
from jounce.engine.formulations.verbs import kinetic_energy, stop
from jounce.engine.formulations.world_frame.dynamics import accelerate, auxiliary_rates, rates
from jounce.engine.formulations.world_frame.projection import cartesian_project, project_state
from jounce.engine.linalg.mat3 import load9, mv
from jounce.engine.linalg.vec3 import dot, load


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


@part
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
