"""Fiala's tire as Adams and Chrono write it: a brush with one friction value, which falls with the slip.

    U = μ_g (μ₀ − (μ₀ − μ₁) min(1, s)),   s = √(κ² + tan² α)                                                  (T53)
    F_x = C_s κ                                                  |κ| ≤ κ_c = U Fz/(2 C_s)
    F_x = sgn κ (U Fz − (U Fz)²/(4 C_s |κ|))                     beyond                                        (T54)
    F_y = −U Fz (1 − H³) sgn α,   M_z = U Fz B (1 − H) H³ sgn α,   H = max(0, 1 − C_α |tan α|/(3 U Fz))        (T55)
    M_y = −e Fz                                                                                                (T56)

The contact slides at H = 0, that is |tan α| = 3 U Fz/C_α. The sources limit F_x and F_y each by itself, up to √2 U Fz
together; here both are kept in the circle U Fz, so that friction is that of one contact. M_x = 0, and camber does
nothing. B is the width, e the rolling lever. Relaxation lengths are given numbers; the wheel rolls freely at its loaded
radius. The vertical spring is linear or a deflection curve.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires.curves import limit_smoothly, rolling_sign, softly_above
from jounce.engine.laws.tires.pacejka_coefficients import CURVE_SIZE
from jounce.engine.linalg.select import where

SLIP_STIFFNESS, CORNERING_STIFFNESS, STATIC, SLIDING, WIDTH, LEVER, CURVE_POINTS, CURVE = range(8)
"""C_s and C_α [N], μ₀, μ₁, B [m], e [m]; number of points of the deflection curve, and where it begins."""
SIZE = CURVE + 3 * CURVE_SIZE
MAX_SLIP = 1e4
MIN_FRICTION = 1e-6
"""Friction of the ground below which the critical slips stay."""


def coefficients_fiala(tire, curve=None) -> np.ndarray:
    """The vector of coefficients from a `jounce.model.mechanism.FialaTire` and the rows of its deflection curve."""
    c = np.zeros(SIZE)
    c[SLIP_STIFFNESS], c[CORNERING_STIFFNESS] = tire.slip_stiffness, tire.cornering_stiffness
    c[STATIC], c[SLIDING] = tire.static_friction, tire.sliding_friction
    c[WIDTH], c[LEVER] = tire.width, tire.rolling_lever
    if curve is not None:
        c[CURVE_POINTS], c[CURVE:] = min(len(tire.deflection_curve), CURVE_SIZE), np.ravel(curve)
    return c


@kernel
def loaded_fiala(c, fz, kappa, tan_alpha, vx, friction):
    """(Fx, Fy, Mx, My, Mz) [N, N m] at load fz > 0 [N]; signs as those of `pacejka`."""
    kappa, tan_alpha = limit_smoothly(kappa, MAX_SLIP), limit_smoothly(tan_alpha, MAX_SLIP)
    slip = math.sqrt(kappa * kappa + tan_alpha * tan_alpha + 1e-24)
    grip = softly_above(friction, MIN_FRICTION)
    limit = grip * fz * (c[STATIC] - (c[STATIC] - c[SLIDING]) * min(1.0, slip))
    # along: linear up to the critical slip
    along = c[SLIP_STIFFNESS] * kappa
    slides = abs(along) > 0.5 * limit
    beyond = limit - 0.25 * limit * limit / where(slides, abs(along), limit)
    fx = where(slides, where(kappa < 0.0, -beyond, beyond), along)
    # across: a brush
    H = max(0.0, 1.0 - c[CORNERING_STIFFNESS] * abs(tan_alpha) / (3.0 * limit))
    cube, sense = H * H * H, where(tan_alpha < 0.0, -1.0, 1.0)
    fy, mz = -sense * limit * (1.0 - cube), sense * limit * c[WIDTH] * (1.0 - H) * cube
    # in the circle of friction; below the least friction in proportion to it
    size = math.sqrt(fx * fx + fy * fy + 1e-24)
    part, less = where(size > limit, limit / size, 1.0), friction / grip
    rolling = rolling_sign(vx)
    return less * part * fx, less * part * fy, 0.0, -rolling * c[LEVER] * fz, less * rolling * mz
