"""Sine, cosine and arc tangents."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import split, strict
from jounce.engine.linalg.elementary.coefficients import ATAN, COS, HALF_PI, QUARTER_PI, SIN, TWO_OVER_PI
from jounce.engine.linalg.elementary.rounding import add_exactly, nearest
from jounce.engine.linalg.select import where

INFINITY, NAN = math.inf, math.nan
MAX_ANGLE = 2.0**50
"""Neighbouring doubles are a quarter of a radian apart there."""
LINEAR = 2.0**-27
"""Below it, sin x and atan x are x to the last bit; says so for −0.0, too."""
HUGE = 2.0**1020


@strict
def sin(x):
    """Sine of an angle in rad."""
    return sin_cos(x)[0]


@strict
def cos(x):
    """Cosine of an angle in rad."""
    return sin_cos(x)[1]


@strict
def sin_cos(x):
    """Sine and cosine of an angle in rad; NaN for |x| > 2**50, where doubles do not tell angles apart.

    Accurate to the last place for |x| ≤ 4e5. Beyond, errors are those of an angle whose last bit is uncertain.
    """
    # the nearest multiple of π/2, and the angle from there
    n = nearest(x * TWO_OVER_PI)
    r, tail = _subtract_quarters(x, n)
    s, c = _sin_of_reduced(r, tail), _cos_of_reduced(r, tail)
    # quarter of the circle, from −2 to 2
    quarter = n - 4.0 * nearest(0.25 * n)
    is_odd = abs(abs(quarter) - 1.0) < 0.5
    sine = where(is_odd, c, s) * where(quarter < -0.5, -1.0, where(quarter > 1.5, -1.0, 1.0))
    cosine = where(is_odd, s, c) * where(quarter > 0.5, -1.0, where(quarter < -1.5, -1.0, 1.0))
    is_angle = abs(x) <= MAX_ANGLE
    return where(is_angle, where(abs(x) < LINEAR, x, sine), NAN), where(is_angle, cosine, NAN)


@strict
def _subtract_quarters(x, n):
    """x − n π/2 as a double and what it leaves out."""
    first = x - n * HALF_PI[0]  # exact, like the next product
    second = n * HALF_PI[1]
    r = first - second
    lost = (first - r) - second
    third = n * HALF_PI[2] - lost
    reduced = r - third
    return reduced, (r - reduced) - third


@strict
def _sin_of_reduced(r, tail):
    """sin(r + tail) for |r| ≤ π/4."""
    z = r * r
    w = z * z
    p = ((SIN[0] + z * SIN[1]) + w * (SIN[2] + z * SIN[3])) + (w * w) * (SIN[4] + z * SIN[5])
    return r + (r * (z * p) + tail * (1.0 - 0.5 * z))


@strict
def _cos_of_reduced(r, tail):
    """cos(r + tail) for |r| ≤ π/4."""
    z = r * r
    w = z * z
    p = ((COS[0] + z * COS[1]) + w * (COS[2] + z * COS[3])) + (w * w) * (COS[4] + z * COS[5])
    total, lost = add_exactly(1.0, -0.5 * z)
    return total + (lost + (w * p - r * tail))


@strict
def atan(x):
    """Arc tangent in rad, from −π/2 to π/2."""
    size = abs(x)
    is_steep = size > 1.0
    angle = _add_quarters(*_fold(where(is_steep, 1.0, size), where(is_steep, size, 1.0), is_steep))
    signed = where(size < LINEAR, x, where(x < 0.0, -angle, angle))
    return where(size <= INFINITY, signed, NAN)


@strict
def atan2(y, x):
    """Angle in rad from the x-axis to the point (x, y), from −π to π; zeros, infinities and their signs as in C."""
    height, width = abs(y), abs(x)
    is_steep = height > width
    less, more = where(is_steep, width, height), where(is_steep, height, width)
    # infinities become 1, and what is finite beside them 0
    is_finite = more < INFINITY
    less, more = where(is_finite, less, where(less < INFINITY, 0.0, 1.0)), where(is_finite, more, 1.0)
    # their sum must not overflow, nor the divisor be zero
    scale = where(more > HUGE, 0.25, 1.0)
    quarters, t = _fold(less * scale, where(more > 0.0, more * scale, 1.0), is_steep)
    is_backward = _has_sign(x)
    angle = _add_quarters(where(is_backward, 4.0 - quarters, quarters), where(is_backward, -t, t))
    return where(height + width >= 0.0, where(_has_sign(y), -angle, angle), NAN)


@strict
def _has_sign(x):
    """Whether x is negative or −0.0."""
    return split(x)[1] > 1024.0


@strict
def _fold(less, more, is_steep):
    """Number n and t, |t| ≤ 1/2, so that n π/4 + atan t is atan(less / more), or atan(more / less) if steep.

    Beyond 1/2 the angle is counted from the diagonal: atan q = π/4 + atan((q − 1) / (q + 1)).
    """
    is_near_diagonal = less > 0.5 * more
    t = where(is_near_diagonal, less - more, less) / where(is_near_diagonal, less + more, more)
    quarters = where(is_near_diagonal, 1.0, 0.0)
    return where(is_steep, 2.0 - quarters, quarters), where(is_steep, -t, t)


@strict
def _add_quarters(quarters, t):
    """quarters · π/4 + atan t"""
    total, lost = add_exactly(quarters * QUARTER_PI[0], t)
    return total + (lost + (_atan_cubic(t) + quarters * QUARTER_PI[1]))


@strict
def _atan_cubic(t):
    """atan t − t for |t| ≤ 1/2."""
    z = t * t
    w = z * z
    u = w * w
    low = (ATAN[0] + z * ATAN[1]) + w * (ATAN[2] + z * ATAN[3])
    middle = (ATAN[4] + z * ATAN[5]) + w * (ATAN[6] + z * ATAN[7])
    high = (ATAN[8] + z * ATAN[9]) + w * (ATAN[10] + z * ATAN[11])
    return t * (z * (low + u * (middle + u * high)))
