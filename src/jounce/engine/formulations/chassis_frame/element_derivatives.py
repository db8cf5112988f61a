"""The Jacobian's part of scalar forces, bushings and loads."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.element_forces import along
from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, put, put_block, put_column, put_product, put_row
from jounce.engine.formulations.chassis_frame.slopes import carried, write_second
from jounce.engine.laws.forces.body_forces import FORCE_BODY, FORCE_WORLD, TORQUE_BODY, TORQUE_WORLD
from jounce.engine.laws.forces.bushing import bushing, bushing_tangent
from jounce.engine.laws.forces.laws import derivatives_along
from jounce.engine.laws.forces.measure import span
from jounce.engine.laws.forces.measure_derivatives import only_turns
from jounce.engine.laws.forces.signal import signal
from jounce.engine.linalg.mat3 import load9, matmul, mv, scale9, skew, tmv
from jounce.engine.linalg.vec3 import add, cross, load, neg, scale, sub


@subroutine
def scalar_force_blocks(framed, model, states, reach, t, y, auxiliary, numbers, slots, p):
    """Scalar forces: −F's second derivatives and slopes along all pairs of measures; rows z − βh ż of their states.

    numbers: of every auxiliary state, its place among the unknown states, or −1; reach: βh [s].
    """
    laws, terms = model.elements.scalar_forces, model.elements.scalar_force_terms
    measures, nb = model.measures, model.bodies.size
    joint = framed.joint[0]
    for e in range(laws.size):
        law = laws[e]
        x, rate, f = states[e, 0], states[e, 2], states[e, 1]
        z, state = 0.0, -1
        if law["state"] >= 0:
            z, state = y[auxiliary + law["state"]], p.first_state + numbers[law["state"]]
        sensed, heard = along(framed.measures, terms, law["sense_start"], law["sense_stop"])[1], -1
        if law["heard"] >= 0:
            sensed += y[auxiliary + law["heard"]]
            heard = p.first_state + numbers[law["heard"]]
        f_x, f_v, f_z, f_s, z_v, z_z, z_s = derivatives_along(law, model.signals, model.tables, t, x, rate, z, sensed)
        for i in range(law["start"], law["stop"]):
            k, c = terms[i]["measure"], terms[i]["factor"]
            m = measures[k]
            G, total = framed.slopes[k]["G"], joint["G"]
            for b in range(144):
                total[b] = -c * f * G[b]
            write_second(total, m["a"], m["b"], nb, slots)
            for j in range(law["start"], law["stop"]):
                outer_blocks(framed, model, k, -c, j, f_x, f_v, slots, p)
            for j in range(law["sense_start"], law["sense_stop"]):
                outer_blocks(framed, model, k, -c, j, 0.0, f_s, slots, p)
            if state >= 0:
                state_columns(framed, m, k, -c * f_z, state, slots)
            if heard >= 0:
                state_columns(framed, m, k, -c * f_s, heard, slots)
        if state >= 0:
            put(slots, state, state, 1.0 - reach * z_z)
            for j in range(law["start"], law["stop"]):
                state_rows(framed, model, state, -reach * z_v, j, slots, p)
            for j in range(law["sense_start"], law["sense_stop"]):
                state_rows(framed, model, state, -reach * z_s, j, slots, p)
            if heard >= 0:
                put(slots, state, heard, -reach * z_s)


@subroutine
def outer_blocks(framed, model, k, c, j, f_x, f_v, slots, p):
    """c g_k times the slope of the force along term j: f_x ∂x + f_v ∂ẋ."""
    term = model.elements.scalar_force_terms[j]
    other, factor = term["measure"], term["factor"]
    mk, mj, nb = model.measures[k], model.measures[other], model.bodies.size
    gk, gj, slope = framed.measures[k]["gradient"], framed.measures[other]["gradient"], framed.slopes[other]
    turn = carried(framed, mj, gj, slope)[0]
    for i in range(4):
        row_body = mk["a"] if i < 2 else mk["b"]
        if row_body == nb or (i % 2 == 0 and only_turns(mk["kind"])):
            continue
        row, g = TWIST * row_body + 3 * (i % 2), scale(c * factor, load(gk, 3 * i))
        for q in range(4):
            body = mj["a"] if q < 2 else mj["b"]
            if body == nb or (q % 2 == 0 and only_turns(mj["kind"])):
                continue
            column, h = TWIST * body + 3 * (q % 2), load(gj, 3 * q)
            put_product(slots, row, column, g, add(scale(f_x, h), scale(f_v, load(slope["rate"], 3 * q))))
            put_product(slots, row, p.n + column, g, scale(f_v, h))
        if framed.kind == CHASSIS:
            put_product(slots, row, TWIST * framed.base + 3, g, scale(f_v, turn))


@subroutine
def state_columns(framed, m, k, c, state, slots):
    """c g by the state of a scalar force."""
    nb, gradient = framed.bodies.size - 1, framed.measures[k]["gradient"]
    for i in range(4):
        body = m["a"] if i < 2 else m["b"]
        if body < nb and not (i % 2 == 0 and only_turns(m["kind"])):
            put_column(slots, TWIST * body + 3 * (i % 2), state, scale(c, load(gradient, 3 * i)))


@subroutine
def state_rows(framed, model, state, c, j, slots, p):
    """c ∂ẋ of term j in the row of a state."""
    term = model.elements.scalar_force_terms[j]
    k, factor = term["measure"], c * term["factor"]
    m, nb = model.measures[k], model.bodies.size
    gradient, slope = framed.measures[k]["gradient"], framed.slopes[k]
    for i in range(4):
        body = m["a"] if i < 2 else m["b"]
        if body < nb and not (i % 2 == 0 and only_turns(m["kind"])):
            column = TWIST * body + 3 * (i % 2)
            put_row(slots, state, column, scale(factor, load(slope["rate"], 3 * i)))
            put_row(slots, state, p.n + column, scale(factor, load(gradient, 3 * i)))
    if framed.kind == CHASSIS:
        put_row(slots, state, TWIST * framed.base + 3, scale(factor, carried(framed, m, gradient, slope)[0]))


@subroutine
def axis(j, part):
    """The unit vector of direction j when it belongs to group `part` of three, else zero."""
    k = j - 3 * part
    return (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)


@subroutine
def bushing_blocks(framed, laws, slots, p):
    """Bushings, direction by direction: twelve of the poses, twelve of the velocities, three of the frame."""
    bodies, nb = framed.bodies, framed.bodies.size - 1
    for e in range(laws.size):
        law = laws[e]
        ia, ib = law["a"], law["b"]
        a, b = bodies[ia], bodies[ib]
        Aa, Ab, wa, wb = load9(a["A"], 0), load9(b["A"], 0), load(a["w"], 0), load(b["w"], 0)
        va, vb = load(a["v"], 0), load(b["v"], 0)
        pa, pb = mv(Aa, load(law["point_a"], 0)), mv(Ab, load(law["point_b"], 0))
        d, rate, _ = span(load(a["r"], 0), pa, va, wa, load(b["r"], 0), pb, vb, wb)
        Fa, Fb = matmul(Aa, load9(law["frame_a"], 0)), matmul(Ab, load9(law["frame_b"], 0))
        f, _ = bushing(law, Fa, Fb, d, rate, wa, wb)
        for j in range(27):
            if j >= 24 and framed.kind != CHASSIS:
                break
            ra, ta, rb, tb = axis(j, 0), axis(j, 1), axis(j, 2), axis(j, 3)
            by_va, by_wa, by_vb, by_wb = axis(j, 4), axis(j, 5), axis(j, 6), axis(j, 7)
            if j >= 24:
                around = axis(j, 8)
                by_va, by_wa, by_vb, by_wb = cross(around, va), cross(around, wa), cross(around, vb), cross(around, wb)
            by_pa, by_pb = cross(ta, pa), cross(tb, pb)
            by_d = sub(add(rb, by_pb), add(ra, by_pa))
            fast_a = add(by_va, add(cross(by_wa, pa), cross(wa, by_pa)))
            fast_b = add(by_vb, add(cross(by_wb, pb), cross(wb, by_pb)))
            by_f, by_t = bushing_tangent(law, Fa, Fb, d, rate, wa, wb, ta, tb, by_d, sub(fast_b, fast_a), by_wa, by_wb)
            column = direction_column(j, ia, ib, nb, framed.base, p.n)
            if column < 0:
                continue
            if ib < nb:
                put_column(slots, TWIST * ib, column, neg(by_f))
                put_column(slots, TWIST * ib + 3, column, neg(add(by_t, add(cross(by_pb, f), cross(pb, by_f)))))
            if ia < nb:
                arm, by_arm = add(pa, d), add(by_pa, by_d)
                put_column(slots, TWIST * ia, column, by_f)
                put_column(slots, TWIST * ia + 3, column, add(by_t, add(cross(by_arm, f), cross(arm, by_f))))


@subroutine
def direction_column(j, ia, ib, nb, base, n):
    """Column of direction j of two bodies; −1 for the ground."""
    if j >= 24:
        return TWIST * base + 3 + j - 24
    body = ia if j % 12 < 6 else ib
    if body == nb:
        return -1
    return (n if j >= 12 else 0) + TWIST * body + j % 6


@subroutine
def load_blocks(framed, model, t, slots):
    """Loads: what is fixed in a body turns with it; what is fixed in the world turns the arm alone."""
    nb, E = model.bodies.size, load9(framed.axes[0]["E"], 0)
    for e in range(model.elements.loads.size):
        law = model.elements.loads[e]
        kind, body = law["kind"], law["body"]
        if body == nb or kind == TORQUE_WORLD:
            continue
        A = load9(framed.bodies[body]["A"], 0)
        size, direction = signal(model.signals[law["signal"]], model.tables, t)[0], load(law["direction"], 0)
        turn = TWIST * body + 3
        if kind == FORCE_WORLD:
            f, arm = scale(size, tmv(E, direction)), mv(A, load(law["point"], 0))
            put_block(slots, turn, turn, scale9(-1.0, matmul(skew(f), skew(arm))))
            continue
        f = scale(size, mv(A, direction))
        if kind == FORCE_BODY:
            put_block(slots, TWIST * body, turn, skew(f))
            put_block(slots, turn, turn, skew(cross(mv(A, load(law["point"], 0)), f)))
        elif kind == TORQUE_BODY:
            put_block(slots, turn, turn, skew(f))
            if law["reaction"] < nb:
                put_block(slots, TWIST * law["reaction"] + 3, turn, scale9(-1.0, skew(f)))
