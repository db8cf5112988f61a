"""Magic Formula tires of `.tir` files: PAC2002, MF 5.2, 6.1 and 6.2 (Pacejka 2012, 4.E1–4.E78).

Contact axes: x rolling direction of the wheel, y left, z up (ISO 8855). Forces and moments act on the tire.

    κ = (Ω r − v_x)/|v_x|      α: tan α = v_y/|v_x|, the contact slides to the left      γ: the top leans to the right
    F_y ≈ −C_α α − C_γ γ,      M_z ≈ −t F_y,      M_y against rolling

Rules for what the formulas leave open, each exact inside the range that the tire was measured in:

    load      beyond LOAD_LIMIT the coefficients stay and all forces grow with the load; zero at and below fz = 0
    camber    held beyond CAMBER_LIMIT             slip    held beyond 10⁴
    rolling backwards turns trail, residual moment and M_y round and nothing else

Once continuously differentiable but for |γ| (stiffness, trail) and where a curvature E reaches its bound 1.

Written without branches on loads and slips; those on the kind of file (MODERN, COSINE, RELAXATION, TURN_SLIP …) are
known when a program is traced (`jounce.engine.laws.tires.known_numbers`).

`pacejka_sweep` and `pacejka_at_rest` evaluate many states in one call from Python: for plots, tables and tests.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry, kernel
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.curves import cos_atan, limit_smoothly, ratio, rolling_sign
from jounce.engine.laws.tires.pacejka_forces import (
    combined_forces,
    induced_side_force,
    lateral_curve,
    lever_of_fx,
    load_change,
    longitudinal_curve,
    overturning_moment,
    pneumatic_trail,
    residual_moment,
    rolling_moment,
    sliding_friction,
    upright_side_force,
)
from jounce.engine.laws.tires.pacejka_turn import turned_curves, turning_moment
from jounce.engine.laws.tires.pacejka_vertical import (
    effective_rolling_radius,
    free_radius,
    relaxation,
    static_deflection,
    vertical_stiffness,
)
from jounce.engine.linalg.elementary import atan, sin
from jounce.engine.linalg.select import where

MAX_SLIP = 1e4
NOTHING = (0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def pacejka(c, fz, kappa, tan_alpha, gamma, vx, friction):
    """(Fx, Fy, Mx, My, Mz) [N, N m] at load fz [N], slip κ, tan α, camber γ [rad], speed vx [m/s] and ground friction.

    `c` is made by `jounce.model.tire_files.coefficients`; friction multiplies LMUX and LMUY.
    """
    in_air = fz <= 0.0
    carried = where(in_air, c[i.FNOMIN], fz)
    return where(in_air, NOTHING, loaded_pacejka(c, carried, kappa, tan_alpha, gamma, 0.0, vx, friction))


@kernel
def loaded_pacejka(c, fz, kappa, tan_alpha, gamma, turn, vx, friction):
    """`pacejka` for fz > 0 and a turn slip [1/m], to the left, of files that have coefficients of it."""
    # inputs in the signs and measures of the file
    load, side, modern = limit_smoothly(fz, c[i.LOAD_LIMIT]), c[i.SIDE], c[i.MODERN] > 0.5
    kappa, tan_alpha = limit_smoothly(kappa, MAX_SLIP), side * limit_smoothly(tan_alpha, MAX_SLIP)
    gamma = side * limit_smoothly(gamma, c[i.CAMBER_LIMIT])
    alpha = tan_alpha if modern else atan(tan_alpha)
    g = sin(gamma) if modern else gamma
    dfz, friction = load_change(c, load), friction * sliding_friction(c, kappa, tan_alpha, vx)
    mu_x, mu_y = c[i.LMUX] * friction, c[i.LMUY] * friction
    # forces
    x = longitudinal_curve(c, load, dfz, gamma, mu_x)
    y = lateral_curve(c, load, dfz, g, mu_y)
    turns, phi, mu, trail_share, slope_share, peak = c[i.TURN_SLIP] > 0.5, side * turn, y[0] / load, 1.0, 1.0, 1.0
    if turns:
        r = c[i.UNLOADED_RADIUS] * phi
        x, y, peak = turned_curves(c, x, y, load, dfz, kappa, alpha, phi, vx)
        trail_share, slope_share = cos_atan(c[i.QDTP1] * r), cos_atan(c[i.QBRP1] * r)
    fx, fy_pulled = combined_forces(c, x, y, dfz, kappa, alpha, g)
    fy = fy_pulled + induced_side_force(c, y[0], dfz, kappa, alpha, g)
    if modern:  # the trail carries the side force of the upright wheel; camber is in the residual moment
        upright = lateral_curve(c, load, dfz, 0.0, mu_y)
        if turns:
            upright = turned_curves(c, x, upright, load, dfz, kappa, alpha, phi, vx)[1]
        fy_pulled = upright_side_force(c, x, upright, dfz, kappa, alpha)
    # moments
    q = kappa * ratio(x[5], y[5])
    residual, angle = residual_moment(c, load, dfz, alpha, g, q, mu_y, y, slope_share, peak)
    mz = residual - trail_share * pneumatic_trail(c, load, dfz, alpha, g, q, mu_y) * fy_pulled
    mz *= rolling_sign(vx) / math.sqrt(1.0 + tan_alpha * tan_alpha)
    if turns:
        mz += turning_moment(c, load, dfz, kappa, alpha, g, phi, mu, angle)
    mz += lever_of_fx(c, dfz, fy, g) * fx
    mx = overturning_moment(c, load, fy, gamma)
    my = rolling_moment(c, load, fx, gamma, vx)
    # back to our signs, and beyond the load limit in proportion to the load
    more, turned = fz / load, side * c[i.AXES]
    return more * fx, more * turned * fy, more * side * mx, more * my, more * turned * mz


@kernel
def pacejka_grip(c, fz, friction):
    """Peak of the side force [N] and cornering stiffness [N/rad] of the upright wheel at load fz > 0 [N]."""
    load = limit_smoothly(fz, c[i.LOAD_LIMIT])
    y, more = lateral_curve(c, load, load_change(c, load), 0.0, c[i.LMUY] * friction), fz / load
    return more * abs(y[0]), more * abs(y[5])


@entry
def pacejka_sweep(c, states, forces):
    """Fill rows (Fx, Fy, Mx, My, Mz) from rows (fz, κ, tan α, γ, vx, friction)."""
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = pacejka(
            c, s[0], s[1], s[2], s[3], s[4], s[5]
        )


@entry
def pacejka_turning(c, states, turns, forces):
    """`pacejka_sweep` of loaded tires with a turn slip [1/m] for each row."""
    for n in range(states.shape[0]):
        s = states[n]
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = loaded_pacejka(
            c, s[0], s[1], s[2], s[3], turns[n], s[4], s[5]
        )


@entry
def pacejka_at_rest(c, loads, facts):
    """Fill rows (σ_κ, σ_α, deflection, vertical stiffness, loaded radius, effective rolling radius) from loads [N]."""
    for n in range(loads.shape[0]):
        fz = max(loads[n], 0.0)
        rho = static_deflection(c, fz, 0.0)
        facts[n, 0], facts[n, 1] = relaxation(c, fz, 0.0)
        facts[n, 2], facts[n, 3] = rho, vertical_stiffness(c, rho, 0.0)
        facts[n, 4], facts[n, 5] = free_radius(c, 0.0) - rho, effective_rolling_radius(c, fz, 0.0)
