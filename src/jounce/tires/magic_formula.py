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

from jounce.algebra.vec3 import add, axpy, cross, dot, load, scale, sub
from jounce.ground.surface import surface
from jounce.kernel import kernel

CENTRE, SPIN, RADIUS, STIFFNESS, DAMPING, LATERAL, LONGITUDINAL = 0, 3, 6, 7, 8, 9, 13
ROW = 17
"""Numbers per tire row: centre and spin axis in wheel axes, radius, k, c, then B C D E lateral and longitudinal."""
SLOW = 0.5
"""Speed below which slip is measured against this speed [m/s]."""


@kernel
def magic_formula(x, row, i, fz):
    """D Fz sin(C atan(Bx − E(Bx − atan Bx))) with B, C, D, E = row[i : i + 4]."""
    bx = row[i] * x
    return row[i + 2] * fz * math.sin(row[i + 1] * math.atan(bx - row[i + 3] * (bx - math.atan(bx))))


@kernel
def tire_force(row, ground, hub, v, w, s):
    """Force at the contact point, the contact point (world axes) and (Fx, Fy, Fz, κ, α, ρ) in contact axes."""
    height, n, friction = surface(ground, hub[0], hub[1])
    z = (hub[2] - height) * n[2]
    sn = dot(s, n)
    h = math.sqrt(max(1.0 - sn * sn, 1e-12))
    contact = axpy(-z, n, hub)
    penetration = row[RADIUS] * h - z
    fz = row[STIFFNESS] * penetration - row[DAMPING] * dot(v, n)
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
    fx = magic_formula(kappa, row, LONGITUDINAL, grip)
    fy = magic_formula(-alpha, row, LATERAL, grip)
    rho = math.hypot(fx / (row[LONGITUDINAL + 2] * grip), fy / (row[LATERAL + 2] * grip))
    if rho > 1.0:
        fx, fy = fx / rho, fy / rho
    force = add(add(scale(fx, t), scale(fy, l)), scale(fz, n))
    return force, contact, (fx, fy, fz, kappa, alpha, penetration)


@kernel
def tire_geometry(row):
    """Wheel centre and spin axis in wheel axes."""
    return load(row, CENTRE), load(row, SPIN)
