"""Rosenbrock steps in lanes."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.explicit import finite
from jounce.engine.integrators.fixed import member
from jounce.engine.integrators.jacobian_schedule import pick
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
from jounce.engine.integrators.progress import EVALUATIONS
from jounce.engine.integrators.rosenbrock import FIRST, SECOND, TRIAL, RosenbrockMethod, first_stage, second_stage


@lane_step.of(RosenbrockMethod)
def rosenbrock_lanes(methods, lanes, derivative, project, models, works, first, t, h, y, k, progress):
    count = lanes.state.size
    all_go(lanes)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            car = first + lane
            lanes.place[lane] = pick(member(methods.schedule, car), methods.coordinates, y[car])
            progress[car, EVALUATIONS] += 2.0
            put_state(lanes, lane, y[car])
    evaluate_lanes(lanes, t)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            car = first + lane
            if lost(lanes, lane, take_slope(lanes, lane, k[car, FIRST])):
                continue
            first_stage(member(methods, car), lanes.place[lane], h, y[car], k[car])
            put_state(lanes, lane, k[car, TRIAL])
    close_lanes(lanes, t + h)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            lost(lanes, lane, take_state(lanes, lane, k[first + lane, TRIAL]))
    evaluate_lanes(lanes, t + h)
    for lane in range(count):
        if lanes.state[lane] == GOES:
            car = first + lane
            if lost(lanes, lane, take_slope(lanes, lane, k[car, SECOND])):
                continue
            second_stage(member(methods, car), lanes.place[lane], h, y[car], k[car])
            if lost(lanes, lane, status.OK if finite(k[car, TRIAL]) else status.NOT_FINITE):
                continue
            put_state(lanes, lane, k[car, TRIAL])
    close_lanes(lanes, t + h)
    for lane in range(count):
        if lanes.state[lane] == GOES and not lost(lanes, lane, lanes.outcome[lane]):
            take_state(lanes, lane, y[first + lane])


@subroutine
def lost(lanes, lane, outcome):
    """Whether the car of a lane has failed now."""
    if outcome != status.OK:
        fail(lanes, lane, outcome)
    return outcome != status.OK
