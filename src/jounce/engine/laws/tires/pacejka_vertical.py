"""Vertical force and radii of a Magic Formula tire.  (T33)–(T37)

With the deflection ρ = R_Ω − (distance of the wheel centre from the ground along the wheel plane) and Ω the spin:

    R_Ω = R₀ (Q_RE0 + Q_V1 (R₀ Ω/V₀)²)                                                  grows with speed
    F_e = f (Q_FZ1 ρ/R₀ + Q_FZ2 (ρ/R₀)²) Fz₀                                            or f times the deflection curve
    f   = (1 + Q_V2 R₀|Ω|/V₀ − (Q_FCX Fx/Fz₀)² − (Q_FCY Fy/Fz₀)²)(1 + PFZ1 dp) LCZ
    F_b = BOTTOM_STIFF p²/(p + 5 mm), p = ρ − BOTTOM_AT                                 the rim meets the ground
    Fz  = F (1 + tanh(VERTICAL_DAMPING ρ̇/F)),  F = F_e + F_b                            0 ≤ Fz ≤ 2 F

Damping can at most cancel or double the elastic force, so that the force is zero at ρ = 0 at any speed and never pulls.

    R_e = R_Ω − Fz₀/C_z (DREFF atan(BREFF fz/Fz₀) + FREFF fz/Fz₀)                       effective rolling radius

Relaxation lengths of a Magic Formula tire: the way over which slip builds up.  (T31)–(T32)

The file says how (RELAXATION):

    1   σ_κ = fz (PTX1 + PTX2 dfz) exp(−PTX3 dfz) R₀/Fz₀ LSGKP                       PAC2002, MF 5.2
        σ_α = PTY1 sin(2 atan(fz/(PTY2 F'z0))) (1 − PKY3 |γ|) R₀ LFZO LSGAL
    0   σ_κ = |dFx/dκ|/C_x, σ_α = |dFy/dα|/C_y with the stiffnesses of the carcass    MF 6.x
        C_x = LONGITUDINAL_STIFFNESS (1 + PCFX1 dfz + PCFX2 dfz²)(1 + PCFX3 dp), C_y alike
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.curves import limit_smoothly, softly_above
from jounce.engine.laws.tires.deflection_curve import deflection_curve
from jounce.engine.laws.tires.pacejka_forces import cornering_stiffness, load_change, slip_stiffness
from jounce.engine.linalg.elementary import atan, exp, sin, tanh
from jounce.engine.linalg.select import where

SOFT_RIM = 0.005
"""Way over which the rim's stiffness builds up [m]."""
MIN_STIFFNESS_FACTOR = 0.2
"""Forces along the ground soften the tire at most to this part."""


@kernel
def free_radius(c, spin):
    """R_Ω [m] at spin Ω [rad/s]."""
    v = c[i.UNLOADED_RADIUS] * spin / c[i.LONGVL]
    return c[i.UNLOADED_RADIUS] * (c[i.Q_RE0] + c[i.Q_V1] * v * v)


@kernel
def elastic_force(c, rho, spin, fx, fy):
    """Elastic force F [N] and its stiffness dF/dρ [N/m] at a deflection ρ [m]; both zero when ρ ≤ 0."""
    R0, nominal = c[i.UNLOADED_RADIUS], c[i.FNOMIN]
    x, y = c[i.Q_FCX] * fx / nominal, c[i.Q_FCY] * fy / nominal
    f = softly_above(1.0 + c[i.Q_V2] * R0 * abs(spin) / c[i.LONGVL] - x * x - y * y, MIN_STIFFNESS_FACTOR)
    f *= (1.0 + c[i.PFZ1] * c[i.DPI]) * c[i.LCZ]
    if c[i.CURVE_POINTS] > 0.5:
        force, stiffness = deflection_curve(c, i.CURVE, c[i.CURVE_POINTS], rho)
    else:
        r = rho / R0
        force = (c[i.Q_FZ1] + c[i.Q_FZ2] * r) * r * nominal
        stiffness = (c[i.Q_FZ1] + 2.0 * c[i.Q_FZ2] * r) * nominal / R0
    force, stiffness = f * force, f * stiffness
    p = max(rho - c[i.BOTTOM_AT], 0.0)
    part = p / (p + SOFT_RIM)
    force += c[i.BOTTOM_STIFF] * p * part
    stiffness += c[i.BOTTOM_STIFF] * part * (2.0 - part)
    return where(rho <= 0.0, 0.0, force), where(rho <= 0.0, 0.0, stiffness)


