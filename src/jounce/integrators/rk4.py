"""Classical Runge–Kutta of order four with a fixed step, projected onto the constraints after every step."""

from jounce.formulations import status
from jounce.formulations.verbs import derivative, project
from jounce.integrators.progress import CULPRIT, EVALUATIONS, SIZE, STEPS, TIME, WRITTEN
from jounce.kernel import entry, kernel

STAGES = 5
"""Rows of scratch: four slopes and one trial state."""


@kernel
def finite(y):
    """Whether every number is finite."""
    s = 0.0
    for i in range(y.size):
        s += 0.0 * y[i]
    return s == 0.0


@kernel
def shifted(y, h, k, out):
    """out = y + h k."""
    for i in range(y.size):
        out[i] = y[i] + h * k[i]


@kernel
def rk4_step(model, work, t, h, y, k):
    """One step in place; y is untouched when a stage fails."""
    trial = k[4]
    outcome = derivative(model, work, t, y, k[0])
    if outcome == status.OK:
        shifted(y, 0.5 * h, k[0], trial)
        outcome = derivative(model, work, t + 0.5 * h, trial, k[1])
    if outcome == status.OK:
        shifted(y, 0.5 * h, k[1], trial)
        outcome = derivative(model, work, t + 0.5 * h, trial, k[2])
    if outcome == status.OK:
        shifted(y, h, k[2], trial)
        outcome = derivative(model, work, t + h, trial, k[3])
    if outcome != status.OK:
        return outcome
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
