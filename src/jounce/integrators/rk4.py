"""Classical Runge–Kutta of order four with a fixed step, projected onto the constraints after every step."""

from jounce.formulations import status
from jounce.formulations.verbs import derivative, project
from jounce.integrators.progress import CULPRIT, EVALUATIONS, SIZE, STEPS, TIME, WRITTEN
from jounce.kernel import entry, kernel

STAGES = 5
"""Rows of scratch: four slopes and one trial state."""
NODES = (0.0, 0.5, 0.5, 1.0, 1.0)
"""Where in the step each slope is taken; the last only closes the loop. One call site for all stages: every further one
would be compiled again."""


@kernel
def finite(y):
    """Whether every number is finite."""
    s = 0.0
    for i in range(y.size):
        s += 0.0 * y[i]
    return s == 0.0


@kernel
def rk4_step(model, work, t, h, y, k):
    """One step in place; y is untouched when a stage fails."""
    trial = k[4]
    for i in range(y.size):
        trial[i] = y[i]
    for stage in range(4):
        outcome = derivative(model, work, t + NODES[stage] * h, trial, k[stage])
        if outcome != status.OK:
            return outcome
        ahead = NODES[stage + 1] * h
        for i in range(y.size):
            trial[i] = y[i] + ahead * k[stage, i]
    for i in range(y.size):
        trial[i] = y[i] + h / 6.0 * (k[0, i] + 2.0 * (k[1, i] + k[2, i]) + k[3, i])
    if not finite(trial):
        return status.NOT_FINITE
    outcome = project(model, work, t + h, trial)
    if outcome == status.OK:
        for i in range(y.size):
            y[i] = trial[i]
    return outcome


@entry
def advance_rk4(model, work, y, k, progress, times, stride, pause, samples):
    """Go from sample to sample in `stride` steps until `pause` samples (time first) are written; returns a status.

    Each step's time is counted from its sample, not summed, so that long runs keep their clock.
    """
    while progress[WRITTEN] < pause:
        n = int(progress[WRITTEN])
        h = (times[n] - times[n - 1]) / stride
        for i in range(stride):
            t = times[n - 1] + i * h
            outcome = rk4_step(model, work, t, h, y, k)
            progress[EVALUATIONS] += 4.0
            if outcome != status.OK:
                progress[CULPRIT] = work.culprit[0]
                progress[SIZE] = work.culprit[1]
                return outcome
            progress[STEPS] += 1.0
            progress[TIME] = t + h
        progress[TIME] = times[n]
        progress[WRITTEN] += 1.0
        samples[n, 0] = times[n]
        for j in range(y.size):
            samples[n, 1 + j] = y[j]
    return status.OK
