"""`auto`: implicit steps of order 4 whose length follows the local error, with a matrix that is kept over many steps.

A step is that of `esdirk`. If its iterations do not converge, the matrix is made anew at the beginning of the step; if
that does not help, or a joint does not close, the step is cut to a quarter. A matrix that has cost as many additional
iterations as a new one costs evaluations is made anew too. If its error is too large, it is repeated with the length
that the error allows, down to a tenth. After a step that was accepted the next one follows from the last two errors (PI
control), not longer after one that had to be repeated; small changes for the better are not made, so that factors serve
longer.

No step passes a kink of a signal (`jounce.engine.integrators.kinks`) or the end; where one would end less than a step
before, two equal ones are made. After a kink slopes are evaluated anew, with the signals as they are behind it.

Samples lie on the cubic through the states and slopes at both ends of a step (Hermite), projected onto the constraints.
So steps do not depend on the samples.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.esdirk import (
    BEGUN,
    EXTRA,
    FRESH,
    GRAIN,
    INSIDE,
    LAST,
    PAST,
    TRIAL,
    close,
    error_norm,
    evaluate,
    try_step,
)
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.kept_matrix import factorise, is_worn, measure_matrix
from jounce.engine.integrators.kvaerno import GAMMA, STAGES
from jounce.engine.integrators.progress import CULPRIT, ITERATIONS, REJECTED, SIZE, STEP, STEPS, TIME, WRITTEN
from jounce.engine.integrators.step_control import MAX_FACTOR, first_step, fit, next_bound, next_step, shorter

CUT = 0.25
"""Ratio of a step to one that has failed, or that led to a kink."""
MIN_STEP = 1e-12
"""Smallest step, relative to the time to cover."""
MIN_ERROR = 1e-6
"""Errors below this, relative to the tolerance, count as this."""


@entry
def advance_auto(
    equations,
    matrices,
    culprit,
    y,
    k,
    progress,
    relative,
    absolute,
    largest,
    limit,
    kinks,
    until,
    times,
    pause,
    samples,
):
    """Integrate until `pause` samples (time first) are written; another call goes on. Returns a status.

    Steps may go beyond the last of these samples, but not beyond the time `until` [s]: where that is finite, inputs may
    have changed since the last call. kinks: times [s] that steps do not pass, rising.
    """
    flags, end = matrices.flags, times[times.size - 1]
    smallest = MIN_STEP * max(end - times[0], abs(end))
    cause, outcome = status.STEP_TOO_SMALL, status.OK
    if progress[WRITTEN] < pause and (flags[BEGUN] == 0.0 or until < math.inf):
        outcome = begin_anew(equations, progress[TIME], y, k, flags, progress)
        if outcome == status.OK and progress[STEP] <= 0.0:
            progress[STEP] = first_step(equations, y, k, relative, absolute, largest, end - times[0])
    t, h, growth = progress[TIME], progress[STEP], MAX_FACTOR
    while outcome == status.OK and progress[WRITTEN] < pause:
        # give up, or fit the step to what lies ahead
        if h < smallest:
            outcome = cause
            break
        if progress[STEPS] + progress[REJECTED] >= limit:
            outcome = status.TOO_MANY_STEPS
            break
        wanted, bound = min(h, largest), next_bound(kinks, t + smallest, min(end, until))
        h = fit(wanted, bound - t)
        after = bound if h == bound - t else t + h
        # make the step, and judge it
        iterations = progress[ITERATIONS]
        tried = prepare_and_try(equations, matrices, t, h, y, k, relative, absolute, progress)
        error = error_norm(equations, matrices, h, y, k, relative, absolute) if tried == status.OK else math.nan
        if not (error <= 1.0 and finite(k[TRIAL])):
            cause = tried if tried != status.OK else status.STEP_TOO_SMALL if error == error else status.NOT_FINITE
            progress[REJECTED] += 1.0
            growth = 1.0
            if tried == status.NOT_CONVERGED and flags[FRESH] == 0.0:
                outcome = measure_matrix(equations, matrices, t + GRAIN, y, k, progress)
            else:
                h = shorter(h, error) if error == error else CUT * h
            continue
        # accept: samples within the step, state and slopes, the next step
        outcome = sample_step(equations, t, after, h, y, k, progress, times, samples)
        accept(h, y, k, flags)
        flags[EXTRA] += max(0.0, progress[ITERATIONS] - iterations - STAGES)
        t = after
        h = next_step(h, wanted, max(error, MIN_ERROR), growth, progress)
        growth = MAX_FACTOR
        progress[TIME], progress[STEP] = t, h
        progress[STEPS] += 1.0
        if outcome == status.OK and t == bound and t < min(end, until):
            outcome = begin_anew(equations, t, y, k, flags, progress)
            h *= CUT
            progress[STEP] = h
    progress[CULPRIT] = culprit[0]
    progress[SIZE] = culprit[1]
    return outcome


@subroutine
def begin_anew(equations, t, y, k, flags, progress):
    """Slopes at (t, y) with signals as they are just after t, and no step before; returns a status."""
    flags[BEGUN], flags[LAST] = 1.0, 0.0
    outcome = close(equations, t + GRAIN, y)
    if outcome == status.OK:
        outcome = evaluate(equations, t + GRAIN, y, k[0], progress)
    return outcome if outcome != status.OK or finite(k[0]) else status.NOT_FINITE


@subroutine
def prepare_and_try(equations, matrices, t, h, y, k, relative, absolute, progress):
    """A new matrix if there is none or it is worn, its factors for this step, and the step; returns a status."""
    if is_worn(matrices):
        outcome = measure_matrix(equations, matrices, t + GRAIN, y, k, progress)
        if outcome != status.OK:
            return outcome
    outcome = factorise(matrices, GAMMA * h)
    if outcome != status.OK:
        return outcome
    return try_step(equations, matrices, t, h, y, k, relative, absolute, progress)


@subroutine
def sample_step(equations, t, after, h, y, k, progress, times, samples):
    """Write the samples in the step from (t, y) to `after`, on a cubic, projected onto the constraints."""
    inside, trial, last = k[INSIDE], k[TRIAL], k[STAGES - 1]
    while progress[WRITTEN] < times.size:
        n = int(progress[WRITTEN])
        if times[n] > after:
            break
        x = min((times[n] - t) / h, 1.0)
        for i in range(y.size):
            rise = trial[i] - y[i]
            bend, tail = h * k[0, i] - rise, rise - h * last[i]
            inside[i] = y[i] + x * (rise + (1.0 - x) * ((1.0 - x) * bend + x * tail))
        outcome = close(equations, times[n], inside)
        if outcome != status.OK:
            return outcome
        samples[n, 0] = times[n]
        for i in range(y.size):
            samples[n, 1 + i] = inside[i]
        progress[WRITTEN] += 1.0
    return status.OK


@subroutine
def accept(h, y, k, flags):
    """Move to the end of the step; remember the slopes from which the next one is foreseen."""
    for i in range(y.size):
        y[i] = k[TRIAL, i]
        k[PAST, i], k[PAST + 1, i] = k[1, i], k[2, i]
        k[0, i] = k[STAGES - 1, i]
    flags[LAST], flags[FRESH] = h, 0.0
