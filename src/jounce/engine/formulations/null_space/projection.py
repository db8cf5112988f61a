"""Back onto the constraints after a step: Kim 1997 [5.1] with the tangent directions held, then the velocities.

    Δq = −I Φ, repeated,     u ← u − I Φ̇                                                                          (N11)

or, where Φ̇ is no error but a jump of a prescribed rate, u ← u + Δu with M̄Δu + Φ_qᵀμ = 0, Φ_q Δu = −Φ̇: the equations of
motion of an impulse.                                                                                            (N12)

With I = I_R the correction is perpendicular to P, so [Φ_q; Pᵀ]Δq = [−Φ; 0]; with partitioning the independent
coordinates stay. Then the basis of this instant is remembered for the next.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.kinematics import largest_violation
from jounce.engine.formulations.null_space.bases import decompose, right
from jounce.engine.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics, evaluate_masses
from jounce.engine.formulations.null_space.independent_velocities import (
    add_share,
    frame_share,
    velocities_from_independent,
)
from jounce.engine.formulations.null_space.kinematics import give_velocities, take_velocities
from jounce.engine.formulations.null_space.memory import remember
from jounce.engine.formulations.null_space.model import BALL, INDEPENDENT, QR
from jounce.engine.formulations.null_space.reduction import expand_islands, reduce_islands, solve_base
from jounce.engine.linalg.quaternion import load4, multiply, normalize, store4
from jounce.engine.linalg.so3 import exp_quaternion
from jounce.engine.linalg.vec3 import load

UNTOUCHED, CLOSED = 1e-14, 1e-12
"""Φ below which no Newton step is made at all, and none after the first [m, rad]."""
POSITION_FAILURE = 1e-8
"""Φ above which a loop counts as open."""
VELOCITY_FAILURE = 1e-6
"""Φ̇ that cannot be removed, relative to the fastest velocity (at least 1), above which constraints contradict."""
IMPULSE = 1e-6
"""Φ̇ from which on the correction is weighted with masses: more than an integration error, a prescribed rate has jumped,
and the impulse goes to all that is not held."""
ABSURD = 1e9
"""A velocity that only a step that has blown up can give."""
MAX_REUSE_VIOLATION = 1e-7
"""Φ of a correction of positions after which the null space from before it still serves the velocities [m, rad]."""
ITERATIONS = 10


def null_space_project(model, work, t, y):
    """Move y onto the constraints at time t [s], in place: positions, then velocities; returns a status."""
    acting, rows, chain, space, balance, u = work.acting, work.rows, work.chain, work.space, work.balance, work.u
    # unit quaternions, velocities from y
    normalise(model.motions, model.free, y)
    take_velocities(model.motions, model.free, model.twist, y, u)
    # positions: Newton until the loops close
    before, enough, worst, factored = 1e300, UNTOUCHED, 0.0, False
    for k in range(ITERATIONS):
        evaluate_kinematics(model, acting, rows, chain, model.loops, u, t, y)
        worst = largest_violation(model.rows, rows, work.culprit)
        if k == 0:
            work.culprit[2] = worst
        if worst != worst:
            return status.NOT_FINITE
        # closed, or rounding stops progress
        if worst <= enough or 0.1 * before < worst < POSITION_FAILURE:
            break
        before, enough = worst, CLOSED
        evaluate_gradients(model, acting, chain, space.J)
        decompose(model.other, model.cells, space)
        factored = worst < MAX_REUSE_VIOLATION
        held = model.velocities == INDEPENDENT and model.method == QR
        correct_positions(model.other, held, model.islands, model.cells, model.motions, rows, space, balance, y)
    # refuse loops that stay open
    if worst > POSITION_FAILURE:
        return status.LOOP_OPEN
    # velocities: from independent ones, impulse, or correction
    if model.velocities == INDEPENDENT:
        velocities_from_independent(model, work, t, y)
        left = slip_left(model.islands, rows, space.J, u, 6)
    else:
        if not factored:
            evaluate_gradients(model, acting, chain, space.J)
            decompose(model.other, model.cells, space)
        if largest_slip(rows) > IMPULSE:
            evaluate_masses(model, acting, chain, balance)
            pass_impulse(model.other, model.free, model.islands, model.cells, rows, space, balance, u)
            left = slip_left(model.islands, rows, space.J, balance.du, 6)
        else:
            remove_slips(model.other, model.islands, model.cells, rows, space, balance, u)
            left = slip_left(model.islands, rows, space.J, balance.particular, 0)
    # refuse absurd or contradictory velocities
    fastest = fastest_of(u)
    if not fastest < ABSURD:
        return status.NOT_FINITE
    if left > VELOCITY_FAILURE * max(1.0, fastest):
        return status.INCONSISTENT
    # write velocities and turn counters back
    give_velocities(model.motions, model.free, model.twist, u, y)
    recount_turns(model.measures, acting.measures, model.auxiliary, model.twist, y)
    # remember the basis of this instant
    if t >= space.clock[0]:
        space.clock[0] = t
        remember(model.method, model.velocities, model.other, model.cells, space, u, y[model.independent :])
    return status.OK


@subroutine
def correct_positions(other, held, islands, cells, motions, rows, space, balance, y):
    """Δq = −I Φ; in a held frame without a part along it."""
    for r in range(rows.size):
        balance.right[r] = -rows[r]["violation"]
    for s in range(islands.size):
        right(other, islands[s], cells, space, balance.right, balance.particular)
    for s in range(cells.size):
        cell = cells[s]
        for a in range(cell["freedom"]):
            space.share[a] = 0.0
        if held:
            frame_share(cell, space, balance.particular)
        add_share(cell, space, balance.particular, balance.du)
    displace(motions, balance.du, y)


@subroutine
def remove_slips(other, islands, cells, rows, space, balance, u):
    """u ← u − I Φ̇."""
    for r in range(rows.size):
        balance.right[r] = -rows[r]["slip"]
    for s in range(islands.size):
        island = islands[s]
        right(other, island, cells, space, balance.right, balance.particular)
        for i in range(island["column"], island["last"]):
            u[6 + i] += balance.particular[i]


@subroutine
def pass_impulse(other, free, islands, cells, rows, space, balance, u):
    """u ← u + Δu, the change of velocities that removes Φ̇ and no other impulse."""
    for i in range(balance.force.size):
        balance.force[i] = 0.0
    for i in range(6):
        balance.base[i, 6] = 0.0
    for r in range(rows.size):
        balance.right[r] = -rows[r]["slip"]
    reduce_islands(other, free, islands, cells, space, balance)
    solve_base(free, balance.base, balance.du)
    expand_islands(islands, cells, free, space, balance)
    for i in range(u.size):
        u[i] += balance.du[i]


@subroutine
def largest_slip(rows):
    worst = 0.0
    for r in range(rows.size):
        worst = max(worst, abs(rows[r]["slip"]))
    return worst


@subroutine
def slip_left(islands, rows, J, moved, first):
    """Largest |Φ̇| after velocities have changed by `moved` (from `first` on): what contradicts other rows."""
    worst = 0.0
    for s in range(islands.size):
        island = islands[s]
        for r in range(island["row"], island["last_row"]):
            e = rows[r]["slip"]
            for k in range(island["last"] - island["column"]):
                e += J[r, k] * moved[first + island["column"] + k]
            worst = max(worst, abs(e))
    return worst


@subroutine
def fastest_of(u):
    """The largest |velocity|; NaN if there is one."""
    fastest = 0.0
    for i in range(u.size):
        if not abs(u[i]) <= fastest:
            fastest = abs(u[i])
            if math.isnan(fastest):
                break
    return fastest


@subroutine
def normalise(motions, free, y):
    """Scale all quaternions in y to unit length."""
    if free:
        store4(y, 3, normalize(load4(y, 3)))
    for k in range(motions.size):
        if motions[k]["kind"] == BALL:
            p = motions[k]["position"]
            store4(y, p, normalize(load4(y, p)))


@subroutine
def displace(motions, step, y):
    """Move joint coordinates: x ← x + δ, q ← exp(θ) ⊗ q."""
    for k in range(motions.size):
        m = motions[k]
        p, c = m["position"], m["column"]
        if m["kind"] == BALL:
            store4(y, p, normalize(multiply(exp_quaternion(load(step, 6 + c)), load4(y, p))))
        else:
            y[p] += step[6 + c]


@subroutine
def recount_turns(measures, states, auxiliary, twist, y):
    """Set the turn counters that are states of their own to the measured angles."""
    for k in range(measures.size):
        place = measures[k]["winding"]
        if auxiliary <= place < twist:
            y[place] = states[k]["value"]
