"""How a run of trapezoidal steps changes with parameters: the steps themselves, differentiated.

A step of `jounce.engine.integrators.chord` with the rule `trapezoid`, from y to y₊, satisfies

    θ = ½h (v + v₊),   p₊ = closed(p displaced by θ),   x₊ − x = ½h (f(y) + f(y₊))                            (1)

with x the independent velocities and first-order states. Its change δ with a parameter P is linear in the changes:

    δx₊ − ½h (∂f/∂y₊ δy₊ + ∂f/∂P) = δx + ½h δf(y),     δp₊ = ∂p₊/∂p δp + ∂p₊/∂θ ½h (δv + δv₊), closed            (2)

∂f/∂y₊ along directions is exact, by forward mode of the car's own machine code, parameters side by side in SIMD lanes
(`jounce.engine.formulations.synthesis.state_derivatives`); so are displacements and the closing of loops. The matrix
1 − ½h C − ¼h² K solves (2) but for what finite rotations of the step add, and iterations with it add that. ∂f/∂P and
what loops move by at given independent coordinates come from other cars on the same states (`watch_closed`), by
differences of one evaluation: no run is repeated, and no error of a difference grows along the run.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import entry, kernel, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.coordinates import BALL, SCALAR
from jounce.engine.formulations.equations import linearise_exactly
from jounce.engine.formulations.synthesis.arrays import LANES, NOTES
from jounce.engine.formulations.synthesis.state_derivatives import evaluate, follow, note
from jounce.engine.integrators.linearise import unknown
from jounce.engine.linalg.dense import lu_factor, lu_solve
from jounce.engine.linalg.quaternion import conjugate, load4, multiply, rotate
from jounce.engine.linalg.so3 import exp_quaternion
from jounce.engine.linalg.vec3 import add, cross, load, scale

TOLERANCE, POOR = 1e-11, 1e-8
"""Corrections at which iterations end, and above which they have failed, by the size of the unknowns."""
MAX_ITERATIONS, SLOW = 15, 4
"""Iterations for one step, and how many of them call for a new matrix."""
TINY = 1e-300


@entry
def watch_closed(derivative, project, model, work, samples, closed, slopes):
    """Samples (time, y) with loops closed for this model into `closed`, and ẏ there into `slopes`; returns the first
    bad status and its row."""
    for n in range(samples.shape[0]):
        for i in range(closed.shape[1]):
            closed[n, i] = samples[n, 1 + i]
        outcome = project(model, work, samples[n, 0], closed[n])
        if outcome == status.OK:
            outcome = derivative(model, work, samples[n, 0], closed[n], slopes[n])
        if outcome != status.OK:
            return outcome, n
    return status.OK, samples.shape[0]


@entry
def vary_trapezoid(model, work, chart, samples, forces, moves, changes, scratch):
    """Changes of all states of a run with parameters; returns a status and the row at which it stopped.

    chart: coordinates, indices of independent velocities and of first-order states. samples: (steps + 1, 1 + size), the
    run at every step, time first. forces and moves, (parameters, steps + 1, size): ∂ẏ/∂P and what loops move by with P.
    changes: the same shape; its first row is given. scratch: of `allocate_scratch`.
    """
    coordinates, independent, auxiliary = chart
    notes, here, slope, lanes_of, theta, matrices, pivots, before, correction = scratch
    lanes, count, size = model.code[LANES], changes.shape[0], samples.shape[1] - 1
    n = independent.size + auxiliary.size
    # δf at the start
    outcome = note(model, work, samples[0, 0], samples[0, 1:], here, slope, notes)
    if outcome != status.OK:
        return outcome, 0
    for first in range(0, count, lanes):
        many = min(lanes, count - first)
        load_lanes(changes, moves, first, many, lanes, 0, lanes_of[1])
        follow(model, work, samples[0, 0], notes, lanes_of)
        evaluate(model, work, samples[0, 0], notes, lanes_of)
        for lane in range(many):
            for i in range(size):
                before[first + lane, i] = lanes_of[2][i * lanes + lane] + forces[first + lane, 0, i]
    stale = True
    for row in range(1, samples.shape[0]):
        t, y, after = samples[row, 0], samples[row - 1, 1:], samples[row, 1:]
        half = 0.5 * (t - samples[row - 1, 0])
        for i in range(size):
            theta[i] = half * (y[i] + after[i])
        if stale:
            outcome = factorise(model, work, chart, t, half, after, matrices, pivots)
            if outcome != status.OK:
                return outcome, row
        outcome = note(model, work, t, after, here, slope, notes)
        if outcome != status.OK:
            return outcome, row
        stale = False
        for first in range(0, count, lanes):
            many = min(lanes, count - first)
            taken = MAX_ITERATIONS
            load_lanes(changes, moves, first, many, lanes, row - 1, lanes_of[1])
            for lane in range(many):
                for r in range(n):
                    i = unknown(independent, auxiliary, r)
                    lanes_of[1][i * lanes + lane] += 2.0 * half * before[first + lane, i]
            for iteration in range(MAX_ITERATIONS + 1):
                # changes at the end that go with the velocities so far
                for lane in range(many):
                    displace_along(
                        coordinates, y, theta, half, changes[first + lane, row - 1], lanes_of[1], lanes, lane
                    )
                follow(model, work, t, notes, lanes_of)
                follow(model, work, t, notes, lanes_of)
                if iteration > taken:  # closed once more after the last correction
                    break
                evaluate(model, work, t, notes, lanes_of)
                # residual of (2), and a correction
                largest = 0.0
                for lane in range(many):
                    p = first + lane
                    scale_x = TINY
                    for r in range(n):
                        i = unknown(independent, auxiliary, r)
                        f = lanes_of[2][i * lanes + lane] + forces[p, row, i]
                        x = lanes_of[1][i * lanes + lane]
                        correction[r] = x - changes[p, row - 1, i] - half * (before[p, i] + f)
                        scale_x = max(scale_x, abs(x))
                    lu_solve(matrices[0], pivots, correction)
                    for r in range(n):
                        i = unknown(independent, auxiliary, r)
                        lanes_of[1][i * lanes + lane] -= correction[r]
                        if abs(correction[r]) > TOLERANCE * scale_x:
                            largest = max(largest, abs(correction[r]) / scale_x)
                    if not math.isfinite(scale_x):
                        return status.NOT_FINITE, row
                if largest == 0.0:
                    taken = iteration
                elif iteration == MAX_ITERATIONS and largest > POOR:
                    return status.NOT_CONVERGED, row
                if iteration == SLOW:
                    stale = True
            for lane in range(many):
                p = first + lane
                for i in range(size):
                    changes[p, row, i] = lanes_of[1][i * lanes + lane]
                for r in range(n):
                    i = unknown(independent, auxiliary, r)
                    before[p, i] = (changes[p, row, i] - changes[p, row - 1, i]) / half - before[p, i]
                for i in range(size):
                    changes[p, row, i] += moves[p, row, i]
    return status.OK, samples.shape[0]


def allocate_scratch(system, parameters):
    """Scratch of `vary_trapezoid` for a system with derivatives loaded and a number of parameters."""
    size, n = system.size, len(system.independent) + len(system.auxiliary)
    lanes, numbers = int(system.model.code[LANES]), system.work.numbers.size
    return (
        np.zeros(int(system.model.code[NOTES])),
        np.zeros(size),
        np.zeros(size),
        (np.zeros(lanes * numbers), np.zeros(lanes * size), np.zeros(lanes * size)),
        np.zeros(size),
        np.zeros((3, n, n)),
        np.zeros(n, np.int64),
        np.zeros((parameters, size)),
        np.zeros(n),
    )


@subroutine
def factorise(model, work, chart, t, half, y, matrices, pivots):
    """Factors of 1 − ½h C − ¼h² K at the end of a step; returns a status."""
    coordinates, independent, auxiliary = chart
    lu, C, K = matrices[0], matrices[1], matrices[2]
    outcome = linearise_exactly(model, work, coordinates, independent, auxiliary, t, y, C, K)
    if outcome != status.OK:
        return outcome
    for r in range(lu.shape[0]):
        for c in range(lu.shape[0]):
            lu[r, c] = -half * (C[r, c] + half * K[r, c])
        lu[r, r] += 1.0
    return lu_factor(lu, pivots)


@kernel
def load_lanes(changes, moves, first, many, lanes, row, out):
    """Changes of a few parameters at one row into lanes, without what loops moved by; zeros in lanes left over."""
    for i in range(changes.shape[2]):
        for lane in range(lanes):
            p = first + lane
            out[i * lanes + lane] = changes[p, row, i] - moves[p, row, i] if lane < many else 0.0


@kernel
def displace_along(coordinates, y, theta, half, change, out, lanes, lane):
    """The change of y displaced by θ, in one lane of `out`, whose velocities are those at the end of the step."""
    for k in range(coordinates.size):
        kind, p, u = coordinates[k]["kind"], coordinates[k]["position"], coordinates[k]["velocity"]
        if kind == SCALAR:
            out[p * lanes + lane] = change[p] + half * (change[u] + out[u * lanes + lane])
        elif kind == BALL:
            turn, d_turn = exp_along(load(theta, u), increment(change, out, half, u, lanes, lane))
            q, dq = load4(y, p), load4(change, p)
            put_tangent(out, p, lanes, lane, multiply(turn, q), add4(multiply(d_turn, q), multiply(turn, dq)))
        else:
            turn, d_turn = exp_along(
                scale(0.5, load(theta, u + 3)), scale(0.5, increment(change, out, half, u + 3, lanes, lane))
            )
            q, dq = load4(y, p + 3), load4(change, p + 3)
            middle = multiply(q, turn)
            d_middle = add4(multiply(dq, turn), multiply(q, d_turn))
            # R(middle) δ turns by twice the vector part of d_middle ⊗ middle*
            moved = rotate(middle, load(theta, u))
            away = multiply(d_middle, conjugate(middle))
            spin = (2.0 * away[1], 2.0 * away[2], 2.0 * away[3])
            d_moved = add(rotate(middle, increment(change, out, half, u, lanes, lane)), cross(spin, moved))
            for i in range(3):
                out[(p + i) * lanes + lane] = change[p + i] + d_moved[i]
            end, d_end = multiply(middle, turn), add4(multiply(d_middle, turn), multiply(middle, d_turn))
            put_tangent(out, p + 3, lanes, lane, end, d_end)


@kernel
def increment(change, out, half, u, lanes, lane):
    """δθ = ½h (δv + δv₊) of three velocities."""
    return (
        half * (change[u] + out[u * lanes + lane]),
        half * (change[u + 1] + out[(u + 1) * lanes + lane]),
        half * (change[u + 2] + out[(u + 2) * lanes + lane]),
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
        s = math.sin(0.5 * angle) / angle
        bend = (0.5 * math.cos(0.5 * angle) - s) / square
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
def put_tangent(out, i, lanes, lane, q, change):
    """Write the change of a quaternion that is normalised: without the part along it."""
    along = q[0] * change[0] + q[1] * change[1] + q[2] * change[2] + q[3] * change[3]
    for k in range(4):
        out[(i + k) * lanes + lane] = change[k] - along * q[k]
