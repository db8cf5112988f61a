"""ẏ for the integrators, and the velocities that ż stand for."""

from jounce.algebra.mat3 import mv
from jounce.algebra.quaternion import load4, rate_body, rate_world, store4
from jounce.algebra.vec3 import load, store
from jounce.elements.prescribed import follow
from jounce.elements.signal import signal
from jounce.formulations import status
from jounce.formulations.cartesian.dynamics import element_rates
from jounce.formulations.null_space.augmented import solve_augmented
from jounce.formulations.null_space.bases import decompose
from jounce.formulations.null_space.equations import evaluate_dynamics, evaluate_gradients, evaluate_kinematics
from jounce.formulations.null_space.held import held_rates, velocities_from_independent
from jounce.formulations.null_space.kinematics import give_velocities, place_axes, take_velocities
from jounce.formulations.null_space.model import AUGMENTED, BALL, INDEPENDENT
from jounce.formulations.null_space.reduced import expand_islands, reduce_islands, solve_base
from jounce.kernel import part


def null_space_derivative(model, work, t, y, dy):
    """Write ẏ at time t [s] into dy; returns a status."""
    outcome = accelerate(model, work, t, y)
    give_rates(model, work, t, y, dy)
    return outcome


@part
def accelerate(model, work, t, y):
    """Accelerations at (t, y) into work.du; returns a status."""
    take_velocities(model.motions, model.free, model.twist, y, work.u)
    if model.velocities == INDEPENDENT:
        velocities_from_independent(model, work, t, y)
        evaluate_kinematics(model, work, t, y)
    else:
        evaluate_kinematics(model, work, t, y)
        evaluate_gradients(model, work)
        decompose(model, work)
    evaluate_dynamics(model, work, t, y)
    for r in range(work.rows.size):
        work.right[r] = work.rows[r]["gamma"]
    if model.method == AUGMENTED:
        solved = solve_augmented(model, work)
    else:
        solved = reduce_islands(model, work) and solve_base(model.free, work.base, work.du)
        if solved:
            expand_islands(model, work)
    return status.OK if solved else status.NOT_FINITE


@part
def give_rates(model, work, t, y, dy):
    """ẏ from velocities and accelerations: poses, joint coordinates, auxiliary states, velocities, ż."""
    for i in range(dy.size):
        dy[i] = 0.0
    if model.free:
        store(dy, 0, mv(place_axes(True, y)[1], load(work.u, 0)))
        store4(dy, 3, rate_body(load4(y, 3), load(work.u, 3)))
    for k in range(model.motions.size):
        m = model.motions[k]
        p, c = m["position"], m["column"]
        if m["kind"] == BALL:
            store4(dy, p, rate_world(load4(y, p), load(work.u, 6 + c)))
        else:
            dy[p] = work.u[6 + c]
    give_velocities(model.motions, model.free, model.twist, work.du, dy)
    auxiliary_rates(model, work, t, y, dy)
    element_rates(model.springs, model.tires, work, dy, model.auxiliary)
    if model.velocities == INDEPENDENT:
        held_rates(model, work, dy)


@part
def auxiliary_rates(model, work, t, y, dy):
    """Turn counters follow their angle; smoothed signals follow theirs with a critically damped lag."""
    for k in range(model.measures.size):
        place = model.measures[k]["winding"]
        if model.auxiliary <= place < model.twist:
            dy[place] = work.measures[k]["rate"]
    for r in range(model.rows.size):
        row = model.rows[r]
        if row["filter"] >= 0:
            f = model.auxiliary + row["filter"]
            target = signal(model.signals[row["signal"]], model.tables, t)[0]
            dy[f] = y[f + 1]
            dy[f + 1] = follow(target, y[f], y[f + 1], row["filter_time"])
