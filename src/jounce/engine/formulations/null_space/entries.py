"""How the null space is called: by integrators through two function pointers, and by Python.

The function pointers are those of `jounce.engine.formulations.equations`. Python has one entry for all that it asks:
taking a model and its scratch from Python is what takes the compiler longest.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jounce.engine.compiler import entry, pointer
from jounce.engine.formulations import status
from jounce.engine.formulations.null_space.bases import choose
from jounce.engine.formulations.null_space.derivative import null_space_derivative
from jounce.engine.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics
from jounce.engine.formulations.null_space.independent_velocities import independent_from_velocities
from jounce.engine.formulations.null_space.kinematics import take_velocities
from jounce.engine.formulations.null_space.model import AUGMENTED, INDEPENDENT, Model, Work
from jounce.engine.formulations.null_space.projection import null_space_project
from jounce.engine.formulations.null_space.reduction import multipliers

GRADIENTS, CHOICE, DERIVATIVE, PROJECTION, MULTIPLIERS = range(5)


@entry
def ask(what, derivative, project, model, work, t, y, dy):
    """One question at (t, y); returns a status."""
    if what == DERIVATIVE:
        return derivative(model, work, t, y, dy)
    if what == PROJECTION:
        return project(model, work, t, y)
    if what == MULTIPLIERS:
        multipliers(model.other, model.islands, model.cells, work.space, work.balance)
        return status.OK
    take_velocities(model.motions, model.free, model.twist, y, work.u)
    evaluate_kinematics(model, work.acting, work.rows, work.chain, model.measures.size, work.u, t, y)
    evaluate_gradients(model, work.acting, work.chain, work.space.J)
    if what == CHOICE:
        choose(model.other, model.cells, work.space)
        if model.velocities == INDEPENDENT:
            independent_from_velocities(model.cells, work.space, work.u, y[model.independent :])
    return status.OK


def _ask(what, model, work, t, y, dy):
    return int(ask(what, derivative_of(model, work), project_of(model, work), model, work, float(t), y, dy))


def evaluate(model, work, t, y) -> None:
    """Frames, constraint rows and Φ_q at (t, y), into the scratch."""
    _ask(GRADIENTS, model, work, t, y, y)


def choose_basis(model, work, t, y) -> None:
    """A basis at (t, y) that owes nothing to other times, and the ż of the velocities in it, put into y."""
    work.space.clock[0] = -np.inf
    _ask(CHOICE, model, work, t, y, y)


def accelerations(model, work, t, y, dy) -> tuple[int, np.ndarray]:
    """ẏ into dy with a basis chosen at (t, y), whose ż are put into y; returns a status and the multipliers."""
    choose_basis(model, work, t, y)
    outcome = _ask(DERIVATIVE, model, work, t, y, dy)
    if model.method == AUGMENTED:
        return outcome, work.balance.solution[6 + work.balance.force.size :].copy()
    _ask(MULTIPLIERS, model, work, t, y, dy)
    return outcome, work.balance.right.copy()


def begin(model, work, t, y) -> int:
    """Close all loops of y at time t, in place, and choose a basis there, with the ż of its velocities; returns a
    status."""
    outcome = status.OK
    for _ in range(2):  # the first may end far from where its basis was chosen
        choose_basis(model, work, t, y)
        outcome = _ask(PROJECTION, model, work, t, y, y)
        if outcome != status.OK:
            break
    return outcome


FUNCTIONS = null_space_derivative, null_space_project


def derivative_of(model: Model, work: Work) -> Callable:
    """`null_space_derivative` for a model of this type."""
    return pointer(null_space_derivative, model, work, 0.0, np.zeros(1), np.zeros(1))


def project_of(model: Model, work: Work) -> Callable:
    """`null_space_project` for a model of this type."""
    return pointer(null_space_project, model, work, 0.0, np.zeros(1))
