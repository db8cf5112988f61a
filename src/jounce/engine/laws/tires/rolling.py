"""Tires with the general contact: the Magic Formulas of 1987 and of `.tir` files, TMeasy, Fiala and Calspan.

Contact as in `contact`, slip as in `slip`. The wheel rolls freely with the radius r_e: the loaded one (1987, Fiala,
Calspan), or that of the file or law. Damping can at most cancel or double the elastic force, so that wheels lift off
and land without a jump. Forces along the ground soften a `.tir` tire by a few percent: F_z is corrected once for them,
and they in proportion. `tire.evaluate_tire` calls this for these laws and refuses codes that it does not know.

Written without branches on numbers that change from step to step, so that traced programs hold it, also in SIMD lanes.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import kernel
from jounce.engine.laws.tires import pacejka_coefficients as i
from jounce.engine.laws.tires.calspan import calspan_friction, calspan_stiffness, loaded_calspan
from jounce.engine.laws.tires.contact import decay_rates, directions, relaxed_slip, touch
from jounce.engine.laws.tires.deflection_curve import deflection_curve
from jounce.engine.laws.tires.drilling import drilling_moment, turn_slip
from jounce.engine.laws.tires.fiala import CORNERING_STIFFNESS, CURVE, CURVE_POINTS, STATIC, loaded_fiala
from jounce.engine.laws.tires.magic_formula_87 import ANY_LOAD, grip_87, loaded_magic_formula_87
from jounce.engine.laws.tires.pacejka import loaded_pacejka, pacejka_grip
from jounce.engine.laws.tires.pacejka_vertical import effective_rolling_radius, free_radius, relaxation, vertical_force
from jounce.engine.laws.tires.records import CALSPAN, FIALA, PACEJKA, TMEASY
from jounce.engine.laws.tires.tmeasy import loaded_tmeasy, tmeasy_radius_share, tmeasy_relaxation, tmeasy_spring
from jounce.engine.linalg.elementary import atan, tanh
from jounce.engine.linalg.select import where
from jounce.engine.linalg.vec3 import add, cross, dot, scale, store, sub


@kernel
def rolling_tire(tire, ground, contact, hub, v, w, s, s_x, s_y):
    """Evaluate into a contact record."""
    c, law, spin = tire["coefficients"], tire["law"], dot(w, s)
    R = free_radius(c, spin) if law == PACEJKA else tire["radius"]
    n, h, _, r, point, height, friction = touch(ground, contact["ground"], hub, s, R)
    gamma = atan(dot(s, n) / h)
    rho, rate = R - r, -dot(v, n) / h
    store(contact["point"], 0, point)
    contact["penetration"], contact["radius"], contact["height"], contact["camber"] = rho, r, height, gamma
    pressed = vertical_force(c, rho, rate, spin, 0.0, 0.0, gamma) if law == PACEJKA else spring(tire, rho, rate)
    in_air = pressed <= 0.0
    fz = where(in_air, ANY_LOAD, pressed)
    # velocities and slips of the contact
    t, l = directions(n, h, s)
    across_spin = sub(w, scale(spin, s))
    velocity = add(v, cross(across_spin, sub(point, hub)))
    v_x, v_y = dot(velocity, t), dot(velocity, l)
    turn = turn_slip(dot(across_spin, n), v_x)
    r_e, along, across = rolling_lengths(tire, r, rho, fz, gamma, spin)
    kappa, tan_alpha, rate_x, rate_y = relaxed_slip(v_x, v_x - spin * r_e, v_y, s_x, s_y, along, across)
    # forces and moments of the law
    if law == PACEJKA:
        fx, fy, mx, my, mz = loaded_pacejka(c, fz, kappa, tan_alpha, gamma, turn, v_x, friction)
        if c[i.TURN_SLIP] < 0.5:
            grip, stiffness = pacejka_grip(c, fz, friction)
            mz += drilling_moment(turn, R, rho, grip, stiffness)
        is_softened = (c[i.Q_FCX] != 0.0) | (c[i.Q_FCY] != 0.0)
        corrected = where(is_softened, vertical_force(c, rho, rate, spin, fx, fy, gamma), fz)
        part, fz = where(is_softened, corrected / fz, 1.0), corrected
        fx, fy, mx, my, mz = part * fx, part * fy, part * mx, part * my, part * mz
    elif law == TMEASY:
        fx, fy, mx, my, mz = loaded_tmeasy(c, fz, kappa, tan_alpha, gamma, turn, v_x, friction)
    elif law == FIALA:
        fx, fy, mx, my, mz = loaded_fiala(c, fz, kappa, tan_alpha, v_x, friction)
        mz += drilling_moment(turn, R, rho, friction * c[STATIC] * fz, c[CORNERING_STIFFNESS])
    elif law == CALSPAN:
        fx, fy, mx, my, mz = loaded_calspan(c, fz, kappa, tan_alpha, gamma, v_x, friction)
        stiffness, _ = calspan_stiffness(c, fz)
        mz += drilling_moment(turn, R, rho, friction * calspan_friction(c, fz, v_x) * fz, stiffness)
    else:
        fx, fy, mx, my, mz = loaded_magic_formula_87(c, fz, kappa, tan_alpha, gamma, v_x, friction)
        grip, stiffness = grip_87(c, fz, friction)
        mz += drilling_moment(turn, R, rho, grip, stiffness)
    # in the air there is no force, and slips vanish
    zero, (decay_x, decay_y) = (0.0, 0.0, 0.0), decay_rates(s_x, s_y)
    store(contact["force"], 0, where(in_air, zero, add(add(scale(fx, t), scale(fy, l)), scale(fz, n))))
    store(contact["torque"], 0, where(in_air, zero, add(add(scale(mx, t), scale(my, l)), scale(mz, n))))
    contact["rates"][0], contact["rates"][1] = where(in_air, decay_x, rate_x), where(in_air, decay_y, rate_y)
    contact["fx"], contact["fy"] = where(in_air, 0.0, fx), where(in_air, 0.0, fy)
    contact["fz"], contact["kappa"] = where(in_air, 0.0, fz), where(in_air, 0.0, kappa)
    contact["alpha"], contact["mx"] = where(in_air, 0.0, atan(tan_alpha)), where(in_air, 0.0, mx)
    contact["my"], contact["mz"] = where(in_air, 0.0, my), where(in_air, 0.0, mz)


def known_tire(known, tire, ground, contact, hub, v, w, s, s_x, s_y):
    """`rolling_tire` in generated equations, with what `jounce.engine.laws.tires.known_numbers` tells a tracer."""
    rolling_tire(tire, ground, contact, hub, v, w, s, s_x, s_y)


@kernel
def rolling_lengths(tire, r, rho, fz, gamma, spin):
    """Rolling radius r_e and relaxation lengths along and across [m]."""
    c, law = tire["coefficients"], tire["law"]
    if law == PACEJKA:
        along, across = relaxation(c, fz, gamma)
        return effective_rolling_radius(c, fz, spin), along, across
    if law == TMEASY:
        along, across = tmeasy_relaxation(c, fz)
        return r + tmeasy_radius_share(c, fz) * rho, along, across
    return r, tire["relaxation"][0], tire["relaxation"][1]


@kernel
def spring(tire, rho, rate):
    """F (1 + tanh(c ρ̇ / F)), F the elastic force."""
    force = elastic_force(tire, rho)
    is_free = (rho <= 0.0) | (force <= 0.0)
    return where(is_free, 0.0, force * (1.0 + tanh(tire["damping"] * rate / where(is_free, 1.0, force))))


@kernel
def elastic_force(tire, rho):
    """Force [N] of the vertical spring at the deflection ρ [m] of a tire that is not from a file."""
    c, law = tire["coefficients"], tire["law"]
    if law == TMEASY:
        return tmeasy_spring(c, rho)
    if law == FIALA and c[CURVE_POINTS] > 0.5:
        return deflection_curve(c, CURVE, c[CURVE_POINTS], rho)[0]
    return tire["stiffness"] * rho
