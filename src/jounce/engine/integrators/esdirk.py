"""One step of `kvaerno`'s implicit pair with a matrix that is kept over many steps.

The unknowns of a stage are x = (independent velocities, first-order states), as in `chord`. With the known part
y* = y + h Σ aᵢⱼ ẏⱼ, j < i, a stage has to satisfy

    x = x* + γh f(t + cᵢ h, p, x),     p = p* + γh ṗ(p, x)

Positions p follow from x in closed form (`solve_positions`), dependent coordinates by the projection. The iteration
x ← x − M⁻¹ r, r = x − x* − γh f, has M = 1 − γh C − (γh)² K of `linearise`, inverted for a step near h. It ends when
the next correction, foreseen from the rate at which they fall, is a small part of the tolerance; the rate of the last
stage serves for the first correction of the next. Slopes are taken from the equation of the stage, (Y − y*) / γh, not
from another evaluation.

The error of the step is Y₅ − Y₄, solved once with M, (1 − γhJ)⁻¹ (Y₅ − Y₄): what is stiff would hide the rest
(Hairer & Wanner II, IV.8).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import function_at, inlined
from jounce.engine.integrators.kvaerno import ERROR, GAMMA, GUESS, NODES, STAGES, A
from jounce.engine.integrators.linearise import unknown
from jounce.engine.integrators.progress import EVALUATIONS
from jounce.engine.integrators.stage_positions import solve_positions
from jounce.engine.linalg.inverse import multiply_columns

PAST, STATES = STAGES, STAGES + 2
STAR, TRIAL, RIGHT, SOLUTION, MOVE, INSIDE = range(STATES + STAGES, STATES + STAGES + 6)
SCRATCH = INSIDE + 1
ROWS = SCRATCH + 5
"""Rows of scratch: the slopes of all stages, those of the second and third stage of the step before, the states of all
stages, y*, the state that is iterated, right-hand sides and solutions, displacements, a state within the step, and what
`jounce.engine.integrators.kept_matrix` needs."""

CLOSE = 0.05
"""Correction still to come, relative to the tolerance, at which an iteration ends."""
MAX_RATE, MAX_ITERATIONS = 0.8, 10
"""Rate of contraction from which on an iteration is given up, and its corrections at most."""
GRAIN = 2.0**-36
"""How far before its end a step looks at signals [s]: where one has a kink there, what comes after does not count."""
MAX_GROWTH = 2.0
"""Ratio of a step to the one before up to which the slopes of that one are extrapolated."""

BEGUN, KNOWN, FRESH, MADE, RATE, LAST, EXTRA = range(7)
FLAGS = 7
"""Numbers that are kept from step to step, zero at the start: whether the run has begun, whether there is a matrix and
whether it was made at this state, γh [s] of its inverse (0: there is none), what is left of an iteration's corrections
after the first, relative to it, the length of the step before [s] (0: its slopes do not continue in this one), and the
iterations that the matrix has cost beyond those of a good one."""


class Equations(NamedTuple):
    """Boxed equations of motion, and which of their states are unknowns."""

    derivative: int
    project: int
    """addresses, see `jounce.engine.formulations.equations.box_equations`"""
    box: np.ndarray
    linearise: int
    """address, see `jounce.engine.formulations.equations.box_linearise`"""
    coordinates: np.ndarray
    """COORDINATE of jounce.engine.formulations.coordinates"""
    independent: np.ndarray
    """indices of independent velocities in y"""
    auxiliary: np.ndarray
    """indices of first-order states in y"""


class Matrices(NamedTuple):
    """C and K of `linearise`, and the inverse of M."""

    damping: np.ndarray
    stiffness: np.ndarray
    matrix: np.ndarray
    """M"""
    inverse: np.ndarray
    """M⁻¹, its columns as rows; (n, n) each"""
    swaps: np.ndarray
    """(n,) scratch"""
    flags: np.ndarray


@inlined
def evaluate(equations, t, y, dy, progress):
    """Write ẏ into dy; returns a status."""
    progress[EVALUATIONS] += 1.0
    return function_at(equations.derivative, "boxed derivative")(equations.box, t, y, dy)


@inlined
def close(equations, t, y):
    """Move y onto the constraints; returns a status."""
    return function_at(equations.project, "boxed project")(equations.box, t, y)


@inlined
def known_part(stage, h, y, k):
    """y* of a stage."""
    star, a = k[STAR], A[stage]
    for i in range(y.size):
        total = a[0] * k[0, i]
        for j in range(1, stage):
            total += a[j] * k[j, i]
        star[i] = y[i] + h * total


@inlined
def guess(stage, h, last, k):
    """First guess of the state of a stage, by slopes of stages before it; the last starts where the fourth is."""
    trial, star = k[TRIAL], k[STAR]
    if stage == STAGES - 1:
        for i in range(star.size):
            trial[i] = k[STATES + 3, i]
        return
    # weights of the slope at the beginning and of two others
    first, second, third = GUESS[stage][0], GUESS[stage][1], GUESS[stage][2]
    one, two = 1, 2
    if stage == 1:
        one, two = PAST, PAST + 1
        if last > 0.0 and h <= MAX_GROWTH * last:
            x, p, q = NODES[1], (NODES[1] - 1.0) * last / h, (NODES[2] - 1.0) * last / h
            first = (x - p) * (x - q) / (p * q)
            second, third = x * (x - q) / (p * (p - q)), x * (x - p) / (q * (q - p))
    for i in range(star.size):
        slope = first * k[0, i]
        if second != 0.0:
            slope += second * k[one, i]
        if third != 0.0:
            slope += third * k[two, i]
        trial[i] = star[i] + GAMMA * h * slope


@inlined
def correct(equations, matrices, gamma_h, y, k, relative, absolute):
    """Subtract M⁻¹ r from the unknowns; returns the size of the correction relative to the tolerance."""
    independent, auxiliary = equations.independent, equations.auxiliary
    n = independent.size + auxiliary.size
    right, solution = k[RIGHT, :n], k[SOLUTION, :n]
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        right[r] = k[TRIAL, i] - k[STAR, i] - gamma_h * k[MOVE, i]
    multiply_columns(matrices.inverse, right, solution)
    total = 0.0
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        k[TRIAL, i] -= solution[r]
        total += (solution[r] / (absolute + relative * abs(y[i]))) ** 2
    return math.sqrt(total / max(n, 1))


@inlined
def keep_stage(equations, stage, gamma_h, k):
    """The slope and the state of a stage that has been solved."""
    trial = k[TRIAL]
    solve_positions(equations.coordinates, k[STAR], gamma_h, trial)
    for i in range(trial.size):
        k[stage, i] = (trial[i] - k[STAR, i]) / gamma_h
        k[STATES + stage, i] = trial[i]


@inlined
def error_norm(equations, matrices, h, y, k, relative, absolute):
    """Root mean square of (1 − γhJ)⁻¹ (Y₅ − Y₄) over the unknowns, against absolute + relative · |x|."""
    independent, auxiliary = equations.independent, equations.auxiliary
    m = independent.size
    n = m + auxiliary.size
    right, solution, moved = k[RIGHT, :n], k[SOLUTION, :n], k[MOVE]
    # Y₅ − Y₄ of independent positions, along their velocities
    for c in range(m):
        total = 0.0
        for stage in range(STAGES):
            total += ERROR[stage] * k[STATES + stage, independent[c]]
        moved[c] = h * total
    # of velocities and first-order states, with what positions make of them
    for r in range(n):
        i, total = unknown(independent, auxiliary, r), 0.0
        for c in range(m):
            total += matrices.stiffness[r, c] * moved[c]
        right[r] = k[STATES + STAGES - 1, i] - k[STATES + STAGES - 2, i] + matrices.flags[MADE] * total
    multiply_columns(matrices.inverse, right, solution)
    total = 0.0
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        total += (solution[r] / (absolute + relative * max(abs(y[i]), abs(k[TRIAL, i])))) ** 2
    return math.sqrt(total / max(n, 1))
