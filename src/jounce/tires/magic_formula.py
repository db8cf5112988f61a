"""The tire law of dw18: vertical spring, Magic Formula in both directions, friction circle.

The contact point lies straight below the hub (along the ground normal n). With the unit spin axis s (towards the
wheel's left), h = |s − (s·n) n|, hub height z over the ground and wheel velocity v, ω:

    penetration   ρ = R h − z                       Fz = max(0, k ρ − c v·n), zero when ρ ≤ 0
    directions    t = s × n / h (rolling),          l = n × t (left)
    slip          κ = (Ω z − v·t) / a,              Ω = ω·s,  a = max(|v·t|, 0.5 m/s)
                  α = atan2(l·(v + (ω − Ω s) × (−z n)), a)
    forces        Fx = MF(κ), Fy = MF(−α);          both divided by max(1, |(Fx/Dx Fz, Fy/Dy Fz)|)
"""

import math

from jounce.algebra.vec3 import add, axpy, cross, dot, scale, sub
from jounce.elements.records import record
from jounce.ground.surface import surface
from jounce.kernel import kernel

TIRE = record(body=int, centre=3, spin=3, radius=float, stiffness=float, damping=float, lateral=4, longitudinal=4)
"""Wheel body, centre and spin axis in wheel axes, R, k, c, and B C D E in both directions."""
SLOW = 0.5
"""Speed below which slip is measured against this speed [m/s]."""


@kernel
def magic_formula(x, coefficients, fz):
    """D Fz sin(C atan(Bx − E(Bx − atan Bx)))."""
    B, C, D, E = coefficients[0], coefficients[1], coefficients[2], coefficients[3]
    bx = B * x
    return D * fz * math.sin(C * math.atan(bx - E * (bx - math.atan(bx))))


@kernel
def tire_force(tire, ground, hub, v, w, s):
    """Force at the contact point, the contact point (world axes) and (Fx, Fy, Fz, κ, α, ρ) in contact axes."""
    height, n, friction = surface(ground, hub[0], hub[1])
    z = (hub[2] - height) * n[2]
    sn = dot(s, n)
    h = math.sqrt(max(1.0 - sn * sn, 1e-12))
    contact = axpy(-z, n, hub)
    penetration = tire["radius"] * h - z
    fz = tire["stiffness"] * penetration - tire["damping"] * dot(v, n)
    if penetration <= 0.0 or fz <= 0.0:
        return (0.0, 0.0, 0.0), contact, (0.0, 0.0, 0.0, 0.0, 0.0, penetration)
    t = scale(1.0 / h, cross(s, n))
    l = cross(n, t)
    spin = dot(w, s)
    v_lon = dot(v, t)
    v_lat = dot(add(v, cross(sub(w, scale(spin, s)), scale(-z, n))), l)
    a = max(abs(v_lon), SLOW)
    kappa = (spin * z - v_lon) / a
    alpha = math.atan2(v_lat, a)
    grip = friction * fz
    fx = magic_formula(kappa, tire["longitudinal"], grip)
    fy = magic_formula(-alpha, tire["lateral"], grip)
    rho = math.hypot(fx / (tire["longitudinal"][2] * grip), fy / (tire["lateral"][2] * grip))
    if rho > 1.0:
        fx, fy = fx / rho, fy / rho
    force = add(add(scale(fx, t), scale(fy, l)), scale(fz, n))
    return force, contact, (fx, fy, fz, kappa, alpha, penetration)
