"""The residual of Kang 2014 [42] in a frame, for given poses, velocities, accelerations, multipliers; and its Jacobian.

    F   m_i r̈_i − f_i + Σ λ Φ_r,      J_i ω̇_i + ω_i × J_i ω_i − n_i + Σ λ Φ_π      in the axes of the frame     (K2)
    Φ   Σ c s − s₀ − f(t),   Φ̇ = Σ c ṡ − ḟ,   Φ̈ = Σ c (g·A + s̈₀) − f̈                                        (K3)

In the chassis frame these are the equations before Kang sums them into those of the chassis, see
`jounce_papers.kang_2014.block_arrow`. The Jacobian is written as entries of a sparse matrix (see `slopes`), also for
the rows that tie positions to velocities and velocities to their rates, (K7) of `jounce.engine.integrators.tangent`.

Integrators get residual and Jacobian as two function pointers, compiled once for all mechanisms.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from jounce.engine.compiler import address, declare, entry, function_at, pointer, subroutine
from jounce.engine.formulations.cartesian.element_forces import evaluate_forces
from jounce.engine.formulations.cartesian.kinematics import prescribed_motion
from jounce.engine.formulations.cartesian.model import POSE, TWIST, Model, Work
from jounce.engine.formulations.chassis_frame.air_derivatives import air_blocks
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS, FrameArrays, Slots, begin, put, put_row
from jounce.engine.formulations.chassis_frame.element_derivatives import (
    bushing_blocks,
    load_blocks,
    scalar_force_blocks,
)
from jounce.engine.formulations.chassis_frame.kinematics import (
    correct,
    displacement_slopes,
    evaluate_measures,
    place_axes,
    place_bodies,
    take_accelerations,
    take_velocities,
)
from jounce.engine.formulations.chassis_frame.slopes import Places, body_slopes, evaluate_slopes, row_slopes
from jounce.engine.formulations.chassis_frame.tire_derivatives import tire_blocks
from jounce.engine.formulations.elements import Acting
from jounce.engine.linalg.mat3 import load9, mv
from jounce.engine.linalg.vec3 import accumulate, add, axpy, cross, dot, load, scale, store, sub


@subroutine
def tie_slopes(framed, independent, reach, start, trial, slots, p):
    """All of them, for a step of reach β [s] that began at `start`."""
    d = independent.size
    for i in range(d):
        coordinate = independent[i]
        first, second = p.n + 3 * p.m + i, p.n + 3 * p.m + d + i
        own, other = displacement_slopes(framed.kind, framed.base, start, trial, coordinate)
        put_row(slots, first, coordinate - coordinate % 3, own)
        if framed.kind == CHASSIS:
            put_row(slots, first, TWIST * framed.base + 3, other)
        put(slots, first, p.n + coordinate, -reach)
        put(slots, second, p.n + coordinate, 1.0)
        put(slots, second, 2 * p.n + coordinate, -reach)


@subroutine
def write_jacobian(framed, model, work, reach, t, y, numbers, slots, p):
    """All entries, at the point where `evaluate_residual` was last; reach: βh [s]."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    evaluate_slopes(framed, model.measures)
    body_slopes(framed, model.bodies, slots, p)
    row_slopes(framed, model, slots, p)
    scalar_force_blocks(framed, model, work.scalar_forces, reach, t, y, auxiliary, numbers, slots, p)
    bushing_blocks(framed, model.elements.bushings, slots, p)
    load_blocks(framed, model, t, slots)
    air_blocks(framed, model, t, slots, p)
    tire_blocks(framed, model, work, reach, y, auxiliary, numbers, slots, p)


@subroutine
def evaluate_residual(framed, model, work, t, y):
    """F, Φ, Φ̇ and Φ̈ into `framed`; y gives poses and auxiliary states, `framed` the rest."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    place_axes(framed.axes[0], framed.kind, framed.base, framed.v, y)
    place_bodies(framed, model.bodies, y)
    evaluate_measures(framed, model.measures, y, auxiliary)
    acting = Acting(framed.bodies, framed.measures, work.scalar_forces, work.contacts)
    origin, E = load(framed.axes[0]["origin"], 0), load9(framed.axes[0]["E"], 0)
    evaluate_forces(model, acting, t, y, auxiliary, origin, E)
    evaluate_balance(framed, model.bodies)
    evaluate_rows(framed, model, t, y, auxiliary)


@subroutine
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


@subroutine
def evaluate_rows(framed, model, t, y, auxiliary):
    """(K3), and the multipliers' part of (K2)."""
    rows, terms, measures, bodies = model.rows, model.terms, model.measures, framed.bodies
    nb = model.bodies.size
    for r in range(rows.size):
        row, multiplier = rows[r], framed.multipliers[r]
        f, df, ddf = prescribed_motion(row, model.signals, model.tables, t, y, auxiliary)
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


@entry
def start_in_frame(derivative, framed, model, work, t, y, dy):
    """Velocities, their rates and multipliers of a world state into `framed`; returns a status."""
    outcome = derivative(model, work, t, y, dy)
    nb = model.bodies.size
    take_velocities(framed, nb, y)
    take_accelerations(framed, nb, y, dy)
    for r in range(model.rows.size):
        framed.multipliers[r] = work.x[nb + model.rows[r]["joint"], model.rows[r]["place"]]
    return outcome


@entry
def evaluate_in_frame(residual, framed, model, work, t, y):
    """F, Φ, Φ̇ and Φ̈ at poses and states of y, with what else is in `framed`."""
    return function_at(residual, "residual")(framed, model, work, t, y)


@entry
def trace_matrix(
    residual, jacobian, framed, model, work, reach, t, start, shift, y, numbers, slots, independent, places
):
    """All entries of H_p at y moved by −shift (6 nb,), for a step of reach β [s] that began at `start`."""
    place_axes(framed.axes[0], framed.kind, framed.base, framed.v, y)
    correct(load9(framed.axes[0]["E"], 0), model.bodies.size, shift, y)
    function_at(residual, "residual")(framed, model, work, t, y)
    begin(slots)
    function_at(jacobian, "jacobian")(framed, model, work, reach, t, y, numbers, slots, places)
    tie_slopes(framed, independent, reach, start, y, slots, places)
    return np.int64(0)


def residual_in_frame(framed, model, work, t, y):
    """F, Φ, Φ̇ and Φ̈ at time t [s] into `framed`; see `evaluate_residual`."""
    evaluate_residual(framed, model, work, t, y)
    return 0


def jacobian_in_frame(framed, model, work, reach, t, y, numbers, slots, places):
    """Slopes of F, Φ, Φ̇ and Φ̈ at the point of the last residual; see `write_jacobian`."""
    write_jacobian(framed, model, work, reach, t, y, numbers, slots, places)
    return 0


FUNCTIONS = residual_in_frame, jacobian_in_frame


def addresses(framed: FrameArrays, model: Model, work: Work, slots: Slots, places: Places) -> tuple[int, int]:
    """Addresses of residual and Jacobian for a model of this type; in compiled code `residual` and `jacobian`."""
    state = np.zeros(1)
    plain = framed, model, work, 0.0, state
    slopes = framed, model, work, 0.0, 0.0, state, np.zeros(1, np.int64), slots, places
    declare("residual", *plain)
    declare("jacobian", *slopes)
    return address(pointer(residual_in_frame, *plain)), address(pointer(jacobian_in_frame, *slopes))
