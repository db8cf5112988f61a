"""The tire law of dw18: vertical spring, Magic Formula in both directions, friction circle.

The contact point lies straight below the hub (along the ground normal n). With the unit spin axis s (towards the
wheel's left), h = |s − (s·n) n|, hub height z over the ground and wheel velocity v, ω:

    penetration   ρ = R h − z                       Fz = max(0, k ρ − c v·n), zero when ρ ≤ 0
    directions    t = s × n / h (rolling),          l = n × t (left)
    slip          κ = (Ω z − v·t) / a,              Ω = ω·s,  a = max(|v·t|, 0.5 m/s)
                  α = atan2(l·(v + (ω − Ω s) × (−z n)), a)
    forces        Fx = MF(κ), Fy = MF(−α);          both divided by max(1, |(Fx/Dx Fz, Fy/Dy Fz)|)

A tire with relaxation lengths has two states, and slips from `contact` instead. Both tires are written without
branches: choices are `where`. So the same lines serve compiled functions and traced programs, also in SIMD lanes.

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
    decay_rates,
    length,
    relaxed_slip,
)
from jounce.engine.linalg.elementary import atan, cos, sin
from jounce.engine.linalg.select import where
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, scale, store, sub

MIN_SLIP_SPEED = 0.5
"""Speed below which slip is measured against this speed [m/s]."""
LATERAL, LONGITUDINAL = 0, 4
"""Places of B, C, D, E among the coefficients."""


@kernel
def magic_formula(x, coefficients, first, fz):
    """D Fz sin(C atan(Bx − E(Bx − atan Bx)))."""
    return coefficients[first + 2] * fz * magic_share(x, coefficients, first)


@kernel
def magic_share(x, coefficients, first):
    """sin(C atan(Bx − E(Bx − atan Bx))): the part of the peak force D Fz."""
    B, C, E = coefficients[first], coefficients[first + 1], coefficients[first + 3]
    bx = B * x
    return sin(C * atan(bx - E * (bx - atan(bx))))


@kernel
def simple_tire(tire, ground, contact, hub, v, w, s):
    """Evaluate a tire without relaxation lengths into a contact record."""
    n, z, h, fz, friction, in_air = stand(tire, ground, contact, hub, v, s)
    t, l, spin, v_lon, v_lat = motion_at_contact(n, z, h, v, w, s)
    a = max(abs(v_lon), MIN_SLIP_SPEED)
    kappa, alpha = (spin * z - v_lon) / a, atan(v_lat / a)
    push(tire, contact, in_air, n, t, l, fz, friction, kappa, alpha)


@kernel
def relaxed_simple_tire(tire, ground, contact, hub, v, w, s, s_x, s_y):
    """Evaluate a tire with relaxation lengths, whose states are s_x and s_y, into a contact record."""
    n, z, h, fz, friction, in_air = stand(tire, ground, contact, hub, v, s)
    t, l, spin, v_lon, v_lat = motion_at_contact(n, z, h, v, w, s)
    lengths = tire["relaxation"]
    kappa, tan_alpha, rate_x, rate_y = relaxed_slip(v_lon, v_lon - spin * z, v_lat, s_x, s_y, lengths[0], lengths[1])
    decay_x, decay_y = decay_rates(s_x, s_y)
    contact["rates"][0], contact["rates"][1] = where(in_air, decay_x, rate_x), where(in_air, decay_y, rate_y)
    push(tire, contact, in_air, n, t, l, fz, friction, kappa, atan(tan_alpha))


@kernel
def stand(tire, ground, contact, hub, v, s):
    """Normal n of the ground, z, h, Fz, friction, and whether the tire is in the air; geometry into the record."""
    height, zx, zy, friction = look(ground, contact["ground"], hub[0], hub[1])
    n = unit_normal(zx, zy)
    z = (hub[2] - height) * n[2]
    sn = dot(s, n)
    h = math.sqrt(max(1.0 - sn * sn, 1e-12))
    penetration = tire["radius"] * h - z
    fz = tire["stiffness"] * penetration - tire["damping"] * dot(v, n)
    store(contact["point"], 0, axpy(-z, n, hub))
    contact["penetration"], contact["radius"], contact["height"] = penetration, z, height
    contact["camber"] = atan(sn / h)
    return n, z, h, fz, friction, (penetration <= 0.0) | (fz <= 0.0)


@kernel
def motion_at_contact(n, z, h, v, w, s):
    """Directions t and l, spin Ω, and velocities along and across of the contact."""
    t = scale(1.0 / h, cross(s, n))
    l = cross(n, t)
    spin = dot(w, s)
    v_lat = dot(add(v, cross(sub(w, scale(spin, s)), scale(-z, n))), l)
    return t, l, spin, dot(v, t), v_lat


@kernel
def push(tire, contact, in_air, n, t, l, fz, friction, kappa, alpha):
    """Forces of both slips, kept in the friction ellipse, into the contact record; all of it zero in the air."""
    c = tire["coefficients"]
    along, across = magic_share(kappa, c, LONGITUDINAL), magic_share(-alpha, c, LATERAL)
    rho = length(along, across)
    grip = friction * fz / where(rho > 1.0, rho, 1.0)
    fx, fy = c[LONGITUDINAL + 2] * grip * along, c[LATERAL + 2] * grip * across
    force = add(add(scale(fx, t), scale(fy, l)), scale(fz, n))
    store(contact["force"], 0, where(in_air, (0.0, 0.0, 0.0), force))
    contact["fx"], contact["fy"] = where(in_air, 0.0, fx), where(in_air, 0.0, fy)
    contact["fz"] = where(in_air, 0.0, fz)
    contact["kappa"], contact["alpha"] = where(in_air, 0.0, kappa), where(in_air, 0.0, alpha)


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
        alpha, by_alpha = atan(tangent), by_tangent / (1.0 + tangent * tangent)
    else:
        a = max(abs(v_lon), MIN_SLIP_SPEED)
        by_a = math.copysign(by_lon, v_lon * by_lon) if abs(v_lon) > MIN_SLIP_SPEED else 0.0
        kappa = (spin * z - v_lon) / a
        by_kappa = (by_spin * z + spin * by_z - by_lon - kappa * by_a) / a
        alpha = atan(v_lat / a)
        by_alpha = (a * by_lat - v_lat * by_a) / (a * a + v_lat * v_lat)
    # forces per load
    c = tire["coefficients"]
    x, y = magic_formula(kappa, c, LONGITUDINAL, 1.0), magic_formula(-alpha, c, LATERAL, 1.0)
    by_x = magic_slope(kappa, c, LONGITUDINAL) * by_kappa
    by_y = -magic_slope(-alpha, c, LATERAL) * by_alpha
    # kept in the friction ellipse
    part_x, part_y = x / c[LONGITUDINAL + 2], y / c[LATERAL + 2]
    rho = length(part_x, part_y)
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
    inner = bx - E * (bx - atan(bx))
    steep = B * (1.0 - E * (1.0 - 1.0 / (1.0 + bx * bx)))
    return D * cos(C * atan(inner)) * C / (1.0 + inner * inner) * steep


@subroutine
def relaxed_tangent(v_x, v_sx, v_sy, s_x, s_y, sigma_x, sigma_y, by_x, by_slip, by_lat, by_sx, by_sy):
    """Changes of what `relaxed_slip` returns."""
    square = s_x * s_x + s_y * s_y
    size, sliding = math.sqrt(square), length(v_sx, v_sy)
    by_size = (s_x * by_sx + s_y * by_sy) / size if size > 0.0 else 0.0
    by_sliding = (v_sx * by_slip + v_sy * by_lat) / sliding if sliding > 0.0 else 0.0
    by_speed = by_x if v_x >= 0.0 else -by_x
    excess = max(0.0, size - FREE_SLIP)
    by_excess = by_size if size > FREE_SLIP else 0.0
    carried = abs(v_x) + sliding * excess * excess
    by_carried = by_speed + by_sliding * excess * excess + 2.0 * sliding * excess * by_excess
    part = 1.0 / (1.0 + square / (SLIDING_SLIP * SLIDING_SLIP))
    by_part = -part * part * 2.0 * size * by_size / (SLIDING_SLIP * SLIDING_SLIP)
    least, by_least = MIN_TIME * (abs(v_x) + sliding), MIN_TIME * (by_speed + by_sliding)
    along, across = length(sigma_x * part, least), length(sigma_y * part, least)
    by_along = (sigma_x * sigma_x * part * by_part + least * by_least) / along
    by_across = (sigma_y * sigma_y * part * by_part + least * by_least) / across
    v2 = v_x * v_x / (DAMPING_SPEED * DAMPING_SPEED)
    d = STANDSTILL_DAMPING / (1.0 + v2 * v2)
    by_d = -d / (1.0 + v2 * v2) * 4.0 * v2 * v_x * by_x / (DAMPING_SPEED * DAMPING_SPEED)
    rate_x, rate_y = (-v_sx - carried * s_x) / along, (v_sy - carried * s_y) / across
    return (
        by_sx - by_d * v_sx - d * by_slip,
        by_sy + by_d * v_sy + d * by_lat,
        (-by_slip - by_carried * s_x - carried * by_sx - rate_x * by_along) / along,
        (by_lat - by_carried * s_y - carried * by_sy - rate_y * by_across) / across,
    )
