"""Vertical force of a tire from points of a deflection curve: monotone cubic pieces, straight beyond the last one.

A curve lies in a tire's vector of coefficients: CURVE_SIZE deflections [m], as many forces [N], as many slopes [N/m].
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires.pacejka_coefficients import CURVE_SIZE
from jounce.engine.linalg.select import where


@kernel
def deflection_curve(c, first, points, rho):
    """Force [N] and stiffness [N/m] at the deflection ρ of the curve of so many points that begins at c[first]."""
    n = int(points)
    # ends of the piece: deflections, forces, slopes
    x0, y0, m0 = curve_point(c, first)
    x1, y1, m1 = curve_point(c, first + 1)
    for k in range(1, n - 1):
        is_beyond, (x2, y2, m2) = rho >= x1, curve_point(c, first + k + 1)
        x0, y0, m0 = where(is_beyond, x1, x0), where(is_beyond, y1, y0), where(is_beyond, m1, m0)
        x1, y1, m1 = where(is_beyond, x2, x1), where(is_beyond, y2, y1), where(is_beyond, m2, m1)
    # the cubic, then the line
    h = x1 - x0
    x, rise = (rho - x0) / h, (y1 - y0) / h
    bend, twist = (3.0 * rise - 2.0 * m0 - m1) * h, (m0 + m1 - 2.0 * rise) * h
    force, stiffness = y0 + x * (h * m0 + x * (bend + x * twist)), m0 + x * (2.0 * bend + 3.0 * x * twist) / h
    is_past = rho >= x1
    return where(is_past, y1 + m1 * (rho - x1), force), where(is_past, m1, stiffness)


@kernel
def curve_point(c, at):
    """Deflection [m], force [N] and slope [N/m] of the point at c[at]."""
    return c[at], c[at + CURVE_SIZE], c[at + 2 * CURVE_SIZE]
