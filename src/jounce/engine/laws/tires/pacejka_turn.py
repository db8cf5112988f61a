"""Turn slip of MF 6.x (Pacejka 2012, 4.E77–4.E106): what turning about the normal does to curves and moments.

With the turn slip φ in the signs of the file (like camber: positive leans and turns alike) and r = R₀ φ:

    ζ₁ = cos atan(B_xφ r),   B_xφ = PDXP1 (1 + PDXP2 df) cos atan(PDXP3 κ)                    of D_x and S_Vx   (T58)
    ζ₂ = cos atan(B_yφ (|r| + PDYP4 √|r|)),   B_yφ = PDYP1 (1 + PDYP2 df) cos atan(PDYP3 α*)  of D_y and S_Vy   (T59)
    ζ₃ = cos atan(PKYP1 r²)                                                                   of K_y           (T60)
    S_Hyφ = D sin(C atan(B r − E (B r − atan B r))) f(v_x),   C = PHYP1,   D = PHYP2 + PHYP3 df,   E = PHYP4,
            B = K_yγ/((1 − ε) C D K_y),   ε = PECP1 (1 + PECP2 df)                            added to S_Hy    (T61)
    ζ₅ = cos atan(QDTP1 r)                                                                    of D_t           (T62)
    ζ₆ = cos atan(QBRP1 r)                                                                    of B_r           (T63)
    M_φ = D_φ sin(C_φ atan(B_φ r − E_φ (B_φ r − atan B_φ r))) cos(ζ₇ atan(B_r x_r)),   C_φ = QDRP1,   E_φ = QDRP2,
          D_φ = M_∞/sin(π C_φ/2),   M_∞ = QCRP1 μ_y R₀ Fz √(Fz/F'z0) LMP,   B_φ = k Fz R₀/((1 − ε) C_φ D_φ),
          k = QDZ8 + QDZ9 df + (QDZ10 + QDZ11 df)|γ|,   ζ₇ = (2/π) acos(M_90/|M_φ|),
          M_90 = M_∞ (2/π) atan(QCRP2 |r|) G_yκ                                               added to M_z     (T64)

What differs from the book: φ is the turning alone, and camber stays in its own terms (ζ₀ = 1), so that a wheel that
does not turn is that of the formulas without turn slip. M_φ resists turning at any load: k counts with that sign and
as at least `MIN_MOMENT_SLOPE`. f = sgn(v_x) v_x²/(v_x² + v₁²): a side force needs a way to build up, so that a wheel
that is steered on the spot gets none.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.curves import bend, cos_atan, ratio, rolling_sign, softly_above
from jounce.engine.laws.tires.pacejka_forces import cornering_stiffness, lateral_weight
from jounce.engine.linalg.elementary import atan, cos, sin

ROLLING_SPEED = 1.0
"""v₁: speed of rolling at which half of the shift by turn slip is left [m/s]."""
MIN_MOMENT_SLOPE = 0.05
"""Least k, per Fz R₀ and R₀ φ; exact from twice of it on."""
MAX_SHARE = 0.999
"""Largest M_90/|M_φ|."""


@kernel
def spin_share(c, dfz):
    """1 − ε: the part of the turning of a cambered wheel that its tread follows."""
    return 1.0 - c[i.PECP1] * (1.0 + c[i.PECP2] * dfz)


@kernel
def turned_curve(curve, peak, slope, shift):
    """A curve with its peak and its stiffness multiplied and its slip shifted."""
    D, C, _, E0, E1, K, SH, SV = curve
    D, K = peak * D, slope * K
    return D, C, ratio(K, C * D), E0, E1, K, SH + shift, peak * SV


@kernel
def turned_curves(c, x, y, fz, dfz, kappa, alpha, phi, vx):
    """Curves of Fx and Fy with turn slip, and ζ₂.  (T58)–(T61)"""
    r = c[i.UNLOADED_RADIUS] * phi
    along = c[i.PDXP1] * (1.0 + c[i.PDXP2] * dfz) * cos_atan(c[i.PDXP3] * kappa)
    across = c[i.PDYP1] * (1.0 + c[i.PDYP2] * dfz) * cos_atan(c[i.PDYP3] * alpha)
    size = abs(r)
    peak = cos_atan(across * (size + c[i.PDYP4] * math.sqrt(size)))
    shift = turn_shift(c, fz, dfz, r) * rolling_sign(vx) * vx * vx / (vx * vx + ROLLING_SPEED * ROLLING_SPEED)
    slope = cos_atan(c[i.PKYP1] * r * r)
    return turned_curve(x, cos_atan(along * r), 1.0, 0.0), turned_curve(y, peak, slope, shift), peak


@kernel
def turn_shift(c, fz, dfz, r):
    """S_Hyφ rolling forward.  (T61)"""
    C, D = c[i.PHYP1], c[i.PHYP2] + c[i.PHYP3] * dfz
    by_camber = fz * (c[i.PKY6] + c[i.PKY7] * dfz) * (1.0 + c[i.PPY5] * c[i.DPI]) * c[i.LKYC]
    B = ratio(by_camber, spin_share(c, dfz) * C * D * cornering_stiffness(c, fz, 0.0))
    return D * sin(C * atan(bend(B * r, c[i.PHYP4])))


@kernel
def turning_moment(c, fz, dfz, kappa, alpha, camber, phi, mu, residual_angle):
    """M_φ [N m] in the signs of the file; mu: μ_y of side force; residual_angle: atan(B_r x_r).  (T64)"""
    R0 = c[i.UNLOADED_RADIUS]
    r, load = R0 * phi, fz / (c[i.LFZO] * c[i.FNOMIN])
    most = c[i.QCRP1] * abs(mu) * R0 * fz * math.sqrt(load) * c[i.LMP]
    C = c[i.QDRP1]
    D = most / sin(0.5 * math.pi * C)
    k = (c[i.QDZ8] + c[i.QDZ9] * dfz + (c[i.QDZ10] + c[i.QDZ11] * dfz) * abs(camber)) * c[i.LKZC]
    k = softly_above(-c[i.AXES] * k, MIN_MOMENT_SLOPE)
    B = ratio(k * fz * R0, spin_share(c, dfz) * C * D)
    turning = -c[i.AXES] * D * sin(C * atan(bend(B * r, c[i.QDRP2])))
    weight = lateral_weight(c, dfz, kappa, alpha, camber) if c[i.COSINE] > 0.5 else 1.0
    share = most * (2.0 / math.pi) * atan(c[i.QCRP2] * abs(r)) * weight
    q = min(ratio(share, abs(turning)), MAX_SHARE)
    zeta7 = 1.0 - (2.0 / math.pi) * atan(q / math.sqrt(1.0 - q * q))
    return turning * cos(zeta7 * residual_angle)
