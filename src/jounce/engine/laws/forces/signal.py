"""Functions of time with their first two derivatives, evaluated from one row of numbers.

A signal is a row `(kind, p1 … p6)`; tables live in one flat array and the row points into it.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.linalg.elementary import sin_cos

CONSTANT, LINEAR_TABLE, SPLINE_TABLE, SINE, SMOOTH_STEP, POLYNOMIAL = range(6)
ROW = 8
"""Numbers per signal row."""

SEGMENT = 3
"""Numbers of a straight line of a table, behind the bounds between which it goes."""
SEGMENT_ROW = 2 + SEGMENT

VALUE = 1
"""Column of a CONSTANT's value: the number that a live input overwrites."""


@kernel
def signal(row, tables, t):
    """Value, rate and acceleration of one signal at time t [s]."""
    kind = int(row[0])
    if kind == CONSTANT:
        return row[1], 0.0, 0.0
    if kind == SINE:
        return sine(row, t)
    if kind == SMOOTH_STEP:
        return smooth_step(row, t)
    offset, n = int(row[1]), int(row[2])
    if kind == LINEAR_TABLE:
        return linear_table(tables, offset, n, t)
    if kind == POLYNOMIAL:
        return polynomial(tables, offset, n, row[3], row[4], t)
    return spline_table(tables, offset, n, t)


@kernel
def put_signals(W, start, count, signals, tables, t):
    """Values of all signals at time t [s] into W[start:start + count], where traced laws find them."""
    for i in range(count):
        W[start + i] = signal(signals[i], tables, t)[0]


@kernel
def sine(row, t):
    """offset + amplitude sin(2π f (t − start) + phase) inside [start, end]; held at its boundary values outside."""
    amplitude, frequency, phase, offset, start, end = row[1], row[2], row[3], row[4], row[5], row[6]
    w = 2.0 * math.pi * frequency
    inside = start <= t <= end
    x = w * (min(max(t, start), end) - start) + phase
    sine, cosine = sin_cos(x)
    value = offset + amplitude * sine
    if not inside:
        return value, 0.0, 0.0
    return value, amplitude * w * cosine, -amplitude * w * w * sine


@kernel
def smooth_step(row, t):
    """Quintic blend 10x³ − 15x⁴ + 6x⁵ from `before` to `after`: twice continuously differentiable."""
    before, after, start, end = row[1], row[2], row[3], row[4]
    T = end - start
    x = min(max((t - start) / T, 0.0), 1.0)
    d = after - before
    value = before + d * x * x * x * (10.0 - 15.0 * x + 6.0 * x * x)
    rate = d * 30.0 * x * x * (1.0 - x) * (1.0 - x) / T
    acceleration = d * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / (T * T)
    return value, rate, acceleration


@kernel
def interval(tables, offset, n, x):
    """Index i with tables[offset+i] ≤ x < tables[offset+i+1], limited to 0 … n − 2 (bisection)."""
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if tables[offset + middle] <= x:
            low = middle
        else:
            high = middle
    return low


@kernel
def linear_table(tables, offset, n, t):
    """Straight lines between points (times, then values), held outside; at the first point with the slope after it."""
    first, last = tables[offset], tables[offset + n - 1]
    if t < first:
        return tables[offset + n], 0.0, 0.0
    if t >= last:
        return tables[offset + 2 * n - 1], 0.0, 0.0
    i = interval(tables, offset, n, t)
    t0, t1 = tables[offset + i], tables[offset + i + 1]
    y0, y1 = tables[offset + n + i], tables[offset + n + i + 1]
    slope = (y1 - y0) / (t1 - t0)
    return y0 + slope * (t - t0), slope, 0.0


@kernel
def spline_table(tables, offset, n, t):
    """Cubic spline (times, then four coefficients a piece, highest power first), held outside."""
    first, last = tables[offset], tables[offset + n - 1]
    tc = min(max(t, first), last)
    i = interval(tables, offset, n, tc)
    c = offset + n + 4 * i
    x = tc - tables[offset + i]
    c3, c2, c1, c0 = tables[c], tables[c + 1], tables[c + 2], tables[c + 3]
    value = ((c3 * x + c2) * x + c1) * x + c0
    if tc != t:
        return value, 0.0, 0.0
    return value, (3.0 * c3 * x + 2.0 * c2) * x + c1, 6.0 * c3 * x + 2.0 * c2


@kernel
def polynomial(tables, offset, n, start, end, t):
    """Horner's scheme of the time since `start` (coefficients highest power first), held outside [start, end]."""
    x = min(max(t, start), end) - start
    value, rate, half = 0.0, 0.0, 0.0
    for i in range(n):
        half = half * x + rate
        rate = rate * x + value
        value = value * x + tables[offset + i]
    if t < start or t > end:
        return value, 0.0, 0.0
    return value, rate, 2.0 * half


@kernel
def curve(tables, offset, n, x):
    """Piecewise linear y(x) (all x, then all y), continued with the end slopes."""
    i = interval(tables, offset, n, x)
    x0, x1 = tables[offset + i], tables[offset + i + 1]
    y0, y1 = tables[offset + n + i], tables[offset + n + i + 1]
    return y0 + (y1 - y0) / (x1 - x0) * (x - x0)


@kernel
def curve_segment(tables, offset, n, x):
    """The straight line of `curve` at x: from and to where it goes, then the numbers of `along_segment`."""
    i = interval(tables, offset, n, x)
    x0, x1 = tables[offset + i], tables[offset + i + 1]
    y0, y1 = tables[offset + n + i], tables[offset + n + i + 1]
    low, high = -np.inf if i == 0 else x0, np.inf if i == n - 2 else x1
    return low, high, x0, y0, (y1 - y0) / (x1 - x0)


@kernel
def along_segment(x, x0, y0, slope):
    """What `curve` gives on one of its straight lines, bit for bit."""
    return y0 + slope * (x - x0)


@kernel
def curve_slope(tables, offset, n, x):
    """dy/dx of `curve`; at a point of the table that to its right."""
    i = interval(tables, offset, n, x)
    return (tables[offset + n + i + 1] - tables[offset + n + i]) / (tables[offset + i + 1] - tables[offset + i])


@kernel
def follow(target, x, rate, T):
    """Acceleration of a critically damped follower with time constant T [s], which smooths a live input."""
    return (target - x) / (T * T) - 2.0 * rate / T
