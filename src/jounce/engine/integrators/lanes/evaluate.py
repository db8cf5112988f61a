"""States of a group of cars into lanes, the equations evaluated there, the answers back to the cars."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np

from jounce.engine.compiler import INTERPRETED, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.law_calls import context_of
from jounce.engine.laws.forces.signal import SEGMENT_ROW
from jounce.engine.laws.ground.kept_patch import ROW as PATCH_ROW

if not INTERPRETED:
    from jounce.engine.compiler.raw import number_at, run_lanes

WAITS, GOES, FAILED = range(3)
"""What a lane does: it is done with this part of the step, it takes part, its car has failed."""


class Lanes(NamedTuple):
    """Memory of a group; the last axis of arrays of numbers is over the lanes."""

    code: np.ndarray
    """(3,) addresses of the equations for lanes, and of the table of laws"""
    parameters: np.ndarray
    numbers: np.ndarray
    y: np.ndarray
    dy: np.ndarray
    start: np.ndarray
    """(size, lanes) states at the beginning of a step"""
    slopes: np.ndarray
    """(4, size, lanes) slopes of a step"""
    culprit: np.ndarray
    scalar_forces: np.ndarray
    """(numbers of all records, lanes); so are those of loads and tires"""
    loads: np.ndarray
    tires: np.ndarray
    ground: np.ndarray
    """(LABEL, lanes) label of the ground under each car"""
    contacts: np.ndarray
    """(numbers of all records, lanes) contacts of the tires at the last evaluation"""
    patches: np.ndarray
    """(numbers of all wheels, lanes) patch of the ground that each wheel stands on; see `KEPT` of
    `jounce.engine.formulations.synthesis.traced`"""
    curves: np.ndarray
    """(numbers of all scalar forces, lanes) straight line of the tables of each spring"""
    contexts: np.ndarray
    """(lanes, 24) where the records of each car lie"""
    times: np.ndarray
    state: np.ndarray
    """(lanes,) WAITS, GOES or FAILED"""
    outcome: np.ndarray
    """(lanes,) status of the last evaluation"""
    place: np.ndarray
    """(lanes,) entry of the Jacobian schedule"""
    memory: np.ndarray
    """(lanes, 4) what a method remembers of a car from evaluation to evaluation"""
    cars: np.ndarray
    """(lanes,) number of the car in its batch that each lane has been given to last by `keep_car`; −1: none"""


@subroutine
def enter_car(lanes, lane, model, work):
    """Give a lane to a car."""
    for i in range(model.parameters.size):
        lanes.parameters[i, lane] = model.parameters[i]
    e = model.elements
    copy_numbers(e.scalar_forces.ctypes.data, lanes.scalar_forces, lane)
    copy_numbers(e.loads.ctypes.data, lanes.loads, lane)
    copy_numbers(e.tires.ctypes.data, lanes.tires, lane)
    copy_numbers(model.ground.box.ctypes.data, lanes.ground, lane)
    forget_all(lanes.patches, PATCH_ROW, lane)
    forget_all(lanes.curves, SEGMENT_ROW, lane)
    words = context_of(model, work)
    for k in range(len(words)):
        lanes.contexts[lane, k] = words[k]


@subroutine
def keep_car(lanes, lane, car, model, work):
    """Give a lane to a car of a batch, unless it has it: its parameters and records are the same in the whole run."""
    if lanes.cars[lane] != car:
        enter_car(lanes, lane, model, work)
        lanes.cars[lane] = car


@subroutine
def copy_numbers(address, columns, lane):
    """Words of eight bytes from an address on into the column of a lane."""
    for i in range(columns.shape[0]):
        columns[i, lane] = number_at(np.int64(address), i)


@subroutine
def forget_all(kept, width, lane):
    """Let nothing lie within the bounds that the car before has left in a lane; the first of a row is a lower one."""
    for i in range(0, kept.shape[0], width):
        kept[i, lane] = np.inf


@subroutine
def put_state(lanes, lane, y):
    """The state of a car into its lane."""
    for i in range(y.size):
        lanes.y[i, lane] = y[i]


@subroutine
def evaluate_lanes(lanes, t):
    """ẏ of all lanes at time t [s]."""
    run(lanes, 0, t)


@subroutine
def close_lanes(lanes, t):
    """Close the loops of all lanes at time t [s]."""
    run(lanes, 1, t)


@subroutine
def run(lanes, entry, t):
    """Call an entry of the program for lanes; statuses go to the lanes that take part."""
    for lane in range(lanes.times.size):
        lanes.times[lane] = t
    run_program_in_lanes(lanes, entry)


@subroutine
def run_program_in_lanes(lanes, entry):
    """Call an entry of the traced program for all lanes, each at a time of its own."""
    records = (lanes.scalar_forces, lanes.loads, lanes.tires, lanes.ground, lanes.contacts)
    kept = (lanes.patches, lanes.curves)
    arrays = (lanes.parameters, lanes.numbers, lanes.y, lanes.dy, lanes.culprit, *records, *kept)
    run_lanes(lanes.code[entry], lanes.code[2], lanes.contexts, lanes.times, arrays)
    for lane in range(lanes.times.size):
        if lanes.state[lane] == GOES:
            lanes.outcome[lane] = int(lanes.culprit[3, lane])


@subroutine
def take_slope(lanes, lane, out):
    """ẏ of a car from its lane; returns the status of the evaluation."""
    for i in range(out.size):
        out[i] = lanes.dy[i, lane]
    return lanes.outcome[lane]


@subroutine
def take_state(lanes, lane, out):
    """The closed state of a car from its lane; returns the status of the closing."""
    for i in range(out.size):
        out[i] = lanes.y[i, lane]
    return lanes.outcome[lane]


@subroutine
def fail(lanes, lane, outcome):
    """Leave a car behind: its step cannot be made."""
    lanes.state[lane] = FAILED
    lanes.outcome[lane] = outcome


@subroutine
def is_running(lanes, lane):
    """Whether the car of a lane has not failed."""
    return lanes.state[lane] != FAILED


@subroutine
def all_go(lanes):
    """Let every car take part that has not failed."""
    for lane in range(lanes.state.size):
        if lanes.state[lane] != FAILED:
            lanes.state[lane] = GOES
            lanes.outcome[lane] = status.OK
