"""Implicit steps of order two, solved with a matrix that is hardly ever renewed.

The unknowns are x = (independent velocities, first-order states) at the end of the step. Positions follow by a
displacement θ from the beginning of the step, dependent coordinates by the projection. Both rules read

    θ = θ* + βh v₊,     x₊ − x = x* + βh f(t + h, x₊)

    trapezoid   β = ½,               θ* = (1 − β) h v,   x* = (1 − β) h f
    BDF2        β = (1+r)/(1+2r),    θ* = c θ₋,          x* = c (x − x₋),     c = r²/(1+2r)

with θ₋ the displacement of the last step and r = h/h₋; equal steps have β = ⅔, c = ⅓. BDF2 starts with one step of the
first line with its own β = ⅔, a trapezoid that leans towards the end: it has the same matrix, halves what is stiff, and
its error, of second order in h like that of the whole, is made only once. BDF2 forgets what is stiff at once; the
trapezoid keeps energy, and lets stiff transients ring.

The simplified Newton (chord) iteration x₊ ← x₊ − M⁻¹ r, r = x₊ − x − x* − βh f, keeps M = 1 − βh C − (βh)² K of
`jacobian_schedule`, whatever it was made for, and starts from the parabola through the last three states, if their
steps were equal but for rounding: times of samples are no binary fractions. It ends when the next correction, foreseen
from the rate at which they fall, is below the tolerance; for the first correction that is the rate of the step before.
Then the state is closed once more, unless the last correction itself was below the tolerance: what it moves dependent
velocities by is so too, and positions by βh of it. If they fall too slowly, M is made anew at the end of the step as
far as it is known, and the step is tried once more. If that does not help either, the step is made in parts, halved
again and again down to a sixty-fourth: a brake that grips or a wheel that lands within it is passed in short parts.

The trapezoid takes its next f from its own equation, (x₊ − x − x*) / βh, not from another evaluation.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import inlined, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.integrators import linearise
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.jacobian_schedule import JacobianSchedule, pick, renew
from jounce.engine.integrators.linearise import unknown
from jounce.engine.integrators.progress import EVALUATIONS, ITERATIONS, PART, REFRESHES, REJECTED, STEPS
from jounce.engine.linalg.inverse import multiply_columns

TRAPEZOID, BDF2 = range(2)
BETA = (1.0 / 2.0, 2.0 / 3.0)
"""β of each rule with equal steps: its matrices are made for βh."""
MAX_RATE, STALLED = 0.5, 0.9
"""Rates of contraction that call for a new matrix, and that even a new one cannot mend."""

EQUAL = 1e-9
"""Relative difference of steps that is rounding: 2e-16 of a time of a thousand steps and more."""
AGEING = 2.0
"""Factor by which the rate of a step is trusted less in the next, if that has not measured its own."""
MIN_PART = 1.0 / 64.0
"""Part of a step below which it is given up."""

TRIAL, SLOPE, NOW, INCREMENT, LAST, DRIFT, RISE, BEFORE, EARLIER = range(9)
RESIDUAL, CORRECTION, SAVED, MATRIX_STATE, MEMORY, SCRATCH = range(9, 15)
ROWS = SCRATCH + linearise.ROWS
"""Rows of scratch: the state at the end and its slope, the slope at the beginning, the displacements of this and the
last step, θ*, x*, the states one and two steps ago, r and M⁻¹ r, the state before the step, the state at which the
matrix is made anew, the rate at which corrections fell (its first number), and what `linearise` needs."""


class ChordMethod(NamedTuple):
    """An implicit rule and what its iteration needs."""

    rule: int
    coordinates: np.ndarray
    """COORDINATE of jounce.engine.formulations.coordinates"""
    independent: np.ndarray
    """indices of independent velocities in y"""
    auxiliary: np.ndarray
    """indices of first-order states in y"""
    schedule: JacobianSchedule
    tolerance: float
    """on corrections, relative to 1 + |x|"""
    iterations: int
    """at most, per trial of a step"""


@member.of(ChordMethod)
def chord_member(stack, i):
    """A schedule for each car; its iterations renew it."""
    return ChordMethod(
        stack.rule,
        stack.coordinates,
        stack.independent,
        stack.auxiliary,
        member(stack.schedule, i),
        stack.tolerance,
        stack.iterations,
    )


@step.of(ChordMethod)
def chord_step(method, derivative, project, model, work, t, h, y, k, progress):
    if progress[STEPS] == 0.0:
        outcome = derivative(model, work, t, y, k[NOW])
        progress[EVALUATIONS] += 1.0
        progress[PART] = 0.0
        if outcome != status.OK:
            return outcome
    for i in range(y.size):
        k[SAVED, i] = y[i]
    done, size = 0.0, h
    while done < (1.0 - 0.5 * MIN_PART) * h:
        outcome = chord_part(method, derivative, project, model, work, t + done, size, y, k, progress)
        if outcome == status.OK:
            done += size
            continue
        size *= 0.5
        progress[REJECTED] += 1.0
        if size < MIN_PART * h:
            for i in range(y.size):
                y[i] = k[SAVED, i]
            return outcome
    return status.OK


@inlined
def chord_part(method, derivative, project, model, work, t, h, y, k, progress):
    """A step, or a part of one, of h [s]; y is untouched when it fails."""
    beta_h = prepare(method.rule, h, progress[PART], y, k)
    place = pick(method.schedule, method.coordinates, y)
    slowest = MAX_RATE
    while True:
        predict(h, progress[PART], progress[STEPS], y, k)
        outcome = iterate(method, derivative, project, model, work, place, t + h, beta_h, slowest, y, k, progress)
        if outcome == status.OK or slowest == STALLED:
            break
        slowest = STALLED
        come_near(method, project, model, work, t + h, beta_h, y, k)
        outcome = refresh(method, derivative, project, model, work, place, t + h, beta_h, k, progress)
        if outcome != status.OK:
            return outcome
    if outcome == status.OK:
        accept(beta_h, y, k)
        progress[PART] = h
    return outcome


@subroutine
def come_near(method, project, model, work, after, beta_h, y, k):
    """The end of the step as far as the iteration has come, closed, into MATRIX_STATE; the beginning if that fails."""
    near = k[MATRIX_STATE]
    if finite(k[TRIAL]):
        for i in range(y.size):
            k[INCREMENT, i] = k[DRIFT, i] + beta_h * k[TRIAL, i]
            near[i] = k[TRIAL, i]
        displace(method.coordinates, y, k[INCREMENT], near)
        if project(model, work, after, near) == status.OK and finite(near):
            return
    for i in range(y.size):
        near[i] = y[i]


@inlined
def prepare(rule, h, last, y, k):
    """θ* and x*; returns βh. last: length of the part before [s], 0 for the first."""
    if rule == TRAPEZOID or last == 0.0:
        beta_h = BETA[rule] * h
        for i in range(y.size):
            k[DRIFT, i] = (h - beta_h) * y[i]
            k[RISE, i] = (h - beta_h) * k[NOW, i]
        return beta_h
    r = h / last
    c = r * r / (1.0 + 2.0 * r)
    for i in range(y.size):
        k[DRIFT, i] = c * k[LAST, i]
        k[RISE, i] = c * (y[i] - k[BEFORE, i])
    return (1.0 + r) / (1.0 + 2.0 * r) * h


@inlined
def predict(h, last, steps, y, k):
    """Velocities and first-order states at the end, from as many of the last three states as there are."""
    ratio = h / last if last > 0.0 else 0.0
    square = 1.0 if steps > 1.0 and abs(h - last) <= EQUAL * last else 0.0
    for i in range(y.size):
        bend = y[i] - 2.0 * k[BEFORE, i] + k[EARLIER, i]
        k[TRIAL, i] = y[i] + ratio * (y[i] - k[BEFORE, i]) + square * bend


@inlined
def iterate(method, derivative, project, model, work, place, after, beta_h, slowest, y, k, progress):
    """Solve for the state at time `after` in row TRIAL, closed; returns a status."""
    trial, done, before, foreseen = k[TRIAL], False, 0.0, k[MEMORY, 0]
    k[MEMORY, 0] = 0.0
    for i in range(method.iterations + 1):
        for j in range(y.size):
            k[INCREMENT, j] = k[DRIFT, j] + beta_h * trial[j]
        displace(method.coordinates, y, k[INCREMENT], trial)
        outcome = project(model, work, after, trial)
        if done or outcome != status.OK:
            return outcome
        if i == method.iterations:
            break
        outcome = derivative(model, work, after, trial, k[SLOPE])
        progress[EVALUATIONS] += 1.0
        progress[ITERATIONS] += 1.0
        if outcome != status.OK:
            return outcome
        size = correct(method, place, beta_h, y, k)
        if not math.isfinite(size):
            return status.NOT_FINITE
        rate = size / before if i > 0 else foreseen if 0.0 < foreseen < MAX_RATE else MAX_RATE
        if rate > slowest and size > method.tolerance:
            break
        ahead = rate / (1.0 - rate) if rate < STALLED else 1.0  # corrections that no longer fall are rounding
        done = size * ahead <= method.tolerance
        if i < 2:
            k[MEMORY, 0] = rate if i == 1 else AGEING * rate
        if done and size <= method.tolerance:
            return status.OK
        before = size
    return status.NOT_CONVERGED


@inlined
def correct(method, place, beta_h, y, k):
    """Subtract M⁻¹ r from the unknowns; returns the size of the correction relative to 1 + |x|."""
    independent, auxiliary = method.independent, method.auxiliary
    n = independent.size + auxiliary.size
    residual, correction = k[RESIDUAL, :n], k[CORRECTION, :n]
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        residual[r] = k[TRIAL, i] - y[i] - k[RISE, i] - beta_h * k[SLOPE, i]
    multiply_columns(method.schedule.inverse[place], residual, correction)
    total = 0.0
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        k[TRIAL, i] -= correction[r]
        total += (correction[r] / (1.0 + abs(k[TRIAL, i]))) ** 2
    return math.sqrt(total / max(n, 1))


@subroutine
def refresh(method, derivative, project, model, work, place, t, beta_h, k, progress):
    """A new matrix at time t and the state in row MATRIX_STATE; returns a status."""
    coordinates, independent, auxiliary = method.coordinates, method.independent, method.auxiliary
    progress[REFRESHES] += 1.0
    progress[EVALUATIONS] += linearise.evaluations(model, independent, auxiliary)
    return renew(
        derivative,
        project,
        model,
        work,
        coordinates,
        independent,
        auxiliary,
        method.schedule,
        place,
        beta_h,
        t,
        k[MATRIX_STATE],
        k[SCRATCH:],
    )


@inlined
def accept(beta_h, y, k):
    """Move to the trial state and remember what the next step needs."""
    for i in range(y.size):
        k[NOW, i] = (k[TRIAL, i] - y[i] - k[RISE, i]) / beta_h
        k[LAST, i] = k[INCREMENT, i]
        k[EARLIER, i] = k[BEFORE, i]
        k[BEFORE, i] = y[i]
        y[i] = k[TRIAL, i]
