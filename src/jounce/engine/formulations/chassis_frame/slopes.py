"""The Jacobian of the residual: ∂(F, Φ, Φ̇, Φ̈, ż) by poses, velocity components, their rates, multipliers and states.

Everything is differentiated with velocities and accelerations held as vectors. In the chassis frame their *components*
are held instead, and the axes turn with the chassis: by a small turn δπ of it, in its own axes, at given components

    δv_i = δπ × v_i,   δ(A_cᵀF) = F × δπ,   and because r̈ = v̇ + ω_c × v by components, by ω_c and v too          (K4)

which adds columns of the chassis's rotation and angular velocity; no more is different between the frames.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.model import TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, put, put_block, put_column, put_row
from jounce.engine.laws.forces.measure_derivatives import measure_derivatives, only_turns
from jounce.engine.linalg.mat3 import add9, load9, matmul, mv, scale9, skew, tmv
from jounce.engine.linalg.vec3 import add, axpy, cross, load, neg, scale


class Places(NamedTuple):
    """First rows and columns of the groups of equations and unknowns."""

    n: int
    """6 × bodies: equations of motion, and poses, velocities, rates each"""
    m: int
    """constraints"""
    first_state: int
    """column and row of the first state of an element, 3n + m"""


@subroutine
def row_slopes(framed, model, slots, p):
    """Φ, Φ̇ and Φ̈, and the multipliers' part of F."""
    rows, terms, measures = model.rows, model.terms, model.measures
    joint = framed.joint[0]
    last_a, last_b = -1, -1
    for r in range(rows.size):
        for i in range(rows[r]["start"], rows[r]["stop"]):
            k, c = terms[i]["measure"], terms[i]["factor"]
            m, slope = measures[k], framed.slopes[k]
            term_slopes(framed, m, framed.measures[k], slope, c, r, slots, p)
            if m["a"] != last_a or m["b"] != last_b:
                flush(joint, last_a, last_b, model.bodies.size, slots)
                last_a, last_b = m["a"], m["b"]
            gather(joint["G"], c * framed.multipliers[r], slope["G"], only_turns(m["kind"]))
    flush(joint, last_a, last_b, model.bodies.size, slots)


@subroutine
def gather(total, c, G, turns):
    """total += c G."""
    if turns:
        for i in (45, 63, 117, 135):
            for k in range(i, i + 9):
                total[k] += c * G[k]
    else:
        for k in range(144):
            total[k] += c * G[k]


@subroutine
def flush(joint, a, b, nb, slots):
    """Write the second derivatives of all measures between two bodies, and begin anew."""
    if a >= 0:
        write_second(joint["G"], a, b, nb, slots)
    for k in range(144):
        joint["G"][k] = 0.0


@subroutine
def write_second(G, a, b, nb, slots):
    """Blocks of G into the rows and pose columns of the two bodies."""
    for i in range(4):
        row_body = a if i < 2 else b
        if row_body == nb:
            continue
        for j in range(4):
            column_body = a if j < 2 else b
            if column_body < nb:
                row, column = TWIST * row_body + 3 * (i % 2), TWIST * column_body + 3 * (j % 2)
                put_block(slots, row, column, load9(G, 9 * (4 * i + j)))


@subroutine
def carried(framed, m, gradient, slope):
    """∂ṡ/∂π_c and ∂s̈/∂π_c at given components, (K4); zero in the world frame."""
    rate, second = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if framed.kind != CHASSIS:
        return rate, second
    for side in range(2):
        body = framed.bodies[m["b"] if side else m["a"]]
        v, w, a, e = load(body["v"], 0), load(body["w"], 0), load(body["a"], 0), load(body["e"], 0)
        g_v, g_w = load(gradient, 6 * side), load(gradient, 6 * side + 3)
        h_v = add(load(slope["rate"], 6 * side), load(slope["turn"], 6 * side))
        h_w = add(load(slope["rate"], 6 * side + 3), load(slope["turn"], 6 * side + 3))
        rate = add(rate, add(cross(v, g_v), cross(w, g_w)))
        second = add(second, add(add(cross(v, h_v), cross(w, h_w)), add(cross(a, g_v), cross(e, g_w))))
    return rate, second


