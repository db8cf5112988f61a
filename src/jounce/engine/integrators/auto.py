"""`auto`: implicit steps of order 4 whose length follows the local error, with a matrix that is kept over many steps.

A step is that of `esdirk`. If its iterations do not converge, the matrix is made anew at the beginning of the step; if
that does not help, or a joint does not close, the step is cut to a quarter. A matrix that has cost as many additional
iterations as a new one costs evaluations is made anew too. If its error is too large, it is repeated with the length
that the error allows, down to a tenth. After a step that was accepted the next one follows from the last two errors (PI
control), not longer after one that had to be repeated; small changes for the better are not made, so that an inverse
serves longer.

No step passes a kink of a signal (`jounce.engine.integrators.kinks`) or the end; where one would end less than a step
before, two equal ones are made. After a kink slopes are evaluated anew, with the signals as they are behind it.

Samples lie on the cubic through the states and slopes at both ends of a step (Hermite), projected onto the constraints.
So steps do not depend on the samples.

What happens between two evaluations stands in `jounce.engine.integrators.auto_requests`; here one car answers its own
requests.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import entry, inlined
from jounce.engine.integrators.auto_requests import (
    CLOSING,
    DONE,
    MOMENT,
    OUTCOME,
    PART,
    ROW,
    START,
    STATE,
    proceed,
)
from jounce.engine.integrators.esdirk import MOVE, close, evaluate
from jounce.engine.integrators.progress import CULPRIT, SIZE


@entry
def advance_auto(run, control, culprit):
    """Integrate until so many samples (time first) are written as `control` says; another call goes on. Returns a
    status.

    Steps may go beyond the last of these samples, but not beyond the time `control.until`: where that is finite, inputs
    may have changed since the last call. culprit: of the car's scratch.
    """
    run.course[PART], outcome = START, 0
    while True:  # `proceed` is built in here, once
        asked = proceed(run, control, outcome)
        if asked == DONE:
            break
        outcome = answer(run, asked)
    run.progress[CULPRIT] = culprit[0]
    run.progress[SIZE] = culprit[1]
    return int(run.course[OUTCOME])


@inlined
def answer(run, asked):
    """Answer a request by the car's own equations; returns a status."""
    equations, row, moment = run.equations, int(run.course[ROW]), run.course[MOMENT]
    if asked == CLOSING:
        return close(equations, moment, run.y if row == STATE else run.k[row])
    if row == STATE:
        return evaluate(equations, moment, run.y, run.k[0], run.progress)
    return evaluate(equations, moment, run.k[row], run.k[MOVE], run.progress)
