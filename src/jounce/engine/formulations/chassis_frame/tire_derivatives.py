"""The Jacobian's part of the tires: dw18's law by its derivative, other laws by central differences."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import function_at, subroutine
from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, put, put_column
from jounce.engine.formulations.chassis_frame.element_derivatives import axis
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.laws.tires.magic_formula import simple_tangent
from jounce.engine.laws.tires.records import SIMPLE
from jounce.engine.linalg.mat3 import load9, mv, tmv
from jounce.engine.linalg.vec3 import add, axpy, cross, load, neg, scale, sub

STEP = 1e-6
"""Step of central differences [m, rad, m/s, 1]: rounding costs 1e-10 of a force, curvature less."""
POSE, STATE, FRAME, ALL = 6, 12, 14, 17
"""Directions: pose, velocity (from POSE), states (from STATE), frame (from FRAME)."""


@subroutine
def tire_blocks(framed, model, work, reach, y, auxiliary, numbers, slots, p):
    """Wheel by wheel, direction by direction; the contacts must have been evaluated. reach: βh [s]."""
    evaluate = function_at(model.elements.tire, "tire")
    axes = framed.axes[0]
    origin, E = load(axes["origin"], 0), load9(axes["E"], 0)
    for e in range(model.elements.tires.size):
        # the wheel as it is, frame axes
        law, contact = model.elements.tires[e], work.contacts[e]
        i = law["body"]
        body = framed.bodies[i]
        A, v, w = load9(body["A"], 0), load(body["v"], 0), load(body["w"], 0)
        arm, s = mv(A, load(law["centre"], 0)), mv(A, load(law["spin"], 0))
        f, state, s_x, s_y = tmv(E, load(contact["force"], 0)), -1, 0.0, 0.0
        # slip states, where it has them
        if law["state"] >= 0:
            s_x, s_y = y[auxiliary + law["state"]], y[auxiliary + law["state"] + 1]
            state = p.first_state + numbers[law["state"]]
            put(slots, state, state, 1.0)
            put(slots, state + 1, state + 1, 1.0)
        # hub, ground normal, contact point, velocity
        hub = add(load(body["r"], 0), arm)
        n = tmv(E, unit_normal(contact["ground"]["zx"], contact["ground"]["zy"]))
        at = sub(tmv(E, sub(load(contact["point"], 0), origin)), load(body["r"], 0))
        fast = add(v, cross(w, arm))
        for j in range(ALL):
            if (j >= FRAME and framed.kind != CHASSIS) or (STATE <= j < FRAME and state < 0):
                continue
            # what direction j changes
            by_r, turn, by_v, by_w = axis(j, 0), axis(j, 1), axis(j, 2), axis(j, 3)
            by_sx, by_sy = 1.0 if j == STATE else 0.0, 1.0 if j == STATE + 1 else 0.0
            if j >= FRAME:
                around = axis(j - FRAME, 0)
                by_v, by_w = cross(around, v), cross(around, w)
            by_arm, by_s = cross(turn, arm), cross(turn, s)
            by_hub = add(by_r, by_arm)
            by_fast = add(by_v, add(cross(by_w, arm), cross(w, by_arm)))
            # changes of force, torque, slip rates
            if law["law"] == SIMPLE:
                friction, z = contact["ground"]["friction"], contact["radius"]
                by_f, by_z, rate_x, rate_y = simple_tangent(
                    law, n, z, friction, fast, w, s, s_x, s_y, by_hub, by_fast, by_w, by_s, by_sx, by_sy
                )
                by_torque = add(cross(axpy(-by_z, n, by_hub), f), cross(at, by_f))
                by_torque = sub(by_torque, cross(by_r, f))
            else:
                by_f, by_torque, rate_x, rate_y = difference(
                    evaluate,
                    law,
                    model.ground,
                    framed.trials[e],
                    origin,
                    E,
                    (hub, fast, w, s, s_x, s_y),
                    (by_hub, by_fast, by_w, by_s, by_sx, by_sy),
                    (load(body["r"], 0), by_r),
                )
            # enter them into the matrix
            column = direction_column(j, i, state, framed.base, p.n)
            put_column(slots, TWIST * i, column, neg(by_f))
            put_column(slots, TWIST * i + 3, column, neg(by_torque))
            if state >= 0:
                put(slots, state, column, -reach * rate_x)
                put(slots, state + 1, column, -reach * rate_y)


@subroutine
def direction_column(j, body, state, base, n):
    """Column of direction j."""
    if j < POSE:
        return TWIST * body + j
    if j < STATE:
        return n + TWIST * body + j - POSE
    if j < FRAME:
        return state + j - STATE
    return TWIST * base + 3 + j - FRAME


@subroutine
def difference(evaluate, law, ground, contact, origin, E, at, by, centre):
    """Changes of force, torque about the centre of mass and slip rates, by central differences."""
    ahead = shifted(evaluate, law, ground, contact, origin, E, at, by, centre, STEP)
    behind = shifted(evaluate, law, ground, contact, origin, E, at, by, centre, -STEP)
    part = 0.5 / STEP
    return (
        scale(part, sub(ahead[0], behind[0])),
        scale(part, sub(ahead[1], behind[1])),
        part * (ahead[2] - behind[2]),
        part * (ahead[3] - behind[3]),
    )


@subroutine
def shifted(evaluate, law, ground, contact, origin, E, at, by, centre, step):
    """Force, torque about the centre of mass and slip rates, some way along."""
    hub, v, w, s = (
        axpy(step, by[0], at[0]),
        axpy(step, by[1], at[1]),
        axpy(step, by[2], at[2]),
        axpy(step, by[3], at[3]),
    )
    hub_world, s_x, s_y = add(origin, mv(E, hub)), at[4] + step * by[4], at[5] + step * by[5]
    evaluate(law, ground, contact, hub_world, mv(E, v), mv(E, w), mv(E, s), s_x, s_y)
    f = tmv(E, load(contact["force"], 0))
    arm = sub(tmv(E, sub(load(contact["point"], 0), origin)), axpy(step, centre[1], centre[0]))
    torque = add(cross(arm, f), tmv(E, load(contact["torque"], 0)))
    return f, torque, contact["rates"][0], contact["rates"][1]
