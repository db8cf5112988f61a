"""Fixed steps from sample to sample, with any method.

A method is a NamedTuple of its constants (`Explicit`, `Chord`, `Rosenbrock`), which picks the body of `step`: the walk
is written once and compiled once for each of the three.
"""

from jounce.formulations import status
from jounce.integrators.progress import CULPRIT, SIZE, STEP, STEPS, TIME, WRITTEN
from jounce.kernel import entry, part, question


@question
def step(method, derivative, project, model, work, t, h, y, k, progress):
    """One step of h [s] from (t, y), in place; y is untouched when it fails. Returns a status.

    k is the method's scratch, (its ROWS, size of y). progress[STEPS] > 0 says that k holds the steps before this one,
    and progress[STEP] how long the last one was.
    """


@part
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
