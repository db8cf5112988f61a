"""ROS2, a Rosenbrock method of order two whatever its matrix (Verwer, Spee, Blom & Hundsdorfer 1999): no iteration.

    (1 − γhA) k₁ = f(t, u),   (1 − γhA) k₂ = f(t + h, u + h k₁) − 2 k₁,   u₊ = u + 3/2 h k₁ + 1/2 h k₂

For u = (positions p, unknowns x) and A = [[0, 1], [K, C]] the rows of the positions are solved by hand, and what is
left has the matrix M = 1 − γh C − (γh)² K of `jacobian_schedule`:

    M k₁ = f₁ + γh K w            k₁ᵖ = w + γh k₁
    M k₂ = f₂ − 2 k₁ + γh K e     k₂ᵖ = e + γh k₂      with e = w₂ − 2 k₁ᵖ

w are the independent velocities, w₂ those of the second stage. Dependent velocities take their own rates for k, which
only warms up the projection: it is called at the second stage, where forces must be those of a closed mechanism, and at
the end. Time enters f alone (a zero column of A). Two evaluations and two projections per step, at any stiffness.

How wrong may A be? Let the true stiffness of an infinitely stiff mode be ρ times the assumed one. Then h k₁ = −χ u with
χ = ρ/γ, and the step multiplies the mode by

    R = 1 − 2χ + ½χ²        |R| ≤ 1 for 0 ≤ χ ≤ 4,  R = 0 at ρ = 1 if γ = 1 ± 1/√2

SHARP, γ = 1 − 1/√2, has the smaller error but bears a matrix that is too soft by a factor of 4γ = 1.17 only; FORGIVING,
γ = 1 + 1/√2, bears 6.8. Too stiff a matrix is stable with both.

What A does not know is time: a stiff mode that follows a signal is (1/2γ − 1) h = ±h/√2 ahead of it with the true
matrix (SHARP), or behind (FORGIVING).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule, pick
from jounce.engine.integrators.linearise import unknown
from jounce.engine.integrators.progress import EVALUATIONS
from jounce.engine.linalg.inverse import multiply_columns

SHARP, FORGIVING = 1.0 - math.sqrt(0.5), 1.0 + math.sqrt(0.5)

TRIAL, FIRST, SECOND, MOTION, EXCESS, INCREMENT, RIGHT, SOLUTION = range(8)
ROWS = 8
"""Rows of scratch: the trial state, k₁, k₂, k₁ᵖ, e, the displacement, a right-hand side and its solution."""


class RosenbrockMethod(NamedTuple):
    """The method's matrices; γ is in their `beta_h` = γh."""

    coordinates: np.ndarray
    """COORDINATE of jounce.engine.formulations.coordinates"""
    independent: np.ndarray
    """indices of independent velocities in y"""
    auxiliary: np.ndarray
    """indices of first-order states in y"""
    schedule: JacobianSchedule


@member.of(RosenbrockMethod)
def rosenbrock_member(stack, i):
    """A schedule for each car, because their stiffnesses differ."""
    return RosenbrockMethod(stack.coordinates, stack.independent, stack.auxiliary, member(stack.schedule, i))


@step.of(RosenbrockMethod)
def rosenbrock_step(method, derivative, project, model, work, t, h, y, k, progress):
    trial = k[TRIAL]
    place = pick(method.schedule, method.coordinates, y)
    progress[EVALUATIONS] += 2.0
    outcome = derivative(model, work, t, y, k[FIRST])
    if outcome != status.OK:
        return outcome
    first_stage(method, place, h, y, k)
    outcome = project(model, work, t + h, trial)
    if outcome == status.OK:
        outcome = derivative(model, work, t + h, trial, k[SECOND])
    if outcome != status.OK:
        return outcome
    second_stage(method, place, h, y, k)
    if not finite(trial):
        return status.NOT_FINITE
    outcome = project(model, work, t + h, trial)
    if outcome == status.OK:
        for i in range(y.size):
            y[i] = trial[i]
    return outcome


@subroutine
def first_stage(method, place, h, y, k):
    """From the slope in row FIRST: k₁, and the state of the second stage, not yet closed, in row TRIAL."""
    trial, first, motion, increment = k[TRIAL], k[FIRST], k[MOTION], k[INCREMENT]
    beta_h = method.schedule.beta_h[place]
    solve(method, place, y, first, k[RIGHT], k[SOLUTION])
    for i in range(y.size):
        motion[i] = y[i] + beta_h * first[i]
        increment[i] = h * motion[i]
        trial[i] = y[i] + h * first[i]
    displace(method.coordinates, y, increment, trial)


@subroutine
def second_stage(method, place, h, y, k):
    """From the slope in row SECOND: k₂, and the state at the end, not yet closed, in row TRIAL."""
    trial, first, second = k[TRIAL], k[FIRST], k[SECOND]
    motion, excess, increment = k[MOTION], k[EXCESS], k[INCREMENT]
    beta_h = method.schedule.beta_h[place]
    for i in range(y.size):
        excess[i] = trial[i] - 2.0 * motion[i]
        second[i] -= 2.0 * first[i]
    solve(method, place, excess, second, k[RIGHT], k[SOLUTION])
    for i in range(y.size):
        increment[i] = h * (1.5 * motion[i] + 0.5 * (excess[i] + beta_h * second[i]))
        trial[i] = y[i] + h * (1.5 * first[i] + 0.5 * second[i])
    displace(method.coordinates, y, increment, trial)


@subroutine
def solve(method, place, velocity, slope, right, solution):
    """slope ← M⁻¹ (slope + γh K w) in the unknowns; w are the independent ones of `velocity`, an array like y."""
    independent, auxiliary = method.independent, method.auxiliary
    n = independent.size + auxiliary.size
    K, beta_h = method.schedule.stiffness[place], method.schedule.beta_h[place]
    for r in range(n):
        s = 0.0
        for c in range(independent.size):
            s += K[r, c] * velocity[independent[c]]
        right[r] = slope[unknown(independent, auxiliary, r)] + beta_h * s
    multiply_columns(method.schedule.inverse[place], right, solution)
    for r in range(n):
        slope[unknown(independent, auxiliary, r)] = solution[r]
