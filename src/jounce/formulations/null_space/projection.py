"""Back onto the constraints after a step: Kim 1997 [5.1] with the tangent directions held, then the velocities.

    Δq = −I Φ, repeated,     u ← u − I Φ̇                                                                          (N11)

With I = I_R the correction is perpendicular to P, so [Φ_q; Pᵀ]Δq = [−Φ; 0]; with partitioning the independent
coordinates stay. Then the basis of this instant is remembered for the next.
"""

import math

from jounce.algebra.quaternion import load4, multiply, normalize, store4
from jounce.algebra.so3 import exp_quaternion
from jounce.algebra.vec3 import load
from jounce.formulations import status
from jounce.formulations.cartesian.projection import largest_violation
from jounce.formulations.null_space.bases import decompose, remember, right
from jounce.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics
from jounce.formulations.null_space.held import add_share, frame_share, velocities_from_independent
from jounce.formulations.null_space.kinematics import give_velocities, take_velocities
from jounce.formulations.null_space.model import BALL, INDEPENDENT, QR
from jounce.kernel import part

UNTOUCHED, CLOSED = 1e-15, 1e-12
"""Φ below which no Newton step is made at all, and none after the first [m, rad]."""
POSITION_FAILURE = 1e-8
"""Φ above which a loop counts as open."""
VELOCITY_FAILURE = 1e-6
"""Φ̇ that cannot be removed, relative to the fastest velocity (at least 1), above which constraints contradict."""
ABSURD = 1e9
"""A velocity that only a step that has blown up can give."""
ITERATIONS = 10


def null_space_project(model, work, t, y):
    """Move y onto the constraints at time t [s], in place; returns a status."""
    return project_state(model, work, t, y)


@part
def project_state(model, work, t, y):
    """Positions, then velocities; then the basis is remembered."""
    normalise(model.motions, model.free, y)
    take_velocities(model.motions, model.free, model.twist, y, work.u)
    outcome = close_positions(model, work, t, y)
    if outcome != status.OK:
        return outcome
    if model.velocities == INDEPENDENT:
        velocities_from_independent(model, work, t, y)
    else:
        evaluate_gradients(model, work)
        decompose(model, work)
        remove_slips(model, work)
    fastest = fastest_of(work.u)
    if not fastest < ABSURD:
        return status.NOT_FINITE
    if slip_left(model, work) > VELOCITY_FAILURE * max(1.0, fastest):
        return status.INCONSISTENT
    give_velocities(model.motions, model.free, model.twist, work.u, y)
    recount_turns(model.measures, work.measures, model.auxiliary, model.twist, y)
    remember(model, work, y)
    return status.OK


@part
def close_positions(model, work, t, y):
    """Newton on Φ(q) = 0; leaves everything evaluated at the positions reached."""
    before, enough, worst = 1e300, UNTOUCHED, 0.0
    for k in range(ITERATIONS):
        evaluate_kinematics(model, work, t, y)
        worst = largest_violation(model.rows, work.rows, work.culprit)
        if k == 0:
            work.culprit[2] = worst
        if worst != worst:
            return status.NOT_FINITE
        if worst <= enough or 0.1 * before < worst < POSITION_FAILURE:
            break
        before, enough = worst, CLOSED
        evaluate_gradients(model, work)
        decompose(model, work)
        for r in range(work.rows.size):
            work.right[r] = -work.rows[r]["violation"]
        for s in range(model.islands.size):
            island = model.islands[s]
            right(model.method, island, s, work, work.right, work.particular)
            for a in range(island["freedom"]):
                work.share[a] = 0.0
            if model.velocities == INDEPENDENT and model.method == QR:
                frame_share(island, work, work.zero)
            add_share(island, work, work.du)
        displace(model.motions, work.du, y)
    return status.LOOP_OPEN if worst > POSITION_FAILURE else status.OK


@part
def remove_slips(model, work):
    """u ← u − I Φ̇."""
    for r in range(work.rows.size):
        work.right[r] = -work.rows[r]["slip"]
    for s in range(model.islands.size):
        island = model.islands[s]
        right(model.method, island, s, work, work.right, work.particular)
        for i in range(island["column"], island["last"]):
            work.u[6 + i] += work.particular[i]


@part
def slip_left(model, work):
    """Largest |Φ̇| after the correction: what contradicts other rows."""
    worst = 0.0
    for s in range(model.islands.size):
        island = model.islands[s]
        first, width = island["column"], island["last"] - island["column"]
        for r in range(island["row"], island["last_row"]):
            e = work.rows[r]["slip"]
            for k in range(width):
                moved = work.u[6 + first + k] if model.velocities == INDEPENDENT else work.particular[first + k]
                e += work.J[r, k] * moved
            worst = max(worst, abs(e))
    return worst


@part
def fastest_of(u):
    """The largest |velocity|; NaN if there is one."""
    fastest = 0.0
    for i in range(u.size):
        if not abs(u[i]) <= fastest:
            fastest = abs(u[i])
            if math.isnan(fastest):
                break
    return fastest


@part
def normalise(motions, free, y):
    """Unit quaternions."""
    if free:
        store4(y, 3, normalize(load4(y, 3)))
    for k in range(motions.size):
        if motions[k]["kind"] == BALL:
            p = motions[k]["position"]
            store4(y, p, normalize(load4(y, p)))


@part
def displace(motions, step, y):
    """Move joint coordinates: x ← x + δ, q ← exp(θ) ⊗ q."""
    for k in range(motions.size):
        m = motions[k]
        p, c = m["position"], m["column"]
        if m["kind"] == BALL:
            store4(y, p, normalize(multiply(exp_quaternion(load(step, 6 + c)), load4(y, p))))
        else:
            y[p] += step[6 + c]


@part
def recount_turns(measures, states, auxiliary, twist, y):
    """Set the turn counters that are states of their own to the measured angles."""
    for k in range(measures.size):
        place = measures[k]["winding"]
        if auxiliary <= place < twist:
            y[place] = states[k]["value"]
