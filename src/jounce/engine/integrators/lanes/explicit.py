"""Explicit steps in lanes."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.formulations import status
from jounce.engine.integrators.explicit import (
    ADAMS_BASHFORTH,
    EULER,
    PREVIOUS,
    RUNGE_KUTTA,
    TRIAL,
    Explicit,
    finite,
    move_adams_bashforth,
    move_euler,
    move_midpoint,
    move_runge_kutta,
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
    kind, count, steps = methods.kind, lanes.state.size, 0.0
    all_go(lanes)
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
            elif kind == RUNGE_KUTTA:
                move_runge_kutta(stage, h, y[car], own, trial)
            elif kind == EULER:
                move_euler(methods.coordinates, h, y[car], own, trial)
            elif kind == ADAMS_BASHFORTH and steps > 0.0:
                move_adams_bashforth(h, progress[car, STEP], y[car], own[0], own[PREVIOUS], trial)
            else:
                move_midpoint(stage, h, y[car], own, trial)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            if finite(k[first + lane, TRIAL]):
                put_state(lanes, lane, k[first + lane, TRIAL])
            else:
                fail(lanes, lane, status.NOT_FINITE)
    close_lanes(lanes, t + h)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            car = first + lane
            outcome = lanes.outcome[lane]
            if outcome != status.OK:
                fail(lanes, lane, outcome)
                continue
            take_state(lanes, lane, y[car])
            for i in range(y.shape[1]):
                k[car, PREVIOUS, i] = k[car, 0, i]
