"""Dormand–Prince 5(4): adaptive steps, fourth-order dense output, projection onto the constraints after every step.

Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, table II.5.2 and (II.6.12). The stage that would be
re-used by the next step is evaluated again after the projection, because the projection has moved the state.
"""

import math

from jounce.formulations import status
from jounce.formulations.verbs import derivative, project
from jounce.integrators.progress import CULPRIT, ERROR, EVALUATIONS, REJECTED, SIZE, STEP, STEPS, TIME, WRITTEN
from jounce.integrators.rk4 import finite
from jounce.kernel import entry, kernel

STAGES = 10
"""Rows of scratch: seven slopes, trial state, state before the projection, dense-output scratch."""
SAFETY, SLOWEST, FASTEST = 0.9, 0.2, 5.0
SMALLEST = 1e-12
"""Smallest step, relative to the time to cover."""

# nodes, stages, weights, error weights and dense-output weights of the pair
C2, C3, C4, C5 = 1 / 5, 3 / 10, 4 / 5, 8 / 9
A21 = 1 / 5
A31, A32 = 3 / 40, 9 / 40
A41, A42, A43 = 44 / 45, -56 / 15, 32 / 9
A51, A52, A53, A54 = 19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729
A61, A62, A63, A64, A65 = 9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656
B1, B3, B4, B5, B6 = 35 / 384, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84
E1, E3, E4, E5, E6, E7 = 71 / 57600, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40
D1, D3 = -12715105075 / 11282082432, 87487479700 / 32700410799
D4, D5 = -10690763975 / 1880347072, 701980252875 / 199316789632
D6, D7 = -1453857185 / 822651844, 69997945 / 29380423


@kernel
def combined(y, h, k, a1, a2, a3, a4, a5, a6, out):
    """out = y + h Σ a_i k_i over the first six slopes."""
    for i in range(y.size):
        s = a1 * k[0, i] + a2 * k[1, i] + a3 * k[2, i] + a4 * k[3, i] + a5 * k[4, i] + a6 * k[5, i]
        out[i] = y[i] + h * s


@kernel
def trial_step(model, work, t, h, y, k):
    """Stages two to seven; the fifth-order result goes to row 7. k[0] must hold the slope at (t, y)."""
    trial = k[7]
    combined(y, h, k, A21, 0.0, 0.0, 0.0, 0.0, 0.0, trial)
    outcome = derivative(model, work, t + C2 * h, trial, k[1])
    if outcome == status.OK:
        combined(y, h, k, A31, A32, 0.0, 0.0, 0.0, 0.0, trial)
        outcome = derivative(model, work, t + C3 * h, trial, k[2])
    if outcome == status.OK:
        combined(y, h, k, A41, A42, A43, 0.0, 0.0, 0.0, trial)
        outcome = derivative(model, work, t + C4 * h, trial, k[3])
    if outcome == status.OK:
        combined(y, h, k, A51, A52, A53, A54, 0.0, 0.0, trial)
        outcome = derivative(model, work, t + C5 * h, trial, k[4])
    if outcome == status.OK:
        combined(y, h, k, A61, A62, A63, A64, A65, 0.0, trial)
        outcome = derivative(model, work, t + h, trial, k[5])
    if outcome == status.OK:
        combined(y, h, k, B1, 0.0, B3, B4, B5, B6, trial)
        outcome = derivative(model, work, t + h, trial, k[6])
    return outcome


@kernel
def error_norm(y, h, k, relative, absolute):
    """Root mean square of the embedded error against absolute + relative · |y|."""
    trial = k[7]
    total = 0.0
    for i in range(y.size):
        e = E1 * k[0, i] + E3 * k[2, i] + E4 * k[3, i] + E5 * k[4, i] + E6 * k[5, i] + E7 * k[6, i]
        scale = absolute + relative * max(abs(y[i]), abs(trial[i]))
        total += (h * e / scale) ** 2
    return math.sqrt(total / max(y.size, 1))


@kernel
def dense(y, after, h, k, x, out):
    """State at the fraction x of the step from y to `after`, order four."""
    for i in range(y.size):
        rise = after[i] - y[i]
        bend = h * k[0, i] - rise
        tail = rise - h * k[6, i] - bend
        d = D1 * k[0, i] + D3 * k[2, i] + D4 * k[3, i] + D5 * k[4, i] + D6 * k[5, i] + D7 * k[6, i]
        out[i] = y[i] + x * (rise + (1.0 - x) * (bend + x * (tail + (1.0 - x) * h * d)))


@kernel
def sample_step(model, work, y, t, h, k, progress, times, samples):
    """Write the samples that fall inside the step just made (row 8 holds its end), projected onto the constraints."""
    inside = k[9]
    while progress[WRITTEN] < times.size:
        n = int(progress[WRITTEN])
        if times[n] > t + h * (1.0 + 1e-12):
            break
        dense(y, k[8], h, k, (times[n] - t) / h, inside)
        outcome = project(model, work, times[n], inside)
        if outcome != status.OK:
            return outcome
        samples[n, 0] = times[n]
        for j in range(y.size):
            samples[n, 1 + j] = inside[j]
        progress[WRITTEN] += 1.0
    return status.OK


@entry
def advance_dormand_prince(model, work, y, k, progress, relative, absolute, largest, limit, times, pause, samples):
    """Integrate to the last of `times` with steps that keep the local error below the tolerances; returns a status.

    Comes back when `pause` samples (time first) are written; another call goes on. progress[STEP] > 0 is the first step
    to try.
    """
    t, h = progress[TIME], progress[STEP]
    end = times[times.size - 1]
    smallest = SMALLEST * max(end - times[0], abs(end))
    cause = status.STEP_TOO_SMALL
    outcome = derivative(model, work, t, y, k[0])
    progress[EVALUATIONS] += 1.0
    while outcome == status.OK and progress[WRITTEN] < pause:
        if h < smallest:
            outcome = cause
            break
        if progress[STEPS] + progress[REJECTED] >= limit:
            outcome = status.TOO_MANY_STEPS
            break
        wanted = min(h, largest)
        h = min(wanted, end - t)
        tried = trial_step(model, work, t, h, y, k)
        progress[EVALUATIONS] += 6.0
        error = error_norm(y, h, k, relative, absolute) if tried == status.OK else math.nan
        if not (error <= 1.0 and finite(k[7])):
            h *= max(SLOWEST, SAFETY * error**-0.2) if error == error else SLOWEST
            cause = tried if tried != status.OK else status.STEP_TOO_SMALL
            progress[REJECTED] += 1.0
            continue
        for i in range(y.size):
            k[8, i] = k[7, i]
        projected = project(model, work, t + h, k[7])
        if projected != status.OK:
            h *= SLOWEST
            cause = projected
            progress[REJECTED] += 1.0
            continue
        outcome = sample_step(model, work, y, t, h, k, progress, times, samples)
        for i in range(y.size):
            y[i] = k[7, i]
        t = end if end - (t + h) < smallest else t + h
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


@kernel
def next_step(h, wanted, error, progress):
    """Step after an accepted one, by PI control (Hairer & Wanner II, IV.2.43b); one cut short is forgotten."""
    before = progress[ERROR] if progress[ERROR] > 0.0 else 1e-4
    progress[ERROR] = error
    longer = h * min(FASTEST, max(SLOWEST, SAFETY * error**-0.17 * before**0.04))
    return max(longer, wanted) if h < wanted else longer
