"""Adams–Bashforth–Moulton of orders 1 … 12 with steps and order chosen by the error, in PECE form.

Shampine & Gordon, Computer Solution of Ordinary Differential Equations, 1975, chapters 5 to 7. A step of order k
predicts with k slopes, evaluates, and corrects with k + 1 (local extrapolation: the result is of order k + 1, what is
controlled is the error at order k). Then the state is moved onto the constraints and its slope evaluated there, so
that the differences (`adams_differences`) are those of states on the constraints:

    predict   p = y + h Σ wᵢ φ*ᵢ,  fᵉ = Σ φ*ᵢ,  i = 1 … k
    evaluate  d = f(t + h, p) − fᵉ
    correct   y₊ = p + h wₖ₊₁ d,                 error at order k: h |wₖ₊₁ − wₖ| |d|                                (3)
    project   y₊ onto the constraints
    evaluate  f(t + h, y₊), shift the differences

Orders k − 1 and k − 2 would have had the errors h γ*ₖ₋₁ σₖ |d + φ*ₖ| and so on, order k + 1, after k + 1 equal steps,
h γ*ₖ₊₁ |φₖ₊₂|. The order falls when lower ones are no worse, rises when the higher is better. Steps are doubled,
kept, or reduced to 0.5 … 0.9 of their length, so that they are equal as long as possible. A run starts with order 1 and
a small step, and both grow with every step until the error says no. A step that fails three times is repeated with
order 1, and a new start.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry, function_at, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.adams_control import (
    EQUAL,
    GAMMA,
    GOAL,
    HITS,
    LOGGED,
    MADE,
    MAX_ORDER,
    ORDER,
    SPANS,
    STARTING,
    STOPPED,
    VIOLATION,
    WEIGHTS,
    WIDTH,
    begin_step,
    choose,
    errors,
    extrapolate,
    lower_is_better,
    norm,
    shift,
)
from jounce.engine.integrators.events import earliest, find_events, first_values, state_at
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.progress import CULPRIT, ERROR, EVALUATIONS, REJECTED, SIZE, STEP, STEPS, TIME, WRITTEN

EXPECTED, TRIAL, SLOPE, INSIDE = range(MAX_ORDER + 2, MAX_ORDER + 6)
ROWS = MAX_ORDER + 6
"""Rows of scratch: φ₁ … φ₁₄, the extrapolated slope, the state at the end of the step, its slope, a state within it."""
FLAGS = 5
MEMORY = (6, WIDTH)
"""Shape of the memory: rows of `adams_differences`, then flags."""
LOG = 4
"""Numbers of a row of the log: end of the step [s], its length [s], its order, largest |Φ| before its projection."""

MIN_STEP = 1e-12
"""Smallest step, relative to the time to cover."""
FIRST = 0.25
"""The first step, relative to the square root of the time in which y would change by what is allowed, in seconds."""
MIN_RETRY = 0.1
"""Smallest part of its length to which a step that keeps failing is reduced at once."""
MAX_FAILURES = 3
"""Failures in a row after which a step is repeated with order 1."""


@subroutine
def begin(derivative, box, t, y, k, memory, progress, relative, absolute, longest):
    """The slope at the start, order 1, and, if none is given, a step over which y hardly changes; returns a status."""
    outcome = function_at(derivative, "boxed derivative")(box, t, y, k[0])
    progress[EVALUATIONS] += 1.0
    if outcome != status.OK:
        return outcome
    if not finite(k[0]):
        return status.NOT_FINITE
    flags = memory[FLAGS]
    flags[ORDER], flags[STARTING] = 1.0, 1.0
    if progress[STEP] <= 0.0:
        size = norm(k[0], y, y, relative, absolute)
        progress[STEP] = min(longest, FIRST / math.sqrt(size)) if size > 0.0 else longest
    return status.OK


@subroutine
def try_step(derivative, box, t, h, order, y, k, memory):
    """Predict, evaluate, correct; returns a status. TRIAL is the corrected state, SLOPE the difference d."""
    begin_step(h, order, memory)
    trial, slope, expected, weight = k[TRIAL], k[SLOPE], k[EXPECTED], memory[WEIGHTS, order]
    extrapolate(y, h, order, k, memory, expected, trial)
    outcome = function_at(derivative, "boxed derivative")(box, t + h, trial, slope)
    for i in range(y.size):
        slope[i] -= expected[i]
        trial[i] += h * weight * slope[i]
    return outcome


@subroutine
def settle(derivative, project, box, culprit, t, k, flags, progress):
    """The trial state onto the constraints and its slope into SLOPE; returns a status."""
    outcome = function_at(project, "boxed project")(box, t, k[TRIAL])
    flags[VIOLATION] = culprit[2]
    if outcome != status.OK:
        return outcome
    outcome = function_at(derivative, "boxed derivative")(box, t, k[TRIAL], k[SLOPE])
    progress[EVALUATIONS] += 1.0
    if outcome != status.OK:
        return outcome
    return status.OK if finite(k[TRIAL]) and finite(k[SLOPE]) else status.NOT_FINITE


@subroutine
def look_back(project, box, y, h, order, k, memory, progress, times, samples, events, numbers, hits):
    """Samples and events of the step of h [s] that was just made, in order, on the constraints; returns a status.

    Where an event says so, the run ends with a sample of it.
    """
    t, flags, inside = progress[TIME], memory[FLAGS], k[INSIDE]
    outcome, end = find_events(project, box, y, t, h, order, k, memory, inside, events, numbers)
    while outcome == status.OK:
        n, count, e = int(progress[WRITTEN]), int(flags[HITS]), earliest(events, end)
        when, row = math.inf, samples[min(n, times.size - 1)]
        if n < times.size and times[n] <= min(t, end):
            when = times[n]
        if e >= 0 and events[e]["time"] < when:
            when = events[e]["time"]
        else:
            e = -1
        if when == math.inf:
            break
        outcome = state_at(project, box, y, t, when - t, order, k, memory, inside)
        if outcome != status.OK:
            break
        if e < 0:
            write_row(row, 0, when, inside)
            progress[WRITTEN] += 1.0
            continue
        hits[count, 0] = e
        write_row(hits[count], 1, when, inside)
        flags[HITS] += 1.0
        events[e]["time"] = math.inf
        if events[e]["stop"] == 0:
            continue
        if samples[n - 1, 0] < when:
            write_row(row, 0, when, inside)
            progress[WRITTEN] += 1.0
        for i in range(y.size):
            y[i] = inside[i]
        progress[TIME], flags[STOPPED] = when, 1.0
        break
    return outcome


@subroutine
def write_row(row, first, t, state):
    """Time and state from a place in a row on."""
    row[first] = t
    for j in range(state.size):
        row[first + 1 + j] = state[j]


@entry
def advance_adams(
    derivative,
    project,
    box,
    culprit,
    y,
    k,
    memory,
    progress,
    relative,
    absolute,
    largest,
    most,
    limit,
    times,
    pause,
    samples,
    log,
    events,
    numbers,
    hits,
):
    """Integrate to the last of `times` with steps that keep the local error below the tolerances; returns a status.

    derivative, project, box: of `jounce.engine.formulations.equations`. culprit: that of the scratch in the box. k
    (ROWS, size), memory (MEMORY) and progress hold all that another call needs to go on. It comes back when `pause`
    samples (time first) are written, an event has ended the run, or the log (rows, LOG) or the hits (rows, 2 + size) of
    events might not hold those of another step; both are filled from their first row in each call. progress[STEP] > 0
    is the first step to try.
    """
    # begin, or go on where the last call has left off
    flags = memory[FLAGS]
    flags[LOGGED], flags[HITS] = 0.0, 0.0
    end = times[times.size - 1]
    smallest = MIN_STEP * max(end - times[0], abs(end))
    cause, outcome = status.STEP_TOO_SMALL, status.OK
    if flags[ORDER] == 0.0 and progress[WRITTEN] < pause:
        longest = times[1] - times[0]
        outcome = begin(derivative, box, progress[TIME], y, k, memory, progress, relative, absolute, longest)
        first_values(events, numbers, progress[TIME], y)
    t, h, order, failures = progress[TIME], progress[STEP], int(flags[ORDER]), 0
    while (
        outcome == status.OK
        and progress[WRITTEN] < pause
        and flags[STOPPED] == 0.0
        and flags[LOGGED] < log.shape[0]
        and flags[HITS] + events.size <= hits.shape[0]
    ):
        # give up, or fit the step to the end
        if h < smallest:
            outcome = cause
            break
        if progress[STEPS] + progress[REJECTED] >= limit:
            outcome = status.TOO_MANY_STEPS
            break
        h = fitted(min(h, largest), end - t, smallest)
        after = end if h == end - t else t + h
        # predict, evaluate, correct, project
        tried = try_step(derivative, box, t, h, order, y, k, memory)
        progress[EVALUATIONS] += 1.0
        error, own, lower, lowest = errors(h, order, y, k[TRIAL], k[SLOPE], k, memory, relative, absolute)
        sinks = lower_is_better(order, own, lower, lowest)
        good = tried == status.OK and error <= 1.0
        if good:
            tried = settle(derivative, project, box, culprit, after, k, flags, progress)
        # reject: a shorter step, and a lower order if that is better
        if not good or tried != status.OK:
            cause = tried if tried != status.OK else status.STEP_TOO_SMALL if error == error else status.NOT_FINITE
            progress[REJECTED] += 1.0
            failures += 1
            flags[STARTING] = 1.0 if failures >= MAX_FAILURES else 0.0
            order = 1 if failures >= MAX_FAILURES else order - 1 if sinks else order
            h *= max(MIN_RETRY, min(0.5, math.sqrt(GOAL / own))) if failures > MAX_FAILURES and own > 0.0 else 0.5
            continue
        # accept: differences, errors at the neighbouring orders, state
        flags[EQUAL] = min(flags[EQUAL], flags[MADE]) + 1.0 if h == memory[SPANS, 0] else 1.0
        flags[MADE] = order
        shift(order, k, memory, k[SLOPE], k[EXPECTED])
        higher = math.inf
        if order < most and flags[EQUAL] > order:
            higher = h * GAMMA[order + 1] * norm(k[order + 1], y, k[TRIAL], relative, absolute)
        for i in range(y.size):
            y[i] = k[TRIAL, i]
        write_log(after, h, order, flags, log)
        t, made = after, order
        progress[TIME], progress[ERROR] = t, error
        progress[STEPS] += 1.0
        # choose the next order and step, then look for samples and events within this one
        progress[STEP] = choose(h, order, most, sinks, own, lower, higher, flags)
        outcome = look_back(project, box, y, h, made, k, memory, progress, times, samples, events, numbers, hits)
        h, order, failures = progress[STEP], int(flags[ORDER]), 0
    # name the joint of a failure
    progress[CULPRIT] = culprit[0]
    progress[SIZE] = culprit[1]
    return outcome


@subroutine
def fitted(wanted, left, smallest):
    """A step that ends at the end or leaves enough for another."""
    if left <= wanted:
        return left
    return wanted if left - wanted >= smallest else 0.5 * left


@subroutine
def write_log(t, h, order, flags, log):
    """Write one row of the log."""
    n = int(flags[LOGGED])
    log[n, 0], log[n, 1], log[n, 2], log[n, 3] = t, h, order, flags[VIOLATION]
    flags[LOGGED] += 1.0
