"""Tires whose law gives forces and moments from load, slip and camber: Magic Formula of 1987 and of `.tir` files.

Contact as in `contact`, slip as in `slip`. The wheel rolls freely with the radius r_e: the loaded one (1987), or the
effective one of the file. Damping can at most cancel or double the elastic force, so that wheels lift off and land
without a jump. Forces along the ground soften a `.tir` tire by a few percent: F_z is corrected once for them, and
they in proportion.
"""

import math

from jounce.algebra.vec3 import add, cross, dot, scale, store, sub
from jounce.kernel import kernel
from jounce.tires import pacejka_coefficients as i
from jounce.tires.contact import directions, lifted, touch
from jounce.tires.magic_formula_87 import magic_formula_87
from jounce.tires.pacejka import pacejka
from jounce.tires.pacejka_relaxation import relaxation
from jounce.tires.pacejka_vertical import effective_rolling_radius, free_radius, vertical_force
from jounce.tires.records import PACEJKA
from jounce.tires.slip import relaxed_slip


@kernel
def rolling_tire(tire, ground, contact, hub, v, w, s, s_x, s_y):
    """Evaluate into a contact record."""
    c, filed, spin = tire["coefficients"], tire["law"] == PACEJKA, dot(w, s)
    R = free_radius(c, spin) if filed else tire["radius"]
    n, h, _, r, point, height, friction = touch(ground, contact["ground"], hub, s, R)
    gamma = math.atan2(dot(s, n), h)
    rho, rate = R - r, -dot(v, n) / h
    store(contact["point"], 0, point)
    contact["penetration"], contact["radius"], contact["height"], contact["camber"] = rho, r, height, gamma
    fz = vertical_force(c, rho, rate, spin, 0.0, 0.0) if filed else spring(tire, rho, rate)
    if fz <= 0.0:
        lifted(contact, s_x, s_y)
        return
    t, l = directions(n, h, s)
    velocity = add(v, cross(sub(w, scale(spin, s)), sub(point, hub)))
    v_x, v_y = dot(velocity, t), dot(velocity, l)
    if filed:
        r_e = effective_rolling_radius(c, fz, spin)
        along, across = relaxation(c, fz, gamma)
    else:
        r_e, along, across = r, tire["relaxation"][0], tire["relaxation"][1]
    kappa, tangent, rats_x, rats_y = relaxed_slip(v_x, v_x - spin * r_e, v_y, s_x, s_y, along, across)
    if filed:
        fx, fy, mx, my, mz = pacejka(c, fz, kappa, tangent, gamma, v_x, friction)
        if c[i.Q_FCX] != 0.0 or c[i.Q_FCY] != 0.0:
            corrected = vertical_force(c, rho, rate, spin, fx, fy)
            part, fz = corrected / fz, corrected
            fx, fy, mx, my, mz = part * fx, part * fy, part * mx, part * my, part * mz
    else:
        fx, fy, mx, my, mz = magic_formula_87(c, fz, kappa, tangent, gamma, v_x, friction)
    store(contact["force"], 0, add(add(scale(fx, t), scale(fy, l)), scale(fz, n)))
    store(contact["torque"], 0, add(add(scale(mx, t), scale(my, l)), scale(mz, n)))
    contact["rates"][0], contact["rates"][1] = rats_x, rats_y
    contact["fx"], contact["fy"], contact["fz"], contact["kappa"] = fx, fy, fz, kappa
    contact["alpha"], contact["mx"], contact["my"], contact["mz"] = math.atan(tangent), mx, my, mz


@kernel
def spring(tire, rho, rate):
    """F (1 + tanh(c ρ̇ / F)), F = k ρ."""
    force = tire["stiffness"] * rho
    if force <= 0.0:
        return 0.0
    return force * (1.0 + math.tanh(tire["damping"] * rate / force))
