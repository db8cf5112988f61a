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
from jounce.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics, evaluate_masses
from jounce.formulations.null_space.forces import evaluate_forces
from jounce.formulations.null_space.held import held_rates, velocities_from_independent
from jounce.formulations.null_space.kinematics import give_velocities, place_axes, take_velocities
from jounce.formulations.null_space.model import AUGMENTED, BALL, INDEPENDENT
from jounce.formulations.null_space.reduced import expand_islands, reduce_islands, solve_base
from jounce.kernel import part


def null_space_derivative(model, work, t, y, dy):
    """Write ẏ at time t [s] into dy; returns a status."""
    acting, chain, space, balance, u = work.acting, work.chain, work.space, work.balance, work.u
    take_velocities(model.motions, model.free, model.twist, y, u)
    if model.velocities == INDEPENDENT:
        velocities_from_independent(model, work, t, y)
    evaluate_kinematics(model, acting, work.rows, chain, model.measures.size, u, t, y)
    if model.velocities != INDEPENDENT:
        evaluate_gradients(model, acting, chain, space.J)
        decompose(model.other, model.cells, space)
    evaluate_forces(model, acting, t, y)
    evaluate_masses(model, acting, chain, balance)
    for r in range(work.rows.size):
        balance.right[r] = work.rows[r]["gamma"]
    if model.method == AUGMENTED:
        solved = solve_augmented(model.free, model.islands, model.cells, space, balance)
    else:
        solved = reduce_islands(model.other, model.free, model.islands, model.cells, space, balance)
        solved = solved and solve_base(model.free, balance.base, balance.du)
        if solved:
            expand_islands(model.islands, model.cells, model.free, space, balance)
    for i in range(dy.size):
        dy[i] = 0.0
    position_rates(model.motions, model.free, u, y, dy)
    give_velocities(model.motions, model.free, model.twist, balance.du, dy)
    counter_rates(model.measures, acting.measures, model.auxiliary, model.twist, dy)
    filter_rates(model.rows, model.signals, model.tables, model.auxiliary, t, y, dy)
    element_rates(model.springs, model.tires, acting, dy, model.auxiliary)
    if model.velocities == INDEPENDENT:
        held_rates(model.method, model.cells, space.K, balance.du, balance.Y, dy[model.independent :])
    return status.OK if solved else status.NOT_FINITE


@part
def position_rates(motions, free, u, y, dy):
    """Rates of the base's pose and of joint coordinates."""
    if free:
        store(dy, 0, mv(place_axes(True, y)[1], load(u, 0)))
        store4(dy, 3, rate_body(load4(y, 3), load(u, 3)))
    for k in range(motions.size):
        m = motions[k]
        p, c = m["position"], m["column"]
        if m["kind"] == BALL:
            store4(dy, p, rate_world(load4(y, p), load(u, 6 + c)))
        else:
            dy[p] = u[6 + c]


@part
def counter_rates(measures, states, auxiliary, twist, dy):
    """Turn counters that are states of their own follow their angle."""
    for k in range(measures.size):
        place = measures[k]["winding"]
        if auxiliary <= place < twist:
            dy[place] = states[k]["rate"]


@part
def filter_rates(rows, signals, tables, auxiliary, t, y, dy):
    """Smoothed signals follow theirs with a critically damped lag."""
    for r in range(rows.size):
        row = rows[r]
        if row["filter"] >= 0:
            f = auxiliary + row["filter"]
            target = signal(signals[row["signal"]], tables, t)[0]
            dy[f] = y[f + 1]
            dy[f + 1] = follow(target, y[f], y[f + 1], row["filter_time"])
