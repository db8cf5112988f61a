"""The tire law of dw18: vertical spring, Magic Formula in both directions, friction circle.

The contact point lies straight below the hub (along the ground normal n). With the unit spin axis s (towards the
wheel's left), h = |s − (s·n) n|, hub height z over the ground and wheel velocity v, ω:

    penetration   ρ = R h − z                       Fz = max(0, k ρ − c v·n), zero when ρ ≤ 0
    directions    t = s × n / h (rolling),          l = n × t (left)
    slip          κ = (Ω z − v·t) / a,              Ω = ω·s,  a = max(|v·t|, 0.5 m/s)
                  α = atan2(l·(v + (ω − Ω s) × (−z n)), a)
    forces        Fx = MF(κ), Fy = MF(−α);          both divided by max(1, |(Fx/Dx Fz, Fy/Dy Fz)|)

A tire with relaxation lengths has two states, and slips from `slip` instead.
"""

import math

from jounce.algebra.vec3 import add, axpy, cross, dot, scale, store, sub
from jounce.ground.placed import look
from jounce.ground.surface import unit_normal
from jounce.kernel import kernel
from jounce.tires.contact import lifted
from jounce.tires.slip import relaxed_slip

SLOW = 0.5
"""Speed below which slip is measured against this speed [m/s]."""
LATERAL, LONGITUDINAL = 0, 4
"""Places of B, C, D, E among the coefficients."""


@kernel
def magic_formula(x, coefficients, first, fz):
    """D Fz sin(C atan(Bx − E(Bx − atan Bx)))."""
    B, C, D, E = coefficients[first], coefficients[first + 1], coefficients[first + 2], coefficients[first + 3]
    bx = B * x
    return D * fz * math.sin(C * math.atan(bx - E * (bx - math.atan(bx))))


@kernel
def simple_tire(tire, ground, contact, hub, v, w, s, s_x, s_y):
    """Evaluate into a contact record."""
    height, zx, zy, friction = look(ground, contact["ground"], hub[0], hub[1])
    n = unit_normal(zx, zy)
    z = (hub[2] - height) * n[2]
    sn = dot(s, n)
    h = math.sqrt(max(1.0 - sn * sn, 1e-12))
    penetration = tire["radius"] * h - z
    fz = tire["stiffness"] * penetration - tire["damping"] * dot(v, n)
    store(contact["point"], 0, axpy(-z, n, hub))
    contact["penetration"], contact["radius"], contact["height"] = penetration, z, height
    contact["camber"] = math.atan2(sn, h)
    if penetration <= 0.0 or fz <= 0.0:
        lifted(contact, s_x, s_y)
        return
    t = scale(1.0 / h, cross(s, n))
    l = cross(n, t)
    spin = dot(w, s)
    v_lon = dot(v, t)
    v_lat = dot(add(v, cross(sub(w, scale(spin, s)), scale(-z, n))), l)
    if tire["state"] >= 0:
        lengths = tire["relaxation"]
        kappa, tangent, rats_x, rats_y = relaxed_slip(v_lon, v_lon - spin * z, v_lat, s_x, s_y, lengths[0], lengths[1])
        alpha = math.atan(tangent)
        contact["rates"][0], contact["rates"][1] = rats_x, rats_y
    else:
        a = max(abs(v_lon), SLOW)
        kappa = (spin * z - v_lon) / a
        alpha = math.atan2(v_lat, a)
    grip, c = friction * fz, tire["coefficients"]
    fx = magic_formula(kappa, c, LONGITUDINAL, grip)
    fy = magic_formula(-alpha, c, LATERAL, grip)
    rho = math.hypot(fx / (c[LONGITUDINAL + 2] * grip), fy / (c[LATERAL + 2] * grip))
    if rho > 1.0:
        fx, fy = fx / rho, fy / rho
    store(contact["force"], 0, add(add(scale(fx, t), scale(fy, l)), scale(fz, n)))
    contact["fx"], contact["fy"], contact["fz"], contact["kappa"], contact["alpha"] = fx, fy, fz, kappa, alpha
