"""Moments of a Magic Formula tire about the contact point: overturning, rolling resistance, aligning.  (T22)–(T30)"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.curves import bend, cos_atan, ratio, rolling_sign, smooth_sign, softly_above

TRAIL_SIGN_SLIP = 1e-3
"""Slip over which the sign of the trail's slip turns round [rad]; published: a jump."""
MIN_FRICTION_SCALE = 0.005
"""Friction scale below which slopes of trail and residual moment grow no further."""


@kernel
def overturning_moment(c, fz, fy, gamma):
    """Mx [N m].  (T22)"""
    load, side = fz / c[i.FNOMIN], fy / c[i.FNOMIN]
    lean = c[i.QSX2] * gamma * (1.0 + c[i.PPMX1] * c[i.DPI]) + c[i.QSX12] * gamma * abs(gamma)
    bump = math.cos(c[i.QSX5] * math.atan((c[i.QSX6] * load) ** 2))
    bump *= c[i.QSX4] * math.sin(c[i.QSX7] * gamma + c[i.QSX8] * math.atan(c[i.QSX9] * side))
    bump += c[i.QSX10] * math.atan(c[i.QSX11] * load) * gamma
    offset = c[i.QSX1] * c[i.LVMX] * (c[i.LMX] if c[i.MODERN] > 0.5 else 1.0)
    sum_z = offset + c[i.LMX] * (c[i.QSX3] * side - lean + bump)
    sum_y = c[i.LMX] * (c[i.QSX13] + c[i.QSX14] * abs(gamma))
    return c[i.UNLOADED_RADIUS] * (fz * sum_z + fy * sum_y)


@kernel
def rolling_moment(c, fz, fx, gamma, vx):
    """My [N m] about the axis to the left: negative rolling forward.  (T23)"""
    load, v = fz / c[i.FNOMIN], vx / c[i.LONGVL]
    size = c[i.QSY1] + c[i.QSY2] * fx / c[i.FNOMIN] + c[i.QSY3] * abs(v) + c[i.QSY4] * v * v * v * v
    size += (c[i.QSY5] + c[i.QSY6] * load) * gamma * gamma
    if c[i.QSY7] != 0.0:
        size *= load ** c[i.QSY7]
    if c[i.DPI] != 0.0:
        size *= (1.0 + c[i.DPI]) ** c[i.QSY8]
    return -rolling_sign(vx) * c[i.UNLOADED_RADIUS] * fz * c[i.LMY] * size


@kernel
def pneumatic_trail(c, fz, dfz, alpha, camber, q, mu):
    """t [m] rolling forward, without cos α; q = κ Kx/Ky.  (T24)–(T28)"""
    g, scale = camber * c[i.LGAZ], c[i.LKY] / softly_above(mu, MIN_FRICTION_SCALE)
    slope = c[i.QBZ1] + c[i.QBZ2] * dfz + c[i.QBZ3] * dfz * dfz
    B = slope * (1.0 + c[i.QBZ4] * g + c[i.QBZ5] * abs(g) + c[i.QBZ6] * g * g) * scale
    C = c[i.QCZ1]
    D = fz * c[i.UNLOADED_RADIUS] / c[i.TRAIL_LOAD] * (c[i.QDZ1] + c[i.QDZ2] * dfz) * (1.0 - c[i.PPZ1] * c[i.DPI])
    D *= (1.0 + c[i.QDZ3] * g + c[i.QDZ4] * g * g) * c[i.LTR]
    x = alpha + c[i.QHZ1] + c[i.QHZ2] * dfz + (c[i.QHZ3] + c[i.QHZ4] * dfz) * g
    size = math.sqrt(x * x + q * q)
    odd = (2.0 / math.pi) * math.atan(B * C * size) * smooth_sign(x, TRAIL_SIGN_SLIP)
    E = c[i.QEZ1] + c[i.QEZ2] * dfz + c[i.QEZ3] * dfz * dfz
    E = min(E * (1.0 + (c[i.QEZ4] + c[i.QEZ5] * g) * odd), 1.0)
    return D * math.cos(C * math.atan(bend(B * size, E)))


@kernel
def residual_moment(c, fz, dfz, alpha, camber, q, mu, y):
    """Mzr [N m] rolling forward, without cos α.  (T29)"""
    g, scale = camber * c[i.LGAZ], c[i.LKY] / softly_above(mu, MIN_FRICTION_SCALE)
    _, Cy, By, _, _, Ky, SH, SV = y
    x = alpha + SH + ratio(SV, Ky)
    B = c[i.QBZ9] * scale + c[i.QBZ10] * By * Cy
    D = (c[i.QDZ6] + c[i.QDZ7] * dfz) * c[i.LRES]
    D += ((c[i.QDZ8] + c[i.QDZ9] * dfz) * (1.0 + c[i.PPZ2] * c[i.DPI])) * g * c[i.LKZC]
    D += (c[i.QDZ10] + c[i.QDZ11] * dfz) * abs(g) * g * c[i.LKZC]
    return fz * c[i.UNLOADED_RADIUS] * D * mu * cos_atan(B * math.sqrt(x * x + q * q))


@kernel
def lever_of_fx(c, dfz, fy, camber):
    """s [m]: Fx acts beside the contact point.  (T30)"""
    s = c[i.SSZ1] + c[i.SSZ2] * fy / c[i.TRAIL_LOAD] + (c[i.SSZ3] + c[i.SSZ4] * dfz) * camber
    return c[i.UNLOADED_RADIUS] * s * c[i.LS]
