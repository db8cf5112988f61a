"""The residual of Kang 2014 [42] in a frame: F, Φ, Φ̇ and Φ̈ for given poses, velocities, accelerations, multipliers.

    F   m_i r̈_i − f_i + Σ λ Φ_r,      J_i ω̇_i + ω_i × J_i ω_i − n_i + Σ λ Φ_π      in the axes of the frame     (K2)
    Φ   Σ c s − s₀ − f(t),   Φ̇ = Σ c ṡ − ḟ,   Φ̈ = Σ c (g·A + s̈₀) − f̈                                        (K3)

In the chassis frame these are the equations before Kang sums them into those of the chassis, see `arrow`.
"""

from jounce.algebra.mat3 import load9, mv, tmv
from jounce.algebra.vec3 import accumulate, add, axpy, cross, dot, load, scale, store, sub
from jounce.formulations.cartesian.constraints import prescribed
from jounce.formulations.cartesian.forces import bushings, drags, loads, springs_in_frame, tires, weights
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.formulations.framed.kinematics import evaluate_measures, place_axes, place_bodies
from jounce.kernel import function_at, part


@part
def evaluate_residual(framed, model, work, t, y):
    """F, Φ, Φ̇ and Φ̈ into `framed`; y gives poses and auxiliary states, `framed` the rest."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    place_axes(framed.axes[0], framed.kind, framed.base, framed.v, y)
    place_bodies(framed, model.bodies, y)
    evaluate_measures(framed, model.measures, y, auxiliary)
    evaluate_forces(framed, model, work, t, y, auxiliary)
    evaluate_balance(framed, model.bodies)
    evaluate_rows(framed, model, t, y, auxiliary)


@part
def evaluate_forces(framed, model, work, t, y, auxiliary):
    """Applied forces on every body."""
    bodies, axes = framed.bodies, framed.axes[0]
    origin, E = load(axes["origin"], 0), load9(axes["E"], 0)
    weights(model.bodies, tmv(E, load(model.gravity, 0)), bodies)
    laws = model.springs, model.spring_terms, model.measures, model.signals, model.tables
    springs_in_frame(*laws, t, y, auxiliary, framed.measures, bodies, work.springs)
    bushings(model.bushings, bodies)
    loads(model.loads, model.signals, model.tables, t, E, bodies)
    drags(model.drags, E, bodies)
    wheels = function_at(model.tire, "tire"), model.tires, model.ground
    tires(*wheels, origin, E, bodies, y, auxiliary, work.contacts)


@part
def evaluate_balance(framed, constants):
    """(K2) without the multipliers."""
    for i in range(constants.size):
        body = framed.bodies[i]
        J, w = load9(body["J"], 0), load(body["w"], 0)
        turning = add(mv(J, load(body["e"], 0)), cross(w, mv(J, w)))
        store(
            framed.balance,
            TWIST * i,
            axpy(constants[i]["mass"], load(body["a"], 0), scale(-1.0, load(body["force"], 0))),
        )
        store(framed.balance, TWIST * i + 3, sub(turning, load(body["torque"], 0)))


@part
def evaluate_rows(framed, model, t, y, auxiliary):
    """(K3), and the multipliers' part of (K2)."""
    rows, terms, measures, bodies = model.rows, model.terms, model.measures, framed.bodies
    nb = model.bodies.size
    for r in range(rows.size):
        row, multiplier = rows[r], framed.multipliers[r]
        f, df, ddf = prescribed(row, model.signals, model.tables, t, y, auxiliary)
        value, rate, second = -row["offset"] - f, -df, -ddf
        for i in range(row["start"], row["stop"]):
            k, c = terms[i]["measure"], terms[i]["factor"]
            state = framed.measures[k]
            gradient = state["gradient"]
            value += c * state["value"]
            rate += c * state["rate"]
            second += c * state["bias"]
            for side in range(2):
                i_body = measures[k]["b"] if side else measures[k]["a"]
                if i_body < nb:
                    body = bodies[i_body]
                    g_v, g_w = load(gradient, 6 * side), load(gradient, 6 * side + 3)
                    second += c * (dot(g_v, load(body["a"], 0)) + dot(g_w, load(body["e"], 0)))
                    accumulate(framed.balance, TWIST * i_body, scale(c * multiplier, g_v))
                    accumulate(framed.balance, TWIST * i_body + 3, scale(c * multiplier, g_w))
        framed.rows[r, 0], framed.rows[r, 1], framed.rows[r, 2] = value, rate, second
