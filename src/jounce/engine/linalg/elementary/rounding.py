"""Roundings that are exact or whose errors are known; they rely on IEEE arithmetic as it is written."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import strict

INTEGER_BITS = 1.5 * 2.0**52
"""A double of this size has no digits behind the point."""
HALF_WIDTH = 2.0**27 + 1.0


@strict
def nearest(x):
    """The integer nearest to x, the even one of two, for |x| < 2**51."""
    return (x + INTEGER_BITS) - INTEGER_BITS


@strict
def head(x):
    """The leading 26 bits of x, rounded (Dekker 1971): products of two heads are exact. For |x| < 2**996."""
    scaled = HALF_WIDTH * x
    return scaled - (scaled - x)


@strict
def add_exactly(a, b):
    """a + b rounded, and what rounding left out, if |a| ≥ |b| or a = 0 (Dekker 1971)."""
    total = a + b
    return total, b - (total - a)
