"""Errors of an Adams step at its own and the neighbouring orders, and the choice of the next order and step.

Shampine & Gordon 1975, chapters 6 and 7; the notation is that of `adams` and `adams_differences`. With equal steps the
error at order j is h γ*ⱼ |φⱼ₊₁|; where the last steps were not equal, σⱼ₊₁ = ∏ i h / ψᵢ(n+1) over i ≤ j turns a
difference into what it would have been.
"""

import math

from jounce.integrators.adams_differences import AFTER, SCALES, WEIGHTS
from jounce.kernel import part

ORDER, MADE, EQUAL, STARTING, LOGGED, HITS, STOPPED, VIOLATION = range(8)
"""Flags: order of the next step (0: not begun), order of the last, how many of the last steps were equal, whether order
and step still grow with every step, rows of the log and hits of events written in this call, whether an event has
ended the run, and the largest |Φ| that the last projection of a step found."""
GOAL = 0.5
"""Error, relative to what is allowed, that steps are chosen for."""
LEAST, MOST_KEPT = 0.5, 0.9
"""A step that is reduced is reduced to a part of it between these."""
GAMMA = (
    1.0,
    1 / 2,
    1 / 12,
    1 / 24,
    19 / 720,
    3 / 160,
    863 / 60480,
    275 / 24192,
    33953 / 3628800,
    8183 / 1036800,
    3250433 / 479001600,
    4671 / 788480,
    13695779093 / 2615348736000,
    2224234463 / 475517952000,
)
"""|γ*ₖ|, the weights of the corrector with equal steps."""


@part
def norm(x, y, after, relative, absolute):
    """Root mean square of x against absolute + relative · |y|."""
    total = 0.0
    for i in range(y.size):
        total += (x[i] / (absolute + relative * max(abs(y[i]), abs(after[i])))) ** 2
    return math.sqrt(total / max(y.size, 1))


@part
def errors(h, order, y, trial, d, k, memory, relative, absolute):
    """Of the step, and, as if steps were equal, at its order and at one and two less, where there are such."""
    after, scales = memory[AFTER], memory[SCALES]
    own, lower, lowest = 0.0, 0.0, 0.0
    for i in range(y.size):
        scale = absolute + relative * max(abs(y[i]), abs(trial[i]))
        x = d[i]
        own += (x / scale) ** 2
        if order > 1:
            x += scales[order - 1] * k[order - 1, i]
            lower += (x / scale) ** 2
        if order > 2:
            x += scales[order - 2] * k[order - 2, i]
            lowest += (x / scale) ** 2
    sigma, sigma_1, sigma_2 = 1.0, 0.0, 0.0
    for i in range(1, order + 1):
        sigma, sigma_1, sigma_2 = sigma * i * h / after[i - 1], sigma, sigma_1
    n = max(y.size, 1)
    own, lower, lowest = h * math.sqrt(own / n), h * math.sqrt(lower / n), h * math.sqrt(lowest / n)
    error = abs(memory[WEIGHTS, order] - memory[WEIGHTS, order - 1]) * own
    lower *= GAMMA[order - 1] * sigma_1
    lowest *= GAMMA[max(order - 2, 0)] * sigma_2
    return error, GAMMA[order] * sigma * own, lower, lowest


@part
def lower_is_better(order, own, lower, lowest):
    """Whether errors of lower orders say that the last differences are no use."""
    if order > 2:
        return max(lower, lowest) <= own
    return order == 2 and lower <= 0.5 * own


@part
def choose(h, order, most, sinks, own, lower, higher, flags):
    """Order and length of the next step after one of h [s]; higher: error one order above, infinite if not known."""
    error = own
    if sinks or order >= most:
        flags[STARTING] = 0.0
    if flags[STARTING] != 0.0:
        order += 1
    elif sinks or (order > 1 and lower <= min(own, higher)):
        order -= 1
        error = lower
    elif order < most and higher < (own if order > 1 else 0.5 * own):
        order += 1
        error = higher
    flags[ORDER] = order
    if flags[STARTING] != 0.0 or error * 2.0 ** (order + 1) <= GOAL:
        return 2.0 * h
    if error <= GOAL:
        return h
    return h * max(LEAST, min(MOST_KEPT, (GOAL / error) ** (1.0 / (order + 1))))
