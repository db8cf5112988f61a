"""An expression of time as a signal: sampled finely enough, once, before the run."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from jounce.errors import Refusal
from jounce.expression_syntax import TIME
from jounce.expressions import Expression
from jounce.mechanism import Constant, Signal, Table
from jounce.mechanism.sampling import sampled

RISE = 1e-3
"""Time that a jump takes [s], just before the instant at which the expression jumps."""
COARSEST, FINEST = 256, 16384
"""Intervals of a smooth table."""
ACCURACY = 1e-5
"""Error of a smooth table, in parts of the largest value."""
ENDS = 12
"""Intervals next to both ends that are not judged: a table is level there, whatever the expression is."""


def expression_signal(text: str, end: float) -> Signal:
    """The signal of an expression of t, from 0 to `end` [s].

    Smooth expressions become a smooth table that is as fine as it must be. Those that bend or jump (step, ramp, pulse,
    abs, min, max, sign, where) become straight lines every millisecond, with nodes where steps, ramps and pulses begin
    and end. Raises Refusal for other names than t, for conditions and for values that are not finite.
    """
    expression = Expression.parse(text)
    others = [name for name in expression.names if name != TIME]
    if others:
        hint = "inputs are known before the run; channels are for stop and metrics"
        raise Refusal(f"unknown name {others[0]!r}", repr(text), "t, the time, and pi", hint)
    if expression.is_condition:
        raise Refusal("a condition, not a value", repr(text), "a number at every time", "write where(condition, 1, 0)")
    if expression.reductions:
        got = f"{expression.reductions[0]} in {text!r}"
        raise Refusal("a value of the whole run", got, "a number at every time, with max and min of two or more")
    if not expression.names:
        return Constant(value=float(_finite(expression, np.zeros(1))[0]))
    return _smooth(expression, end) if expression.is_smooth else _straight(expression, end)


def _smooth(expression: Expression, end: float) -> Table:
    count = COARSEST
    while True:
        times = np.linspace(0.0, end, count + 1)
        table = Table(times=tuple(times), values=tuple(_finite(expression, times)))
        # not halfway: a sine with the frequency of the nodes would vanish there too
        between = np.concatenate([times[ENDS:-ENDS] + part * end / count for part in (0.382, 0.7)])
        wanted = _finite(expression, between)
        error = np.max(np.abs(sampled(table, between) - wanted))
        if error <= ACCURACY * max(np.max(np.abs(wanted)), np.max(np.abs(table.values))):
            return table
        if count == FINEST:
            got = f"{expression.text!r} over {end:g} s"
            raise Refusal("changes too quickly", got, f"what {FINEST} points can show", "give a shorter run or a table")
        count *= 2


def _straight(expression: Expression, end: float) -> Table:
    edges = np.array([edge for time in expression.edges for edge in (time - RISE, time) if 0.0 < edge < end])
    spacing = max(RISE, end / FINEST)
    grid = np.linspace(0.0, end, math.ceil(end / spacing * (1.0 - 1e-12)) + 1)
    if edges.size:
        apart = np.min(np.abs(grid[:, None] - edges[None, :]), axis=1)
        inner = (grid > 0.0) & (grid < end)
        grid = np.concatenate([grid[~inner | (apart > 1e-3 * spacing)], edges])
    times = np.unique(grid)
    return Table(times=tuple(times), values=tuple(_finite(expression, times)), interpolation="linear")


def _finite(expression: Expression, times: NDArray[np.float64]) -> NDArray[np.float64]:
    values = np.broadcast_to(expression.evaluate({TIME: times}), times.shape).astype(float)
    wrong = ~np.isfinite(values)
    if wrong.any():
        at = float(times[np.argmax(wrong)])
        raise Refusal("not a finite number", f"{values[np.argmax(wrong)]:g} at t = {at:.4g} s", where="")
    return values
