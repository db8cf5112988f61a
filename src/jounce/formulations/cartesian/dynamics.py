"""Accelerations and multipliers in world-frame Cartesian coordinates: FORMULATIONS §1 (conventional) and §2 [2.5]."""

import math

from jounce.algebra.mat3 import load9, mv, tmv
from jounce.algebra.quaternion import load4, rate_body, store4
from jounce.algebra.vec3 import cross, load, store, sub
from jounce.elements.prescribed import follow
from jounce.elements.signal import signal
from jounce.formulations import status
from jounce.formulations.cartesian.constraints import evaluate_rows
from jounce.formulations.cartesian.forces import evaluate_forces
from jounce.formulations.cartesian.kinematics import evaluate_measures, unpack
from jounce.formulations.cartesian.linear_system import drop_redundant, factorise, solve_system
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.kernel import part


@part
def evaluate_kinematics(model, work, t, y):
    """Poses, velocities, measures and constraint rows at (t, y)."""
    auxiliary = (POSE + TWIST) * model.bodies.size
    unpack(work.bodies, y)
    evaluate_measures(model.measures, work.bodies, work.measures, y)
    evaluate_rows(model.rows, model.terms, work.measures, work.rows, model.signals, model.tables, t, y, auxiliary)


@part
def accelerate(model, work, t, y):
    """Solve the equations of motion at (t, y) into work.x; returns a status."""
    evaluate_kinematics(model, work, t, y)
    evaluate_forces(model, work, t, y)
    right_hand_side(model.bodies, model.rows, work.bodies, work.rows, y, work.right)
    factorise(model, work)
    residual = solve_system(model, work, work.right)
    if model.redundant:
        drop_redundant(model, work)
    return status.OK if math.isfinite(residual) else status.NOT_FINITE


@part
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


@part
def rates(x, nb, y, dy):
    """ẏ of the bodies from their velocities and accelerations."""
    for i in range(nb):
        p, u = POSE * i, POSE * nb + TWIST * i
        store(dy, p, load(y, u))
        store4(dy, p + 3, rate_body(load4(y, p + 3), load(y, u + 3)))
        for j in range(6):
            dy[u + j] = x[i, j]


@part
def element_rates(springs, tires, work, dy, auxiliary):
    """States of force elements and tires, as their evaluation left the rates."""
    for e in range(springs.size):
        if springs[e]["state"] >= 0:
            dy[auxiliary + springs[e]["state"]] = work.springs[e, 3]
    for e in range(tires.size):
        if tires[e]["state"] >= 0:
            dy[auxiliary + tires[e]["state"]] = work.contacts[e]["rates"][0]
            dy[auxiliary + tires[e]["state"] + 1] = work.contacts[e]["rates"][1]


@part
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
