"""Single steps of one system in compiled code, with what happens between them: inputs before a step, a look after some.

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
def advance_steps(address, box, times, record, h, clock, steps, act, act_box, look, look_box):
    """Go on by so many steps, act before each and look at the end; returns a status, and stops before a bad step."""
    outcome = status.OK
    for _ in range(steps):
        if act != 0:
            call_bound(act, act_box)
        outcome = step_once(address, box, times, record, h, clock)
        if outcome != status.OK:
            break
    if look != 0:
        call_bound_at(look, look_box, clock[0] * h)
    return outcome


@entry
def look_once(look, look_box, t):
    """A bound call with a free time, from Python; returns its status."""
    return call_bound_at(look, look_box, t)
