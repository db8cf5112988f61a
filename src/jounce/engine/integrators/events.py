"""Quantities that pass a level: found after a step by their signs, located on its dense output, in order of time.

A quantity g(t, y) passes its level when it was on one side at the end of the last step and is not there any more at the
end of this one. Where it was exactly zero, it was on neither side: what starts at its level does not pass it, and
what only touches it from step to step is seen once. Two passages within one step cancel and are not seen.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import declare, function_at, subroutine
from jounce.engine.formulations import status
from jounce.engine.integrators.adams_control import dense
from jounce.engine.laws.forces.records import record

BOTH, RISING, FALLING = range(3)
EVENT = record(function=int, level=float, direction=int, stop=int, first=int, last=int, before=float, time=float)
"""Address of g(t, y, numbers), level, direction, whether the run ends there, its range in the array of numbers; then
what the integrator writes: g − level after the last step, and when it passed in this step (infinite if it did not)."""
declare("event", 0.0, np.zeros(1), np.zeros(1), result=0.0)

RESOLUTION = 1e-12
"""Resolution of the time of an event, relative to the step."""
NOTHING = 1e-12
"""g − level, relative to 1 + |level|, that counts as zero at the start: states are closed to rounding only."""
MAX_ROUNDS = 200
MAX_WAIT = 3
"""Rounds in which the bracket must be halved, or it is halved."""


@subroutine
def value(event, numbers, t, y):
    """Quantity of an event less its level, g − level."""
    g = function_at(event["function"], "event")(t, y, numbers[event["first"] : event["last"]])
    return g - event["level"]


@subroutine
def first_values(events, numbers, t, y):
    """Note on which side of its level each quantity starts."""
    for e in range(events.size):
        g = value(events[e], numbers, t, y)
        events[e]["before"] = 0.0 if abs(g) <= NOTHING * (1.0 + abs(events[e]["level"])) else g


@subroutine
def passes(direction, before, after):
    """Whether a level is passed, in a direction that counts."""
    rising = before < 0.0 and after >= 0.0
    falling = before > 0.0 and after <= 0.0
    return (rising and direction != FALLING) or (falling and direction != RISING)


@subroutine
def state_at(project, box, y, t, reach, order, k, memory, inside):
    """The state on the constraints `reach` [s] from (t, y), where a step of that order has led; returns a status."""
    dense(y, reach, order, k, memory, inside)
    return function_at(project, "boxed project")(box, t + reach, inside)


@subroutine
def find_events(project, box, y, t, h, order, k, memory, inside, events, numbers):
    """Times at which levels were passed in the step of h [s] that led to (t, y).

    Returns a status and the earliest time at which the run has to end.
    """
    end = math.inf
    for e in range(events.size):
        before, after = events[e]["before"], value(events[e], numbers, t, y)
        events[e]["before"], events[e]["time"] = after, math.inf
        if not passes(events[e]["direction"], before, after):
            continue
        outcome, reach = locate(project, box, y, t, h, order, k, memory, inside, events[e], numbers, before, after)
        if outcome != status.OK:
            return outcome, end
        events[e]["time"] = t + reach
        if events[e]["stop"] != 0:
            end = min(end, t + reach)
    return status.OK, end


@subroutine
def locate(project, box, y, t, h, order, k, memory, inside, event, numbers, before, after):
    """How far before t [s, negative] g − level changed its sign, by the Illinois rule; returns a status and that.

    The end of the bracket is the answer: there the level has been passed. Sides are judged by the values at the ends of
    the step, so that a quantity which passes within rounding of one of them is found there.
    """
    resolution = max(RESOLUTION * h, 4.0 * 2.220446049250313e-16 * abs(t))
    a, b, ga, gb = -h, 0.0, before, after
    rising, width, waited = before < 0.0, h, 0
    for _ in range(MAX_ROUNDS):
        if b - a <= resolution or gb == 0.0:
            break
        x = b - gb * (b - a) / (gb - ga)
        waited += 1
        if waited > MAX_WAIT or not a < x < b:
            x = 0.5 * (a + b)
            width, waited = b - a, 0
        x = min(max(x, a + 0.5 * resolution), b - 0.5 * resolution)
        outcome = state_at(project, box, y, t, x, order, k, memory, inside)
        if outcome != status.OK:
            return outcome, b
        g = value(event, numbers, t + x, inside)
        if (g >= 0.0) if rising else (g <= 0.0):
            b, gb, ga = x, g, 0.5 * ga
        else:
            a, ga, gb = x, g, 0.5 * gb
        if b - a <= 0.5 * width:
            width, waited = b - a, 0
    return status.OK, b


@subroutine
def earliest(events, end):
    """The number of the event that comes first in this step, not after the time `end`; −1 if there is none (left)."""
    first, when = -1, math.inf
    for e in range(events.size):
        if events[e]["time"] <= end and events[e]["time"] < when:
            first, when = e, events[e]["time"]
    return first
