"""Explicit methods with a fixed step, projected onto the constraints after every step.

They differ only in how many slopes they take and in what they add up. One call of the derivative and one of the
projection serve all, and one compilation.

    semi-implicit Euler    v₊ = v + h a(t, x, v),  x₊ = x moved by h v₊                                      order 1
    midpoint               y₊ = y + h f(t + ½h, y + ½h f(t, y))                                             order 2
    Adams–Bashforth 2      y₊ = y + h ((1 + ½r) f − ½r f₋),  r = h / h₋                                     order 2
    Runge–Kutta 4          y₊ = y + h/6 (f₁ + 2 f₂ + 2 f₃ + f₄)                                             order 4
                           f₂ = f(t + ½h, y + ½h f₁),  f₃ = f(t + ½h, y + ½h f₂),  f₄ = f(t + h, y + h f₃)

With forces of the positions alone Euler's method is symplectic: the energy of an oscillator swings, but does not drift.
First-order states go with the velocities. Adams–Bashforth takes one slope a step and the line through it and the one
before; both were taken at projected states, so the projection between them costs nothing; its first step is a midpoint
step.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.progress import EVALUATIONS, STEP, STEPS

EULER, MIDPOINT, ADAMS_BASHFORTH, RUNGE_KUTTA = range(4)
ROWS = 6
"""Rows of scratch: four slopes, the trial state, the slope one step ago."""
TRIAL, PREVIOUS = 4, 5
MIDPOINT_NODES = (0.0, 0.5)
RUNGE_KUTTA_NODES = (0.0, 0.5, 0.5, 1.0)
"""Where in the step each slope is taken, as parts of it."""


class Explicit(NamedTuple):
    """An explicit method."""

    kind: int
    coordinates: np.ndarray
    """COORDINATE of jounce.engine.formulations.coordinates; only Euler needs them."""


@member.of(Explicit)
def explicit_member(stack, i):
    """The method has no numbers of a car: it is the same for all."""
    return stack


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
            move_runge_kutta(stage, h, y, k, trial)
        elif kind == EULER:
            move_euler(method.coordinates, h, y, k, trial)
        elif kind == ADAMS_BASHFORTH and progress[STEPS] > 0.0:
            move_adams_bashforth(h, progress[STEP], y, k[0], k[PREVIOUS], trial)
        else:
            move_midpoint(stage, h, y, k, trial)
    if not finite(trial):
        return status.NOT_FINITE
    outcome = project(model, work, t + h, trial)
    if outcome == status.OK:
        for i in range(y.size):
            y[i] = trial[i]
            k[PREVIOUS, i] = k[0, i]
    return outcome


@subroutine
def stages(kind, steps):
    """Slopes in a step."""
    if kind == RUNGE_KUTTA:
        return 4
    if kind == MIDPOINT or (kind == ADAMS_BASHFORTH and steps == 0.0):
        return 2
    return 1


@subroutine
def node(kind, stage):
    """Where in the step a slope is taken."""
    return RUNGE_KUTTA_NODES[stage] if kind == RUNGE_KUTTA else MIDPOINT_NODES[stage]


@subroutine
def move_euler(coordinates, h, y, k, trial):
    """The result of semi-implicit Euler from the slope k[0]; k[1] is scratch."""
    increment = k[1]
    for i in range(y.size):
        trial[i] = y[i] + h * k[0, i]
        increment[i] = h * trial[i]
    displace(coordinates, y, increment, trial)


@subroutine
def move_midpoint(stage, h, y, k, trial):
    """The state in the middle from the first slope, the result from the second."""
    ahead = 0.5 * h if stage == 0 else h
    for i in range(y.size):
        trial[i] = y[i] + ahead * k[stage, i]


@subroutine
def move_adams_bashforth(h, last, y, slope, previous, trial):
    """The result from this slope and that of the step before, which was `last` long [s]."""
    back = 0.5 * h / last
    for i in range(y.size):
        trial[i] = y[i] + h * ((1.0 + back) * slope[i] - back * previous[i])


@subroutine
def move_runge_kutta(stage, h, y, k, trial):
    """The state for the next slope, or after the last the result."""
    if stage < 3:
        ahead = RUNGE_KUTTA_NODES[stage + 1] * h
        for i in range(y.size):
            trial[i] = y[i] + ahead * k[stage, i]
    else:
        for i in range(y.size):
            trial[i] = y[i] + h / 6.0 * (k[0, i] + 2.0 * (k[1, i] + k[2, i]) + k[3, i])


@subroutine
def finite(y):
    """Whether every number is finite."""
    s = 0.0
    for i in range(y.size):
        s += 0.0 * y[i]
    return s == 0.0
