"""The curve all Magic Formulas share, and the friction ellipse that joins two of them.

    F(x) = D sin(C atan(Bx − E(Bx − atan Bx))) + S_V          x = slip + S_H,   B = K/(C D),   E = min(E₀ − E₁ sgn x, 1)

A curve is the tuple (D, C, B, E₀, E₁, K, S_H, S_V); K is the slope dF/dx at x = 0.

Friction ellipse (for tires without data on combined slip). With the normalised slips u = (κ + S_Hx) K_x/D_x,
w = (α + S_Hy) K_y/D_y and s = |(u, w)|, both curves are entered at the same s and share it like the vector (u, w):

    F_x = (u/s) D_x sin(C_x atan(q − E_x(q − atan q))) + S_Vx,  q = s/C_x,  the same for F_y

so ((F_x − S_Vx)/D_x)² + ((F_y − S_Vy)/D_y)² ≤ 1, and F is smooth also where both slips vanish.
"""

import math

from jounce.kernel import kernel

SMALL = 1e-9
"""Added to a peak force before it divides [N], as the book's ε."""


@kernel
def ratio(numerator, denominator):
    """numerator/denominator, with a denominator that is at least `SMALL` away from zero."""
    return numerator / (denominator + math.copysign(SMALL, denominator))


@kernel
def bent(q, E):
    """q − E(q − atan q)."""
    return q - E * (q - math.atan(q))


@kernel
def sine_curve(curve, slip):
    """Force of a curve at one slip alone."""
    D, C, B, E0, E1, _, SH, SV = curve
    x = slip + SH
    E = min(E0 - (E1 if x >= 0.0 else -E1), 1.0)
    return D * math.sin(C * math.atan(bent(B * x, E))) + SV


@kernel
def friction_ellipse(x, y, kappa, alpha):
    """Both forces of two curves at combined slip."""
    Dx, Cx, _, Ex0, Ex1, Kx, SHx, SVx = x
    Dy, Cy, _, Ey0, Ey1, Ky, SHy, SVy = y
    ky = ratio(Ky, Dy)
    u, w = (kappa + SHx) * ratio(Kx, Dx), (alpha + SHy) * ky
    s = math.sqrt(u * u + w * w + 1e-24)
    u, w = u / s, w / s
    Ex, Ey = min(Ex0 - Ex1 * u, 1.0), min(Ey0 - Ey1 * math.copysign(w, w * ky), 1.0)
    fx = u * Dx * math.sin(Cx * math.atan(bent(s / Cx, Ex))) + SVx
    fy = w * Dy * math.sin(Cy * math.atan(bent(s / Cy, Ey))) + SVy
    return fx, fy
