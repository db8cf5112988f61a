"""The way of `auto` from step to step as a sequence of requests: close these loops, evaluate the equations there.

`proceed` goes on with the answer to the request before, up to the next one. So the same code runs one car, whose
requests its own equations answer, and several, whose requests are answered together in SIMD lanes
(`jounce.engine.integrators.lanes.auto`), each with steps of its own and at a time of its own. Matrices are measured
and solved on the way: they are the business of one car.

    start     slopes where a run begins, where inputs may have changed, and after a kink of a signal
    next      the next step: its length, matrix and inverse
    stages    loops closed, equations evaluated, unknowns corrected, until each stage has converged
    end       loops closed at the end; the error, which accepts the step or has it repeated
    samples   loops closed at each sample within the step
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math
from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import inlined
from jounce.engine.formulations import status
from jounce.engine.integrators.esdirk import (
    BEGUN,
    CLOSE,
    EXTRA,
    FRESH,
    GRAIN,
    INSIDE,
    LAST,
    MAX_ITERATIONS,
    MAX_RATE,
    PAST,
    RATE,
    STAR,
    STATES,
    TRIAL,
    Equations,
    Matrices,
    correct,
    error_norm,
    guess,
    keep_stage,
    known_part,
)
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.kept_matrix import invert_for, is_worn, measure_matrix
from jounce.engine.integrators.kvaerno import GAMMA, NODES, STAGES
from jounce.engine.integrators.progress import ITERATIONS, REJECTED, STEP, STEPS, TIME, WRITTEN
from jounce.engine.integrators.stage_positions import solve_positions
from jounce.engine.integrators.step_control import MAX_FACTOR, first_step, fit, next_bound, next_step, shorter
from jounce.engine.linalg.elementary import pow

CUT = 0.25
"""Ratio of a step to one that has failed, or that led to a kink."""
MIN_STEP = 1e-12
"""Smallest step, relative to the time to cover."""
MIN_ERROR = 1e-6
"""Errors below this, relative to the tolerance, count as this."""

DONE, CLOSING, SLOPE, GO_ON = range(4)
"""What `proceed` asks for: nothing more, a state to be closed, a slope; its parts also: the next part."""
STATE = -1
"""Stands for the state itself where a row of scratch is asked about."""
START, START_CLOSED, START_KNOWN, NEXT, STAGE_CLOSED, STAGE_KNOWN, END_CLOSED, SAMPLE, SAMPLE_CLOSED = range(9)
"""Parts of the way."""
PART, ROW, MOMENT, OUTCOME, T, H, GROWTH, WANTED, BOUND, AFTER, ITERATED, STAGE, PASS, LEFT, BEFORE, CAUSE = range(16)
COURSE = 16
"""Numbers of a car on its way: the part that follows; row of scratch and time [s] of a request; the outcome at the end;
time, step, and largest ratio of the next one to it; the step that was wanted, how far steps may go, and where this one
ends [s]; iterations before the step; stage and its corrections; what is left of its corrections relative to the last
one, and the size of that; why a step could not be made."""


class Run(NamedTuple):
    """A car, and where its samples go."""

    equations: Equations
    matrices: Matrices
    y: np.ndarray
    k: np.ndarray
    """(ROWS of esdirk, size) scratch"""
    progress: np.ndarray
    course: np.ndarray
    kinks: np.ndarray
    """times [s] that steps do not pass, rising; −∞ fills up"""
    times: np.ndarray
    samples: np.ndarray


class Control(NamedTuple):
    """What `auto` was told."""

    relative: float
    absolute: float
    largest: float
    """step [s]"""
    limit: float
    """of all steps"""
    until: float
    """time [s] beyond which no step may go"""
    pause: int
    """samples after which it pauses"""


@inlined
def proceed(run, control, outcome):
    """Go on, with the outcome of the last request, to the next one; returns what is asked for.

    A state is closed in place, at the time MOMENT: that of a row of scratch, or the state itself. A slope is that of
    the same state, and goes to row 0 for the state itself, else to row MOVE.
    """
    while True:
        part = int(run.course[PART])
        if part == STAGE_CLOSED and outcome == status.OK:
            asked = ask(run.course, SLOPE, TRIAL, run.course[MOMENT], STAGE_KNOWN)
        elif part == STAGE_CLOSED:
            asked = judge(run, control, outcome)
        elif part == STAGE_KNOWN:
            asked = improve_stage(run, control, outcome)
        elif part == END_CLOSED:
            asked = judge(run, control, outcome)
        elif part == SAMPLE:
            asked = look_for_sample(run, control)
        elif part == SAMPLE_CLOSED:
            asked = take_sample(run, control, outcome)
        elif part == NEXT:
            asked = begin_step(run, control)
        elif part == START:
            asked = begin(run, control)
        elif part == START_CLOSED and outcome == status.OK:
            asked = ask(run.course, SLOPE, STATE, run.course[MOMENT], START_KNOWN)
        elif part == START_CLOSED:
            asked = end_with(run.course, outcome)
        else:
            asked = take_start(run, control, outcome)
        if asked != GO_ON:
            return asked


@inlined
def ask(course, what, row, moment, part):
    """Ask for something, and say what follows."""
    course[ROW], course[MOMENT], course[PART] = row, moment, part
    return what


@inlined
def go_on(course, part):
    """Go on with another part."""
    course[PART] = part
    return GO_ON


@inlined
def end_with(course, outcome):
    """The end of the way, with a status."""
    course[OUTCOME] = outcome
    return DONE


@inlined
def begin(run, control):
    """The beginning of a call."""
    course, progress = run.course, run.progress
    if progress[WRITTEN] >= control.pause:
        return end_with(run.course, status.OK)
    course[T], course[H], course[GROWTH] = progress[TIME], progress[STEP], MAX_FACTOR
    course[CAUSE] = status.STEP_TOO_SMALL
    if run.matrices.flags[BEGUN] == 0.0 or control.until < math.inf:
        return begin_anew(run)
    return go_on(run.course, NEXT)


@inlined
def begin_anew(run):
    """Ask for the slopes at the state with signals as they are just after it, and no step before."""
    run.matrices.flags[BEGUN], run.matrices.flags[LAST] = 1.0, 0.0
    return ask(run.course, CLOSING, STATE, run.course[T] + GRAIN, START_CLOSED)


@inlined
def take_start(run, control, outcome):
    """The first step, if there was none."""
    progress, times = run.progress, run.times
    if outcome == status.OK and not finite(run.k[0]):
        outcome = status.NOT_FINITE
    if outcome != status.OK:
        return end_with(run.course, outcome)
    if progress[STEP] <= 0.0:
        span = times[times.size - 1] - times[0]
        progress[STEP] = first_step(
            run.equations, run.y, run.k, control.relative, control.absolute, control.largest, span
        )
        run.course[H] = progress[STEP]
    return go_on(run.course, NEXT)


@inlined
def begin_step(run, control):
    """Give up, or fit the step to what lies ahead; a new matrix if there is none or it is worn, and its inverse."""
    course, progress, times = run.course, run.progress, run.times
    if progress[WRITTEN] >= control.pause:
        return end_with(run.course, status.OK)
    t, end = course[T], times[times.size - 1]
    smallest = MIN_STEP * max(end - times[0], abs(end))
    if course[H] < smallest:
        return end_with(run.course, int(course[CAUSE]))
    if progress[STEPS] + progress[REJECTED] >= control.limit:
        return end_with(run.course, status.TOO_MANY_STEPS)
    wanted, bound = min(course[H], control.largest), next_bound(run.kinks, t + smallest, min(end, control.until))
    h = fit(wanted, bound - t)
    course[H], course[WANTED], course[BOUND] = h, wanted, bound
    course[AFTER] = bound if h == bound - t else t + h
    course[ITERATED] = progress[ITERATIONS]
    outcome = status.OK
    if is_worn(run.matrices):
        outcome = measure_matrix(run.equations, run.matrices, t + GRAIN, run.y, run.k, progress)
    if outcome == status.OK:
        outcome = invert_for(run.matrices, GAMMA * h)
    if outcome != status.OK:
        return judge(run, control, outcome)
    # the first stage
    for i in range(run.y.size):
        run.k[STATES, i] = run.y[i]
    run.matrices.flags[RATE] = pow(max(run.matrices.flags[RATE], 1e-16), 0.8)  # trust it less from step to step
    return begin_stage(run, 1)


@inlined
def begin_stage(run, stage):
    """Known part and first guess of a stage."""
    course, h = run.course, run.course[H]
    known_part(stage, h, run.y, run.k)
    guess(stage, h, run.matrices.flags[LAST], run.k)
    course[STAGE], course[PASS] = stage, 0.0
    course[LEFT], course[BEFORE] = run.matrices.flags[RATE], 0.0
    return close_stage(run.equations.coordinates, run.k, run.course)


@inlined
def close_stage(coordinates, k, course):
    """Ask for the closed positions that go with the velocities of the trial."""
    stage = int(course[STAGE])
    solve_positions(coordinates, k[STAR], GAMMA * course[H], k[TRIAL])
    moment = course[T] + NODES[stage] * course[H] if stage < 3 else course[T] + course[H] - GRAIN
    return ask(course, CLOSING, TRIAL, moment, STAGE_CLOSED)


@inlined
def improve_stage(run, control, outcome):
    """Correct the unknowns of a stage; the next stage, if the corrections still to come are small enough."""
    course, progress, flags = run.course, run.progress, run.matrices.flags
    if outcome != status.OK:
        return judge(run, control, outcome)
    gamma_h = GAMMA * course[H]
    progress[ITERATIONS] += 1.0
    size = correct(run.equations, run.matrices, gamma_h, run.y, run.k, control.relative, control.absolute)
    if not math.isfinite(size):
        return judge(run, control, status.NOT_FINITE)
    if course[PASS] > 0.0:
        rate = size / course[BEFORE]
        if rate >= MAX_RATE and size > CLOSE:
            return judge(run, control, status.NOT_CONVERGED)
        course[LEFT] = rate / (1.0 - rate) if rate < MAX_RATE else 1.0  # corrections that no longer fall are rounding
    if course[LEFT] * size <= CLOSE:
        flags[RATE] = course[LEFT]
        stage = int(course[STAGE])
        keep_stage(run.equations, stage, gamma_h, run.k)
        if stage + 1 < STAGES:
            return begin_stage(run, stage + 1)
        return ask(run.course, CLOSING, TRIAL, course[T] + course[H], END_CLOSED)
    course[BEFORE] = size
    course[PASS] += 1.0
    if course[PASS] == MAX_ITERATIONS:
        return judge(run, control, status.NOT_CONVERGED)
    return close_stage(run.equations.coordinates, run.k, run.course)


@inlined
def judge(run, control, tried):
    """Accept the step, or have it repeated: with a new matrix, or shorter. tried: the status with which it ended."""
    course, progress, matrices = run.course, run.progress, run.matrices
    h, error = course[H], math.nan
    if tried == status.OK:
        error = error_norm(run.equations, matrices, h, run.y, run.k, control.relative, control.absolute)
    if error <= 1.0 and finite(run.k[TRIAL]):
        course[BEFORE] = error
        return go_on(run.course, SAMPLE)
    if tried != status.OK:
        course[CAUSE] = tried
    else:
        course[CAUSE] = status.STEP_TOO_SMALL if error == error else status.NOT_FINITE
    progress[REJECTED] += 1.0
    course[GROWTH] = 1.0
    if tried == status.NOT_CONVERGED and matrices.flags[FRESH] == 0.0:
        outcome = measure_matrix(run.equations, matrices, course[T] + GRAIN, run.y, run.k, progress)
        if outcome != status.OK:
            return end_with(run.course, outcome)
    else:
        course[H] = shorter(h, error) if error == error else CUT * h
    return go_on(run.course, NEXT)


@inlined
def look_for_sample(run, control):
    """Ask for the next sample within the step, on a cubic, projected onto the constraints; none: accept the step."""
    course, times, y, k = run.course, run.times, run.y, run.k
    n = int(run.progress[WRITTEN])
    if n >= times.size or times[n] > course[AFTER]:
        return accept(run, control, status.OK)
    h, inside, trial, last = course[H], k[INSIDE], k[TRIAL], k[STAGES - 1]
    x = min((times[n] - course[T]) / h, 1.0)
    for i in range(y.size):
        rise = trial[i] - y[i]
        bend, tail = h * k[0, i] - rise, rise - h * last[i]
        inside[i] = y[i] + x * (rise + (1.0 - x) * ((1.0 - x) * bend + x * tail))
    return ask(run.course, CLOSING, INSIDE, times[n], SAMPLE_CLOSED)


@inlined
def take_sample(run, control, outcome):
    """Write a sample."""
    if outcome != status.OK:
        return accept(run, control, outcome)
    n, inside = int(run.progress[WRITTEN]), run.k[INSIDE]
    run.samples[n, 0] = run.times[n]
    for i in range(inside.size):
        run.samples[n, 1 + i] = inside[i]
    run.progress[WRITTEN] += 1.0
    return go_on(run.course, SAMPLE)


@inlined
def accept(run, control, outcome):
    """Move to the end of the step, and foresee the next one; outcome: of the samples."""
    course, progress, flags, times = run.course, run.progress, run.matrices.flags, run.times
    y, k, error = run.y, run.k, course[BEFORE]
    for i in range(y.size):
        y[i] = k[TRIAL, i]
        k[PAST, i], k[PAST + 1, i] = k[1, i], k[2, i]
        k[0, i] = k[STAGES - 1, i]
    flags[LAST], flags[FRESH] = course[H], 0.0
    flags[EXTRA] += max(0.0, progress[ITERATIONS] - course[ITERATED] - STAGES)
    course[T] = course[AFTER]
    course[H] = next_step(course[H], course[WANTED], max(error, MIN_ERROR), course[GROWTH], progress)
    course[GROWTH] = MAX_FACTOR
    progress[TIME], progress[STEP] = course[T], course[H]
    progress[STEPS] += 1.0
    if outcome != status.OK:
        return end_with(run.course, outcome)
    if course[T] == course[BOUND] and course[T] < min(times[times.size - 1], control.until):
        course[H] *= CUT
        progress[STEP] = course[H]
        return begin_anew(run)
    return go_on(run.course, NEXT)
