"""The Jacobian's part of the air, direction by direction."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, put_column
from jounce.engine.formulations.chassis_frame.element_derivatives import axis
from jounce.engine.laws.forces.air import air
from jounce.engine.laws.forces.air_tangent import air_tangent
from jounce.engine.laws.forces.body_forces import drag_and_lift, drag_and_lift_tangent
from jounce.engine.linalg.mat3 import load9, mv, tmv
from jounce.engine.linalg.vec3 import add, cross, load, neg, sub


@subroutine
def air_blocks(framed, model, t, slots, p):
    """The air on all bodies."""
    laws = model.elements.drags
    for e in range(laws.size):
        if laws[e]["shaped"] == 0 and laws[e]["wind_speed"] < 0:
            drag_blocks(framed, laws[e], slots, p)
        else:
            flow_blocks(framed, model, laws[e], t, slots, p)


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
    f = drag_and_lift(law, u, up)
    for j in range(3, 15):
        if j >= 12 and framed.kind != CHASSIS:
            break
        turn, by_v, by_w = axis(j, 1), axis(j, 2), axis(j, 3)
        if j >= 12:
            around = axis(j, 4)
            by_v, by_w = cross(around, v), cross(around, w)
        by_arm, by_up = cross(turn, arm), cross(turn, up)
        by_u = add(by_v, add(cross(by_w, arm), cross(w, by_arm)))
        by_f = drag_and_lift_tangent(law, u, up, by_u, by_up)
        column = column_of(j, i, framed.base, p.n)
        put_column(slots, TWIST * i, column, neg(by_f))
        put_column(slots, TWIST * i + 3, column, neg(add(cross(by_arm, f), cross(arm, by_f))))


@subroutine
def flow_blocks(framed, model, law, t, slots, p):
    """Coefficients and wind: places (the zone of the wind tells them apart), rotations, velocities, the frame."""
    axes, i = framed.axes[0], law["body"]
    origin, E, body = load(axes["origin"], 0), load9(axes["E"], 0), framed.bodies[i]
    A, v, w = load9(body["A"], 0), load(body["v"], 0), load(body["w"], 0)
    columns = (A[0], A[3], A[6]), (A[1], A[4], A[7]), (A[2], A[5], A[8])
    arm = mv(A, load(law["point"], 0))
    where, velocity = add(origin, mv(E, add(load(body["r"], 0), arm))), mv(E, add(v, cross(w, arm)))
    ahead, left, up = mv(E, columns[0]), mv(E, columns[1]), mv(E, columns[2])
    f = tmv(E, air(law, model.signals, model.tables, t, where, velocity, ahead, left, up)[0])
    for j in range(15):
        if j >= 12 and framed.kind != CHASSIS:
            break
        by_place, turn, by_v, by_w = axis(j, 0), axis(j, 1), axis(j, 2), axis(j, 3)
        if j >= 12:
            around = axis(j, 4)
            by_v, by_w = cross(around, v), cross(around, w)
        by_arm = cross(turn, arm)
        moved = mv(E, add(by_place, by_arm)), mv(E, add(by_v, add(cross(by_w, arm), cross(w, by_arm))))
        turned = mv(E, cross(turn, columns[0])), mv(E, cross(turn, columns[1])), mv(E, cross(turn, columns[2]))
        by_force, by_torque = air_tangent(
            law, model.signals, model.tables, t, where, velocity, ahead, left, up, moved[0], moved[1], turned
        )
        by_f, column = tmv(E, by_force), column_of(j, i, framed.base, p.n)
        put_column(slots, TWIST * i, column, neg(by_f))
        by_moment = add(add(cross(by_arm, f), cross(arm, by_f)), tmv(E, by_torque))
        put_column(slots, TWIST * i + 3, column, neg(by_moment))
