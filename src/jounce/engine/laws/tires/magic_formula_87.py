"""The Magic Formula of 1987 (Bakker, Nyborg, Pacejka, SAE 870421), loads in kN, angles in degrees, slip in percent.

Each of Fy(α), Fx(κ) and Mz(α) is a sine curve with thirteen numbers a₁ … a₁₃ and a shape C:

    D = a₁ Fz² + a₂ Fz                       E = (a₆ Fz² + a₇ Fz + a₈)/(1 − a₁₃|γ|)
    BCD = a₃ sin(a₄ atan(a₅ Fz))             of Fy
    BCD = (a₃ Fz² + a₄ Fz)/exp(a₅ Fz)        of Fx and Mz;    both times 1 − a₁₂|γ|
    S_H = a₉ γ                               S_V = (a₁₀ Fz² + a₁₁ Fz) γ

The paper's α is ours, its forces and moments point right and down: Fy and Mz change their sign. Combined slip goes by
normalised slips, slip × BCD/D (friction ellipse of `curves`; the paper divides by the slip at the peak: no
closed form). Mz is entered at the equivalent slip angle. Mx = My = 0. Relaxation lengths are given numbers; the wheel
rolls freely at its loaded radius.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires.curves import bend, friction_ellipse, limit_smoothly, ratio, rolling_sign
from jounce.engine.linalg.elementary import atan, exp, sin
from jounce.engine.linalg.select import where

LATERAL, LONGITUDINAL, ALIGNING = 0, 14, 28
"""Where the numbers C, a₁ … a₁₃ of each curve begin."""
SIDE, LOAD_LIMIT, CAMBER_LIMIT, BY_KAPPA, BY_ALPHA, SIZE = 42, 43, 44, 45, 46, 47
"""+1 as measured or −1 mirrored; largest load [N] and camber [rad]; relaxation lengths [m]; length of the vector."""
MAX_SLIP = 1e4
NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)
ANY_LOAD = 1000.0
"""Load [N] with which formulas go on where there is none, and whose results nobody takes."""


def coefficients_87(lateral, longitudinal, aligning, *, load_limit, relaxation, side=1.0, camber_limit=0.26):
    """The vector of coefficients from three rows C, a₁ … a₁₃ (missing ones are 0) and relaxation lengths (κ, α) [m]."""
    c = np.zeros(SIZE)
    for start, row in ((LATERAL, lateral), (LONGITUDINAL, longitudinal), (ALIGNING, aligning)):
        c[start : start + len(row)] = row
    c[SIDE:] = side, load_limit, camber_limit, *relaxation
    return c


@kernel
def stiffness_87(c, start, load):
    """BCD upright, in N (or N m) per degree or percent."""
    a3, a4, a5 = c[start + 3], c[start + 4], c[start + 5]
    if start == LATERAL:
        return a3 * sin(a4 * atan(a5 * load))
    return (a3 * load * load + a4 * load) * exp(-a5 * load)


@kernel
def curve_87(c, start, load, gamma, friction):
    """One curve at a load [kN] and a camber [deg]."""
    C = c[start]
    D = (c[start + 1] * load + c[start + 2]) * load * friction
    K = stiffness_87(c, start, load) * (1.0 - c[start + 12] * abs(gamma))
    E = ((c[start + 6] * load + c[start + 7]) * load + c[start + 8]) / (1.0 - c[start + 13] * abs(gamma))
    SV = (c[start + 10] * load + c[start + 11]) * load * gamma * friction
    return D, C, ratio(K, C * D), E, 0.0, K, c[start + 9] * gamma, SV


@kernel
def moment_87(m, x, y, kappa, alpha):
    """Mz of the curve m at the slip angle whose normalised size is that of both slips together."""
    D, C, B, E, _, _, SH, SV = m
    angle, along = alpha + SH, (kappa + x[6]) * ratio(x[5], x[0]) * ratio(y[0], y[5])
    size = math.sqrt(angle * angle + along * along + 1e-24)
    return angle / size * D * sin(C * atan(bend(B * size, min(E, 1.0)))) + SV


@kernel
def grip_87(c, fz, friction):
    """Peak of the side force [N] and cornering stiffness [N/rad] of the upright wheel at load fz > 0 [N]."""
    newtons = limit_smoothly(fz, c[LOAD_LIMIT])
    y, more = curve_87(c, LATERAL, 1e-3 * newtons, 0.0, friction), fz / newtons
    return more * abs(y[0]), more * math.degrees(abs(y[5]))


@kernel
def magic_formula_87(c, fz, kappa, tan_alpha, gamma, vx, friction):
    """(Fx, Fy, Mx, My, Mz) [N, N m], arguments and signs as those of `pacejka`."""
    in_air = fz <= 0.0
    carried = where(in_air, ANY_LOAD, fz)
    return where(in_air, NOTHING, loaded_magic_formula_87(c, carried, kappa, tan_alpha, gamma, vx, friction))


@kernel
def loaded_magic_formula_87(c, fz, kappa, tan_alpha, gamma, vx, friction):
    """`magic_formula_87` for fz > 0."""
    newtons, side = limit_smoothly(fz, c[LOAD_LIMIT]), c[SIDE]
    load, more = 1e-3 * newtons, fz / newtons
    gamma = side * math.degrees(limit_smoothly(gamma, c[CAMBER_LIMIT]))
    kappa = 100.0 * limit_smoothly(kappa, MAX_SLIP)
    alpha = side * math.degrees(atan(tan_alpha))
    x = curve_87(c, LONGITUDINAL, load, gamma, friction)
    y = curve_87(c, LATERAL, load, gamma, friction)
    m = curve_87(c, ALIGNING, load, gamma, friction)
    fx, fy = friction_ellipse(x, y, kappa, alpha)
    mz = moment_87(m, x, y, kappa, alpha) * rolling_sign(vx)
    return more * fx, -more * side * fy, 0.0, 0.0, -more * side * mz
