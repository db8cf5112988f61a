"""Newton's search for the position in which a vehicle rolls, on the equations of the run itself.

Unknown are the height of the base, its rotations about the horizontal axes of the world, and independent coordinates of
joints, together z; what turns freely and where the base stands are left alone. At rest their accelerations r(z) vanish.
A step is

    δ = −K⁻¹ r,   K = ∂r/∂z,

shortened until |r| falls. K is kept once steps are small. It comes from the exact derivatives of the equations; without
compilation, where these are not there, from central differences.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import entry, kernel, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import displace
from jounce.engine.formulations.equations import has_derivatives, linearise_exactly
from jounce.engine.linalg.dense import lu_factor, lu_solve
from jounce.engine.linalg.mat3 import mv, tmv
from jounce.engine.linalg.quaternion import load4, normalize, to_matrix
from jounce.engine.linalg.vec3 import add, cross, load, store

BASE = 3
"""Unknowns of the base: height, rotations about x and y of the world."""
DIFFERENCE = 1e-6
"""Displacement for K by differences, of the coordinate that moves most [m, rad]."""
MAX_DISPLACEMENT = 0.05
"""Largest displacement of one step [m, rad]."""
NEAR = 1e-4
"""Displacement below which K is kept [m, rad]."""
DONE, ROUNDING = 1e-12, 1e-10
"""Displacement after which nothing is left to improve [m, rad], and that below which rounding may keep |r| from
falling."""
MAX_STEPS, MAX_HALVINGS = 40, 6

TRIAL, INCREMENT, SLOPES, RESIDUAL, OTHER, FIELDS = range(6)
"""Rows of scratch: a trial state, a displacement, ẏ, r, and another r; then the velocities that unit unknowns give."""


@entry
def search_rest(derivative, project, model, work, chart, start, joints, y, k, K, pivots, slopes):
    """Move y, with closed loops and no velocities, to rest, in place; returns a status.

    chart: coordinates, and the places of independent velocities and of first-order states, N together; start: first
    place of the base's velocities in y; joints: places of the velocities of other unknowns; k: scratch (FIELDS + n,
    size of y), K (n, n), pivots (n,) for n unknowns, slopes (2, N, N). NOT_CONVERGED where no step makes |r| smaller,
    where K is singular, or after MAX_STEPS.
    """
    coordinates = chart[0]
    n = BASE + joints.size
    outcome = residual(derivative, project, model, work, start, joints, y, k[SLOPES], k[RESIDUAL])
    renew = True
    for _ in range(MAX_STEPS):
        # stiffness, kept close to rest
        if outcome == status.OK and renew:
            outcome = stiffness(derivative, project, model, work, chart, start, joints, y, k, K, slopes)
            if outcome == status.OK and lu_factor(K, pivots) != 0:
                outcome = status.NOT_CONVERGED
        if outcome != status.OK:
            return outcome
        # displacement, not too long
        before = length(k[RESIDUAL], n)
        for i in range(n):
            k[OTHER, i] = -k[RESIDUAL, i]
        lu_solve(K, pivots, k[OTHER, :n])
        largest = add_fields(k, n, start)
        if largest <= DONE:
            return status.OK
        if not largest < math.inf:  # also not a number
            return status.NOT_CONVERGED
        scale = min(1.0, MAX_DISPLACEMENT / max(largest, 1e-300))
        # shortened until accelerations fall
        better = False
        for _halving in range(MAX_HALVINGS):
            for i in range(y.size):
                k[TRIAL, i] = y[i]
                k[OTHER, i] = scale * k[INCREMENT, i]
            displace(coordinates, y, k[OTHER], k[TRIAL])
            outcome = residual(derivative, project, model, work, start, joints, k[TRIAL], k[SLOPES], k[OTHER])
            better = outcome == status.OK and length(k[OTHER], n) < before
            if better:
                break
            scale *= 0.5
        if not better:
            return status.OK if largest < ROUNDING else status.NOT_CONVERGED
        for i in range(y.size):
            y[i] = k[TRIAL, i]
        for i in range(n):
            k[RESIDUAL, i] = k[OTHER, i]
        renew = scale * largest > NEAR
    return status.NOT_CONVERGED


@subroutine
def residual(derivative, project, model, work, start, joints, y, dy, r):
    """Close the loops of y at rest and write the accelerations of the unknowns into r; returns a status."""
    outcome = project(model, work, 0.0, y)
    if outcome == status.OK:
        outcome = derivative(model, work, 0.0, y, dy)
    if outcome != status.OK:
        return outcome
    A = to_matrix(normalize(load4(y, 3)))
    turning = mv(A, load(dy, start + 3))
    r[0], r[1], r[2] = mv(A, load(dy, start))[2], turning[0], turning[1]
    for i in range(joints.size):
        r[BASE + i] = dy[joints[i]]
    return status.OK


@subroutine
def stiffness(derivative, project, model, work, chart, start, joints, y, k, K, slopes):
    """K at the closed state y, and the velocities that unit unknowns give into k[FIELDS:]; returns a status. ẏ at y
    stands in k[SLOPES]."""
    for j in range(BASE + joints.size):
        outcome = move_alone(project, model, work, start, joints, j, y, k[FIELDS + j])
        if outcome != status.OK:
            return outcome
    if has_derivatives(model):
        return exact_stiffness(model, work, chart, start, joints, y, k, K, slopes)
    return difference_stiffness(derivative, project, model, work, chart[0], start, joints, y, k, K)


@subroutine
def exact_stiffness(model, work, chart, start, joints, y, k, K, slopes):
    """K from the changes of all independent accelerations along the motions in k[FIELDS:]; returns a status.

    Accelerations of the base are in its axes: turned to those of the world, A a changes by A (δφ × a + δa).
    """
    coordinates, independent, auxiliary = chart
    outcome = linearise_exactly(model, work, coordinates, independent, auxiliary, 0.0, y, slopes[0], slopes[1])
    if outcome != status.OK:
        return outcome
    A, S = to_matrix(normalize(load4(y, 3))), slopes[1]
    acceleration, turning = load(k[SLOPES], start), load(k[SLOPES], start + 3)
    for j in range(BASE + joints.size):
        field, change = k[FIELDS + j], k[OTHER]
        for r in range(independent.size):
            total = 0.0
            for c in range(independent.size):
                total += S[r, c] * field[independent[c]]
            change[independent[r]] = total
        turn = load(field, start + 3)
        K[0, j] = mv(A, add(cross(turn, acceleration), load(change, start)))[2]
        turned = mv(A, add(cross(turn, turning), load(change, start + 3)))
        K[1, j], K[2, j] = turned[0], turned[1]
        for i in range(joints.size):
            K[BASE + i, j] = change[joints[i]]
    return status.OK


@subroutine
def difference_stiffness(derivative, project, model, work, coordinates, start, joints, y, k, K):
    """K by central differences along the motions in k[FIELDS:]; returns a status."""
    n = BASE + joints.size
    for j in range(n):
        field = k[FIELDS + j]
        step = DIFFERENCE / largest_velocity(field, start)
        for side in range(2):
            signed = step if side == 0 else -step
            for i in range(y.size):
                k[TRIAL, i] = y[i]
                k[INCREMENT, i] = signed * field[i]
            displace(coordinates, y, k[INCREMENT], k[TRIAL])
            outcome = residual(derivative, project, model, work, start, joints, k[TRIAL], k[SLOPES], k[OTHER])
            if outcome != status.OK:
                return outcome
            for i in range(n):
                if side == 0:
                    K[i, j] = k[OTHER, i]
                else:
                    K[i, j] = (K[i, j] - k[OTHER, i]) / (2.0 * step)
    return status.OK


@subroutine
def move_alone(project, model, work, start, joints, j, y, out):
    """The state y with unknown j changing at unit rate and nothing else; returns a status."""
    for i in range(y.size):
        out[i] = y[i]
    A = to_matrix(normalize(load4(y, 3)))
    if j == 0:
        store(out, start, tmv(A, (0.0, 0.0, 1.0)))
    elif j < BASE:
        store(out, start + 3, tmv(A, (1.0, 0.0, 0.0) if j == 1 else (0.0, 1.0, 0.0)))
    else:
        out[joints[j - BASE]] = 1.0
    return project(model, work, 0.0, out)


@kernel
def largest_velocity(field, start):
    """The largest number from a place on."""
    largest = 0.0
    for i in range(start, field.size):
        largest = max(largest, abs(field[i]))
    return largest


@subroutine
def add_fields(k, n, start):
    """The displacement of all coordinates for k[OTHER, :n] into k[INCREMENT]; returns the largest entry."""
    largest = 0.0
    for i in range(start, k.shape[1]):
        total = 0.0
        for j in range(n):
            total += k[OTHER, j] * k[FIELDS + j, i]
        k[INCREMENT, i] = total
        largest = max(largest, abs(total))
    return largest


@kernel
def length(vector, n):
    """√(Σ xᵢ²) of the first n numbers."""
    total = 0.0
    for i in range(n):
        total += vector[i] * vector[i]
    return math.sqrt(total)
