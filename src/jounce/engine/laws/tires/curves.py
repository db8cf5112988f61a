"""The curve all Magic Formulas share, two friction ellipses that join two of them, and limits without corners.

    F(x) = D sin(C atan(Bx − E(Bx − atan Bx))) + S_V          x = slip + S_H,   B = K/(C D),   E = min(E₀ − E₁ sgn x, 1)

A curve is the tuple (D, C, B, E₀, E₁, K, S_H, S_V); K is the slope dF/dx at x = 0.

Friction ellipse by normalised slips (Magic Formula of 1987). With the normalised slips u = (κ + S_Hx) K_x/D_x,
w = (α + S_Hy) K_y/D_y and s = |(u, w)|, both curves are entered at the same s and share it like the vector (u, w):

    F_x = (u/s) D_x sin(C_x atan(q − E_x(q − atan q))) + S_Vx,  q = s/C_x,  the same for F_y

so ((F_x − S_Vx)/D_x)² + ((F_y − S_Vy)/D_y)² ≤ 1, and F is smooth also where both slips vanish.

Friction ellipse by the direction of the slip (`.tir` files without data on combined slip), which is that of
Adams/Tire: the force points against the slip (κ, sin α), tan β = |sin α/κ| with the slips counted from where each
force is zero, and is limited by the other direction's peak:

    F_x = F_x0/√(1 + ((F_x0 − S_Vx) tan β/D_y)²),   F_y = F_y0/√(1 + ((F_y0 − S_Vy)/(D_x tan β))²)

with (F_x0 − S_Vx)/(κ + S_Hx) instead of a quotient of zeros where a slip vanishes. Adams counts slips from
−S_H − S_V/K, where its quotient would jump; that moves β by S_V/K, parts of 1e-3.

The limits are exact inside and once continuously differentiable everywhere.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.elementary import atan, exp, sin, tanh
from jounce.engine.linalg.select import seldom, where

PEAK_EPSILON = 1e-9
"""Added to a peak force before it divides [N], as the book's ε."""
SIGN_SPEED = 0.1
"""Speed over which a sign of rolling turns round [m/s]; at 2 m/s and above it is ±1 to the last digit."""


@kernel
def ratio(numerator, denominator):
    """numerator/denominator, with a denominator that is at least `PEAK_EPSILON` away from zero."""
    return numerator / (denominator + where(denominator < 0.0, -PEAK_EPSILON, PEAK_EPSILON))


@kernel
def bend(q, E):
    """q − E(q − atan q)."""
    return q - E * (q - atan(q))


@kernel
def sine_curve(curve, slip):
    """Force of a curve at one slip alone."""
    D, C, B, E0, E1, _, SH, SV = curve
    x = slip + SH
    E = min(E0 - where(x >= 0.0, E1, -E1), 1.0)
    return D * sin(C * atan(bend(B * x, E))) + SV


@kernel
def friction_ellipse(x, y, kappa, alpha):
    """Both forces of two curves at combined slip."""
    Dx, Cx, _, Ex0, Ex1, Kx, SHx, SVx = x
    Dy, Cy, _, Ey0, Ey1, Ky, SHy, SVy = y
    ky = ratio(Ky, Dy)
    u, w = (kappa + SHx) * ratio(Kx, Dx), (alpha + SHy) * ky
    s = math.sqrt(u * u + w * w + 1e-24)
    u, w = u / s, w / s
    Ex, Ey = min(Ex0 - Ex1 * u, 1.0), min(Ey0 - Ey1 * where(ky < 0.0, -w, w), 1.0)
    fx = u * Dx * sin(Cx * atan(bend(s / Cx, Ex))) + SVx
    fy = w * Dy * sin(Cy * atan(bend(s / Cy, Ey))) + SVy
    return fx, fy


MIN_SECANT_SLIP = 1e-7
"""Slip below which the slope of a curve takes the place of its secant."""


@kernel
def secant(curve, slip):
    """(F − S_V)/(slip + S_H), which is K at zero."""
    x = slip + curve[6]
    is_small = abs(x) < MIN_SECANT_SLIP
    return where(is_small, curve[5], (sine_curve(curve, slip) - curve[7]) / where(is_small, 1.0, x))


@kernel
def slip_ellipse(x, y, kappa, alpha, is_tangent):
    """Both forces of two curves at combined slip, against the direction of the slip; α or its tangent.  (T46)"""
    along, across = kappa + x[6], alpha + y[6]
    stiff_x, stiff_y = secant(x, kappa), secant(y, alpha)
    side = across / math.sqrt(1.0 + across * across) if is_tangent else sin(across)
    # (F − S_V) times the quotient of slips, per peak of the other direction: the slip in the way cancels
    is_small = abs(across) <= MIN_SECANT_SLIP
    part = where(is_small, 1.0, side / where(is_small, 1.0, across))
    u, w = ratio(stiff_x * side, y[0]), ratio(stiff_y * along, x[0] * part)
    fx = (stiff_x * along + x[7]) / math.sqrt(1.0 + u * u)
    fy = (stiff_y * across + y[7]) / math.sqrt(1.0 + w * w)
    return fx, fy


@kernel
def limit_smoothly(x, limit):
    """x while |x| ≤ limit, then at most 10 % beyond: limit + w tanh((|x| − limit)/w), w = limit/10."""
    size, w = abs(x), 0.1 * limit
    held = limit + w * tanh((size - limit) / w)
    return seldom(size > limit, where(x < 0.0, -held, held), x)


@kernel
def softly_above(x, least):
    """x while x ≥ 2 least, below that least (1 + exp(x/least − 2)): always above `least`."""
    return seldom(x < 2.0 * least, least * (1.0 + exp(x / least - 2.0)), x)


@kernel
def smooth_sign(x, width):
    """tanh(x/width), which is ±1 to the last digit from 20 width on."""
    return seldom(abs(x) <= 20.0 * width, tanh(x / width), where(x < 0.0, -1.0, 1.0))


@kernel
def rolling_sign(vx):
    """+1 rolling forward, −1 backward."""
    return smooth_sign(vx, SIGN_SPEED)


@kernel
def cos_atan(x):
    """cos(atan x) = 1/√(1 + x²)."""
    return 1.0 / math.sqrt(1.0 + x * x)
