"""How long the steps of `auto` are: the first one, those after accepted and rejected ones, and what lies ahead."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.integrators.linearise import unknown
from jounce.engine.integrators.progress import ERROR
from jounce.engine.linalg.elementary import pow

SAFETY, MIN_FACTOR, MAX_FACTOR = 0.9, 0.1, 4.0
"""Part that is taken of the step that the error allows; the limits of the ratio of a step to the one before."""
NO_GAIN = 1.15
"""Ratio up to which a longer step is not worth a new inverse."""
FIRST = 0.25
"""The first step, relative to the square root of the time in which y would change by what is allowed, in seconds."""


@kernel
def first_step(equations, y, k, relative, absolute, largest, span):
    """A step [s] over which the unknowns hardly change."""
    n, total = equations.independent.size + equations.auxiliary.size, 0.0
    for r in range(n):
        i = unknown(equations.independent, equations.auxiliary, r)
        total += (k[0, i] / (absolute + relative * abs(y[i]))) ** 2
    size = math.sqrt(total / max(n, 1))
    longest = min(largest, 1e-2 * span)
    return min(longest, FIRST / math.sqrt(size)) if size > 0.0 else longest


@kernel
def next_bound(kinks, t, end):
    """The first of the kinks after t, or the end."""
    for i in range(kinks.size):
        if kinks[i] > t:
            return min(kinks[i], end)
    return end


@kernel
def fit(wanted, left):
    """A step of the wanted length, or one of two equal ones to the bound, or the way to it."""
    if left <= wanted:
        return left
    return 0.5 * left if left < 2.0 * wanted else wanted


@kernel
def next_step(h, wanted, error, growth, progress):
    """Step after an accepted one, longer by a factor `growth` at most, by PI control (Hairer & Wanner II, IV.2.43b);
    that it was cut short is forgotten."""
    before = progress[ERROR] if progress[ERROR] > 0.0 else error
    progress[ERROR] = error
    ratio = min(growth, max(MIN_FACTOR, SAFETY * pow(error, -0.175) * pow(before, 0.075)))
    longer = h if 1.0 <= ratio < NO_GAIN else h * ratio
    return max(longer, wanted) if h < wanted else longer


@kernel
def shorter(h, error):
    """Step instead of one whose error was too large: what a method of order 3 with an error of order 4 allows."""
    return h * max(MIN_FACTOR, SAFETY * pow(error, -0.25))
