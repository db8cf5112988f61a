"""A group of cars from sample to sample in fixed steps: `jounce.engine.integrators.fixed.walk` in lanes."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry, generic_kernel
from jounce.engine.formulations import status
from jounce.engine.integrators.fixed import member
from jounce.engine.integrators.lanes.evaluate import FAILED, GOES, is_running, keep_car, put_state
from jounce.engine.integrators.progress import CULPRIT, OUTCOME, SIZE, STEP, STEPS, TIME, WRITTEN


@generic_kernel
def lane_step(methods, lanes, derivative, project, models, works, first, t, h, y, k, progress):
    """One step of h [s] from t of all cars that have not failed, in place; `first` is the car of lane 0.

    A car whose step fails is marked in `lanes`, with its status; its y is untouched.
    """


@entry
def advance_lanes(
    derivative,
    project,
    models,
    works,
    methods,
    lanes,
    first,
    count,
    y,
    k,
    progress,
    times,
    stride,
    pause,
    samples,
    outcomes,
):
    """Advance `count` cars from `first` on, at most one a lane and all with as many samples, until `pause` samples are
    written; returns how many failed.

    derivative, project: equations of one car, for those that need a step of their own. Other arguments are those of
    `jounce.engine.integrators.batch.advance_many`. Lanes without a car repeat the last one. lanes: of this batch alone,
    so that cars which are in their lanes from the call before need not enter them again.
    """
    written = pause
    for lane in range(lanes.state.size):
        car = first + min(lane, count - 1)
        keep_car(lanes, lane, car, member(models, car), member(works, car))
        lanes.state[lane] = FAILED
        if lane < count and outcomes[car] == status.OK:
            lanes.state[lane] = GOES
            written = int(progress[car, WRITTEN])
        put_state(lanes, lane, y[car])
    for n in range(written, pause):
        h = (times[n] - times[n - 1]) / stride
        for i in range(stride):
            t = times[n - 1] + i * h
            lane_step(methods, lanes, derivative, project, models, works, first, t, h, y, k, progress)
            running = 0
            for lane in range(count):
                car = first + lane
                if is_running(lanes, lane):
                    progress[car, STEPS] += 1.0
                    progress[car, STEP] = h
                    progress[car, TIME] = t + h
                    running += 1
                elif outcomes[car] == status.OK:
                    outcomes[car] = lanes.outcome[lane]
                    progress[car, CULPRIT] = lanes.culprit[0, lane]
                    progress[car, SIZE] = lanes.culprit[1, lane]
                    progress[car, OUTCOME] = lanes.outcome[lane]
            if running == 0:
                return count
        for lane in range(count):
            car = first + lane
            if is_running(lanes, lane):
                progress[car, TIME] = times[n]
                progress[car, WRITTEN] += 1.0
                samples[car, n, 0] = times[n]
                for j in range(y.shape[1]):
                    samples[car, n, 1 + j] = y[car, j]
    failed = 0
    for car in range(first, first + count):
        failed += outcomes[car] != status.OK
    return failed
