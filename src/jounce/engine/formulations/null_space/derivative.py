"""ẏ for the integrators, and the velocities that ż stand for.

Beside the null space there is the augmented system [2.5] in joint coordinates, dense, as a general-purpose code would
solve it:

    | M̄   Φ_qᵀ | | u̇ |   | ḡ |
    | Φ_q   0  | | λ | = | γ |                                                                                    (N8)

Rows that do not count (see `jounce.engine.linalg.null_space`) are replaced by λ = 0.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.element_forces import element_rates, evaluate_forces
from jounce.engine.formulations.null_space.bases import decompose
from jounce.engine.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics, evaluate_masses
from jounce.engine.formulations.null_space.independent_velocities import independent_rates, velocities_from_independent
from jounce.engine.formulations.null_space.kinematics import give_velocities, place_axes, take_velocities
from jounce.engine.formulations.null_space.model import AUGMENTED, BALL, INDEPENDENT
from jounce.engine.formulations.null_space.reduction import expand_islands, reduce_islands, solve_base
from jounce.engine.laws.forces.signal import follow, signal
from jounce.engine.linalg.dense import lu_factor, lu_solve
from jounce.engine.linalg.mat3 import mv
from jounce.engine.linalg.quaternion import load4, rate_body, rate_world, store4
from jounce.engine.linalg.vec3 import load, store


@subroutine
def solve_augmented(free, islands, cells, space, balance):
    """u̇ into du, λ into the end of the solution; returns whether the matrix is regular."""
    n, m = balance.force.size, balance.right.size
    K, x = balance.dense, balance.solution
    # clear matrix and right-hand side
    for i in range(6 + n + m):
        x[i] = 0.0
        for j in range(6 + n + m):
            K[i, j] = 0.0
    # base: its inertia, or held
    for i in range(6):
        x[i] = balance.base[i, 6] if free else 0.0
        for j in range(6):
            K[i, j] = balance.base[i, j] if free else 0.0
        if not free:
            K[i, i] = 1.0
    for s in range(islands.size):
        island = islands[s]
        c0, c1 = island["column"], island["last"]
        # masses, forces, coupling with the base
        for i in range(c0, c1):
            x[6 + i] = balance.force[i]
            for k in range(c1 - c0):
                K[6 + i, 6 + c0 + k] = balance.M[i, k]
            for k in range(6):
                if free:
                    K[6 + i, k] = balance.border[i, k]
                    K[k, 6 + i] = balance.border[i, k]
        # constraint rows; dependent ones are left out
        for at in range(island["cell"], island["last_cell"]):
            r0, r1 = cells[at]["row"], cells[at]["last_row"]
            for k in range(r0, r1):
                r = r0 + space.order[k]
                if k >= r0 + space.rank[at]:
                    K[6 + n + r, 6 + n + r] = 1.0
                    continue
                x[6 + n + r] = balance.right[r]
                for c in range(c1 - c0):
                    K[6 + n + r, 6 + c0 + c] = space.J[r, c]
                    K[6 + c0 + c, 6 + n + r] = space.J[r, c]
    # factorise and solve
    if lu_factor(K, balance.pivots) != 0:
        return False
    lu_solve(K, balance.pivots, x)
    for i in range(6 + n):
        balance.du[i] = x[i]
    return True


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
    evaluate_forces(model, acting, t, y, model.auxiliary, *place_axes(model.free, y))
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
    element_rates(model.elements, acting, dy, model.auxiliary)
    if model.velocities == INDEPENDENT:
        independent_rates(model.method, model.cells, space.K, balance.du, balance.Y, dy[model.independent :])
    return status.OK if solved else status.NOT_FINITE


@subroutine
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


@subroutine
def counter_rates(measures, states, auxiliary, twist, dy):
    """Turn counters that are states of their own follow their angle."""
    for k in range(measures.size):
        place = measures[k]["winding"]
        if auxiliary <= place < twist:
            dy[place] = states[k]["rate"]


@subroutine
def filter_rates(rows, signals, tables, auxiliary, t, y, dy):
    """Smoothed signals follow theirs with a critically damped lag."""
    for r in range(rows.size):
        row = rows[r]
        if row["filter"] >= 0:
            f = auxiliary + row["filter"]
            target = signal(signals[row["signal"]], tables, t)[0]
            dy[f] = y[f + 1]
            dy[f + 1] = follow(target, y[f], y[f + 1], row["filter_time"])