@subroutine
def by_acceleration(framed, m, G, turns, j):
    """Part j of GᵀA."""
    total = (0.0, 0.0, 0.0)
    first, step = (1, 2) if turns else (0, 1)
    for i in range(first, 4, step):
        body = framed.bodies[m["a"] if i < 2 else m["b"]]
        A = load(body["e"], 0) if i % 2 else load(body["a"], 0)
        total = add(total, tmv(load9(G, 9 * (4 * i + j)), A))
    return total


@subroutine
def term_slopes(framed, m, state, slope, c, r, slots, p):
    """One measure of constraint r."""
    n, position, velocity, acceleration = p.n, p.n + r, p.n + p.m + r, p.n + 2 * p.m + r
    gradient, turns, nb = state["gradient"], only_turns(m["kind"]), framed.bodies.size - 1
    turning = load(framed.axes[0]["w"], 0)
    for q in range(4):
        body = m["a"] if q < 2 else m["b"]
        if body == nb or (turns and q % 2 == 0):
            continue
        column = TWIST * body + 3 * (q % 2)
        g = scale(c, load(gradient, 3 * q))
        put_row(slots, position, column, g)
        put_row(slots, velocity, n + column, g)
        put_row(slots, acceleration, 2 * n + column, g)
        put_column(slots, column, 3 * n + r, g)
        rate = scale(c, load(slope["rate"], 3 * q))
        put_row(slots, velocity, column, rate)
        second = add(load(slope["bias"], 3 * q), by_acceleration(framed, m, slope["G"], turns, q))
        put_row(slots, acceleration, column, scale(c, second))
        swing = add(axpy(c, load(slope["turn"], 3 * q), rate), cross(g, turning))
        put_row(slots, acceleration, n + column, swing)
    if framed.kind == CHASSIS:
        rate, second = carried(framed, m, gradient, slope)
        turn = TWIST * framed.base + 3
        put_row(slots, velocity, turn, scale(c, rate))
        put_row(slots, acceleration, turn, scale(c, second))
        put_row(slots, acceleration, n + turn, scale(c, rate))


@subroutine
def body_slopes(framed, constants, slots, p):
    """Write the slopes of the inertia terms."""
    n, turn, turning = p.n, TWIST * framed.base + 3, load(framed.axes[0]["w"], 0)
    for i in range(constants.size):
        body, mass, row = framed.bodies[i], constants[i]["mass"], TWIST * i
        J, w, e = load9(body["J"], 0), load(body["w"], 0), load(body["e"], 0)
        momentum = mv(J, w)
        for j in range(3):
            put(slots, row + j, 2 * n + row + j, mass)
        put_block(slots, row + 3, 2 * n + row + 3, J)
        swing = add9(matmul(skew(w), J), skew(neg(momentum)))
        tilt = add9(matmul(J, skew(w)), skew(neg(momentum)))
        lean = add9(add9(matmul(J, skew(e)), skew(neg(mv(J, e)))), matmul(skew(w), tilt))
        put_block(slots, row + 3, row + 3, lean)
        put_block(slots, row + 3, n + row + 3, add9(swing, matmul(J, skew(turning))))
        if framed.kind == CHASSIS:
            v, a = load(body["v"], 0), load(body["a"], 0)
            put_block(slots, row, n + row, scale9(mass, skew(turning)))
            put_block(slots, row, n + turn, scale9(-mass, skew(v)))
            force, torque = load(framed.balance, row), load(framed.balance, row + 3)
            put_block(slots, row, turn, skew(axpy(-mass, a, force)))
            put_block(slots, row + 3, n + turn, scale9(-1.0, matmul(J, skew(w))))
            back = add9(matmul(J, skew(e)), matmul(swing, skew(w)))
            put_block(slots, row + 3, turn, add9(skew(torque), scale9(-1.0, back)))


@subroutine
def evaluate_slopes(framed, measures):
    """Second derivatives of all measures."""
    for k in range(measures.size):
        m = measures[k]
        measure_derivatives(m, framed.bodies[m["a"]], framed.bodies[m["b"]], framed.slopes[k])
