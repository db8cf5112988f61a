"""One compiled call: many cars act on their inputs, step, tell their channels, earn rewards and begin episodes.

Cars go in SIMD lanes (`drive_lanes`) or one by one (`drive_alone`); both evaluate the functions that serve a single
car, so a car has the same bits in either, beside any neighbours. No input of these cars is a function of time, so that
all steps are made at t = 0, whenever their episodes began.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.lanes.evaluate import FAILED, GOES, enter_car, is_running
from jounce.engine.integrators.lanes.walk import lane_step
from jounce.engine.integrators.progress import CULPRIT, OUTCOME, SIZE, STEP, STEPS
from jounce.gym.episode_kernel import (
    BEGIN,
    CONCLUDE,
    DRIVE,
    OBSERVE,
    act_or_rest,
    begins_at_once,
    conclude,
    judge,
    observe,
)
from jounce.gym.lever_kernel import hold
from jounce.gym.look_kernel import CHASSIS_YAW, look_at
from jounce.gym.start_kernel import begin_row, move
from jounce.lab.cockpit.actuation_kernel import write_inputs


class Cockpits(NamedTuple):
    """Steering wheel and pedals of n cars; see `jounce.lab.cockpit`."""

    cars: np.ndarray
    actuators: np.ndarray
    memories: np.ndarray
    ratios: np.ndarray
    controls: np.ndarray


@entry
def drive_alone(
    derivative, project, models, works, methods, cockpits, first, last, active, y, k, progress, h, steps, outcomes,
    looks, tree, scratch, course, told, levers, episodes, rules, starts, mode,
):  # fmt: skip
    """Cars first … last − 1, one by one, do what `mode` says (a whole float, see `jounce.gym.episode_kernel`).

    An action is `steps` of h [s]. A car that fails keeps its last state, and its status is in `outcomes`; the look is
    then at that state. Returns 0.
    """
    task = int(mode)
    for i in range(first, last):
        model, work = member(models, i), member(works, i)
        if task & DRIVE != 0 and act_or_rest(episodes, told.values, active, i):
            hold(levers, episodes.actions[i], cockpits.controls[i], model.signals)
            for _ in range(steps):
                act(cockpits, i, model.signals, y[i], h)
                outcome = step(member(methods, i), derivative, project, model, work, 0.0, h, y[i], k[i], progress[i])
                if outcome != status.OK:
                    note_failure(progress[i], work.culprit[0], work.culprit[1], outcome)
                    outcomes[i] = outcome
                    break
                progress[i, STEPS] += 1.0
                progress[i, STEP] = h
                told.clocks[i] += 1
        finish_action(
            derivative, models, works, i, h, task, active[i], outcomes[i], progress[i, CULPRIT], y[i], looks, tree,
            scratch, course, told, episodes, rules, starts,
        )  # fmt: skip
    return 0


@entry
def drive_lanes(
    derivative, project, models, works, methods, lanes, cockpits, first, last, active, y, k, progress, h, steps,
    outcomes, looks, tree, scratch, course, told, levers, episodes, rules, starts, mode,
):  # fmt: skip
    """`drive_alone` with the cars side by side in SIMD lanes; lanes without a car repeat that of the last one."""
    width, task = lanes.state.size, int(mode)
    for begin in range(first, last, width):
        count = min(width, last - begin)
        if task & DRIVE != 0:
            for i in range(begin, begin + count):
                if act_or_rest(episodes, told.values, active, i):
                    hold(levers, episodes.actions[i], cockpits.controls[i], models.signals[i])
            if enter_group(lanes, models, works, begin, count, active, y) > 0:
                for _ in range(steps):
                    for lane in range(count):
                        if is_running(lanes, lane):
                            i = begin + lane
                            act(cockpits, i, models.signals[i], y[i], h)
                    lane_step(methods, lanes, derivative, project, models, works, begin, 0.0, h, y, k, progress)
                    for lane in range(count):
                        i = begin + lane
                        if is_running(lanes, lane):
                            progress[i, STEPS] += 1.0
                            progress[i, STEP] = h
                            told.clocks[i] += 1
                        elif active[i] != 0 and outcomes[i] == status.OK:
                            culprit = lanes.culprit[0, lane], lanes.culprit[1, lane]
                            note_failure(progress[i], culprit[0], culprit[1], lanes.outcome[lane])
                            outcomes[i] = lanes.outcome[lane]
        for i in range(begin, begin + count):
            finish_action(
                derivative, models, works, i, h, task, active[i], outcomes[i],
                progress[i, CULPRIT], y[i], looks, tree, scratch, course, told, episodes, rules, starts,
            )  # fmt: skip
    return 0


@subroutine
def finish_action(
    derivative, models, works, i, h, task, active, outcome, joint, state, looks, tree, scratch, course, told,
    episodes, rules, starts,
):  # fmt: skip
    """What follows the steps of car i: a look, rewards and ends, and the beginning of another episode."""
    drives, begins = task & DRIVE != 0, task == BEGIN and active != 0
    if drives and active != 0:
        look_at(derivative, member(models, i), member(works, i), i, h, state, looks, tree, scratch, course, told)
        judge(rules, episodes, told.values, i)
    elif drives:
        begins = True
    if task & CONCLUDE != 0 and active != 0:
        conclude(rules, episodes, outcome, int(joint), i)
        observe(rules, episodes, told.values, told.observations, i)
        begins = begins_at_once(rules, episodes, told.observations, i)
    if begins:
        x, y, heading = begin_row(starts, course, episodes, i)
        told.chassis[i, CHASSIS_YAW] = heading
        move(state, x, y, heading)
        # rows were copied: the model is taken anew, with the ground of this episode
        look_at(derivative, member(models, i), member(works, i), i, h, state, looks, tree, scratch, course, told)
    if begins or task == OBSERVE:
        observe(rules, episodes, told.values, told.observations, i)


@subroutine
def enter_group(lanes, models, works, begin, count, active, y):
    """Give lanes to the cars of a group; returns how many take part."""
    going = 0
    for lane in range(count):
        going += active[begin + lane]
    if going == 0:
        return 0
    for lane in range(lanes.state.size):
        i = begin + min(lane, count - 1)
        enter_car(lanes, lane, member(models, i), member(works, i))
        lanes.state[lane] = GOES if lane < count and active[i] != 0 else FAILED
        for j in range(y.shape[1]):
            lanes.y[j, lane] = y[i, j]
    return going


@subroutine
def act(cockpits, i, signals, y, h):
    """Write the inputs of car i for its next step."""
    write_inputs(
        cockpits.cars[i : i + 1],
        cockpits.actuators[i],
        cockpits.memories[i : i + 1],
        cockpits.ratios[i],
        cockpits.controls[i : i + 1],
        signals,
        y,
        h,
    )


@subroutine
def note_failure(record, joint, size, outcome):
    """Why a step could not be made, into the record of a car."""
    record[CULPRIT], record[SIZE], record[OUTCOME] = joint, size, outcome
