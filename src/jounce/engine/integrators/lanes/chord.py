"""Implicit steps in lanes: the common course is one trial of a whole step; a car that needs more makes it alone."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.integrators.chord import (
    AGEING,
    DRIFT,
    INCREMENT,
    MAX_RATE,
    MEMORY,
    NOW,
    SLOPE,
    STALLED,
    TRIAL,
    ChordMethod,
    accept,
    correct,
    predict,
    prepare,
)
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.jacobian_schedule import pick
from jounce.engine.integrators.lanes.evaluate import (
    GOES,
    WAITS,
    all_go,
    close_lanes,
    evaluate_lanes,
    fail,
    put_state,
    take_slope,
    take_state,
)
from jounce.engine.integrators.lanes.walk import lane_step
from jounce.engine.integrators.progress import EVALUATIONS, ITERATIONS, PART, STEPS

BETA_H, BEFORE, DONE, FORESEEN = range(4)
"""What is remembered of a car: βh, the size of the last correction, whether that was small enough, and the rate of the
step before."""
ALONE = 1 << 20
"""Stands for the outcome of a trial that has not come to its end: the car makes the step alone."""


@lane_step.of(ChordMethod)
def chord_lanes(methods, lanes, derivative, project, models, works, first, t, h, y, k, progress):
    count = lanes.state.size
    all_go(lanes)
    begin(methods, lanes, first, t, h, y, k, progress)
    for i in range(methods.iterations + 1):
        if nobody_goes(lanes):
            break
        # positions from the velocities of the trial, loops closed
        for lane in range(count):
            if lanes.state[lane] == GOES:
                own, car = k[first + lane], first + lane
                for j in range(y.shape[1]):
                    own[INCREMENT, j] = own[DRIFT, j] + lanes.memory[lane, BETA_H] * own[TRIAL, j]
                displace(methods.coordinates, y[car], own[INCREMENT], own[TRIAL])
                put_state(lanes, lane, own[TRIAL])
        close_lanes(lanes, t + h)
        end_of_pass(methods, lanes, i, first, h, y, k, progress)
        if nobody_goes(lanes):
            break
        # one correction
        evaluate_lanes(lanes, t + h)
        for lane in range(count):
            if lanes.state[lane] == GOES:
                improve(methods, lanes, lane, i, first + lane, h, y, k, progress)
    for lane in range(count):
        if lanes.outcome[lane] == ALONE:
            car = first + lane
            lanes.state[lane], lanes.outcome[lane] = GOES, status.OK
            own, model, work = member(methods, car), member(models, car), member(works, car)
            outcome = step(own, derivative, project, model, work, t, h, y[car], k[car], progress[car])
            if outcome != status.OK:
                lanes.culprit[0, lane], lanes.culprit[1, lane] = work.culprit[0], work.culprit[1]
                fail(lanes, lane, outcome)


@subroutine
def begin(methods, lanes, first, t, h, y, k, progress):
    """The slope at the start of a run, then what is known of the step, and its prediction."""
    count, fresh = lanes.state.size, 0
    for lane in range(count):
        if lanes.state[lane] == GOES and progress[first + lane, STEPS] == 0.0:
            put_state(lanes, lane, y[first + lane])
            fresh += 1
    if fresh > 0:
        evaluate_lanes(lanes, t)
    for lane in range(count):
        if lanes.state[lane] != GOES:
            continue
        car = first + lane
        own = k[car]
        if progress[car, STEPS] == 0.0:
            outcome = take_slope(lanes, lane, own[NOW])
            progress[car, EVALUATIONS] += 1.0
            progress[car, PART] = 0.0
            if outcome != status.OK:
                fail(lanes, lane, outcome)
                continue
        last = progress[car, PART]
        lanes.memory[lane, BETA_H] = prepare(methods.rule, h, last, y[car], own)
        lanes.memory[lane, BEFORE], lanes.memory[lane, DONE] = 0.0, 0.0
        lanes.memory[lane, FORESEEN], own[MEMORY, 0] = own[MEMORY, 0], 0.0
        lanes.place[lane] = pick(member(methods.schedule, car), methods.coordinates, y[car])
        predict(h, last, progress[car, STEPS], y[car], own)


@subroutine
def end_of_pass(methods, lanes, i, first, h, y, k, progress):
    """Accept steps that have converged, set aside those that do not."""
    for lane in range(lanes.state.size):
        if lanes.state[lane] != GOES:
            continue
        car = first + lane
        outcome = take_state(lanes, lane, k[car, TRIAL])
        if outcome == status.OK and lanes.memory[lane, DONE] != 0.0:
            finish(lanes, lane, h, y[car], k[car], progress[car])
        elif outcome != status.OK or i == methods.iterations:
            set_aside(lanes, lane, i, k[car], progress[car])


@subroutine
def improve(methods, lanes, lane, i, car, h, y, k, progress):
    """Subtract one correction, and see whether it was the last one."""
    own = k[car]
    outcome = take_slope(lanes, lane, own[SLOPE])
    progress[car, EVALUATIONS] += 1.0
    progress[car, ITERATIONS] += 1.0
    size = math.inf
    if outcome == status.OK:
        size = correct(member(methods, car), lanes.place[lane], lanes.memory[lane, BETA_H], y[car], own)
    foreseen = lanes.memory[lane, FORESEEN]
    rate = size / lanes.memory[lane, BEFORE] if i > 0 else foreseen if 0.0 < foreseen < MAX_RATE else MAX_RATE
    if not math.isfinite(size) or (rate > MAX_RATE and size > methods.tolerance):
        set_aside(lanes, lane, i + 1, own, progress[car])
        return
    ahead = rate / (1.0 - rate) if rate < STALLED else 1.0
    done = size * ahead <= methods.tolerance
    if i < 2:
        own[MEMORY, 0] = rate if i == 1 else AGEING * rate
    if done and size <= methods.tolerance:
        finish(lanes, lane, h, y[car], own, progress[car])
    lanes.memory[lane, DONE] = 1.0 if done else 0.0
    lanes.memory[lane, BEFORE] = size


@subroutine
def finish(lanes, lane, h, y, k, record):
    """The step of a car is made."""
    accept(lanes.memory[lane, BETA_H], y, k)
    record[PART] = h
    lanes.state[lane] = WAITS


@subroutine
def nobody_goes(lanes):
    """Whether all cars are done with the common course."""
    going = 0
    for lane in range(lanes.state.size):
        going += lanes.state[lane] == GOES
    return going == 0


@subroutine
def set_aside(lanes, lane, counted, k, record):
    """Let a car make its step alone, from the beginning: what the trial took is not counted twice."""
    k[MEMORY, 0] = lanes.memory[lane, FORESEEN]
    record[EVALUATIONS] -= counted
    record[ITERATIONS] -= counted
    if record[STEPS] == 0.0:
        record[EVALUATIONS] -= 1.0
    lanes.state[lane], lanes.outcome[lane] = WAITS, ALONE
