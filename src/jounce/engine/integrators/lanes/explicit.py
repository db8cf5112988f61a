"""Explicit steps in lanes.

Midpoint and Runge–Kutta steps move all lanes at once, with the arithmetic of `jounce.engine.integrators.explicit`: so
their bits are those of a car alone. Euler's step, which turns quaternions, and Adams–Bashforth's, which has a slope
from before, are made car by car.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.explicit import (
    ADAMS_BASHFORTH,
    EULER,
    MIDPOINT,
    PREVIOUS,
    RUNGE_KUTTA,
    RUNGE_KUTTA_NODES,
    TRIAL,
    Explicit,
    finite,
    move_adams_bashforth,
    move_euler,
    move_midpoint,
    node,
    stages,
)
from jounce.engine.integrators.lanes.evaluate import (
    GOES,
    all_go,
    close_lanes,
    evaluate_lanes,
    fail,
    put_state,
    take_slope,
    take_state,
)
from jounce.engine.integrators.lanes.walk import lane_step
from jounce.engine.integrators.progress import EVALUATIONS, STEP, STEPS


@lane_step.of(Explicit)
def explicit_lanes(methods, lanes, derivative, project, models, works, first, t, h, y, k, progress):
    all_go(lanes)
    if methods.kind == MIDPOINT or methods.kind == RUNGE_KUTTA:
        move_together(methods.kind, lanes, first, t, h, y, progress)
    else:
        move_one_by_one(methods, lanes, first, t, h, y, k, progress)
    close_lanes(lanes, t + h)
    for lane in range(lanes.state.size):
        if lanes.state[lane] == GOES:
            car = first + lane
            outcome = lanes.outcome[lane]
            if outcome != status.OK:
                fail(lanes, lane, outcome)
                continue
            take_state(lanes, lane, y[car])
            if methods.kind == ADAMS_BASHFORTH:
                for i in range(y.shape[1]):
                    k[car, PREVIOUS, i] = k[car, 0, i]


@subroutine
def move_together(kind, lanes, first, t, h, y, progress):
    """States at the end of a step into the lanes, not closed yet."""
    count, size = lanes.state.size, lanes.y.shape[0]
    for lane in range(count):
        if lanes.state[lane] == GOES:
            put_state(lanes, lane, y[first + lane])
    for i in range(size):
        for lane in range(count):
            lanes.start[i, lane] = lanes.y[i, lane]
    for stage in range(stages(kind, 0.0)):
        evaluate_lanes(lanes, t + node(kind, stage) * h)
        for lane in range(count):
            if lanes.state[lane] == GOES:
                progress[first + lane, EVALUATIONS] += 1.0
                if lanes.outcome[lane] != status.OK:
                    fail(lanes, lane, lanes.outcome[lane])
        if kind == MIDPOINT:
            move_all(lanes.y, lanes.start, 0.5 * h if stage == 0 else h, lanes.dy)
        elif stage < 3:
            copy_all(lanes.slopes[stage], lanes.dy)
            move_all(lanes.y, lanes.start, RUNGE_KUTTA_NODES[stage + 1] * h, lanes.dy)
        else:
            copy_all(lanes.slopes[stage], lanes.dy)
            move_by_all_slopes(lanes.y, lanes.start, h, lanes.slopes)
    for lane in range(count):
        if lanes.state[lane] == GOES and not finite(lanes.y[:, lane]):
            fail(lanes, lane, status.NOT_FINITE)
        if lanes.state[lane] != GOES:  # stays where it is: loops of a state that is no number would be closed for long
            for i in range(size):
                lanes.y[i, lane] = lanes.start[i, lane]


@subroutine
def move_all(out, start, ahead, slope):
    """start + ahead slope in all lanes."""
    for i in range(out.shape[0]):
        for lane in range(out.shape[1]):
            out[i, lane] = start[i, lane] + ahead * slope[i, lane]


@subroutine
def copy_all(out, given):
    """The numbers of all lanes."""
    for i in range(out.shape[0]):
        for lane in range(out.shape[1]):
            out[i, lane] = given[i, lane]


@subroutine
def move_by_all_slopes(out, start, h, k):
    """The result of a Runge–Kutta step in all lanes."""
    for i in range(out.shape[0]):
        for lane in range(out.shape[1]):
            out[i, lane] = start[i, lane] + h / 6.0 * (
                k[0, i, lane] + 2.0 * (k[1, i, lane] + k[2, i, lane]) + k[3, i, lane]
            )


@subroutine
def move_one_by_one(methods, lanes, first, t, h, y, k, progress):
    """`move_together`, car by car: Euler's and Adams–Bashforth's steps."""
    kind, count, steps = methods.kind, lanes.state.size, 0.0
    for lane in range(count):
        if lanes.state[lane] == GOES:
            steps = progress[first + lane, STEPS]
            trial = k[first + lane, TRIAL]
            for i in range(trial.size):
                trial[i] = y[first + lane, i]
    for stage in range(stages(kind, steps)):
        for lane in range(count):
            if lanes.state[lane] == GOES:
                put_state(lanes, lane, k[first + lane, TRIAL])
        evaluate_lanes(lanes, t + node(kind, stage) * h)
        for lane in range(count):
            if lanes.state[lane] != GOES:
                continue
            car = first + lane
            own, trial = k[car], k[car, TRIAL]
            outcome = take_slope(lanes, lane, own[stage])
            progress[car, EVALUATIONS] += 1.0
            if outcome != status.OK:
                fail(lanes, lane, outcome)
            elif kind == EULER:
                move_euler(methods.coordinates, h, y[car], own, trial)
            elif steps > 0.0:
                move_adams_bashforth(h, progress[car, STEP], y[car], own[0], own[PREVIOUS], trial)
            else:
                move_midpoint(stage, h, y[car], own, trial)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            if finite(k[first + lane, TRIAL]):
                put_state(lanes, lane, k[first + lane, TRIAL])
            else:
                fail(lanes, lane, status.NOT_FINITE)
