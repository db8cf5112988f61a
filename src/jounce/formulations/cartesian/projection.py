"""Back onto the constraints after a step: positions by Newton, velocities by one linear solve, both mass-weighted.

    | M   Φ_qᵀ | | Δ |   |  0 |
    | Φ_q   0  | | μ | = | −Φ |          then the same with Δv and −Φ̇

Corrections along M⁻¹Φ_qᵀ are what internal impulses would do, so they change neither linear nor angular momentum of a
free mechanism, and lengths and angles need no relative scale.
"""

from jounce.algebra.quaternion import load4, multiply, normalize, store4
from jounce.algebra.so3 import exp_quaternion
from jounce.algebra.vec3 import accumulate, load
from jounce.formulations import status
from jounce.formulations.cartesian.constraints import evaluate_rows
from jounce.formulations.cartesian.kinematics import evaluate_measures, unpack
from jounce.formulations.cartesian.linear_system import factorise, solve_system
from jounce.formulations.cartesian.model import POSE, TWIST, Model
from jounce.formulations.verbs import project
from jounce.kernel import kernel

POSITION_TOLERANCE = 1e-12
"""Φ below which no further Newton step is made [m, rad]."""
POSITION_FAILURE = 1e-8
"""Φ above which a loop counts as open."""
ITERATIONS = 10


@project.of(Model)
def cartesian_project(model, work, t, y):
    outcome = project_positions(model, work, t, y)
    if outcome != status.OK:
        return outcome
    return project_velocities(model, work, t, y)


@kernel
def evaluate_constraints(model, work, t, y):
    """Φ, Φ̇ and γ at (t, y); returns the largest |Φ| and notes its joint."""
    unpack(model, work, y)
    evaluate_measures(model, work, y)
    evaluate_rows(model, work, t, y)
    worst = 0.0
    for r in range(work.violation.size):
        if not abs(work.violation[r]) <= worst:
            worst = abs(work.violation[r])
            work.culprit[0] = model.row_joint[r]
            work.culprit[1] = work.violation[r]
    return worst


@kernel
def project_positions(model, work, t, y):
    """Newton on Φ(q) = 0; leaves the factors of the last linearisation for the velocities."""
    nb = model.mass.size
    for i in range(nb):
        store4(y, POSE * i + 3, normalize(load4(y, POSE * i + 3)))
    before = 1e300
    for _ in range(ITERATIONS):
        worst = evaluate_constraints(model, work, t, y)
        if worst != worst:
            return status.NOT_FINITE
        settled = worst <= POSITION_TOLERANCE or (worst < POSITION_FAILURE and worst > 0.1 * before)
        if settled:
            break
        before = worst
        factorise(model, work)
        load_rows(model, work, work.violation)
        outcome = solve_system(model, work, work.right)
        if outcome == status.NOT_FINITE:
            return outcome
        displace(model, work.x, y)
    recount_turns(model, work, y)
    if worst > POSITION_FAILURE:
        return status.LOOP_OPEN
    return status.OK


@kernel
def project_velocities(model, work, t, y):
    """Remove Φ̇ at the positions of the last evaluation."""
    nb = model.mass.size
    factorise(model, work)
    load_rows(model, work, work.slip)
    outcome = solve_system(model, work, work.right)
    for i in range(nb):
        for j in range(6):
            y[POSE * nb + TWIST * i + j] += work.x[i, j]
    return outcome


@kernel
def load_rows(model, work, values):
    """Right-hand side (0, −values)."""
    nb = model.mass.size
    for i in range(work.right.shape[0]):
        for j in range(6):
            work.right[i, j] = 0.0
    for r in range(values.size):
        work.right[nb + model.row_joint[r], model.row_place[r]] = -values[r]


@kernel
def displace(model, x, y):
    """Apply displacements of the bodies: r += Δr, q ← q ⊗ exp(Δπ)."""
    for i in range(model.mass.size):
        p = POSE * i
        accumulate(y, p, load(x[i], 0))
        store4(y, p + 3, normalize(multiply(load4(y, p + 3), exp_quaternion(load(x[i], 3)))))


@kernel
def recount_turns(model, work, y):
    """Set the turn counters to the measured angles."""
    first = (POSE + TWIST) * model.mass.size
    for k in range(model.measure_kind.size):
        if model.measure_winding[k] >= 0:
            y[first + model.measure_winding[k]] = work.value[k]
