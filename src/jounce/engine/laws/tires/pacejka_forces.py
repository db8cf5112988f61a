"""Forces and moments of a Magic Formula tire at its contact point (docs/theory/tires.md).

Forces: the two curves of pure slip at a load, camber, pressure and ground; then combined slip, by cosine weights and
the side force that braking induces (T17)–(T21). Moments: overturning, rolling resistance, aligning (T22)–(T30).

Arguments: c coefficients, fz load [N], dfz its change (fz − F'z0)/F'z0, mu friction scale. Camber is γ* of (T3).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.curves import (
    bend,
    cos_atan,
    ratio,
    rolling_sign,
    sine_curve,
    slip_ellipse,
    softly_above,
)
from jounce.engine.linalg.elementary import atan, cos, exp, pow, sin, sin_cos
from jounce.engine.linalg.select import seldom, where

MIN_WEIGHT = 0.005
"""Weights stay above this; the book asks for G > 0, files with C > 1 leave it at large slip."""


@kernel
def load_change(c, fz):
    """dfz = (fz − F'z0)/F'z0 with F'z0 = LFZO FNOMIN.  (T1)"""
    return fz / (c[i.LFZO] * c[i.FNOMIN]) - 1.0


@kernel
def sliding_friction(c, kappa, tan_alpha, vx):
    """What is left of friction at the sliding speed V_s: 1/(1 + LMUV V_s/V₀).  (T2)"""
    sliding = abs(vx) * math.sqrt(kappa * kappa + tan_alpha * tan_alpha)
    return where(c[i.LMUV] == 0.0, 1.0, 1.0 / (1.0 + c[i.LMUV] * sliding / c[i.LONGVL]))


@kernel
def shift_scale(c, mu):
    """What a friction scale λ does to vertical shifts: 10 λ/(1 + 9 λ) in MF 6.x, λ itself before.  (T2)"""
    return 10.0 * mu / (1.0 + 9.0 * mu) if c[i.MODERN] > 0.5 else mu


@kernel
def slip_stiffness(c, fz, dfz):
    """dFx/dκ [N].  (T8)"""
    dpi = c[i.DPI]
    pressure = 1.0 + c[i.PPX1] * dpi + c[i.PPX2] * dpi * dpi
    return fz * (c[i.PKX1] + c[i.PKX2] * dfz) * exp(c[i.PKX3] * dfz) * pressure * c[i.LKX]


@kernel
def cornering_stiffness(c, fz, g):
    """dFy/dα [N/rad], negative in files with ISO signs.  (T13)"""
    nominal, dpi = c[i.LFZO] * c[i.FNOMIN], c[i.DPI]
    at_peak = (c[i.PKY2] + c[i.PKY5] * g * g) * (1.0 + c[i.PPY2] * dpi) * nominal
    shape = sin(c[i.PKY4] * atan(fz / at_peak))
    return c[i.PKY1] * nominal * (1.0 + c[i.PPY1] * dpi) * (1.0 - c[i.PKY3] * abs(g)) * shape * c[i.LKY]


@kernel
def longitudinal_curve(c, fz, dfz, gamma, mu):
    """Curve of Fx over κ.  (T4)–(T10)"""
    g, dpi = gamma * c[i.LGAX], c[i.DPI]
    C = c[i.PCX1] * c[i.LCX]
    friction = (c[i.PDX1] + c[i.PDX2] * dfz) * (1.0 + c[i.PPX3] * dpi + c[i.PPX4] * dpi * dpi)
    D = friction * (1.0 - c[i.PDX3] * g * g) * mu * fz
    E = (c[i.PEX1] + c[i.PEX2] * dfz + c[i.PEX3] * dfz * dfz) * c[i.LEX]
    K = slip_stiffness(c, fz, dfz)
    SH = (c[i.PHX1] + c[i.PHX2] * dfz) * c[i.LHX]
    SV = fz * (c[i.PVX1] + c[i.PVX2] * dfz) * c[i.LVX] * shift_scale(c, mu)
    return D, C, ratio(K, C * D), E, E * c[i.PEX4], K, SH, SV


@kernel
def lateral_curve(c, fz, dfz, camber, mu):
    """Curve of Fy over α*.  (T11)–(T16)"""
    g, dpi = camber * c[i.LGAY], c[i.DPI]
    C = c[i.PCY1] * c[i.LCY]
    friction = (c[i.PDY1] + c[i.PDY2] * dfz) * (1.0 + c[i.PPY3] * dpi + c[i.PPY4] * dpi * dpi)
    D = friction * (1.0 - c[i.PDY3] * g * g) * mu * fz
    E = (c[i.PEY1] + c[i.PEY2] * dfz) * c[i.LEY]
    K = cornering_stiffness(c, fz, g)
    scale = fz * shift_scale(c, mu)
    SV_camber = scale * (c[i.PVY3] + c[i.PVY4] * dfz) * g * c[i.LKYC]
    SV = scale * (c[i.PVY1] + c[i.PVY2] * dfz) * c[i.LVY] + SV_camber
    SH = (c[i.PHY1] + c[i.PHY2] * dfz) * c[i.LHY] + c[i.PHY3] * g * c[i.LKYC]
    if c[i.MODERN] > 0.5:
        K_camber = fz * (c[i.PKY6] + c[i.PKY7] * dfz) * (1.0 + c[i.PPY5] * dpi) * c[i.LKYC]
        SH += ratio(K_camber * g - SV_camber, K)
    E_even, E_odd = E * (1.0 + c[i.PEY5] * g * g), E * (c[i.PEY3] + c[i.PEY4] * g)
    return D, C, ratio(K, C * D), E_even, E_odd, K, SH, SV


@kernel
def weight(B, C, E, slip, shift):
    """G = cos(C atan(Bs − E(Bs − atan Bs))) / the same at s = shift, s = slip + shift.  (T17)"""
    E = min(E, 1.0)
    top = cos(C * atan(bend(B * (slip + shift), E)))
    return softly_above(top / cos(C * atan(bend(B * shift, E))), MIN_WEIGHT)


@kernel
def longitudinal_weight(c, dfz, kappa, alpha, g):
    """G_xα.  (T18)"""
    B = (c[i.RBX1] + c[i.RBX3] * g * g) * cos_atan(c[i.RBX2] * kappa) * c[i.LXAL]
    return weight(B, c[i.RCX1], c[i.REX1] + c[i.REX2] * dfz, alpha, c[i.RHX1])


@kernel
def lateral_weight(c, dfz, kappa, alpha, g):
    """G_yκ.  (T19)"""
    B = (c[i.RBY1] + c[i.RBY4] * g * g) * cos_atan(c[i.RBY2] * (alpha - c[i.RBY3])) * c[i.LYKA]
    return weight(B, c[i.RCY1], c[i.REY1] + c[i.REY2] * dfz, kappa, c[i.RHY1] + c[i.RHY2] * dfz)


@kernel
def combined_forces(c, x, y, dfz, kappa, alpha, g):
    """Fx and Fy at combined slip, without the side force that κ induces; by weights or by an ellipse.  (T20), (T46)"""
    if c[i.COSINE] < 0.5:
        return slip_ellipse(x, y, kappa, alpha, c[i.MODERN] > 0.5)
    fx = longitudinal_weight(c, dfz, kappa, alpha, g) * sine_curve(x, kappa)
    return fx, lateral_weight(c, dfz, kappa, alpha, g) * sine_curve(y, alpha)


@kernel
def upright_side_force(c, x, y, dfz, kappa, alpha):
    """Fy of `combined_forces` alone, for the curve y of the upright wheel."""
    if c[i.COSINE] < 0.5:
        return slip_ellipse(x, y, kappa, alpha, c[i.MODERN] > 0.5)[1]
    return lateral_weight(c, dfz, kappa, alpha, 0.0) * sine_curve(y, alpha)


@kernel
def induced_side_force(c, peak, dfz, kappa, alpha, g):
    """S_Vyκ: the side force that κ brings by itself; `peak` is D_y.  (T21)"""
    if c[i.COSINE] < 0.5:
        return 0.0
    D = peak * (c[i.RVY1] + c[i.RVY2] * dfz + c[i.RVY3] * g) * cos_atan(c[i.RVY4] * alpha)
    return D * sin(c[i.RVY5] * atan(c[i.RVY6] * kappa)) * c[i.LVYKA]


MIN_FRICTION_SCALE = 0.005
"""Friction scale below which slopes of trail and residual moment grow no further."""


@kernel
def overturning_moment(c, fz, fy, gamma):
    """Mx [N m].  (T22)"""
    load, side = fz / c[i.FNOMIN], fy / c[i.FNOMIN]
    width = c[i.QSX6] * load
    lean = c[i.QSX2] * gamma * (1.0 + c[i.PPMX1] * c[i.DPI]) + c[i.QSX12] * gamma * abs(gamma)
    bump = cos(c[i.QSX5] * atan(width * width))
    bump *= c[i.QSX4] * sin(c[i.QSX7] * gamma + c[i.QSX8] * atan(c[i.QSX9] * side))
    bump += c[i.QSX10] * atan(c[i.QSX11] * load) * gamma
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
    size *= where(c[i.ROLLING_POWER] == 0.0, 1.0, pow(load, c[i.ROLLING_POWER]))
    size *= seldom(c[i.DPI] != 0.0, pow(1.0 + c[i.DPI], c[i.QSY8]), 1.0)
    return -rolling_sign(vx) * c[i.UNLOADED_RADIUS] * fz * c[i.LMY] * size


@kernel
def equivalent_slip(c, x, q):
    """Size of the slip x across and q = κ Kx/Ky along: √(x² + q²) in MF 6.x, atan √(tan² x + q²) before.  (T26)"""
    if c[i.MODERN] > 0.5:
        return math.sqrt(x * x + q * q)
    sine, cosine = sin_cos(x)
    tangent = sine / cosine
    return where(q == 0.0, abs(x), atan(math.sqrt(tangent * tangent + q * q)))


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
    odd = (2.0 / math.pi) * atan(B * C * x)
    E = c[i.QEZ1] + c[i.QEZ2] * dfz + c[i.QEZ3] * dfz * dfz
    E = min(E * (1.0 + (c[i.QEZ4] + c[i.QEZ5] * g) * odd), 1.0)
    return D * cos(C * atan(bend(B * equivalent_slip(c, x, q), E)))


@kernel
def residual_moment(c, fz, dfz, alpha, camber, q, mu, y, slope_share, peak_share):
    """Mzr [N m] rolling forward, without cos α, and atan(B_r x_r); shares ζ₆ and ζ₂ are of turn slip.  (T29)"""
    g, scale = camber * c[i.LGAZ], c[i.LKY] / softly_above(mu, MIN_FRICTION_SCALE)
    _, Cy, By, _, _, Ky, SH, SV = y
    x = alpha + SH + ratio(SV, Ky)
    B = (c[i.QBZ9] * scale + c[i.QBZ10] * By * Cy) * slope_share
    D = (c[i.QDZ6] + c[i.QDZ7] * dfz) * c[i.LRES] * peak_share
    D += ((c[i.QDZ8] + c[i.QDZ9] * dfz) * (1.0 + c[i.PPZ2] * c[i.DPI])) * g * c[i.LKZC]
    D += (c[i.QDZ10] + c[i.QDZ11] * dfz) * abs(g) * g * c[i.LKZC]
    slope = B * equivalent_slip(c, x, q)
    return fz * c[i.UNLOADED_RADIUS] * D * mu * cos_atan(slope), atan(slope)


@kernel
def lever_of_fx(c, dfz, fy, camber):
    """s [m]: Fx acts beside the contact point.  (T30)"""
    s = c[i.SSZ1] + c[i.SSZ2] * fy / c[i.TRAIL_LOAD] + (c[i.SSZ3] + c[i.SSZ4] * dfz) * camber
    return c[i.UNLOADED_RADIUS] * s * c[i.LS]
