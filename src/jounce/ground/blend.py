"""Cubics on the unit interval.

smoothstep   S(t) = t² (3 − 2t),  S' = 6 t (1 − t),  0 before and 1 after                (G9)
Hermite      f(u) = f₀ + r₀ u + (3d − 2r₀ − r₁) u² + (r₀ + r₁ − 2d) u³,  d = f₁ − f₀     (G10)
"""

from jounce.kernel import kernel


@kernel
def smoothstep(t):
    """S and S' (G9)."""
    if t <= 0.0:
        return 0.0, 0.0
    if t >= 1.0:
        return 1.0, 0.0
    return t * t * (3.0 - 2.0 * t), 6.0 * t * (1.0 - t)


@kernel
def hermite(ends):
    """The four coefficients of (G10) from (f₀, f₁, r₀, r₁): the values and the slopes at the ends."""
    f0, f1, r0, r1 = ends
    d = f1 - f0
    return f0, r0, 3.0 * d - 2.0 * r0 - r1, r0 + r1 - 2.0 * d


@kernel
def horner(ends, u):
    """Value and slope of (G10) at u."""
    c0, c1, c2, c3 = hermite(ends)
    return c0 + u * (c1 + u * (c2 + u * c3)), c1 + u * (2.0 * c2 + u * 3.0 * c3)
