"""Fixed steps with any method: from sample to sample, or towards rest.

A method is a NamedTuple of its constants (such as `ChordMethod` of `jounce.engine.integrators.chord`), which picks the
bodies of `step` and `member`: the walk is written once and compiled once for each of them.

Dynamic relaxation (`relax`) falls towards rest by stopping every time the kinetic energy has passed a peak.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry, generic, generic_kernel, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.equations import kinetic_energy, stop
from jounce.engine.integrators.progress import CULPRIT, OUTCOME, SIZE, STEP, STEPS, TIME, WRITTEN


@generic_kernel
def step(method, derivative, project, model, work, t, h, y, k, progress):
    """One step of h [s] from (t, y), in place; y is untouched when it fails. Returns a status.

    k is the method's scratch, (its ROWS, size of y). progress[STEPS] > 0 says that k holds the steps before this one,
    and progress[STEP] how long the last one was.
    """


@generic
def member(stack, i):
    """Item i of a batch of models, scratch arrays or methods, whose arrays have a first axis over cars: views."""


@subroutine
def walk(method, derivative, project, model, work, y, k, progress, times, stride, pause, samples):
    """Go from sample to sample in `stride` steps until `pause` samples (time first) are written; returns a status.

    Each step's time is counted from its sample, not summed, so that long runs keep their clock.
    """
    while progress[WRITTEN] < pause:
        n = int(progress[WRITTEN])
        h = (times[n] - times[n - 1]) / stride
        done = max(0, round((progress[TIME] - times[n - 1]) / h))  # after a failure that was mended, in the middle
        for i in range(done, stride):
            t = times[n - 1] + i * h
            outcome = step(method, derivative, project, model, work, t, h, y, k, progress)
            if outcome != status.OK:
                progress[CULPRIT] = work.culprit[0]
                progress[SIZE] = work.culprit[1]
                progress[OUTCOME] = outcome
                return outcome
            progress[STEPS] += 1.0
            progress[STEP] = h
            progress[TIME] = t + h
        progress[TIME] = times[n]
        progress[WRITTEN] += 1.0
        samples[n, 0] = times[n]
        for j in range(y.size):
            samples[n, 1 + j] = y[j]
    return status.OK


@entry
def advance(derivative, project, model, work, method, y, k, progress, times, stride, pause, samples):
    """Integrate until `pause` samples are written; another call goes on. Returns a status."""
    return walk(method, derivative, project, model, work, y, k, progress, times, stride, pause, samples)


@entry
def relax(derivative, project, model, work, method, t, y, k, progress, h, n):
    """n steps of h [s] with time standing still at t; the motion is stopped at each peak of kinetic energy."""
    before = 0.0
    for _ in range(n):
        outcome = step(method, derivative, project, model, work, t, h, y, k, progress)
        if outcome != status.OK:
            return outcome
        energy = kinetic_energy(model, y)
        if energy < before:
            stop(model, y)
            energy = 0.0
        before = energy
    return status.OK
