"""The matrix of implicit steps that `auto` keeps: C and K, and the inverse of M for a step.

C and K are exact where the equations have derivatives. Where not, one-sided differences take half as many evaluations
as the central ones of `linearise`. One side is wrong by the
ratio of its step to the length over which forces bend: 2e-4 for a centimetre, where an iteration needs one digit.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import function_at, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.formulations.equations import NO_DERIVATIVES
from jounce.engine.integrators.esdirk import EXTRA, FRESH, KNOWN, MADE, RATE, SCRATCH, close, evaluate
from jounce.engine.integrators.jacobian_schedule import invert_step_matrix
from jounce.engine.integrators.linearise import DISPLACEMENT, VELOCITY, subtract, unknown
from jounce.engine.integrators.progress import EVALUATIONS, REFRESHES

BASE, REST, FIELD, INCREMENT, NEAR = range(SCRATCH, SCRATCH + 5)
"""Rows of scratch: the slope of the state, the state without independent velocities, the velocities that one of them
gives, the displacement, a state nearby."""
MAX_CHANGE = 0.2
"""Relative change of the step for which an inverse still serves."""


@subroutine
def measure_matrix(equations, matrices, t, y, k, progress):
    """C and K at time t and the closed state y; returns a status.

    Takes one evaluation if there are derivatives, else 1 + n + velocities.
    """
    progress[REFRESHES] += 1.0
    flags = matrices.flags
    flags[KNOWN], flags[FRESH], flags[MADE], flags[EXTRA] = 1.0, 1.0, 0.0, 0.0
    independent, auxiliary, near = equations.independent, equations.auxiliary, k[NEAR]
    outcome = linearise_equations(equations, matrices, t, y)
    if outcome != NO_DERIVATIVES:
        progress[EVALUATIONS] += 1.0
        return outcome
    n = independent.size + auxiliary.size
    outcome = evaluate(equations, t, y, k[BASE], progress)
    if outcome == status.OK:
        outcome = move_one(equations, -1, t, y, k[REST])
    for column in range(n + independent.size):
        if outcome != status.OK:
            return outcome
        # a state nearby: along one velocity or first-order state, or along the positions that one velocity moves
        along = column - n
        for i in range(y.size):
            near[i] = y[i]
        if along >= 0:
            outcome = move_one(equations, along, t, y, k[FIELD])
            if outcome != status.OK:
                return outcome
            step = DISPLACEMENT / subtract(k[REST], k[FIELD])
            for i in range(y.size):
                k[INCREMENT, i] = step * k[FIELD, i]
            displace(equations.coordinates, y, k[INCREMENT], near)
        else:
            i = unknown(independent, auxiliary, column)
            step = VELOCITY * max(1.0, abs(y[i]))
            near[i] += step
        outcome = slope_nearby(equations, t, k, progress)
        # difference into a column
        for r in range(n):
            i = unknown(independent, auxiliary, r)
            slope = (k[FIELD, i] - k[BASE, i]) / step
            if along >= 0:
                matrices.stiffness[r, along] = slope
            else:
                matrices.damping[r, column] = slope
    return outcome


@subroutine
def linearise_equations(equations, matrices, t, y):
    """C and K by exact derivatives; returns a status, or NO_DERIVATIVES."""
    chart = equations.coordinates, equations.independent, equations.auxiliary
    linearise = function_at(equations.linearise, "boxed linearise")
    return linearise(equations.box, *chart, t, y, matrices.damping, matrices.stiffness)


@subroutine
def is_worn(matrices):
    """Whether the matrix has cost as many iterations more than a good one would have as a new one costs evaluations."""
    flags = matrices.flags
    return flags[KNOWN] == 0.0 or (flags[FRESH] == 0.0 and flags[EXTRA] > 2.0 * matrices.inverse.shape[0])


@subroutine
def move_one(equations, along, t, y, out):
    """The state y with one unit independent velocity and no other, or with none (along < 0); returns a status."""
    for i in range(y.size):
        out[i] = y[i]
    for i in range(equations.independent.size):
        out[equations.independent[i]] = 1.0 if i == along else 0.0
    return close(equations, t, out)


@subroutine
def slope_nearby(equations, t, k, progress):
    """The slope of the state in row NEAR, once closed, into row FIELD; returns a status."""
    outcome = close(equations, t, k[NEAR])
    return evaluate(equations, t, k[NEAR], k[FIELD], progress) if outcome == status.OK else outcome


@subroutine
def invert_for(matrices, gamma_h):
    """M⁻¹ for steps with γh [s], unless there is one for a step close to it; returns a status."""
    made = matrices.flags[MADE]
    if made > 0.0 and abs(gamma_h - made) <= MAX_CHANGE * made:
        return status.OK
    matrices.flags[RATE], matrices.flags[MADE] = 1.0, 0.0
    outcome = invert_step_matrix(
        matrices.damping, matrices.stiffness, gamma_h, matrices.matrix, matrices.inverse, matrices.swaps
    )
    if outcome == status.OK:
        matrices.flags[MADE] = gamma_h
    return outcome
