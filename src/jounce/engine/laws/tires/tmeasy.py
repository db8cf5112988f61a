"""TMeasy, the handling tire model of Rill (Road Vehicle Dynamics, 2nd edition 2020, chapter 3), with 3-D slip.

Numbers are given at the nominal load F_N and at twice that load. With u = Fz/F_N, forces Y and slips s at a load are

    Y(u) = u (2 Y₁ − Y₂/2 − (Y₁ − Y₂/2) u),   s(u) = s₁ + (s₂ − s₁)(u − 1)                                    (T47)

A curve has the initial slope dF₀, the peak F_M at s_M, and F_S from s_S on. With σ = s/s_M:

    F = dF₀ s/(1 + σ (σ + dF₀ s_M/F_M − 2))                   s ≤ s_M                                          (T48)
    F = F_M − a (s − s_M)²,  then  F_S + b (s_S − s)²         up to s_S, two parabolas that meet with one slope
    a = max(F_M²/(dF₀ s_M³), 2 (F_M − F_S)/(s_S − s_M)²)      the curvature of (T48) at its peak; where the first
                                                              parabola would pass the middle, both are symmetric

Slips count by the speed of the tread: s_x = κ/|1 + κ|, s_y = −tan α/|1 + κ| rolling forward. Both, and the bore slip
s_b = −R_b ω_n/|v|, make one slip s, and numbers of the curve belong to its direction φ:

    s² = (s_x/h_x)² + (s_y/h_y)² + s_b²,   h_x = s_Mx/(s_Mx + s_My) + r_x/(r_x + r_y),   h_y = 2 − h_x,   r = F_M/dF₀
    F_M² = (F_Mx cos φ)² + (F_My sin φ)², and so the others; dF₀ with h, slips with 1/h                        (T49)
    F_x = F s_x/(h_x s),   F_y = F s_y/(h_y s) − F/(h_y s) (L/6) ω_n/|v|,   ω_n/|v| = sin γ/r + turn           (T50)
    M_z = −L ν F_y + R_b F s_b/s,   L = 2√(R ρ),   R_b = (L + B)/6                                             (T51)
    M_x = −(Fz B/2) tanh(B c γ/(6 Fz)),   M_y = −f_r Fz r                                                      (T52)

ν = n/L is the trail of the side force without camber; B the width, ρ the deflection under the load, c = dFz/dρ, r the
loaded radius. Friction of the ground multiplies forces F_M, F_S and all slips but leaves dF₀. Relaxation lengths are
dF₀/c_x and dF₀/c_y with the stiffnesses of the carcass. The wheel rolls freely at the radius r + λ(u) ρ.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires.curves import limit_smoothly, rolling_sign, softly_above
from jounce.engine.linalg.elementary import sin, tanh
from jounce.engine.linalg.select import where

NOMINAL, LOAD_LIMIT, CAMBER_LIMIT, RADIUS, WIDTH = range(5)
"""Nominal and largest load [N], largest camber [rad], unloaded radius and width [m]."""
LINEAR, SQUARE, CARCASS_X, CARCASS_Y, MAX_WEIGHT = range(5, 10)
"""a₁ [N/m], a₂ [N/m²]; stiffnesses of the carcass [N/m]; largest part λ of the deflection in the rolling radius."""
RESISTANCE, WEIGHT, LONGITUDINAL, LATERAL, TRAIL = 10, 12, 14, 24, 34
"""Where pairs of numbers begin: f_r and λ; curves (dF₀, s_M, F_M, s_S, F_S); trail (ν₀, s at zero, s at the end)."""
SIZE = 40
MAX_SLIP = 1e4
MIN_CARRIED = 1e-3
"""Least |1 + κ|: of locked wheels, which slide."""
MIN_FRICTION = 0.005
"""Friction of the ground below which the shape of curves stays."""
LEAST_SLIP = 1e-8
"""Slip below which each direction has its own slope."""
MIN_LENGTH = 0.1
"""No relaxation length is below this part of the radius."""


def coefficients_tmeasy(tire) -> np.ndarray:
    """The vector of coefficients from a `jounce.model.mechanism.TMeasyTire`."""
    c = np.zeros(SIZE)
    c[NOMINAL], c[LOAD_LIMIT], c[CAMBER_LIMIT] = tire.nominal_load, tire.load_limit, tire.largest_camber
    c[RADIUS], c[WIDTH] = tire.radius, tire.width
    c[LINEAR], c[SQUARE] = tire.spring
    c[CARCASS_X], c[CARCASS_Y] = tire.longitudinal_stiffness, tire.lateral_stiffness
    c[RESISTANCE:WEIGHT], c[WEIGHT:LONGITUDINAL] = tire.rolling_resistance, tire.radius_weight
    c[MAX_WEIGHT] = _largest_weight(*tire.radius_weight)
    for start, curve in ((LONGITUDINAL, tire.longitudinal), (LATERAL, tire.lateral)):
        c[start : start + 10] = (*curve.slope, *curve.peak_slip, *curve.peak, *curve.sliding_slip, *curve.sliding)
    c[TRAIL:] = (*tire.aligning.trail, *tire.aligning.zero_slip, *tire.aligning.end_slip)
    return c


def _largest_weight(first: float, second: float) -> float:
    """λ at the load from which on the rolling radius of a linear spring would grow again with the load; 1 if none."""
    if second <= first:
        return 1.0
    load = (second - 2.0 * first + 1.0) / (2.0 * (second - first))
    return first + (second - first) * (load - 1.0)


@kernel
def by_load(c, at, u):
    """Y/u: a force or slope by the load u F_N.  (T47)"""
    return 2.0 * c[at] - 0.5 * c[at + 1] - (c[at] - 0.5 * c[at + 1]) * u


@kernel
def linear(c, at, u):
    """A slip or ratio at the load u F_N.  (T47)"""
    return c[at] + (c[at + 1] - c[at]) * (u - 1.0)


@kernel
def curve_at(c, start, u, friction):
    """(dF₀, s_M, F_M, s_S, F_S) of one direction at the load u F_N on a ground, forces by u."""
    slip, force = linear(c, start + 2, u), by_load(c, start + 4, u)
    sliding_slip, sliding = linear(c, start + 6, u), by_load(c, start + 8, u)
    return by_load(c, start, u), friction * slip, friction * force, friction * sliding_slip, friction * sliding


@kernel
def mean_curve(x, y, cos2, sin2, h_x, h_y):
    """The curve of a direction φ of normalised slips from those of both axes; cos2 = cos² φ.  (T49)"""
    a, b = h_x * h_x, h_y * h_y
    return (
        math.sqrt(x[0] * x[0] * cos2 * a + y[0] * y[0] * sin2 * b),
        math.sqrt(x[1] * x[1] * cos2 / a + y[1] * y[1] * sin2 / b),
        math.sqrt(x[2] * x[2] * cos2 + y[2] * y[2] * sin2),
        math.sqrt(x[3] * x[3] * cos2 / a + y[3] * y[3] * sin2 / b),
        math.sqrt(x[4] * x[4] * cos2 + y[4] * y[4] * sin2),
    )


@kernel
def force_per_slip(curve, s):
    """F/s at the slip s ≥ 0.  (T48)"""
    slope, s_M, F_M, s_S, F_S = curve
    slope = max(slope, 2.0 * F_M / s_M)
    sigma = s / s_M
    adhesion = slope / (1.0 + sigma * (sigma + slope * s_M / F_M - 2.0))
    way, drop = max(s_S - s_M, 1e-3 * s_M), F_M - F_S
    bend = max(F_M * F_M / (slope * s_M * s_M * s_M), 2.0 * drop / (way * way))
    meet = drop / (bend * way)
    left, past = max(way - (s - s_M), 0.0), s - s_M
    near, far = F_M - bend * past * past, F_S + bend * meet / (way - meet) * left * left
    return where(s < s_M, adhesion, where(past < meet, near, far) / max(s, s_M))


@kernel
def trail_ratio(c, u, friction, size):
    """ν = n/L at the lateral slip |s_y| = size: a line and a cubic, then a cubic that ends flat."""
    least, zero, end = linear(c, TRAIL, u), friction * linear(c, TRAIL + 2, u), friction * linear(c, TRAIL + 4, u)
    end = max(end, 1.001 * zero)
    w, t = zero / end, size / zero
    near = (1.0 - w) * (1.0 - t) + w * (1.0 - (3.0 - 2.0 * t) * t * t)
    rest = max(end - size, 0.0) / (end - zero)
    return least * where(t < 1.0, near, -(1.0 - w) * (t - 1.0) * rest * rest)


@kernel
def tmeasy_spring(c, rho):
    """Elastic force at the deflection ρ [m]."""
    return (c[LINEAR] + c[SQUARE] * rho) * rho


@kernel
def tmeasy_stiffness(c, fz):
    """dFz/dρ under the load fz [N]."""
    return math.sqrt(c[LINEAR] * c[LINEAR] + 4.0 * c[SQUARE] * fz)


@kernel
def tmeasy_deflection(c, fz):
    """ρ [m] under the load fz [N]."""
    return 2.0 * fz / (c[LINEAR] + tmeasy_stiffness(c, fz))


@kernel
def tmeasy_radius_share(c, fz):
    """λ: the part of the deflection that the rolling radius does not lose."""
    return limit_smoothly(linear(c, WEIGHT, fz / c[NOMINAL]), c[MAX_WEIGHT])


@kernel
def tmeasy_relaxation(c, fz):
    """(σ_x, σ_y) [m] at the load fz ≥ 0 [N]."""
    u, least = limit_smoothly(fz, c[LOAD_LIMIT]) / c[NOMINAL], MIN_LENGTH * c[RADIUS]
    along, across = u * by_load(c, LONGITUDINAL, u) / c[CARCASS_X], u * by_load(c, LATERAL, u) / c[CARCASS_Y]
    return softly_above(along, least), softly_above(across, least)


@kernel
def loaded_tmeasy(c, fz, kappa, tan_alpha, gamma, turn, vx, friction):
    """(Fx, Fy, Mx, My, Mz) [N, N m] at load fz > 0 [N]; signs as those of `pacejka`.

    turn: turning of the wheel about the normal of the ground by its way [1/m], to the left.
    """
    # load, ground and camber in the range of the fit
    load, rolling = limit_smoothly(fz, c[LOAD_LIMIT]), rolling_sign(vx)
    u, grip = load / c[NOMINAL], softly_above(friction, MIN_FRICTION)
    gamma = limit_smoothly(gamma, c[CAMBER_LIMIT])
    rho, stiffness = tmeasy_deflection(c, load), tmeasy_stiffness(c, load)
    r, half = c[RADIUS] - rho, math.sqrt(c[RADIUS] * rho)
    # slips by the speed of the tread
    kappa, tan_alpha = limit_smoothly(kappa, MAX_SLIP), limit_smoothly(tan_alpha, MAX_SLIP)
    carried = max(abs(1.0 + rolling * kappa), MIN_CARRIED)
    s_x, s_y = kappa / carried, -tan_alpha / carried
    bore, turning = (half + 0.5 * c[WIDTH]) / 3.0, rolling * sin(gamma) / r + turn
    s_b = -bore * turning
    # normalised slip and its curve
    x, y = curve_at(c, LONGITUDINAL, u, grip), curve_at(c, LATERAL, u, grip)
    reach_x, reach_y = x[2] / x[0], y[2] / y[0]
    h_x = x[1] / (x[1] + y[1]) + reach_x / (reach_x + reach_y)
    h_y = 2.0 - h_x
    n_x, n_y = s_x / h_x, s_y / h_y
    square, tiny = n_x * n_x + n_y * n_y, LEAST_SLIP * LEAST_SLIP
    cos2 = n_x * n_x / (square + 1e-8 * tiny)
    mean = mean_curve(x, y, cos2, 1.0 - cos2, h_x, h_y)
    stiff = u * force_per_slip(mean, math.sqrt(square + s_b * s_b + 1e-8 * tiny))
    # forces; without slip each direction has its own slope
    along = where(square < tiny, stiff * h_x * x[0] / mean[0], stiff) * n_x
    across = where(square < tiny, stiff * h_y * y[0] / mean[0], stiff) * n_y
    by_camber = -stiff / h_y * half * turning / 3.0
    # moments
    mz = -2.0 * half * rolling * trail_ratio(c, u, grip, abs(s_y)) * across + bore * stiff * s_b
    lean = limit_smoothly(c[WIDTH] * stiffness * gamma / (6.0 * load), 30.0)
    mx = -0.5 * load * c[WIDTH] * tanh(lean)
    my = -rolling * linear(c, RESISTANCE, u) * load * r
    # beyond the load limit in proportion to the load, below the least friction to the friction
    more, part = fz / load, friction / grip
    return more * part * along, more * part * (across + by_camber), more * mx, more * my, more * part * mz
