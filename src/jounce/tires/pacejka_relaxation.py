"""Relaxation lengths of a Magic Formula tire: the way over which slip builds up.  (T31)–(T32)

The file says how (RELAXATION):

    1   σ_κ = fz (PTX1 + PTX2 dfz) exp(−PTX3 dfz) R₀/Fz₀ LSGKP                       PAC2002, MF 5.2
        σ_α = PTY1 sin(2 atan(fz/(PTY2 F'z0))) (1 − PKY3 |γ|) R₀ LFZO LSGAL
    0   σ_κ = |dFx/dκ|/C_x, σ_α = |dFy/dα|/C_y with the stiffnesses of the carcass    MF 6.x
        C_x = LONGITUDINAL_STIFFNESS (1 + PCFX1 dfz + PCFX2 dfz²)(1 + PCFX3 dp), C_y alike
"""

import math

from jounce.kernel import kernel
from jounce.tires import pacejka_coefficients as i
from jounce.tires.pacejka_pure import cornering_stiffness, load_change, slip_stiffness
from jounce.tires.smooth import limited, softly_above

SHORTEST = 0.1
"""No relaxation length is below this part of the unloaded radius: σ → 0 with the load would make slip too stiff."""
LEAST_STIFFNESS = 0.1
"""No carcass is softer than this part of its nominal stiffness."""


@kernel
def relaxation(c, fz, gamma):
    """(σ_κ, σ_α) [m] at load fz [N] and camber γ [rad]."""
    load, g = limited(max(fz, 0.0), c[i.LOAD_LIMIT]), limited(gamma, c[i.CAMBER_LIMIT])
    dfz, R0 = load_change(c, load), c[i.UNLOADED_RADIUS]
    if c[i.RELAXATION] > 0.5:
        by_kappa = load * (c[i.PTX1] + c[i.PTX2] * dfz) * math.exp(-c[i.PTX3] * dfz) * R0 / c[i.FNOMIN] * c[i.LSGKP]
        shape = math.sin(2.0 * math.atan(load / (c[i.PTY2] * c[i.LFZO] * c[i.FNOMIN])))
        by_alpha = c[i.PTY1] * shape * (1.0 - c[i.PKY3] * abs(g)) * R0 * c[i.LFZO] * c[i.LSGAL]
    else:
        more, dpi = dfz * dfz, c[i.DPI]
        Cx = softly_above((1.0 + c[i.PCFX1] * dfz + c[i.PCFX2] * more) * (1.0 + c[i.PCFX3] * dpi), LEAST_STIFFNESS)
        Cy = softly_above((1.0 + c[i.PCFY1] * dfz + c[i.PCFY2] * more) * (1.0 + c[i.PCFY3] * dpi), LEAST_STIFFNESS)
        by_kappa = abs(slip_stiffness(c, load, dfz)) / (Cx * c[i.LONGITUDINAL_STIFFNESS]) * c[i.LSGKP]
        by_alpha = abs(cornering_stiffness(c, load, g)) / (Cy * c[i.LATERAL_STIFFNESS]) * c[i.LSGAL]
    return softly_above(by_kappa, SHORTEST * R0), softly_above(by_alpha, SHORTEST * R0)
