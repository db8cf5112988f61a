"""Exponential function, hyperbolic tangent and natural logarithm."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import split, strict, two_to
from jounce.engine.linalg.elementary.coefficients import EXP, LN2, LOG, LOG2_E, TANH
from jounce.engine.linalg.elementary.rounding import add_exactly, nearest
from jounce.engine.linalg.select import where

INFINITY, NAN = math.inf, math.nan
MAX_EXPONENT, MIN_EXPONENT = 710.0, -746.0
"""Beyond them eˣ is infinite or zero."""
MIN_NORMAL = 2.0**-1022
LINEAR = 2.0**-27
"""Below it, tanh x is x to the last bit; says so for −0.0, too."""
SERIES_LIMIT = 0.55
"""Below it, tanh is a polynomial: 1 − 2 / (e²ˣ + 1) would lose digits."""
SATURATION = 20.0
"""Beyond it, tanh is 1 to the last bit."""


@strict
def exp(x):
    """eˣ; infinite above 709.79, gradually less than the smallest normal number below −708.4, zero below −745.14."""
    limited = where(x > MAX_EXPONENT, MAX_EXPONENT, where(x < MIN_EXPONENT, MIN_EXPONENT, x))
    return where(abs(x) <= INFINITY, exp_of_sum(limited, 0.0), NAN)


@strict
def exp_of_sum(x, tail):
    """e to the power x + tail, for a tail far below 1 and a sum within ±750."""
    n = nearest((x + tail) * LOG2_E)
    half = nearest(0.5 * n)  # 2**n may be too large or too small for a double
    return (_exp_of_reduced(x, tail, n) * two_to(half)) * two_to(n - half)


@strict
def _exp_of_reduced(x, tail, n):
    """e to the power x + tail − n ln 2, where that is at most ln 2 / 2."""
    first = x - n * LN2[0]  # exact
    tail = tail - n * LN2[1]
    r = first + tail
    w = r * r
    u = w * w
    low = (EXP[0] + r * EXP[1]) + w * (EXP[2] + r * EXP[3])
    middle = (EXP[4] + r * EXP[5]) + w * (EXP[6] + r * EXP[7])
    p = low + u * (middle + u * (EXP[8] + r * EXP[9]))
    total, lost = add_exactly(1.0, first)
    return total + (lost + (tail + w * p))


@strict
def tanh(x):
    """Hyperbolic tangent."""
    size = abs(x)
    # far from zero: 1 − 2 / (e²ˣ + 1)
    doubled = 2.0 * where(size < SATURATION, size, SATURATION)
    n = nearest(doubled * LOG2_E)
    far = 1.0 - 2.0 / (_exp_of_reduced(doubled, 0.0, n) * two_to(n) + 1.0)
    # near zero: a polynomial
    near = where(size < SERIES_LIMIT, size, SERIES_LIMIT)
    positive = where(size < SERIES_LIMIT, near + _tanh_cubic(near), far)
    signed = where(size < LINEAR, x, where(x < 0.0, -positive, positive))
    return where(size <= INFINITY, signed, NAN)


@strict
def _tanh_cubic(x):
    """tanh x − x for |x| ≤ 0.55."""
    z = x * x
    w = z * z
    u = w * w
    low = (TANH[0] + z * TANH[1]) + w * (TANH[2] + z * TANH[3])
    middle = (TANH[4] + z * TANH[5]) + w * (TANH[6] + z * TANH[7])
    high = (TANH[8] + z * TANH[9]) + w * TANH[10]
    return x * (z * (low + u * (middle + u * high)))


@strict
def log(x):
    """Natural logarithm; −∞ of zeros, NaN of negative numbers."""
    mantissa, n = split_any(x)
    # log(1 + f) = 2 atanh s = 2 s + s³ P(s²), where 2 s = f − s f
    f = mantissa - 1.0
    s = f / (mantissa + 1.0)
    z = s * s
    w = z * z
    low = (LOG[0] + z * LOG[1]) + w * (LOG[2] + z * LOG[3])
    p = low + (w * w) * ((LOG[4] + z * LOG[5]) + w * LOG[6])
    total, lost = add_exactly(n * LN2[0], f)
    found = total + (lost + (n * LN2[1] - s * (f - z * p)))
    return where(x > 0.0, where(x < INFINITY, found, INFINITY), where(x >= 0.0, -INFINITY, NAN))


@strict
def split_any(x):
    """Mantissa from √½ to √2 and exponent of a positive number, also of a subnormal one."""
    is_subnormal = x < MIN_NORMAL
    mantissa, exponent = split(where(is_subnormal, x * 2.0**54, x))
    return mantissa, where(is_subnormal, exponent - 54.0, exponent)
