"""Dormand–Prince 5(4): adaptive steps, fourth-order dense output, projection onto the constraints after every step.

Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, table II.5.2 and (II.6.12). The stage that would be
re-used by the next step is evaluated again after the projection, because the projection has moved the state.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.progress import CULPRIT, ERROR, EVALUATIONS, REJECTED, SIZE, STEP, STEPS, TIME, WRITTEN
from jounce.engine.linalg.elementary import pow

ROWS = 10
"""Rows of scratch: seven slopes, trial state, state before the projection, dense-output scratch."""
SAFETY, MIN_FACTOR, MAX_FACTOR = 0.9, 0.2, 5.0
"""Part that is taken of the step that the error allows; the limits of the ratio of a step to the one before."""
MIN_STEP = 1e-12
"""Smallest step, relative to the time to cover."""

# nodes, stages (the last row gives the result), error weights and dense-output weights of the pair
NODES = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
A = (
    (1 / 5, 0.0, 0.0, 0.0, 0.0, 0.0),
    (3 / 40, 9 / 40, 0.0, 0.0, 0.0, 0.0),
    (44 / 45, -56 / 15, 32 / 9, 0.0, 0.0, 0.0),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0, 0.0),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0.0),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
E1, E3, E4, E5, E6, E7 = 71 / 57600, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40
D1, D3 = -12715105075 / 11282082432, 87487479700 / 32700410799
D4, D5 = -10690763975 / 1880347072, 701980252875 / 199316789632
D6, D7 = -1453857185 / 822651844, 69997945 / 29380423


@subroutine
def trial_step(derivative, model, work, t, h, y, k):
    """Stages two to seven; the fifth-order result goes to row 7. k[0] must hold the slope at (t, y)."""
    trial = k[7]
    for stage in range(1, 7):
        a = A[stage - 1]
        for i in range(y.size):
            s = a[0] * k[0, i]
            for j in range(1, stage):
                s += a[j] * k[j, i]
            trial[i] = y[i] + h * s
        outcome = derivative(model, work, t + NODES[stage] * h, trial, k[stage])
        if outcome != status.OK:
            return outcome
    return status.OK


@subroutine
def error_norm(y, h, k, relative, absolute):
    """Root mean square of the embedded error against absolute + relative · |y|."""
    trial = k[7]
    total = 0.0
    for i in range(y.size):
        e = E1 * k[0, i] + E3 * k[2, i] + E4 * k[3, i] + E5 * k[4, i] + E6 * k[5, i] + E7 * k[6, i]
        scale = absolute + relative * max(abs(y[i]), abs(trial[i]))
        total += (h * e / scale) ** 2
    return math.sqrt(total / max(y.size, 1))


@subroutine
def dense(y, after, h, k, x, out):
    """State at the fraction x of the step from y to `after`, order four."""
    for i in range(y.size):
        rise = after[i] - y[i]
        bend = h * k[0, i] - rise
        tail = rise - h * k[6, i] - bend
        d = D1 * k[0, i] + D3 * k[2, i] + D4 * k[3, i] + D5 * k[4, i] + D6 * k[5, i] + D7 * k[6, i]
        out[i] = y[i] + x * (rise + (1.0 - x) * (bend + x * (tail + (1.0 - x) * h * d)))


@subroutine
def sample_step(project, model, work, y, t, after, h, k, progress, times, samples):
    """Write the samples in the step from t to `after` (row 8 holds the state there), projected onto the constraints."""
    inside = k[9]
    while progress[WRITTEN] < times.size:
        n = int(progress[WRITTEN])
        if times[n] > after:
            break
        dense(y, k[8], h, k, min((times[n] - t) / h, 1.0), inside)
        outcome = project(model, work, times[n], inside)
        if outcome != status.OK:
            return outcome
        samples[n, 0] = times[n]
        for j in range(y.size):
            samples[n, 1 + j] = inside[j]
        progress[WRITTEN] += 1.0
    return status.OK


@entry
def advance_dormand_prince(
    derivative, project, model, work, y, k, progress, relative, absolute, largest, limit, times, pause, samples
):
    """Integrate to the last of `times` with steps that keep the local error below the tolerances; returns a status.

    Comes back when `pause` samples (time first) are written; another call goes on. progress[STEP] > 0 is the first step
    to try.
    """
    t, h = progress[TIME], progress[STEP]
    end = times[times.size - 1]
    smallest = MIN_STEP * max(end - times[0], abs(end))
    cause = status.STEP_TOO_SMALL
    outcome = derivative(model, work, t, y, k[0])
    progress[EVALUATIONS] += 1.0
    while outcome == status.OK and progress[WRITTEN] < pause:
        # give up, or fit the step to the end
        if h < smallest:
            outcome = cause
            break
        if progress[STEPS] + progress[REJECTED] >= limit:
            outcome = status.TOO_MANY_STEPS
            break
        wanted = min(h, largest)
        last = end - t - wanted < smallest
        h = end - t if last else wanted
        # six more stages, and their error
        tried = trial_step(derivative, model, work, t, h, y, k)
        progress[EVALUATIONS] += 6.0
        error = error_norm(y, h, k, relative, absolute) if tried == status.OK else math.nan
        if not (error <= 1.0 and finite(k[7])):
            h *= max(MIN_FACTOR, SAFETY * pow(error, -0.2)) if error == error else MIN_FACTOR
            cause = tried if tried != status.OK else status.STEP_TOO_SMALL if error == error else status.NOT_FINITE
            progress[REJECTED] += 1.0
            continue
        # onto the constraints
        for i in range(y.size):
            k[8, i] = k[7, i]
        projected = project(model, work, t + h, k[7])
        if projected != status.OK:
            h *= MIN_FACTOR
            cause = projected
            progress[REJECTED] += 1.0
            continue
        # accept: samples within the step, the next step
        after = end if last else t + h
        outcome = sample_step(project, model, work, y, t, after, h, k, progress, times, samples)
        for i in range(y.size):
            y[i] = k[7, i]
        t = after
        h = next_step(h, wanted, max(error, 1e-10), progress)
        progress[TIME] = t
        progress[STEP] = h
        progress[STEPS] += 1.0
        if outcome == status.OK:
            outcome = derivative(model, work, t, y, k[0])
            progress[EVALUATIONS] += 1.0
    progress[CULPRIT] = work.culprit[0]
    progress[SIZE] = work.culprit[1]
    return outcome


@subroutine
def next_step(h, wanted, error, progress):
    """Step after an accepted one, by PI control (Hairer & Wanner II, IV.2.43b); one cut short is forgotten."""
    before = progress[ERROR] if progress[ERROR] > 0.0 else 1e-4
    progress[ERROR] = error
    longer = h * min(MAX_FACTOR, max(MIN_FACTOR, SAFETY * pow(error, -0.17) * pow(before, 0.04)))
    return max(longer, wanted) if h < wanted else longer