@kernel
def vertical_force(c, rho, rho_rate, spin, fx, fy):
    """Fz ≥ 0 [N] at deflection ρ [m], its rate [m/s], spin [rad/s] and the forces along the ground [N]."""
    force = elastic_force(c, rho, spin, fx, fy)[0]
    is_free = force <= 0.0
    damped = tanh(c[i.VERTICAL_DAMPING] * rho_rate / where(is_free, 1.0, force))
    return where(is_free, 0.0, force * (1.0 + damped))


@kernel
def vertical_stiffness(c, rho, spin):
    """dFz/dρ [N/m] at rest on the ground."""
    return elastic_force(c, rho, spin, 0.0, 0.0)[1]


@kernel
def static_deflection(c, fz, spin):
    """ρ [m] under a load fz [N] without forces along the ground, by bisection; the loaded radius is R_Ω − ρ."""
    low, high = 0.0, c[i.UNLOADED_RADIUS]
    for _ in range(60):
        middle = 0.5 * (low + high)
        if elastic_force(c, middle, spin, 0.0, 0.0)[0] < fz:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


@kernel
def effective_rolling_radius(c, fz, spin):
    """R_e [m]: forward speed per spin of the freely rolling wheel at a load fz ≥ 0 [N]."""
    load = fz / c[i.FNOMIN]
    softness = c[i.FNOMIN] / (c[i.VERTICAL_STIFFNESS] * (1.0 + c[i.PFZ1] * c[i.DPI]) * c[i.LCZ])
    return free_radius(c, spin) - softness * (c[i.DREFF] * atan(c[i.BREFF] * load) + c[i.FREFF] * load)


MIN_LENGTH = 0.1
"""No relaxation length is below this part of the unloaded radius: σ → 0 with the load would make slip too stiff."""
MIN_STIFFNESS = 0.1
"""No carcass is softer than this part of its nominal stiffness."""


@kernel
def relaxation(c, fz, gamma):
    """(σ_κ, σ_α) [m] at load fz ≥ 0 [N] and camber γ [rad]."""
    load, g = limit_smoothly(fz, c[i.LOAD_LIMIT]), limit_smoothly(gamma, c[i.CAMBER_LIMIT])
    dfz, R0 = load_change(c, load), c[i.UNLOADED_RADIUS]
    if c[i.RELAXATION] > 0.5:
        by_kappa = load * (c[i.PTX1] + c[i.PTX2] * dfz) * exp(-c[i.PTX3] * dfz) * R0 / c[i.FNOMIN] * c[i.LSGKP]
        shape = sin(2.0 * atan(load / (c[i.PTY2] * c[i.LFZO] * c[i.FNOMIN])))
        by_alpha = c[i.PTY1] * shape * (1.0 - c[i.PKY3] * abs(g)) * R0 * c[i.LFZO] * c[i.LSGAL]
    else:
        more, dpi = dfz * dfz, c[i.DPI]
        Cx = softly_above((1.0 + c[i.PCFX1] * dfz + c[i.PCFX2] * more) * (1.0 + c[i.PCFX3] * dpi), MIN_STIFFNESS)
        Cy = softly_above((1.0 + c[i.PCFY1] * dfz + c[i.PCFY2] * more) * (1.0 + c[i.PCFY3] * dpi), MIN_STIFFNESS)
        by_kappa = abs(slip_stiffness(c, load, dfz)) / (Cx * c[i.LONGITUDINAL_STIFFNESS]) * c[i.LSGKP]
        by_alpha = abs(cornering_stiffness(c, load, g)) / (Cy * c[i.LATERAL_STIFFNESS]) * c[i.LSGAL]
    return softly_above(by_kappa, MIN_LENGTH * R0), softly_above(by_alpha, MIN_LENGTH * R0)
