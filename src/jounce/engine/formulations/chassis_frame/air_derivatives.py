"""The Jacobian's part of the air: drag and lift by their derivative, coefficients and wind by central differences."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.element_forces import air_on
from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, put_column
from jounce.engine.formulations.chassis_frame.element_derivatives import axis
from jounce.engine.linalg.mat3 import load9, matmul, mv, tmv
from jounce.engine.linalg.so3 import exp_matrix
from jounce.engine.linalg.vec3 import add, axpy, cross, load, neg, norm, scale, sub

STEP = 1e-6
"""Step of central differences [m, rad, m/s]."""


@subroutine
def air_blocks(framed, model, t, slots, p):
    """The air on all bodies."""
    laws = model.elements.drags
    for e in range(laws.size):
        if laws[e]["shaped"] == 0 and laws[e]["wind_speed"] < 0:
            drag_blocks(framed, laws[e], slots, p)
        else:
            difference_blocks(framed, model, laws[e], t, slots, p)


@subroutine
def column_of(j, body, base, n):
    """Column of direction j: three of place, rotation, velocity and angular velocity of a body, and of the frame."""
    if j < 6:
        return TWIST * body + j
    return n + TWIST * body + j - 6 if j < 12 else TWIST * base + 3 + j - 12


@subroutine
def drag_blocks(framed, law, slots, p):
    """Drag and lift, direction by direction: rotations, velocities, the frame."""
    E, i = load9(framed.axes[0]["E"], 0), law["body"]
    body = framed.bodies[i]
    A, v, w = load9(body["A"], 0), load(body["v"], 0), load(body["w"], 0)
    arm, up = mv(A, load(law["point"], 0)), (A[2], A[5], A[8])
    u = sub(add(v, cross(w, arm)), tmv(E, load(law["wind"], 0)))
    speed, half = norm(u), 0.5 * law["density"]
    f = add(scale(-half * law["drag_area"] * speed, u), scale(half * law["lift_area"] * speed * speed, up))
    for j in range(3, 15):
        if j >= 12 and framed.kind != CHASSIS:
            break
        turn, by_v, by_w = axis(j, 1), axis(j, 2), axis(j, 3)
        if j >= 12:
            around = axis(j, 4)
            by_v, by_w = cross(around, v), cross(around, w)
        by_arm, by_up = cross(turn, arm), cross(turn, up)
        by_u = add(by_v, add(cross(by_w, arm), cross(w, by_arm)))
        by_speed = (u[0] * by_u[0] + u[1] * by_u[1] + u[2] * by_u[2]) / speed if speed > 0.0 else 0.0
        drag = scale(-half * law["drag_area"], add(scale(by_speed, u), scale(speed, by_u)))
        lift = add(scale(2.0 * speed * by_speed, up), scale(speed * speed, by_up))
        by_f = add(drag, scale(half * law["lift_area"], lift))
        column = column_of(j, i, framed.base, p.n)
        put_column(slots, TWIST * i, column, neg(by_f))
        put_column(slots, TWIST * i + 3, column, neg(add(cross(by_arm, f), cross(arm, by_f))))


@subroutine
def difference_blocks(framed, model, law, t, slots, p):
    """Coefficients and wind, direction by direction; the zone of the wind also tells places apart."""
    i = law["body"]
    body = framed.bodies[i]
    A, v, w = load9(body["A"], 0), load(body["v"], 0), load(body["w"], 0)
    for j in range(15):
        if j >= 12 and framed.kind != CHASSIS:
            break
        by_v, by_w = axis(j, 2), axis(j, 3)
        if j >= 12:
            around = axis(j, 4)
            by_v, by_w = cross(around, v), cross(around, w)
        by = axis(j, 0), axis(j, 1), by_v, by_w
        ahead = moved_air(framed, model, law, t, A, v, w, by, STEP)
        behind = moved_air(framed, model, law, t, A, v, w, by, -STEP)
        column, part = column_of(j, i, framed.base, p.n), -0.5 / STEP
        put_column(slots, TWIST * i, column, scale(part, sub(ahead[0], behind[0])))
        put_column(slots, TWIST * i + 3, column, scale(part, sub(ahead[1], behind[1])))


@subroutine
def moved_air(framed, model, law, t, A, v, w, by, h):
    """Force and torque about the centre of mass, frame axes, where a body is moved a little."""
    axes = framed.axes[0]
    origin, E = load(axes["origin"], 0), load9(axes["E"], 0)
    A = matmul(exp_matrix(scale(h, by[1])), A)
    arm = mv(A, load(law["point"], 0))
    velocity = add(axpy(h, by[2], v), cross(axpy(h, by[3], w), arm))
    place = add(add(load(framed.bodies[law["body"]]["r"], 0), scale(h, by[0])), arm)
    where = add(origin, mv(E, place))
    f, torque = air_on(law, model.signals, model.tables, t, where, mv(E, velocity), matmul(E, A))
    f = tmv(E, f)
    return f, add(cross(arm, f), tmv(E, torque))
