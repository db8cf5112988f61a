"""Steps of one car for callers that are not Python: functions of one address, behind which all memory is found.

The address is that of a table of words (`make_table`): bound calls with their boxes, and the arrays of a `Stepper`. The
functions do what `jounce.engine.simulate.step_kernel` does, so that a car has the same bits in any program.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from jounce.engine.compiler import (
    INTERPRETED,
    Bound,
    address,
    call_bound,
    call_bound_at,
    declare_array,
    kernel,
    pointer,
)
from jounce.engine.formulations import status
from jounce.engine.integrators.progress import LENGTH, OUTCOME, TIME, WRITTEN
from jounce.engine.simulate.stepper import LiveStepper

if not INTERPRETED:
    from jounce.engine.compiler.raw import array_at, number_at, put_number, word_at

declare_array("numbers", np.dtype(float))
declare_array("bytes", np.dtype(np.uint8))

STEP, STEP_BOX, STEP_SIZE, ACT, ACT_BOX, ACT_SIZE, LOOK, LOOK_BOX, LOOK_SIZE, TIMES, RECORD, CLOCK = range(12)
"""Words of a table: three bound calls with address and size of their boxes, and three arrays."""
LENGTH_OF_STEP, BEGUN, COUNT = range(3)
"""Numbers of a clock: length of a step [s], the time [s] that steps are counted from, and how many there were."""


def make_table(stepper: LiveStepper, look: Bound) -> tuple[np.ndarray, np.ndarray]:
    """The table of a car, and the clock that it refers to, at time 0; look: the bound call that writes all channels."""
    clock = np.array([stepper.step, 0.0, 0.0])
    words = [word for call in (*stepper.calls, look) for word in (call.address, call.box.ctypes.data, call.box.size)]
    words += [array.ctypes.data for array in (stepper.times, stepper.record, clock)]
    return np.array(words, np.int64), clock


def exported_functions() -> dict[str, int]:
    """Addresses of the functions to export: `advance` (table, steps, part) and `look` (table)."""
    return {"advance": address(pointer(advance_exported, 0, 0, 0.0)), "look": address(pointer(look_exported, 0))}


@kernel
def step_exported(table, t, end):
    """Move what is to be moved between steps, and make one step from t to `end` [s]; returns a status."""
    times, record = array_at(word_at(table, TIMES), 2, "numbers"), array_at(word_at(table, RECORD), LENGTH, "numbers")
    if word_at(table, ACT) != 0:
        call_bound(word_at(table, ACT), array_at(word_at(table, ACT_BOX), word_at(table, ACT_SIZE), "bytes"))
    times[0], times[1] = t, end
    record[TIME], record[WRITTEN] = t, 1.0
    box = array_at(word_at(table, STEP_BOX), word_at(table, STEP_SIZE), "bytes")
    if call_bound(word_at(table, STEP), box) != 0:
        return int(record[OUTCOME])
    return status.OK


def advance_exported(table, steps, part):
    """Go on by so many steps, then by one of `part` seconds unless that is 0, and look; returns a status.

    A step that fails is not made: the car stays where it was before.
    """
    clock = word_at(table, CLOCK)
    h, begun, outcome = number_at(clock, LENGTH_OF_STEP), number_at(clock, BEGUN), status.OK
    for _ in range(steps):
        n = number_at(clock, COUNT)
        outcome = step_exported(table, begun + n * h, begun + (n + 1.0) * h)
        if outcome != status.OK:
            break
        put_number(clock, COUNT, n + 1.0)
    if outcome == status.OK and part > 0.0:
        t = begun + number_at(clock, COUNT) * h
        outcome = step_exported(table, t, t + part)
        if outcome == status.OK:
            put_number(clock, BEGUN, t + part)
            put_number(clock, COUNT, 0.0)
    look_exported_at(table)
    return outcome


@kernel
def look_exported_at(table):
    """Write all channels."""
    clock = word_at(table, CLOCK)
    t = number_at(clock, BEGUN) + number_at(clock, COUNT) * number_at(clock, LENGTH_OF_STEP)
    box = array_at(word_at(table, LOOK_BOX), word_at(table, LOOK_SIZE), "bytes")
    return call_bound_at(word_at(table, LOOK), box, t)


def look_exported(table):
    """Write all channels of the present state; returns a status."""
    return look_exported_at(table)
