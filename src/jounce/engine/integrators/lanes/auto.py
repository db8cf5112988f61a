"""`auto` in lanes: each car has steps and matrices of its own; requests of all cars are answered together.

Between two requests a car does what it does alone (`jounce.engine.integrators.auto_requests`). Closings come first: a
car that closes loops for a sample, or at the end of a step, is then as far as its neighbours, and slopes are evaluated
for all. What few cars ask for they answer by their own equations, which costs less than a call for all lanes. Both give
the same bits.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.auto import answer
from jounce.engine.integrators.auto_requests import (
    CLOSING,
    DONE,
    MOMENT,
    OUTCOME,
    PART,
    ROW,
    SLOPE,
    START,
    STATE,
    Control,
    Run,
    proceed,
)
from jounce.engine.integrators.esdirk import MOVE, Equations, Matrices
from jounce.engine.integrators.fixed import member
from jounce.engine.integrators.lanes.evaluate import (
    GOES,
    WAITS,
    keep_car,
    put_state,
    run_program_in_lanes,
    take_slope,
    take_state,
)
from jounce.engine.integrators.progress import CULPRIT, EVALUATIONS, SIZE

FEW = 4
"""Lanes from which on a car that asks alone is answered by its own equations."""


class Cars(NamedTuple):
    """Runs of cars of one topology, stacked along a first axis; see `Run` and what it is made of. Equations are shared,
    their boxes aside."""

    derivative: int
    project: int
    boxes: np.ndarray
    linearise: int
    coordinates: np.ndarray
    independent: np.ndarray
    auxiliary: np.ndarray
    damping: np.ndarray
    stiffness: np.ndarray
    matrix: np.ndarray
    inverse: np.ndarray
    swaps: np.ndarray
    flags: np.ndarray
    y: np.ndarray
    k: np.ndarray
    progress: np.ndarray
    courses: np.ndarray
    kinks: np.ndarray
    times: np.ndarray
    """filled up to the longest"""
    counts: np.ndarray
    """how many times each car has"""
    samples: np.ndarray
    driven: np.ndarray
    """whether the inputs of each car change at its times"""


@member.of(Cars)
def run_of_car(stack, i):
    """The run of one car; views, no copies."""
    chart = stack.coordinates, stack.independent, stack.auxiliary
    equations = Equations(stack.derivative, stack.project, stack.boxes[i], stack.linearise, *chart)
    made = stack.damping[i], stack.stiffness[i], stack.matrix[i], stack.inverse[i]
    matrices = Matrices(*made, stack.swaps[i], stack.flags[i])
    y, k, progress, course = stack.y[i], stack.k[i], stack.progress[i], stack.courses[i]
    times, samples = stack.times[i, : stack.counts[i]], stack.samples[i]
    return Run(equations, matrices, y, k, progress, course, stack.kinks[i], times, samples)


@entry
def advance_auto_lanes(cars, control, models, works, lanes, first, count, outcomes):
    """Advance `count` cars from `first` on, at most one a lane, until each has written so many samples as `control`
    says; returns how many failed. Lanes without a car repeat the last one. lanes: of this batch alone, so that cars
    which are in their lanes from the call before need not enter them again."""
    for lane in range(lanes.times.size):
        car = first + min(lane, count - 1)
        keep_car(lanes, lane, car, member(models, car), member(works, car))
        put_state(lanes, lane, cars.y[car])
        lanes.times[lane] = cars.times[car, 0]
        lanes.place[lane] = DONE
        if lane < count and outcomes[car] == status.OK:
            cars.courses[car, PART] = START
            lanes.place[lane] = go_on(cars, car, control, status.OK)
    while True:
        closing, slopes = asking(lanes, CLOSING), asking(lanes, SLOPE)
        if closing + slopes == 0:
            break
        asked = CLOSING if closing > 0 else SLOPE
        if FEW * (closing if closing > 0 else slopes) <= lanes.times.size:
            answer_alone(cars, control, lanes, first, asked)
        else:
            answer_together(cars, control, works, lanes, first, asked)
    failed = 0
    for car in range(first, first + count):
        if outcomes[car] == status.OK:
            outcomes[car] = int(cars.courses[car, OUTCOME])
            cars.progress[car, CULPRIT], cars.progress[car, SIZE] = works.culprit[car, 0], works.culprit[car, 1]
        failed += outcomes[car] != status.OK
    return failed


@subroutine
def go_on(cars, car, control, outcome):
    """`proceed` of one car, built in here for all who call it; where its inputs change, no step goes beyond the sample
    after which it pauses."""
    until = cars.times[car, control.pause - 1] if cars.driven[car] else control.until
    own = Control(control.relative, control.absolute, control.largest, control.limit, until, control.pause)
    return proceed(member(cars, car), own, outcome)


@subroutine
def asking(lanes, what):
    """How many lanes ask for something."""
    found = 0
    for lane in range(lanes.times.size):
        found += lanes.place[lane] == what
    return found


@subroutine
def answer_alone(cars, control, lanes, first, asked):
    """Answer those that ask by their own equations."""
    for lane in range(lanes.times.size):
        if lanes.place[lane] == asked:
            outcome = answer(member(cars, first + lane), asked)
            lanes.place[lane] = go_on(cars, first + lane, control, outcome)


@subroutine
def answer_together(cars, control, works, lanes, first, asked):
    """Answer those that ask in one call for all lanes."""
    for lane in range(lanes.times.size):
        lanes.state[lane] = WAITS
        if lanes.place[lane] == asked:
            car = first + lane
            row = int(cars.courses[car, ROW])
            lanes.state[lane] = GOES
            lanes.times[lane] = cars.courses[car, MOMENT]
            put_state(lanes, lane, cars.y[car] if row == STATE else cars.k[car, row])
    run_program_in_lanes(lanes, 1 if asked == CLOSING else 0)
    for lane in range(lanes.times.size):
        if lanes.state[lane] == GOES:
            car = first + lane
            row = int(cars.courses[car, ROW])
            if asked == CLOSING:
                outcome = take_state(lanes, lane, cars.y[car] if row == STATE else cars.k[car, row])
            else:
                cars.progress[car, EVALUATIONS] += 1.0
                outcome = take_slope(lanes, lane, cars.k[car, 0 if row == STATE else MOVE])
            if outcome != status.OK:
                works.culprit[car, 0], works.culprit[car, 1] = lanes.culprit[0, lane], lanes.culprit[1, lane]
            lanes.place[lane] = go_on(cars, car, control, outcome)
