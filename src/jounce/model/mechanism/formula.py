"""An expression of time as a signal: a table, sampled once before the run."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError
from jounce.model.mechanism.signals import Constant, Table, sample_signal
from jounce.schema.expression_syntax import TIME
from jounce.schema.expressions import Expression

RISE_TIME = 1e-3
"""Duration of a jump [s], just before the instant at which the expression jumps."""
MIN_INTERVALS, MAX_INTERVALS = 256, 16384
"""Fewest and most intervals of a table [-]."""
RELATIVE_TOLERANCE = 1e-5
"""Largest error of a smooth table, relative to the largest value [-]."""


def expression_signal(text: str, end: float) -> Constant | Table:
    """The signal of an expression of t, from 0 to `end` [s].

    Smooth expressions become a smooth table, refined until its error is below RELATIVE_TOLERANCE. Those that bend or
    jump (step, ramp, pulse, abs, min, max, sign, where) become straight lines every millisecond, with nodes where
    steps, ramps and pulses begin and end. Raises InputError for other names than t, for conditions and for values that
    are not finite.
    """
    expression = Expression.parse(text)
    others = [name for name in expression.names if name != TIME]
    if others:
        hint = "inputs are known before the run; channels are for stop and metrics"
        raise InputError(f"unknown name {others[0]!r}", repr(text), "t, the time, and pi", hint)
    if expression.is_condition:
        raise InputError(
            "a condition, not a value", repr(text), "a number at every time", "write where(condition, 1, 0)"
        )
    if expression.reductions:
        got = f"{expression.reductions[0]} in {text!r}"
        raise InputError("a value of the whole run", got, "a number at every time, with max and min of two or more")
    if not expression.names:
        return Constant(value=float(_finite(expression, np.zeros(1))[0]))
    return _smooth(expression, end) if expression.is_smooth else _straight(expression, end)


def _smooth(expression: Expression, end: float) -> Table:
    count = MIN_INTERVALS
    while True:
        times = np.linspace(0.0, end, count + 1)
        table = Table(times=tuple(times), values=tuple(_finite(expression, times)))
        # not halfway: a sine with the frequency of the nodes would vanish there too
        between = np.concatenate([times[:-1] + part * end / count for part in (0.382, 0.7)])
        wanted = _finite(expression, between)
        error = np.max(np.abs(sample_signal(table, between) - wanted))
        if error <= RELATIVE_TOLERANCE * max(np.max(np.abs(wanted)), np.max(np.abs(table.values))):
            return table
        if count == MAX_INTERVALS:
            got = f"{expression.text!r} over {end:g} s"
            raise InputError(
                "changes too quickly", got, f"what {MAX_INTERVALS} points can show", "give a shorter run or a table"
            )
        count *= 2


def _straight(expression: Expression, end: float) -> Table:
    edges = np.array([edge for time in expression.edges for edge in (time - RISE_TIME, time) if 0.0 < edge < end])
    spacing = max(RISE_TIME, end / MAX_INTERVALS)
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
        raise InputError("not a finite number", f"{values[np.argmax(wrong)]:g} at t = {at:.4g} s", where="")
    return values
