"""Matrices of implicit steps, inverted beforehand and picked by the speed of the base.

An entry holds C and K of `linearise`, s = β h, for which it was made, and the inverse of M = 1 − s C − s² K.
The slip stiffness of tires falls like 1/V, so a car needs several entries, or one that serves them all: taken is the
fastest that is not faster than the car, whose tires are the stiffer ones. Picking costs no Jacobian work.

`make_schedule` makes the entries in Python before a run, at a few states, and leaves out modes that are not stiff.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.compiler import entry, kernel, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import BASE
from jounce.engine.integrators.fixed import member
from jounce.engine.integrators.linearise import ROWS, linearise
from jounce.engine.linalg.inverse import invert
from jounce.engine.linalg.vec3 import load, norm
from jounce.errors import SimulationError


class JacobianSchedule(NamedTuple):
    """m Jacobians for n unknowns, by rising speed."""

    damping: np.ndarray
    """(m, n, n) C"""
    stiffness: np.ndarray
    """(m, n, n) K"""
    inverse: np.ndarray
    """(m, n, n) M⁻¹, its columns as rows"""
    matrix: np.ndarray
    """(m, n, n) M"""
    swaps: np.ndarray
    """(m, n) scratch"""
    beta_h: np.ndarray
    """(m,) β h [s]"""
    speeds: np.ndarray
    """(m,) from which on an entry serves [m/s], rising"""


@member.of(JacobianSchedule)
def schedule_member(stack, i):
    """The schedule of one car, of arrays with an axis more."""
    matrices = stack.damping[i], stack.stiffness[i], stack.inverse[i], stack.matrix[i], stack.swaps[i]
    return JacobianSchedule(*matrices, stack.beta_h[i], stack.speeds[i])


def allocate(speeds: np.ndarray | list[float], n: int) -> JacobianSchedule:
    """Memory for one entry per speed; each has to be filled."""
    m = len(speeds)
    return JacobianSchedule(
        damping=np.zeros((m, n, n)),
        stiffness=np.zeros((m, n, n)),
        inverse=np.zeros((m, n, n)),
        matrix=np.zeros((m, n, n)),
        swaps=np.zeros((m, n), np.int64),
        beta_h=np.zeros(m),
        speeds=np.array(speeds, dtype=float),
    )


@kernel
def base_speed(coordinates, y):
    """Speed of the base [m/s]; 0 if there is none."""
    for i in range(coordinates.size):
        if coordinates[i]["kind"] == BASE:
            return norm(load(y, coordinates[i]["velocity"]))
    return 0.0


@kernel
def pick(schedule, coordinates, y):
    """The entry for the speed of the base; the first if all are faster or there is no base."""
    speed = base_speed(coordinates, y)
    chosen = 0
    while chosen + 1 < schedule.speeds.size and schedule.speeds[chosen + 1] <= speed:
        chosen += 1
    return chosen


@kernel
def invert_entry(schedule, place, beta_h):
    """The inverse of M = 1 − s C − s² K of an entry, s = β h [s]; returns a status."""
    outcome = invert_step_matrix(
        schedule.damping[place],
        schedule.stiffness[place],
        beta_h,
        schedule.matrix[place],
        schedule.inverse[place],
        schedule.swaps[place],
    )
    schedule.beta_h[place] = beta_h
    return outcome


@kernel
def invert_step_matrix(damping, stiffness, s, matrix, inverse, swaps):
    """M = 1 − s C − s² K, and its inverse with columns as rows; returns a status."""
    for r in range(matrix.shape[0]):
        for c in range(matrix.shape[0]):
            matrix[r, c] = -s * (damping[r, c] + s * stiffness[r, c])
            if not math.isfinite(matrix[r, c]):
                return status.NOT_FINITE
        matrix[r, r] += 1.0
    return status.OK if invert(matrix, inverse, swaps) == 0 else status.NOT_CONVERGED


@subroutine
def renew(derivative, project, model, work, coordinates, independent, auxiliary, schedule, place, beta_h, t, y, k):
    """Make entry `place` anew at time t and the state y; beta_h: β h of the steps [s]; k: scratch of `linearise`."""
    C, K = schedule.damping[place], schedule.stiffness[place]
    outcome = linearise(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k)
    return invert_entry(schedule, place, beta_h) if outcome == status.OK else outcome


@entry
def measure_all(derivative, project, model, work, coordinates, independent, auxiliary, schedule, t, states, k):
    """C and K at time t and closed states, a row for each entry, and the speeds of the base; returns a status."""
    for place in range(states.shape[0]):
        y, C, K = states[place], schedule.damping[place], schedule.stiffness[place]
        schedule.speeds[place] = base_speed(coordinates, y)
        outcome = linearise(derivative, project, model, work, coordinates, independent, auxiliary, t, y, C, K, k)
        if outcome != status.OK:
            return outcome
    return status.OK


@entry
def invert_all(schedule, beta_h):
    """`invert_entry` of all entries; returns a status."""
    for place in range(schedule.speeds.size):
        outcome = invert_entry(schedule, place, beta_h)
        if outcome != status.OK:
            return outcome
    return status.OK


GRAIN = 2.0**-20
"""Resolution of a matrix that need not be exact, relative to its largest entry."""
SEPARABLE = 1e8
"""Condition of eigenvectors up to which modes can be told apart."""


def make_schedule(
    system: Any, beta_h: float, t: float, states: Sequence[np.ndarray], threshold: float = 0.0
) -> JacobianSchedule:
    """Matrices for steps with βh [s] at closed states, by rising speed of the base; the first serves all below it.

    threshold: rate [1/s] below which a mode is left out of them (see `stiff_part`).
    """
    schedule = allocate(np.zeros(len(states)), len(system.independent) + len(system.auxiliary))
    system.load_derivatives()
    equations = system.derivative, system.project, system.model, system.work
    chart = system.coordinates, system.independent, system.auxiliary
    outcome = measure_all(
        *equations, *chart, schedule, float(t), np.array(states, dtype=float), np.zeros((ROWS, system.size))
    )
    if outcome == status.OK:
        for C, K in zip(schedule.damping, schedule.stiffness, strict=True):
            C[:], K[:] = stiff_part(C, threshold), stiff_part(K, threshold**2)
        outcome = invert_all(schedule, beta_h)
    if outcome != status.OK:
        text = f"t = {t:.6g} s: no matrix for implicit steps: {status.MEANING[outcome]}. {status.HINT[outcome]}"
        raise SimulationError(text, time=float(t), step=0, culprit="")
    return schedule


def stiff_part(A: np.ndarray, threshold: float) -> np.ndarray:
    """A without its eigenvalues up to a size.

    A W-method keeps its order with any matrix, but what the matrix says wrongly costs accuracy: one made for a car that
    rolls straight is wrong in a turn. So it says only what stability needs; the rest is integrated as it comes.
    """
    if threshold <= 0.0 or not np.all(np.isfinite(A)):
        return A
    rates, modes = np.linalg.eig(A)
    kept = np.where(np.abs(rates) > threshold, rates, 0.0)
    if not kept.any():
        return np.zeros_like(A)
    if np.linalg.cond(modes) > SEPARABLE:
        return A
    return _round(np.real(modes * kept @ np.linalg.inv(modes)))


def _round(A: np.ndarray) -> np.ndarray:
    """A to GRAIN of its largest entry: a precaution, so that equal runs give equal bits even if a linear algebra
    library should round differently from call to call, which was suspected and not seen."""
    _, exponent = np.frexp(np.abs(A).max())
    grain = np.ldexp(GRAIN, exponent)
    return np.round(A / grain) * grain
