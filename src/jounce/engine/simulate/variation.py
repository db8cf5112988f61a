"""How a run of trapezoidal steps changes with parameters: the steps themselves, differentiated.

A step of `jounce.engine.integrators.chord` with the rule `trapezoid`, from y to y₊, satisfies

    θ = ½h (v + v₊),   p₊ = closed(p displaced by θ),   x₊ − x = ½h (f(y) + f(y₊))                            (1)

with x the independent velocities and first-order states. Its change δ with a parameter P is linear in the changes:

    δx₊ − ½h (∂f/∂y₊ δy₊ + ∂f/∂P) = δx + ½h δf(y),     δp₊ = ∂p₊/∂p δp + ∂p₊/∂θ ½h (δv + δv₊), closed            (2)

∂f/∂y₊ δy₊ + ∂f/∂P is exact, by forward mode of the car's own machine code, parameters side by side in SIMD lanes
(`jounce.engine.formulations.synthesis.parameter_derivatives`); so are displacements and the closing of loops, whose
points may move with P. The matrix 1 − ½h C − ¼h² K solves (2) but for what finite rotations of the step add, and
iterations with it add that. What numbers of the equations change by with P is known beforehand (`Seeds`): no run is
repeated, and no error of a difference grows along the run.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import entry, kernel, subroutine
from jounce.engine.compiler.native import lanes as registers
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import BALL, SCALAR
from jounce.engine.formulations.equations import linearise_exactly
from jounce.engine.formulations.synthesis.parameter_code import NOTES
from jounce.engine.formulations.synthesis.parameter_derivatives import evaluate_all, follow_all, note_all, put_own
from jounce.engine.integrators.linearise import unknown
from jounce.engine.linalg.dense import lu_factor, lu_solve
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.quaternion import conjugate, load4, multiply, rotate
from jounce.engine.linalg.so3 import exp_quaternion
from jounce.engine.linalg.vec3 import add, cross, load, scale

TOLERANCE, POOR = 1e-11, 1e-8
"""Corrections at which iterations end, and above which they have failed, by the size of the unknowns."""
MAX_ITERATIONS, RENEWAL = 30, 64
"""Iterations for one step, and steps from matrix to matrix: always so many, so that derivatives by a parameter do not
depend on others beside it."""
FLOOR = 1e-5
"""Size that unknowns of a parameter count with at least, by the largest unknown of the run: one without effect has
changes of rounding alone."""
WIDTH = registers()
"""Parameters side by side."""


@entry
def vary_trapezoid(code, model, work, chart, samples, seeds, changes, stride, kept, scratch):
    """Changes of all states of a run with parameters; returns a status and the row at which it stopped.

    chart: coordinates, indices of independent velocities and of first-order states. samples: (steps + 1, 1 + size), the
    run at every step, time first. seeds: of all parameters. changes: (groups, 2, size · WIDTH), parameters of a group
    side by side: those of the start are given in its first row. kept: those of every so many steps, (groups, 1 +
    steps // stride, size · WIDTH). scratch: of `allocate_scratch`.
    """
    notes, here, slope, theta, state, matrices, pivots, slopes, correction = scratch
    groups, size = changes.shape[0], samples.shape[1] - 1
    # δf at the start
    outcome = note_all(code, model, work, samples[0, 0], samples[0, 1:], here, slope, notes)
    if outcome != status.OK:
        return outcome, 0
    for g in range(groups):
        begin_group(code, model, work, chart, samples[0, 0], notes, seeds, g, changes, state, slopes)
        for i in range(kept.shape[2]):
            kept[g, 0, i] = changes[g, 0, i]
    for row in range(1, samples.shape[0]):
        t, y, after = samples[row, 0], samples[row - 1, 1:], samples[row, 1:]
        half = 0.5 * (t - samples[row - 1, 0])
        for i in range(size):
            theta[i] = half * (y[i] + after[i])
        if row % RENEWAL == 1:
            outcome = invert(model, work, chart, t, half, after, matrices, pivots, correction)
            if outcome != status.OK:
                return outcome, row
        outcome = note_all(code, model, work, t, after, here, slope, notes)
        if outcome != status.OK:
            return outcome, row
        floor = FLOOR * max(largest_of(after, chart[1]), largest_of(after, chart[2]))
        for g in range(groups):
            put_own(seeds, g, t, notes, WIDTH)
            step = y, theta, half, floor, row
            outcome = vary_step(
                code, model, work, chart, t, notes, seeds, g, step, changes, state, matrices[3], slopes, correction
            )
            if outcome != status.OK:
                return outcome, row
            if row % stride == 0:
                for i in range(kept.shape[2]):
                    kept[g, row // stride, i] = changes[g, row % 2, i]
    return status.OK, samples.shape[0]


@subroutine
def begin_group(code, model, work, chart, t, notes, seeds, g, changes, state, slopes):
    """Changes of the rates of unknowns at the start, as the last three of them."""
    _, independent, auxiliary = chart
    for i in range(state[1].size):
        state[1][i] = changes[g, 0, i]
    put_own(seeds, g, t, notes, WIDTH)
    follow_all(code, model, work, t, notes, seeds, g, state)
    evaluate_all(code, model, work, t, notes, seeds, g, state)
    for r in range(slopes.shape[2] // WIDTH):
        i = unknown(independent, auxiliary, r)
        for lane in range(WIDTH):
            for before in range(3):
                slopes[before, g, r * WIDTH + lane] = state[2][i * WIDTH + lane]


@subroutine
def vary_step(code, model, work, chart, t, notes, seeds, g, step, changes, state, inverse, slopes, correction):
    """Changes of one group at the end of a step (y at its beginning, θ, ½h, the least size, its row); returns a status.

    slopes: changes of the rates of unknowns at the last three rows, latest first.
    """
    coordinates, independent, auxiliary = chart
    y, theta, half, floor, row = step
    moving, n, old, new = state[1], inverse.shape[0], (row + 1) % 2, row % 2
    # the next rates by a parabola through the last three
    for i in range(moving.size):
        moving[i] = changes[g, old, i]
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        for lane in range(WIDTH):
            k = r * WIDTH + lane
            ahead = 4.0 * slopes[0, g, k] - 3.0 * slopes[1, g, k] + slopes[2, g, k]
            moving[i * WIDTH + lane] += half * ahead
    open_lanes = correction[3]
    for lane in range(WIDTH):
        open_lanes[lane] = 1.0
    for iteration in range(MAX_ITERATIONS):
        displace_along(coordinates, y, theta, half, changes, g, old, moving)
        follow_all(code, model, work, t, notes, seeds, g, state)
        follow_all(code, model, work, t, notes, seeds, g, state)
        evaluate_all(code, model, work, t, notes, seeds, g, state)
        largest = correct(independent, auxiliary, half, floor, changes, g, old, state, inverse, slopes, correction)
        if not largest < math.inf:
            return status.NOT_FINITE
        last = iteration == MAX_ITERATIONS - 1
        if last and largest > POOR:
            return status.NOT_CONVERGED
        # each parameter ends with its own last iteration, whoever goes on beside it
        left = 0.0
        for lane in range(WIDTH):
            ends = open_lanes[lane] == 1.0 and (last or correction[2, lane] <= TOLERANCE * correction[1, lane])
            correction[4, lane] = 1.0 if ends else 0.0
            open_lanes[lane] -= correction[4, lane]
            left += open_lanes[lane]
        for i in range(moving.size // WIDTH):
            for lane in range(WIDTH):
                x = i * WIDTH + lane
                changes[g, new, x] = moving[x] if correction[4, lane] == 1.0 else changes[g, new, x]
        if left == 0.0:
            break
    for r in range(n):
        i = unknown(independent, auxiliary, r)
        for lane in range(WIDTH):
            k, x = r * WIDTH + lane, i * WIDTH + lane
            latest = (changes[g, new, x] - changes[g, old, x]) / half - slopes[0, g, k]
            slopes[2, g, k], slopes[1, g, k], slopes[0, g, k] = slopes[1, g, k], slopes[0, g, k], latest
    return status.OK


@subroutine
def correct(independent, auxiliary, half, floor, changes, g, old, state, inverse, slopes, correction):
    """Correct the unknowns by the residual of (2); the largest correction by the size of the unknowns."""
    moving, residual, n = state[1], correction[0], inverse.shape[0]
    sizes, steps = correction[1], correction[2]
    for lane in range(WIDTH):
        sizes[lane], steps[lane] = floor, 0.0
    for r in range(n):
        i = unknown(independent, auxiliary, r) * WIDTH
        for lane in range(WIDTH):
            x, k = moving[i + lane], r * WIDTH + lane
            residual[k] = x - changes[g, old, i + lane] - half * (slopes[0, g, k] + state[2][i + lane])
            sizes[lane] = max(sizes[lane], abs(x))
    for r in range(n):
        i = unknown(independent, auxiliary, r) * WIDTH
        for lane in range(WIDTH):
            steps[WIDTH + lane] = 0.0
        for c in range(n):
            factor = inverse[r, c]
            for lane in range(WIDTH):
                steps[WIDTH + lane] += factor * residual[c * WIDTH + lane]
        for lane in range(WIDTH):
            moving[i + lane] -= steps[WIDTH + lane]
            steps[lane] = max(steps[lane], abs(steps[WIDTH + lane]))
    largest = 0.0
    for lane in range(WIDTH):
        share = steps[lane] / sizes[lane]
        largest = share if not share <= largest else largest  # a NaN stays the largest
    return largest


@kernel
def largest_of(y, places):
    """The largest of some numbers, at least 1e-9."""
    largest = 1e-9
    for i in range(places.size):
        largest = max(largest, abs(y[places[i]]))
    return largest


def allocate_scratch(system, code, parameters):
    """Scratch of `vary_trapezoid` for a system, addresses of its code and a number of parameters."""
    size, n = system.size, len(system.independent) + len(system.auxiliary)
    numbers, groups = system.work.numbers.size, -(-parameters // WIDTH)
    return (
        np.zeros(int(code[NOTES])),
        np.zeros(size),
        np.zeros(size),
        np.zeros(size),
        (np.zeros(WIDTH * numbers), np.zeros(WIDTH * size), np.zeros(WIDTH * size)),
        np.zeros((4, n, n)),
        np.zeros(n, np.int64),
        np.zeros((3, groups, n * WIDTH)),
        np.zeros((5, max(n, 2) * WIDTH)),
    )


def side_by_side(changes):
    """Changes of parameters at the start, (parameters, size), as `vary_trapezoid` takes them."""
    groups, size = -(-len(changes) // WIDTH), changes.shape[1]
    filled = np.zeros((groups * WIDTH, size))
    filled[: len(changes)] = changes
    found = np.zeros((groups, 2, size * WIDTH))
    found[:, 0] = filled.reshape(groups, WIDTH, size).transpose(0, 2, 1).reshape(groups, -1)
    return found


def one_by_one(kept, count):
    """What `vary_trapezoid` keeps as (parameters, rows, size)."""
    groups, rows, _ = kept.shape
    return kept.reshape(groups, rows, -1, WIDTH).transpose(0, 3, 1, 2).reshape(groups * WIDTH, rows, -1)[:count]


@subroutine
def invert(model, work, chart, t, half, y, matrices, pivots, correction):
    """The inverse of 1 − ½h C − ¼h² K at the end of a step, in matrices[3]; returns a status."""
    coordinates, independent, auxiliary = chart
    lu, C, K, inverse = matrices[0], matrices[1], matrices[2], matrices[3]
    outcome = linearise_exactly(model, work, coordinates, independent, auxiliary, t, y, C, K)
    if outcome != status.OK:
        return outcome
    n = lu.shape[0]
    for r in range(n):
        for c in range(n):
            lu[r, c] = -half * (C[r, c] + half * K[r, c])
        lu[r, r] += 1.0
    outcome = lu_factor(lu, pivots)
    if outcome != status.OK:
        return outcome
    column = correction[0, :n]
    for c in range(n):
        for r in range(n):
            column[r] = 1.0 if r == c else 0.0
        lu_solve(lu, pivots, column)
        for r in range(n):
            inverse[r, c] = column[r]
    return status.OK


@subroutine
def displace_along(coordinates, y, theta, half, changes, g, row, out):
    """The change of y displaced by θ for one group, whose velocities in `out` are those at the end of the step; row: of
    the changes at its beginning."""
    for k in range(coordinates.size):
        kind, p, u = coordinates[k]["kind"], coordinates[k]["position"], coordinates[k]["velocity"]
        if kind == SCALAR:
            for lane in range(WIDTH):
                moved = changes[g, row, u * WIDTH + lane] + out[u * WIDTH + lane]
                out[p * WIDTH + lane] = changes[g, row, p * WIDTH + lane] + half * moved
            continue
        for lane in range(WIDTH):
            if kind == BALL:
                turn, d_turn = exp_along(load(theta, u), increment(changes, g, row, out, half, u, lane))
                q, dq = load4(y, p), change4(changes, g, row, p, lane)
                put_tangent(out, p, lane, multiply(turn, q), add4(multiply(d_turn, q), multiply(turn, dq)))
                continue
            spinning = scale(0.5, increment(changes, g, row, out, half, u + 3, lane))
            turn, d_turn = exp_along(scale(0.5, load(theta, u + 3)), spinning)
            q, dq = load4(y, p + 3), change4(changes, g, row, p + 3, lane)
            middle = multiply(q, turn)
            d_middle = add4(multiply(dq, turn), multiply(q, d_turn))
            # R(middle) δ turns by twice the vector part of d_middle ⊗ middle*
            moved_to = rotate(middle, load(theta, u))
            away = multiply(d_middle, conjugate(middle))
            spin = (2.0 * away[1], 2.0 * away[2], 2.0 * away[3])
            d_moved = add(rotate(middle, increment(changes, g, row, out, half, u, lane)), cross(spin, moved_to))
            for i in range(3):
                out[(p + i) * WIDTH + lane] = changes[g, row, (p + i) * WIDTH + lane] + d_moved[i]
            end, d_end = multiply(middle, turn), add4(multiply(d_middle, turn), multiply(middle, d_turn))
            put_tangent(out, p + 3, lane, end, d_end)


@kernel
def change4(changes, g, row, p, lane):
    """The change of a quaternion at the beginning of a step."""
    return (
        changes[g, row, p * WIDTH + lane],
        changes[g, row, (p + 1) * WIDTH + lane],
        changes[g, row, (p + 2) * WIDTH + lane],
        changes[g, row, (p + 3) * WIDTH + lane],
    )


@kernel
def increment(changes, g, row, out, half, u, lane):
    """δθ = ½h (δv + δv₊) of three velocities."""
    return (
        half * (changes[g, row, u * WIDTH + lane] + out[u * WIDTH + lane]),
        half * (changes[g, row, (u + 1) * WIDTH + lane] + out[(u + 1) * WIDTH + lane]),
        half * (changes[g, row, (u + 2) * WIDTH + lane] + out[(u + 2) * WIDTH + lane]),
    )


@kernel
def exp_along(theta, change):
    """exp(θ) as a quaternion, and its change with that of θ."""
    q = exp_quaternion(theta)
    square = theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]
    along = theta[0] * change[0] + theta[1] * change[1] + theta[2] * change[2]
    # (cos ½φ, s θ) with s = sin(½φ)/φ, and s′/φ = (½ cos ½φ − s)/φ², by its series where that cancels
    if square < 1e-2:
        s = 0.5 - square / 48.0 + square * square / 3840.0 - square * square * square / 645120.0
        bend = -1.0 / 24.0 + square / 960.0 - square * square / 107520.0
    else:
        angle = math.sqrt(square)
        sine, cosine = sin_cos(0.5 * angle)
        s = sine / angle
        bend = (0.5 * cosine - s) / square
    d = bend * along
    return q, (
        -0.5 * s * along,
        d * theta[0] + s * change[0],
        d * theta[1] + s * change[1],
        d * theta[2] + s * change[2],
    )


@kernel
def add4(p, q):
    """Sum of two quaternions."""
    return (p[0] + q[0], p[1] + q[1], p[2] + q[2], p[3] + q[3])


@kernel
def put_tangent(out, i, lane, q, change):
    """Write the change of a quaternion that is normalised: without the part along it."""
    along = q[0] * change[0] + q[1] * change[1] + q[2] * change[2] + q[3] * change[3]
    for k in range(4):
        out[(i + k) * WIDTH + lane] = change[k] - along * q[k]
