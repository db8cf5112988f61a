"""The tire law of dw18: vertical spring, Magic Formula in both directions, friction circle.

The contact point lies straight below the hub (along the ground normal n). With the unit spin axis s (towards the
wheel's left), h = |s − (s·n) n|, hub height z over the ground and wheel velocity v, ω:

    penetration   ρ = R h − z                       Fz = max(0, k ρ − c v·n), zero when ρ ≤ 0
    directions    t = s × n / h (rolling),          l = n × t (left)
    slip          κ = (Ω z − v·t) / a,              Ω = ω·s,  a = max(|v·t|, 0.5 m/s)
                  α = atan2(l·(v + (ω − Ω s) × (−z n)), a)
    forces        Fx = MF(κ), Fy = MF(−α);          both divided by max(1, |(Fx/Dx Fz, Fy/Dy Fz)|)

A tire with relaxation lengths has two states, and slips from `contact` instead.

`simple_tangent` is the law along a small change of its wheel: a forward derivative, line for line. The ground below is
taken as the plane that touches it; its curvature does not enter. Where the law has corners (speeds below 0.5 m/s, the
friction circle, lift-off) it has the slope of the side on which it is.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.laws.tires.contact import (
    DAMPING_SPEED,
    DECAY_TIME,
    FREE_SLIP,
    MIN_TIME,
    SLIDING_SLIP,
    STANDSTILL_DAMPING,
    lift_off,
    relaxed_slip,
)
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, scale, store, sub

MIN_SLIP_SPEED = 0.5
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
    # penetration and normal force
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
    # no force in the air
    if penetration <= 0.0 or fz <= 0.0:
        lift_off(contact, s_x, s_y)
        return
    # directions and velocities of the contact
    t = scale(1.0 / h, cross(s, n))
    l = cross(n, t)
    spin = dot(w, s)
    v_lon = dot(v, t)
    v_lat = dot(add(v, cross(sub(w, scale(spin, s)), scale(-z, n))), l)
    # slips, relaxed or steady
    if tire["state"] >= 0:
        lengths = tire["relaxation"]
        kappa, tan_alpha, rate_x, rate_y = relaxed_slip(
            v_lon, v_lon - spin * z, v_lat, s_x, s_y, lengths[0], lengths[1]
        )
        alpha = math.atan(tan_alpha)
        contact["rates"][0], contact["rates"][1] = rate_x, rate_y
    else:
        a = max(abs(v_lon), MIN_SLIP_SPEED)
        kappa = (spin * z - v_lon) / a
        alpha = math.atan2(v_lat, a)
    # forces, kept in the friction ellipse
    grip, c = friction * fz, tire["coefficients"]
    fx = magic_formula(kappa, c, LONGITUDINAL, grip)
    fy = magic_formula(-alpha, c, LATERAL, grip)
    rho = math.hypot(fx / (c[LONGITUDINAL + 2] * grip), fy / (c[LATERAL + 2] * grip))
    if rho > 1.0:
        fx, fy = fx / rho, fy / rho
    # record force and slips
    store(contact["force"], 0, add(add(scale(fx, t), scale(fy, l)), scale(fz, n)))
    contact["fx"], contact["fy"], contact["fz"], contact["kappa"], contact["alpha"] = fx, fy, fz, kappa, alpha


@subroutine
def simple_tangent(tire, n, z, friction, v, w, s, s_x, s_y, by_hub, by_v, by_w, by_s, by_sx, by_sy):
    """Changes of the force, of z (the hub's height along n), and of both slip rates.

    n: normal of the ground; z, v, w, s, s_x, s_y as in `simple_tire`, in any axes; by_…: their changes.
    """
    # normal force
    sn = dot(s, n)
    h = math.sqrt(max(1.0 - sn * sn, 1e-12))
    penetration = tire["radius"] * h - z
    fz = tire["stiffness"] * penetration - tire["damping"] * dot(v, n)
    by_z = dot(n, by_hub)
    # in the air slips only decay
    if penetration <= 0.0 or fz <= 0.0:
        return (0.0, 0.0, 0.0), by_z, -by_sx / DECAY_TIME, -by_sy / DECAY_TIME
    # change of the normal force
    by_h = -sn * dot(by_s, n) / h
    by_fz = tire["stiffness"] * (tire["radius"] * by_h - by_z) - tire["damping"] * dot(by_v, n)
    # directions and velocities, with their changes
    t = scale(1.0 / h, cross(s, n))
    by_t = axpy(-by_h / h, t, scale(1.0 / h, cross(by_s, n)))
    l, by_l = cross(n, t), cross(n, by_t)
    spin, by_spin = dot(w, s), dot(by_w, s) + dot(w, by_s)
    v_lon, by_lon = dot(v, t), dot(by_v, t) + dot(v, by_t)
    across = sub(w, scale(spin, s))
    by_across = sub(sub(by_w, scale(by_spin, s)), scale(spin, by_s))
    foot = add(v, cross(across, scale(-z, n)))
    by_foot = sub(by_v, cross(axpy(z, by_across, scale(by_z, across)), n))
    v_lat, by_lat = dot(foot, l), dot(by_foot, l) + dot(foot, by_l)
    # slips, relaxed or steady
    rate_x, rate_y = 0.0, 0.0
    if tire["state"] >= 0:
        lengths, v_sx = tire["relaxation"], v_lon - spin * z
        kappa, tangent, _, _ = relaxed_slip(v_lon, v_sx, v_lat, s_x, s_y, lengths[0], lengths[1])
        by_slip = by_lon - by_spin * z - spin * by_z
        by_kappa, by_tangent, rate_x, rate_y = relaxed_tangent(
            v_lon, v_sx, v_lat, s_x, s_y, lengths[0], lengths[1], by_lon, by_slip, by_lat, by_sx, by_sy
        )
        alpha, by_alpha = math.atan(tangent), by_tangent / (1.0 + tangent * tangent)
    else:
        a = max(abs(v_lon), MIN_SLIP_SPEED)
        by_a = math.copysign(by_lon, v_lon * by_lon) if abs(v_lon) > MIN_SLIP_SPEED else 0.0
        kappa = (spin * z - v_lon) / a
        by_kappa = (by_spin * z + spin * by_z - by_lon - kappa * by_a) / a
        alpha = math.atan2(v_lat, a)
        by_alpha = (a * by_lat - v_lat * by_a) / (a * a + v_lat * v_lat)
    # forces per load
    c = tire["coefficients"]
    x, y = magic_formula(kappa, c, LONGITUDINAL, 1.0), magic_formula(-alpha, c, LATERAL, 1.0)
    by_x = magic_slope(kappa, c, LONGITUDINAL) * by_kappa
    by_y = -magic_slope(-alpha, c, LATERAL) * by_alpha
    # kept in the friction ellipse
    part_x, part_y = x / c[LONGITUDINAL + 2], y / c[LATERAL + 2]
    rho = math.hypot(part_x, part_y)
    if rho > 1.0:
        by_rho = (part_x * by_x / c[LONGITUDINAL + 2] + part_y * by_y / c[LATERAL + 2]) / rho
        x, y = x / rho, y / rho
        by_x, by_y = (by_x - x * by_rho) / rho, (by_y - y * by_rho) / rho
    # change of the whole force
    grip, by_grip = friction * fz, friction * by_fz
    along = axpy(grip * by_x + by_grip * x, t, scale(grip * x, by_t))
    side = axpy(grip * by_y + by_grip * y, l, scale(grip * y, by_l))
    return add(add(along, side), scale(by_fz, n)), by_z, rate_x, rate_y


@subroutine
def magic_slope(x, coefficients, first):
    """d MF / dx for a load of 1."""
    B, C, D, E = coefficients[first], coefficients[first + 1], coefficients[first + 2], coefficients[first + 3]
    bx = B * x
    inner = bx - E * (bx - math.atan(bx))
    steep = B * (1.0 - E * (1.0 - 1.0 / (1.0 + bx * bx)))
    return D * math.cos(C * math.atan(inner)) * C / (1.0 + inner * inner) * steep


@subroutine
def relaxed_tangent(v_x, v_sx, v_sy, s_x, s_y, sigma_x, sigma_y, by_x, by_slip, by_lat, by_sx, by_sy):
    """Changes of what `relaxed_slip` returns."""
    size, sliding = math.hypot(s_x, s_y), math.hypot(v_sx, v_sy)
    by_size = (s_x * by_sx + s_y * by_sy) / size if size > 0.0 else 0.0
    by_sliding = (v_sx * by_slip + v_sy * by_lat) / sliding if sliding > 0.0 else 0.0
    by_speed = by_x if v_x >= 0.0 else -by_x
    excess = max(0.0, size - FREE_SLIP)
    by_excess = by_size if size > FREE_SLIP else 0.0
    carried = abs(v_x) + sliding * excess * excess
    by_carried = by_speed + by_sliding * excess * excess + 2.0 * sliding * excess * by_excess
    part = 1.0 / (1.0 + (size / SLIDING_SLIP) ** 2)
    by_part = -part * part * 2.0 * size * by_size / (SLIDING_SLIP * SLIDING_SLIP)
    least, by_least = MIN_TIME * (abs(v_x) + sliding), MIN_TIME * (by_speed + by_sliding)
    along, across = math.hypot(sigma_x * part, least), math.hypot(sigma_y * part, least)
    by_along = (sigma_x * sigma_x * part * by_part + least * by_least) / along
    by_across = (sigma_y * sigma_y * part * by_part + least * by_least) / across
    v2 = (v_x / DAMPING_SPEED) ** 2
    d = STANDSTILL_DAMPING / (1.0 + v2 * v2)
    by_d = -d / (1.0 + v2 * v2) * 4.0 * v2 * v_x * by_x / (DAMPING_SPEED * DAMPING_SPEED)
    rate_x, rate_y = (-v_sx - carried * s_x) / along, (v_sy - carried * s_y) / across
    return (
        by_sx - by_d * v_sx - d * by_slip,
        by_sy + by_d * v_sy + d * by_lat,
        (-by_slip - by_carried * s_x - carried * by_sx - rate_x * by_along) / along,
        (by_lat - by_carried * s_y - carried * by_sy - rate_y * by_across) / across,
    )
