"""Accelerations and multipliers in world-frame Cartesian coordinates: FORMULATIONS §1 (conventional) and §2 [2.5]."""

from jounce.algebra.mat3 import load9, mv, tmv
from jounce.algebra.quaternion import load4, rate_body, store4
from jounce.algebra.vec3 import cross, load, store, sub
from jounce.elements.signal import signal
from jounce.formulations.cartesian.constraints import evaluate_rows
from jounce.formulations.cartesian.forces import evaluate_forces
from jounce.formulations.cartesian.kinematics import evaluate_measures, unpack
from jounce.formulations.cartesian.linear_system import factorise, solve_system
from jounce.formulations.cartesian.model import POSE, TWIST, Model
from jounce.formulations.verbs import derivative
from jounce.kernel import kernel


@kernel
def accelerate(model, work, t, y, right):
    """Solve the equations of motion at (t, y); `right` is scratch shaped like work.x."""
    unpack(model, work, y)
    evaluate_measures(model, work, y)
    evaluate_rows(model, work, t, y)
    evaluate_forces(model, work, t)
    right_hand_side(model, work, y, right)
    factorise(model, work)
    return solve_system(model, work, right)


@kernel
def right_hand_side(model, work, y, right):
    """Forces with the gyroscopic torque −ω × Jω (body axes), then γ."""
    nb = model.mass.size
    for i in range(nb):
        w = load(y, POSE * nb + TWIST * i + 3)
        gyroscopic = cross(w, mv(load9(model.inertia[i], 0), w))
        store(right[i], 0, load(work.force[i], 0))
        store(right[i], 3, sub(tmv(load9(work.A[i], 0), load(work.force[i], 3)), gyroscopic))
    for i in range(nb, right.shape[0]):
        for j in range(6):
            right[i, j] = 0.0
    for r in range(model.row_offset.size):
        right[nb + model.row_joint[r], model.row_place[r]] = work.gamma[r]


@derivative.of(Model)
def cartesian_derivative(model, work, t, y, dy):
    nb = model.mass.size
    outcome = accelerate(model, work, t, y, work.right)
    for i in range(nb):
        p, u = POSE * i, POSE * nb + TWIST * i
        store(dy, p, load(y, u))
        store4(dy, p + 3, rate_body(load4(y, p + 3), load(y, u + 3)))
        for j in range(6):
            dy[u + j] = work.x[i, j]
    auxiliary_rates(model, work, t, y, dy)
    return outcome


@kernel
def auxiliary_rates(model, work, t, y, dy):
    """Turn counters follow their angle; smoothed signals follow theirs with a critically damped lag."""
    first = (POSE + TWIST) * model.mass.size
    for k in range(model.measure_kind.size):
        if model.measure_winding[k] >= 0:
            dy[first + model.measure_winding[k]] = work.rate[k]
    for r in range(model.row_offset.size):
        f = model.row_filter[r]
        if f >= 0:
            T = model.row_filter_time[r]
            target = signal(model.signals[model.row_signal[r]], model.tables, t)[0]
            x, dx = y[first + f], y[first + f + 1]
            dy[first + f] = dx
            dy[first + f + 1] = (target - x) / (T * T) - 2.0 * dx / T
