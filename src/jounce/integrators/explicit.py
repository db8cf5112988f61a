"""Explicit methods with a fixed step, projected onto the constraints after every step.

They differ only in how many slopes they take and in what they add up, which their own files say: `euler`, `midpoint`,
`adams_bashforth`, `rk4`. One call of the derivative and one of the projection serve all, and one compilation.
"""

from typing import NamedTuple

import numpy as np

from jounce.formulations import status
from jounce.integrators import adams_bashforth, euler, midpoint, rk4
from jounce.integrators.fixed import step
from jounce.integrators.progress import EVALUATIONS, STEP, STEPS
from jounce.kernel import part

EULER, MIDPOINT, ADAMS_BASHFORTH, RUNGE_KUTTA = range(4)
ROWS = 6
"""Of scratch: four slopes, the trial state, the slope one step ago."""
TRIAL, PREVIOUS = 4, 5


class Explicit(NamedTuple):
    """An explicit method."""

    kind: int
    coordinates: np.ndarray
    """COORDINATE of jounce.formulations.coordinates; only Euler needs them."""


@step.of(Explicit)
def explicit_step(method, derivative, project, model, work, t, h, y, k, progress):
    kind, trial = method.kind, k[TRIAL]
    for i in range(y.size):
        trial[i] = y[i]
    for stage in range(stages(kind, progress[STEPS])):
        outcome = derivative(model, work, t + node(kind, stage) * h, trial, k[stage])
        progress[EVALUATIONS] += 1.0
        if outcome != status.OK:
            return outcome
        if kind == RUNGE_KUTTA:
            rk4.move(stage, h, y, k, trial)
        elif kind == EULER:
            euler.move(method.coordinates, h, y, k, trial)
        elif kind == ADAMS_BASHFORTH and progress[STEPS] > 0.0:
            adams_bashforth.move(h, progress[STEP], y, k[0], k[PREVIOUS], trial)
        else:
            midpoint.move(stage, h, y, k, trial)
    if not finite(trial):
        return status.NOT_FINITE
    outcome = project(model, work, t + h, trial)
    if outcome == status.OK:
        for i in range(y.size):
            y[i] = trial[i]
            k[PREVIOUS, i] = k[0, i]
    return outcome


@part
def stages(kind, steps):
    """Slopes in a step."""
    if kind == RUNGE_KUTTA:
        return 4
    if kind == MIDPOINT or (kind == ADAMS_BASHFORTH and steps == 0.0):
        return 2
    return 1


@part
def node(kind, stage):
    """Where in the step a slope is taken."""
    return rk4.NODES[stage] if kind == RUNGE_KUTTA else midpoint.NODES[stage]


@part
def finite(y):
    """Whether every number is finite."""
    s = 0.0
    for i in range(y.size):
        s += 0.0 * y[i]
    return s == 0.0
