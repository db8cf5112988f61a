"""Single steps of one system in compiled code, with what happens between them: inputs, samples, and a look at the end.

What is between the steps comes as bound calls (`jounce.engine.compiler.bound_calls`), 0 for nothing, so that the loop
is compiled once for all systems, integrators and cars, and Python crosses into compiled code once.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import call_bound, call_bound_at, entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.progress import OUTCOME, TIME, WRITTEN


@subroutine
def step_once(address, box, times, record, h, clock):
    """One step of h [s]: the bound call of a `Stepper` whose `times` and `record` these are; returns a status.

    clock: steps since the start, (1,); the time of a step is counted, not summed.
    """
    n = clock[0]
    times[0] = n * h
    times[1] = (n + 1) * h
    record[TIME] = n * h
    record[WRITTEN] = 1.0
    if call_bound(address, box) != 0:
        return int(record[OUTCOME])
    clock[0] = n + 1
    return status.OK


@entry
def advance_steps(address, box, times, record, h, clock, steps, act, act_box, keep, keep_box, stride, look, look_box):
    """Go on by so many steps (a whole float), act before each, keep a sample when the clock is a multiple of `stride`,
    and look at the end; returns a status, and stops before a bad step."""
    outcome = status.OK
    for _ in range(int(steps)):
        if act != 0:
            call_bound(act, act_box)
        outcome = step_once(address, box, times, record, h, clock)
        if outcome != status.OK:
            break
        if keep != 0 and clock[0] % stride == 0:
            call_bound_at(keep, keep_box, clock[0] * h)
    if look != 0 and steps > 0.0:
        call_bound_at(look, look_box, clock[0] * h)
    return outcome


@entry
def call_with(number, box, value):
    """A bound call with one free number, from Python, which hands over one array instead of all; returns its status."""
    return call_bound_at(number, box, value)


@entry
def keep_sample(t, y, signals, places, samples, inputs, count):
    """Write time, state and the numbers of inputs as row count[0] of samples and inputs, if there is room for it.

    places: of the numbers of inputs in the flat `signals`; samples (rows, 1 + size), the time [s] first.
    """
    n = count[0]
    if n < samples.shape[0]:
        samples[n, 0] = t
        for i in range(y.size):
            samples[n, 1 + i] = y[i]
        for i in range(places.size):
            inputs[n, i] = signals[places[i]]
        count[0] = n + 1
    return 0
