"""Turning of a wheel about the normal of the ground: the torque that its contact patch takes.

A disc of radius a on which friction μ Fz is spread evenly resists turning on the spot with (2/3) μ Fz a; rolling, its
treads deflect by the bore slip R_b φ alone, φ the turning by the way and R_b = 2a/3 (Rill). Between both:

    M = −R_b μ Fz q/√(1 + q²),   q = C_α R_b φ/(μ Fz),   a = √(R ρ)                                            (T57)

with the slip stiffness C_α and half the length of the contact patch for a. φ = ψ̇/√(v² + v₀²), v₀ = 0.05 m/s: at
standstill the torque is friction with a regularised sign, at driving speeds C_α R_b² ψ̇/v. For laws that have no turning
of their own; TMeasy and Magic Formulas with coefficients of turn slip do.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel

MIN_TURNING_SPEED = 0.05
"""v₀: speed below which turning is measured against this speed [m/s]."""


@kernel
def turn_slip(turning, vx):
    """φ [1/m] of a wheel that turns about the normal with ψ̇ [rad/s], to the left, and rolls at vx [m/s]."""
    return turning / math.sqrt(vx * vx + MIN_TURNING_SPEED * MIN_TURNING_SPEED)


@kernel
def drilling_moment(turn, R, rho, grip, stiffness):
    """M [N m] at the turn slip [1/m] of a tire of radius R and deflection ρ [m]; grip: μ Fz [N]; stiffness: C_α [N]."""
    bore = 2.0 / 3.0 * math.sqrt(R * max(rho, 1e-12))
    linear = stiffness * bore * turn
    return -bore * grip * linear / math.sqrt(grip * grip + linear * linear + 1e-12)
