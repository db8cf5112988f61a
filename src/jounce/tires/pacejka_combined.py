"""Combined slip of a Magic Formula tire: cosine weights, and the side force that braking induces.  (T17)–(T21)"""

import math

from jounce.kernel import kernel
from jounce.tires import pacejka_coefficients as i
from jounce.tires.sine_curve import bent, friction_ellipse, sine_curve
from jounce.tires.smooth import cos_atan, softly_above

LEAST_WEIGHT = 0.005
"""Weights stay above this; the book asks for G > 0, files with C > 1 leave it at large slip."""


@kernel
def weight(B, C, E, slip, shift):
    """G = cos(C atan(Bs − E(Bs − atan Bs))) / the same at s = shift, s = slip + shift.  (T17)"""
    E = min(E, 1.0)
    top = math.cos(C * math.atan(bent(B * (slip + shift), E)))
    return softly_above(top / math.cos(C * math.atan(bent(B * shift, E))), LEAST_WEIGHT)


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
    """Fx and Fy at combined slip, without the side force that κ induces.  (T20)"""
    if c[i.COSINE] < 0.5:
        return friction_ellipse(x, y, kappa, alpha)
    fx = longitudinal_weight(c, dfz, kappa, alpha, g) * sine_curve(x, kappa)
    return fx, lateral_weight(c, dfz, kappa, alpha, g) * sine_curve(y, alpha)


@kernel
def upright_side_force(c, x, y, dfz, kappa, alpha):
    """Fy of `combined_forces` alone, for the curve y of the upright wheel."""
    if c[i.COSINE] < 0.5:
        return friction_ellipse(x, y, kappa, alpha)[1]
    return lateral_weight(c, dfz, kappa, alpha, 0.0) * sine_curve(y, alpha)


@kernel
def induced_side_force(c, peak, dfz, kappa, alpha, g):
    """S_Vyκ: the side force that κ brings by itself; `peak` is D_y.  (T21)"""
    if c[i.COSINE] < 0.5:
        return 0.0
    D = peak * (c[i.RVY1] + c[i.RVY2] * dfz + c[i.RVY3] * g) * cos_atan(c[i.RVY4] * alpha)
    return D * math.sin(c[i.RVY5] * math.atan(c[i.RVY6] * kappa)) * c[i.LVYKA]
