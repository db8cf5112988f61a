"""Calspan's tire, the law of the IAVSD benchmark Bombardier Iltis: a brush whose stiffnesses are parabolas of the load.

    C_α = a₀ + a₁ N (1 − N/a₂),   C_γ = a₃ N (1 − N/a₄),   N = min(Fz, Ω a₂)                                   (T66)
    μ = μ_g S (b₁ Fz + b₂ |v| + b₃ + b₄ Fz²)                                                                   (T67)
    (u, w) = (C_s κ, −C_α α − C_γ γ)/(μ Fz),   s = |(u, w)|                                                     (T68)
    (F_x, F_y) = μ Fz g(s) (u, w)/s,   g(s) = s − s²/3 + s³/27 up to s = 3, then 1                              (T69)
    M_z = (c₁ Fz + c₂ |F_y|) F_y − c₃ Fz γ                                                                      (T70)

The published law is that of a wheel that rolls freely: F_y and M_z at κ = 0, where this one is the same. How C_s and κ
enter is ours: through the same shaping function, so that both forces lie in one circle of friction. With C_s = 0 there
is no force along the wheel. α is the slip angle, not its tangent; camber counts in w alone. M_x = M_y = 0; the wheel
rolls freely at its loaded radius.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires.curves import rolling_sign, softly_above
from jounce.engine.linalg.elementary import atan

CORNERING, CAMBER, FRICTION, ALIGNING = 0, 3, 5, 9
"""First of a₀ a₁ a₂, of a₃ a₄, of b₁ b₂ b₃ b₄ and of c₁ c₂ c₃."""
SKID_RATIO, LOAD_SHARE, SLIP_STIFFNESS = 12, 13, 14
"""S, Ω and C_s [N]."""
SIZE = 15
MIN_FRICTION, MIN_GROUND_FRICTION = 0.05, 1e-6
"""Least friction of the parabola; friction of the ground below which forces are in proportion to it."""


def coefficients_calspan(tire) -> np.ndarray:
    """The vector of coefficients from a `jounce.model.mechanism.CalspanTire`."""
    c = np.zeros(SIZE)
    c[CORNERING:CAMBER], c[CAMBER:FRICTION] = tire.cornering, tire.camber
    c[FRICTION:ALIGNING], c[ALIGNING:SKID_RATIO] = tire.friction, tire.aligning
    c[SKID_RATIO], c[LOAD_SHARE], c[SLIP_STIFFNESS] = tire.skid_number_ratio, tire.load_share, tire.slip_stiffness
    return c


@kernel
def calspan_stiffness(c, fz):
    """C_α and C_γ [N/rad] at a load [N]."""
    load = min(fz, c[LOAD_SHARE] * c[CORNERING + 2])
    cornering = c[CORNERING] + c[CORNERING + 1] * load * (1.0 - load / c[CORNERING + 2])
    return cornering, c[CAMBER] * load * (1.0 - load / c[CAMBER + 1])


@kernel
def calspan_friction(c, fz, vx):
    """Friction of the tire on a ground of friction 1 at a load [N] and speed [m/s]."""
    parabola = c[FRICTION] * fz + c[FRICTION + 1] * abs(vx) + c[FRICTION + 2] + c[FRICTION + 3] * fz * fz
    return softly_above(c[SKID_RATIO] * parabola, MIN_FRICTION)


@kernel
def loaded_calspan(c, fz, kappa, tan_alpha, gamma, vx, friction):
    """(Fx, Fy, Mx, My, Mz) [N, N m] at load fz > 0 [N]; signs as those of `pacejka`."""
    cornering, camber = calspan_stiffness(c, fz)
    grip = softly_above(friction, MIN_GROUND_FRICTION)
    limit = grip * calspan_friction(c, fz, vx) * fz
    u = c[SLIP_STIFFNESS] * kappa / limit
    w = -(cornering * atan(tan_alpha) + camber * gamma) / limit
    # the shaping function over the size of both slips
    s = math.sqrt(u * u + w * w + 1e-24)
    held = min(s, 3.0)
    share = held * (1.0 + held * (held / 27.0 - 1.0 / 3.0)) / s
    part = friction / grip * limit * share
    fx, fy = part * u, part * w
    trail = rolling_sign(vx) * (c[ALIGNING] * fz + c[ALIGNING + 1] * abs(fy))
    return fx, fy, 0.0, 0.0, trail * fy - friction / grip * c[ALIGNING + 2] * fz * gamma
