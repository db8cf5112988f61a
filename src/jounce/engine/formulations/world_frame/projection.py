"""Back onto the constraints after a step: positions by Newton, velocities by one linear solve, both mass-weighted.

    | M   Φ_qᵀ | | Δ |   |  0 |
    | Φ_q   0  | | μ | = | −Φ |          then the same with Δv and −Φ̇

Corrections along M⁻¹Φ_qᵀ are what internal impulses would do, so they change neither linear nor angular momentum of a
free mechanism, and lengths and angles need no relative scale.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.kinematics import largest_violation
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.world_frame.dynamics import evaluate_kinematics
from jounce.engine.formulations.world_frame.linear_system import factorise, solve_system
from jounce.engine.linalg.quaternion import load4, multiply, normalize, store4
from jounce.engine.linalg.so3 import exp_quaternion
from jounce.engine.linalg.vec3 import accumulate, load

UNTOUCHED, CLOSED = 1e-15, 1e-12
"""Φ below which no Newton step is made at all, and none after the first [m, rad]. What is left after a step does not
average out over thousands of them, so even 1e-12 is worth a first one."""
POSITION_FAILURE = 1e-8
"""Φ above which a loop counts as open."""
VELOCITY_FAILURE = 1e-6
"""Φ̇ that cannot be removed, relative to the fastest body (at least 1 SI unit), above which constraints contradict."""
ABSURD = 1e9
"""A velocity [m/s, rad/s] that only a step that has blown up can give."""
MAX_REUSE_VIOLATION = 1e-6
"""Φ of a Newton step whose factors still serve at its end [m, rad]."""
ITERATIONS = 10


def cartesian_project(model, work, t, y):
    """Move y onto the constraints at time t [s], in place; returns a status."""
    return project_state(model, work, t, y)


@subroutine
def project_state(model, work, t, y):
    """Positions, then velocities."""
    outcome, factorised = project_positions(model, work, t, y)
    if outcome != status.OK:
        return outcome
    if not factorised:
        factorise(model, work)
    return project_velocities(model, work, y)


@subroutine
def evaluate_constraints(model, work, t, y):
    """Φ, Φ̇ and γ at (t, y); returns the largest |Φ| and notes its joint."""
    evaluate_kinematics(model, work, t, y)
    return largest_violation(model.rows, work.rows, work.culprit)


@subroutine
def project_positions(model, work, t, y):
    """Newton on Φ(q) = 0; leaves measures and rows evaluated at the positions reached.

    The largest |Φ| that it finds is left in work.culprit[2]. Returns a status, and whether the factors are those of the
    last Newton step: close enough for the velocities, because `solve_system` iterates on the residual of the true
    system.
    """
    normalise(model.bodies.size, y)
    before, enough = 1e300, UNTOUCHED
    factorised = False
    worst = 0.0
    for i in range(ITERATIONS):
        worst = evaluate_constraints(model, work, t, y)
        if i == 0:
            work.culprit[2] = worst
        if worst != worst:
            return status.NOT_FINITE, factorised
        if worst <= enough or 0.1 * before < worst < POSITION_FAILURE:
            break
        before, enough = worst, CLOSED
        factorise(model, work)
        factorised = worst < MAX_REUSE_VIOLATION
        load_violations(model.bodies.size, model.rows, work.rows, work.right)
        solve_system(model, work, work.right)
        displace(model.bodies.size, work.x, y)
    recount_turns(model.measures, work.measures, y, (POSE + TWIST) * model.bodies.size)
    if worst > POSITION_FAILURE:
        return status.LOOP_OPEN, factorised
    return status.OK, factorised


@subroutine
def project_velocities(model, work, y):
    """Remove Φ̇ at the positions of the last evaluation, with factors of there or very near."""
    nb = model.bodies.size
    load_slips(nb, model.rows, work.rows, work.right)
    residual = solve_system(model, work, work.right)
    fastest = 1.0
    for i in range(nb):
        for j in range(6):
            u = POSE * nb + TWIST * i + j
            y[u] += work.x[i, j]
            fastest = max(fastest, abs(y[u]))
    if not (math.isfinite(residual) and fastest < ABSURD):
        return status.NOT_FINITE
    return status.OK if residual <= VELOCITY_FAILURE * fastest else status.INCONSISTENT


@subroutine
def normalise(nb, y):
    """Scale all quaternions in y to unit length."""
    for i in range(nb):
        store4(y, POSE * i + 3, normalize(load4(y, POSE * i + 3)))


@subroutine
def load_violations(nb, rows, states, right):
    """Right-hand side (0, −Φ)."""
    clear_right(right)
    for r in range(rows.size):
        right[nb + rows[r]["joint"], rows[r]["place"]] = -states[r]["violation"]


@subroutine
def load_slips(nb, rows, states, right):
    """Right-hand side (0, −Φ̇)."""
    clear_right(right)
    for r in range(rows.size):
        right[nb + rows[r]["joint"], rows[r]["place"]] = -states[r]["slip"]


@subroutine
def clear_right(right):
    for i in range(right.shape[0]):
        for j in range(6):
            right[i, j] = 0.0


@subroutine
def displace(nb, x, y):
    """Apply displacements of the bodies: r += Δr, q ← q ⊗ exp(Δπ)."""
    for i in range(nb):
        p = POSE * i
        accumulate(y, p, load(x[i], 0))
        store4(y, p + 3, normalize(multiply(load4(y, p + 3), exp_quaternion(load(x[i], 3)))))


@subroutine
def recount_turns(measures, states, y, auxiliary):
    """Set the turn counters to the measured angles."""
    for k in range(measures.size):
        if measures[k]["winding"] >= 0:
            y[auxiliary + measures[k]["winding"]] = states[k]["value"]
