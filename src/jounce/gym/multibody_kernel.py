"""One compiled call: many cars act on their inputs, step, and tell their channels.

Cars go in SIMD lanes (`drive_lanes`) or one by one (`drive_alone`); both evaluate the functions that serve a single
car, so a car has the same bits in either, beside any neighbours. No input of these cars is a function of time, so that
all steps are made at t = 0, whenever their episodes began.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.assembly.world_state_kernel import put_world_state
from jounce.engine.compiler import entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.elements import ElementArrays
from jounce.engine.integrators.fixed import member, step
from jounce.engine.integrators.lanes.evaluate import FAILED, GOES, enter_car, is_running
from jounce.engine.integrators.lanes.walk import lane_step
from jounce.engine.integrators.progress import CULPRIT, OUTCOME, SIZE, STEP, STEPS
from jounce.gym.course_kernel import locate_on_course
from jounce.lab.cockpit.actuation_kernel import write_inputs
from jounce.lab.results.instant_channels import Numbers, Seen
from jounce.lab.results.instant_kernel import write_tree_channels

CHASSIS_X, CHASSIS_Y, CHASSIS_YAW = 1, 2, 6
"""Places of position and yaw angle among the numbers of a chassis."""


class Cockpits(NamedTuple):
    """Steering wheel and pedals of n cars; see `jounce.lab.cockpit`."""

    cars: np.ndarray
    actuators: np.ndarray
    memories: np.ndarray
    ratios: np.ndarray
    controls: np.ndarray


class Look(NamedTuple):
    """What the channels of one kind of car are found with; stacked, of all kinds."""

    branches: np.ndarray
    motions: np.ndarray
    fixed: np.ndarray
    measures: np.ndarray
    elements: ElementArrays
    car: np.ndarray
    design: np.ndarray


class Looks(NamedTuple):
    """`Look`, with a first axis over kinds of cars."""

    branches: np.ndarray
    motions: np.ndarray
    fixed: np.ndarray
    measures: np.ndarray
    elements: ElementArrays
    car: np.ndarray
    design: np.ndarray


@member.of(Looks)
def look_member(stack, i):
    """The look at one kind of car; views, no copies."""
    return Look(
        stack.branches[i],
        stack.motions[i],
        stack.fixed[i],
        stack.measures[i],
        member(stack.elements, i),
        stack.car[i],
        stack.design[i],
    )


class Tree(NamedTuple):
    """What all kinds share: row of the base, place of its twist, places of auxiliary states, order of the contacts, and
    where each channel is taken from."""

    base: int
    velocity: int
    sources: np.ndarray
    order: np.ndarray
    plan: np.ndarray


class Scratch(NamedTuple):
    """Memory for a look at one car, one a thread."""

    frames: np.ndarray
    world: np.ndarray
    dy: np.ndarray
    bodies: np.ndarray
    contacts: np.ndarray
    forces: np.ndarray
    measure_states: np.ndarray
    wheels: np.ndarray


class Told(NamedTuple):
    """What is written of every car."""

    chassis: np.ndarray
    """(n, 18) numbers of the chassis, which remember its turns"""
    kinds: np.ndarray
    """(n,) which look serves a car"""
    clocks: np.ndarray
    """(n,) steps since the start of the episode"""
    indices: np.ndarray
    """(n,) point of the course nearest to a car"""
    turns: np.ndarray
    """(n,) laps of a closed course"""
    values: np.ndarray
    """(n, channels and columns of the course), SI"""
    observations: np.ndarray
    """(n, m) float32"""


class Picks(NamedTuple):
    """Observations that are values by a factor: their columns, the columns of the values, the factors."""

    columns: np.ndarray
    sources: np.ndarray
    factors: np.ndarray


@entry
def drive_alone(
    derivative, project, models, works, methods, cockpits, first, last, active, y, k, progress, h, steps, outcomes,
    looks, tree, scratch, course, told, picks,
):  # fmt: skip
    """Cars first … last − 1 that are active, one by one: `steps` (a whole float) of h [s], then a look; returns 0.

    A car that fails keeps its last state, and its status is in `outcomes`; the look is then at that state.
    """
    for i in range(first, last):
        if active[i] == 0:
            continue
        model, work = member(models, i), member(works, i)
        for _ in range(int(steps)):
            act(cockpits, i, model.signals, y[i], h)
            outcome = step(member(methods, i), derivative, project, model, work, 0.0, h, y[i], k[i], progress[i])
            if outcome != status.OK:
                note_failure(progress[i], work.culprit[0], work.culprit[1], outcome)
                outcomes[i] = outcome
                break
            progress[i, STEPS] += 1.0
            progress[i, STEP] = h
            told.clocks[i] += 1
        look_at(derivative, model, work, i, h, y[i], looks, tree, scratch, course, told, picks)
    return 0


@entry
def drive_lanes(
    derivative, project, models, works, methods, lanes, cockpits, first, last, active, y, k, progress, h, steps,
    outcomes, looks, tree, scratch, course, told, picks,
):  # fmt: skip
    """`drive_alone` with the cars side by side in SIMD lanes; lanes without a car repeat that of the last one."""
    width = lanes.state.size
    for begin in range(first, last, width):
        count = min(width, last - begin)
        if steps > 0.0 and enter_group(lanes, models, works, begin, count, active, y) > 0:
            for _ in range(int(steps)):
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
            if active[i] != 0:
                model, work = member(models, i), member(works, i)
                look_at(derivative, model, work, i, h, y[i], looks, tree, scratch, course, told, picks)
    return 0


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


@subroutine
def look_at(derivative, model, work, i, h, state, looks, tree, scratch, course, told, picks):
    """Channels, columns of the course and observations of car i."""
    look, t = member(looks, told.kinds[i]), told.clocks[i] * h
    put_world_state(
        look.branches,
        look.motions,
        tree.base,
        look.fixed,
        tree.velocity,
        tree.sources,
        state,
        scratch.frames,
        scratch.world,
    )
    derivative(model, work, 0.0, state, scratch.dy)
    seen = Seen(
        scratch.bodies,
        scratch.contacts,
        scratch.forces,
        look.measures,
        scratch.measure_states,
        look.elements,
        model.signals,
        model.tables,
    )
    chassis, values = told.chassis[i], told.values[i]
    numbers = Numbers(chassis, scratch.wheels, values, look.design)
    write_tree_channels(
        t, state, scratch.dy, scratch.world, work.contacts, tree.order, seen, look.car[0], tree.plan, numbers
    )
    if course.x.size > 0:
        x, y, yaw = chassis[CHASSIS_X], chassis[CHASSIS_Y], chassis[CHASSIS_YAW]
        locate_on_course(course, x, y, yaw, told.indices, told.turns, i, values[tree.plan.size :])
    for j in range(picks.columns.size):
        told.observations[i, picks.columns[j]] = picks.factors[j] * values[picks.sources[j]]
