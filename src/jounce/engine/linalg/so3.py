"""Rotation vectors φ = angle · axis (rad): exponential, logarithm and right Jacobian.

With K = φ̃ and θ = |φ|, every map here is 1 + a K + b K²; the coefficients are even functions of θ. Closed forms that
cancel or divide 0 by 0 near θ = 0 give way to their Taylor series, cut where the first neglected term is below 1e-17 of
the sum at the switch; on the other side of the switch the closed form costs the result less than one unit of rounding.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg import quaternion
from jounce.engine.linalg.elementary import atan2, cos, sin, sin_cos
from jounce.engine.linalg.select import where

SMALL = 1e-4
"""Below this θ² (or tan² ½θ) the sine and arctangent quotients use their series: θ = 0.01 rad."""

MODERATE = 0.25
"""Below this θ² the Jacobian coefficients, whose closed forms cancel, use their series, as does the
exponential, which is quicker: θ = 0.5 rad."""


@kernel
def exp_quaternion(phi):
    """(cos ½θ, φ sin ½θ / θ)"""
    theta2 = phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2]
    if theta2 < MODERATE:  # steps and corrections: both series at once, without a root
        h2 = 0.25 * theta2
        c, s = 1.0 / 479001600.0, 1.0 / 6227020800.0
        c, s = 1.0 / 3628800.0 - h2 * c, 1.0 / 39916800.0 - h2 * s
        c, s = 1.0 / 40320.0 - h2 * c, 1.0 / 362880.0 - h2 * s
        c, s = 1.0 / 720.0 - h2 * c, 1.0 / 5040.0 - h2 * s
        c, s = 1.0 / 24.0 - h2 * c, 1.0 / 120.0 - h2 * s
        c, s = 0.5 - h2 * c, 1.0 / 6.0 - h2 * s
        c, s = 1.0 - h2 * c, 0.5 * (1.0 - h2 * s)
    else:
        h = 0.5 * math.sqrt(theta2)
        c, s = cos(h), 0.5 * sin(h) / h
    return (c, s * phi[0], s * phi[1], s * phi[2])


@kernel
def exp_matrix(phi):
    """1 + sin θ / θ K + (1 − cos θ) / θ² K²"""
    theta2 = phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2]
    s = _sinc_half(theta2)
    # half angles: neither quotient cancels
    return _polynomial(s * cos(0.5 * math.sqrt(theta2)), 0.5 * s * s, phi)


@kernel
def turn_matrix(axis, angle):
    """cos φ 1 + sin φ ñ + (1 − cos φ) n nᵀ for a unit axis n and an angle φ in rad"""
    s, c = sin_cos(angle)
    k = 1.0 - c
    x, y, z = axis
    return (
        c + k * x * x,
        k * x * y - s * z,
        k * x * z + s * y,
        k * x * y + s * z,
        c + k * y * y,
        k * y * z - s * x,
        k * x * z - s * y,
        k * y * z + s * x,
        c + k * z * z,
    )


@kernel
def log_quaternion(q):
    """φ = 2 atan(|u| / w) u / |u|, u = (x, y, z); the shortest of the rotations ±q, so that |φ| ≤ π; |q| = 1"""
    w, x, y, z = q
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    u2 = x * x + y * y + z * z
    if u2 < SMALL * w * w:
        t = u2 / (w * w)
        s = 2.0 / w * (1.0 - t * (1.0 / 3.0 - t * (1.0 / 5.0 - t * (1.0 / 7.0))))
    else:
        u = math.sqrt(u2)
        s = 2.0 * atan2(u, w) / u
    return (s * x, s * y, s * z)


@kernel
def log_matrix(R):
    """φ with exp_matrix(φ) = R, |φ| ≤ π"""
    return log_quaternion(quaternion.from_matrix(R))


@kernel
def right_jacobian(phi):
    """Jr = 1 − (1 − cos θ) / θ² K + (θ − sin θ) / θ³ K²: body angular velocity ω = Jr(φ) φ̇ of R = exp(φ)"""
    theta2 = phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2]
    s = _sinc_half(theta2)
    return _polynomial(-0.5 * s * s, _cubic_sine(theta2), phi)


@kernel
def right_jacobian_inverse(phi):
    """Jr⁻¹ = 1 + ½ K + (1 − ½θ cot ½θ) / θ² K²: φ̇ = Jr⁻¹(φ) ω, for |φ| < 2π"""
    theta2 = phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2]
    return _polynomial(0.5, _cotangent(theta2), phi)


@kernel
def _polynomial(a, b, phi):
    """1 + a K + b K², K = φ̃"""
    x, y, z = phi
    return (
        1.0 - b * (y * y + z * z),
        b * x * y - a * z,
        b * x * z + a * y,
        b * x * y + a * z,
        1.0 - b * (x * x + z * z),
        b * y * z - a * x,
        b * x * z - a * y,
        b * y * z + a * x,
        1.0 - b * (x * x + y * y),
    )


@kernel
def _sinc_half(theta2):
    """sin ½θ / ½θ"""
    small = theta2 < SMALL
    h2 = 0.25 * theta2
    series = 1.0 - h2 * (1.0 / 6.0 - h2 * (1.0 / 120.0 - h2 * (1.0 / 5040.0)))
    h = 0.5 * math.sqrt(where(small, 1.0, theta2))
    return where(small, series, sin(h) / h)


@kernel
def _cubic_sine(theta2):
    """(θ − sin θ) / θ³ = Σ (−θ²)ᵏ / (2k + 3)!"""
    if theta2 < MODERATE:
        c = 1.0 / 355687428096000.0
        c = 1.0 / 1307674368000.0 - theta2 * c
        c = 1.0 / 6227020800.0 - theta2 * c
        c = 1.0 / 39916800.0 - theta2 * c
        c = 1.0 / 362880.0 - theta2 * c
        c = 1.0 / 5040.0 - theta2 * c
        c = 1.0 / 120.0 - theta2 * c
        return 1.0 / 6.0 - theta2 * c
    theta = math.sqrt(theta2)
    return (theta - sin(theta)) / (theta2 * theta)


@kernel
def _cotangent(theta2):
    """(1 − ½θ cot ½θ) / θ² = Σ |B₂ₙ| θ²ⁿ⁻² / (2n)!, B₂ₙ the Bernoulli numbers"""
    if theta2 < MODERATE:
        c = 43867.0 / 5109094217170944000.0
        c = 3617.0 / 10670622842880000.0 + theta2 * c
        c = 1.0 / 74724249600.0 + theta2 * c
        c = 691.0 / 1307674368000.0 + theta2 * c
        c = 1.0 / 47900160.0 + theta2 * c
        c = 1.0 / 1209600.0 + theta2 * c
        c = 1.0 / 30240.0 + theta2 * c
        c = 1.0 / 720.0 + theta2 * c
        return 1.0 / 12.0 + theta2 * c
    h = 0.5 * math.sqrt(theta2)
    return (1.0 - h * cos(h) / sin(h)) / theta2
