"""Powers: e to the power y log x, with the logarithm in two doubles, because y multiplies its error."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import strict
from jounce.engine.linalg.elementary.coefficients import LN2, LOG_TAIL, TWO_THIRDS
from jounce.engine.linalg.elementary.exponential import exp_of_sum, split_any
from jounce.engine.linalg.elementary.rounding import add_exactly, head
from jounce.engine.linalg.select import where

INFINITY, NAN = math.inf, math.nan
MAX_POWER = 2.0**65
"""Powers beyond it of any number but 1 are zero or infinite."""
MAX_EXPONENT = 746.0
"""Beyond it, on either side, e to it is infinite or zero."""


@strict
def pow(x, y):
    """x**y for x ≥ 0; NaN for x < 0.

    0**0 = ∞**0 = 1, also 1**±∞; zero to a negative power is infinite. NaN gives NaN, also where C gives 1.
    """
    power = where(abs(y) < MAX_POWER, y, where(y < 0.0, -MAX_POWER, MAX_POWER))
    exponent, tail = _multiply(power, *_log_in_two(x))
    is_small = abs(exponent) < MAX_EXPONENT
    limit = where(exponent < 0.0, -MAX_EXPONENT, MAX_EXPONENT)
    found = exp_of_sum(where(is_small, exponent, limit), where(is_small, tail, 0.0))
    # zero and infinity
    of_zero = where(y > 0.0, 0.0, where(y < 0.0, INFINITY, 1.0))
    of_infinity = where(y > 0.0, INFINITY, where(y < 0.0, 0.0, 1.0))
    of_any = where(x > 0.0, where(x < INFINITY, found, of_infinity), of_zero)
    return where(x >= 0.0, where(abs(y) <= INFINITY, of_any, NAN), NAN)


@strict
def _multiply(y, first, second):
    """y (first + second), where second is far below first, as a sum of two whose first has 52 bits."""
    y_head, first_head = head(y), head(first)
    rest = (first - first_head) + second
    return y_head * first_head, y_head * rest + (y - y_head) * (first + second)


@strict
def _log_in_two(x):
    """log x of a positive number as a sum of two doubles, relative error 2**−64.

    2 atanh s = 2 s + s z (2/3 + z P(z)) with z = s². Heads of 26 bits make products exact; what they leave out is
    smaller by 2**26, so that it may be rounded.
    """
    mantissa, n = split_any(x)
    # s = (m − 1) / (m + 1)
    f, divisor = mantissa - 1.0, mantissa + 1.0
    inverse = 1.0 / divisor
    s = head(f * inverse)
    divisor_head = head(divisor)
    divisor_rest = (divisor - divisor_head) + (mantissa - (divisor - 1.0))
    s_rest = ((f - s * divisor_head) - s * divisor_rest) * inverse
    # z = s²
    square, square_rest = s * s, s_rest * ((s + s) + s_rest)
    z = head(square)
    z_rest = (square - z) + square_rest
    # c = 2/3 + z P(z)
    series = _log_series(square + square_rest)
    c = head(TWO_THIRDS[0] + series)
    c_rest = ((TWO_THIRDS[0] - c) + series) + TWO_THIRDS[1]
    # s z c
    product, product_rest = z * c, z * c_rest + z_rest * (c + c_rest)
    cubic = head(product + product_rest)
    cubic_rest = (product - cubic) + product_rest
    rest = s * cubic_rest + s_rest * (cubic + cubic_rest)
    # n ln 2 + 2 s + s z c
    total, lost = add_exactly(n * LN2[0], s + s)
    total, lost_2 = add_exactly(total, s * cubic)
    return add_exactly(total, (lost + lost_2) + ((s_rest + s_rest) + rest + n * LN2[1]))


@strict
def _log_series(z):
    """z P(z), P as in 2 atanh s = 2 s + 2/3 s³ + s⁵ P(s²)."""
    w = z * z
    low = (LOG_TAIL[0] + z * LOG_TAIL[1]) + w * (LOG_TAIL[2] + z * LOG_TAIL[3])
    return z * (low + (w * w) * ((LOG_TAIL[4] + z * LOG_TAIL[5]) + w * LOG_TAIL[6]))
