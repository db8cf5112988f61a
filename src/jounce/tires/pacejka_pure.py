"""Pure slip of a Magic Formula tire: the two curves at a load, camber, pressure and ground (docs/theory/tires.md).

Arguments: c coefficients, fz load [N], dfz its change (fz − F'z0)/F'z0, mu friction scale. Camber is γ* of (T3).
"""

import math

from jounce.kernel import kernel
from jounce.tires import pacejka_coefficients as i
from jounce.tires.sine_curve import ratio


@kernel
def load_change(c, fz):
    """dfz = (fz − F'z0)/F'z0 with F'z0 = LFZO FNOMIN.  (T1)"""
    return fz / (c[i.LFZO] * c[i.FNOMIN]) - 1.0


@kernel
def shift_scale(c, mu):
    """What a friction scale λ does to vertical shifts: 10 λ/(1 + 9 λ) in MF 6.x, λ itself before.  (T2)"""
    return 10.0 * mu / (1.0 + 9.0 * mu) if c[i.MODERN] > 0.5 else mu


@kernel
def slip_stiffness(c, fz, dfz):
    """dFx/dκ [N].  (T8)"""
    dpi = c[i.DPI]
    pressure = 1.0 + c[i.PPX1] * dpi + c[i.PPX2] * dpi * dpi
    return fz * (c[i.PKX1] + c[i.PKX2] * dfz) * math.exp(c[i.PKX3] * dfz) * pressure * c[i.LKX]


@kernel
def cornering_stiffness(c, fz, g):
    """dFy/dα [N/rad], negative in files with ISO signs.  (T13)"""
    nominal, dpi = c[i.LFZO] * c[i.FNOMIN], c[i.DPI]
    at_peak = (c[i.PKY2] + c[i.PKY5] * g * g) * (1.0 + c[i.PPY2] * dpi) * nominal
    shape = math.sin(c[i.PKY4] * math.atan(fz / at_peak))
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
