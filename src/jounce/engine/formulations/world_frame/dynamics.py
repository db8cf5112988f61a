"""Accelerations and multipliers together, in world-frame Cartesian coordinates: augmented system, Kim 1997 [2.5]."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.element_forces import add_other_forces, begin_forces
from jounce.engine.formulations.cartesian.kinematics import evaluate_measures, evaluate_rows, unpack
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.world_frame.linear_system import drop_redundant, factorise, solve_system
from jounce.engine.laws.forces.signal import follow, signal
from jounce.engine.linalg.mat3 import identity, load9, mv, tmv
from jounce.engine.linalg.quaternion import load4, rate_body, store4
from jounce.engine.linalg.vec3 import accumulate, cross, load, scale, store, sub


@subroutine
def evaluate_kinematics(model, work, t, y):
    """Poses, velocities, measures and constraint rows at (t, y)."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    unpack(work.bodies, y)
    evaluate_measures(model.measures, work.bodies, work.measures, y)
    evaluate_rows(model.rows, model.terms, work.measures, work.rows, model.signals, model.tables, t, y, auxiliary)


@subroutine
def apply_forces(model, work, t, y):
    """Sum all applied forces and torques on work.bodies, world axes."""
    auxiliary, origin, E = (POSE + TWIST) * model.bodies.size, (0.0, 0.0, 0.0), identity()
    begin_forces(model, work, t, y, auxiliary, E)
    pull_bodies(model.elements, model.measures, work)
    add_other_forces(model, work, t, y, auxiliary, origin, E)


@subroutine
def pull_bodies(elements, measures, work):
    """Scalar forces on the bodies: force times gradient, of which v is in world and ω in body axes."""
    laws, terms = elements.scalar_forces, elements.scalar_force_terms
    for e in range(laws.size):
        for i in range(laws[e]["start"], laws[e]["stop"]):
            k, share = terms[i]["measure"], work.scalar_forces[e, 1] * terms[i]["factor"]
            gradient = work.measures[k]["gradient"]
            pull(work.bodies[measures[k]["a"]], share, load(gradient, 0), load(gradient, 3))
            pull(work.bodies[measures[k]["b"]], share, load(gradient, 6), load(gradient, 9))


@subroutine
def pull(body, f, gradient_v, gradient_w):
    """Add a generalised force along a measure's gradient (v in world, ω in body axes)."""
    accumulate(body["force"], 0, scale(f, gradient_v))
    accumulate(body["torque"], 0, scale(f, mv(load9(body["A"], 0), gradient_w)))


@subroutine
def accelerate(model, work, t, y):
    """Solve the equations of motion at (t, y) into work.x; returns a status."""
    evaluate_kinematics(model, work, t, y)
    apply_forces(model, work, t, y)
    right_hand_side(model.bodies, model.rows, work.bodies, work.rows, y, work.right)
    factorise(model, work)
    residual = solve_system(model, work, work.right)
    if model.redundant:
        drop_redundant(model, work)
    return status.OK if math.isfinite(residual) else status.NOT_FINITE


@subroutine
def right_hand_side(constants, rows, bodies, row_states, y, right):
    """Forces with the gyroscopic torque −ω × Jω (body axes), then γ."""
    nb = constants.size
    for i in range(nb):
        w = load(y, POSE * nb + TWIST * i + 3)
        gyroscopic = cross(w, mv(load9(constants[i]["inertia"], 0), w))
        store(right[i], 0, load(bodies[i]["force"], 0))
        store(right[i], 3, sub(tmv(load9(bodies[i]["A"], 0), load(bodies[i]["torque"], 0)), gyroscopic))
    for i in range(nb, right.shape[0]):
        for j in range(6):
            right[i, j] = 0.0
    for r in range(rows.size):
        right[nb + rows[r]["joint"], rows[r]["place"]] = row_states[r]["gamma"]


@subroutine
def rates(x, nb, y, dy):
    """ẏ of the bodies from their velocities and accelerations."""
    for i in range(nb):
        p, u = POSE * i, POSE * nb + TWIST * i
        store(dy, p, load(y, u))
        store4(dy, p + 3, rate_body(load4(y, p + 3), load(y, u + 3)))
        for j in range(6):
            dy[u + j] = x[i, j]


@subroutine
def auxiliary_rates(measures, states, rows, signals, tables, t, y, dy, auxiliary):
    """Turn counters follow their angle; smoothed signals follow theirs with a critically damped lag."""
    for k in range(measures.size):
        if measures[k]["winding"] >= 0:
            dy[auxiliary + measures[k]["winding"]] = states[k]["rate"]
    for r in range(rows.size):
        row = rows[r]
        if row["filter"] >= 0:
            f = auxiliary + row["filter"]
            target = signal(signals[row["signal"]], tables, t)[0]
            dy[f] = y[f + 1]
            dy[f + 1] = follow(target, y[f], y[f + 1], row["filter_time"])
