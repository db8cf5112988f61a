"""The linear system of the augmented equations, and its solution whatever the rank of the constraints.

    | M   Φ_qᵀ | | a |   | f |
    | Φ_q  −ε  | | λ | = | γ |

with a small ε: quasi-definite, so the LDLᵀ factors exist for redundant joints and in singular positions alike. ε is
taken out again by iterating on the residual of the true system (ε = 0), a proximal-point iteration: it converges to the
exact accelerations, and, because it starts from λ = 0, to the multipliers of minimum norm. Off the constraints, as in
the stages of a step, redundant rows disagree by as much as the state is off; the remaining residual is then no error.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.linalg.block_ldl import factor, solve
from jounce.engine.linalg.mat3 import load9, mv
from jounce.engine.linalg.vec3 import load

REFINEMENTS = 12
"""Most residual iterations; one or two are usual."""
MAX_RESIDUAL_RATIO = 0.95
"""Residual after an iteration against the one before, above which there is nothing left to gain."""
CONVERGED = 1e-13
"""Residual of the constraints against the largest term that it is made of."""


@subroutine
def factorise(model, work):
    """Assemble the matrix from the measures' gradients and factorise it."""
    clear(work.blocks)
    place_masses(model.bodies, work.blocks)
    place_joints(model.bodies.size, model.pattern.order.size, work.blocks)
    place_rows(model.bodies.size, model.rows, model.terms, model.regularisation, work.measures, work.blocks)
    factor(model.pattern, work.blocks, work.inverses, work.scratch)


@subroutine
def clear(blocks):
    for i in range(blocks.shape[0]):
        for j in range(6):
            for k in range(6):
                blocks[i, j, k] = 0.0


@subroutine
def place_masses(bodies, blocks):
    for i in range(bodies.size):
        J = bodies[i]["inertia"]
        for j in range(3):
            blocks[i, j, j] = bodies[i]["mass"]
            for k in range(3):
                blocks[i, 3 + j, 3 + k] = J[3 * j + k]


@subroutine
def place_joints(first, last, blocks):
    """−1 on the diagonal of the joints: kept by rows that a joint does not have."""
    for i in range(first, last):
        for j in range(6):
            blocks[i, j, j] = -1.0


@subroutine
def place_rows(nb, rows, terms, regularisation, measures, blocks):
    for r in range(rows.size):
        row = rows[r]
        p = row["place"]
        blocks[nb + row["joint"], p, p] = -regularisation
        for i in range(row["start"], row["stop"]):
            term = terms[i]
            c, g = term["factor"], measures[term["measure"]]["gradient"]
            place_gradient(blocks, term["block_a"], term["flipped_a"], p, c, g, 0)
            place_gradient(blocks, term["block_b"], term["flipped_b"], p, c, g, 6)


@subroutine
def place_gradient(blocks, b, flipped, p, c, g, first):
    """Add one body's part of a gradient as row p (or column p) of block b."""
    if b < 0:
        return
    if flipped:
        for j in range(6):
            blocks[b, j, p] += c * g[first + j]
    else:
        for j in range(6):
            blocks[b, p, j] += c * g[first + j]


@subroutine
def residual(bodies, rows, terms, measures, states, x, right, out, culprit):
    """out = right − K x with ε = 0; returns the largest constraint residual and the size of its terms."""
    nb = bodies.size
    for i in range(nb):
        m, Jw = bodies[i]["mass"], mv(load9(bodies[i]["inertia"], 0), load(x[i], 3))
        for j in range(3):
            out[i, j] = right[i, j] - m * x[i, j]
            out[i, 3 + j] = right[i, 3 + j] - Jw[j]
    for i in range(nb, x.shape[0]):
        for j in range(6):
            out[i, j] = 0.0
    worst, size = 0.0, 0.0
    for r in range(rows.size):
        row = rows[r]
        node, p = nb + row["joint"], row["place"]
        e, lam = right[node, p], x[node, p]
        size = max(size, abs(e))
        for i in range(row["start"], row["stop"]):
            k, c = terms[i]["measure"], terms[i]["factor"]
            for side in range(2):
                body = measures[k]["b"] if side else measures[k]["a"]
                if body < nb:
                    s = 0.0
                    for j in range(6):
                        g = c * states[k]["gradient"][6 * side + j]
                        s += g * x[body, j]
                        out[body, j] -= g * lam
                    e -= s
                    size = max(size, abs(s))
        out[node, p] = e
        if worst == worst and not abs(e) <= worst:  # a NaN stays the worst
            worst = abs(e)
            culprit[0] = row["joint"]
            culprit[1] = e
    return worst, size


@subroutine
def solve_system(model, work, right):
    """Solve K x = right into work.x with the current factors; returns the largest residual of a constraint (or NaN)."""
    x, step = work.x, work.step
    for i in range(x.shape[0]):
        for j in range(6):
            x[i, j] = 0.0
            step[i, j] = right[i, j]
    before = 1e300
    worst = 0.0
    for _ in range(REFINEMENTS):
        solve(model.pattern, work.blocks, work.inverses, step)
        for i in range(x.shape[0]):
            for j in range(6):
                x[i, j] += step[i, j]
        worst, size = residual(
            model.bodies, model.rows, model.terms, model.measures, work.measures, x, right, step, work.culprit
        )
        if not CONVERGED * size < worst <= MAX_RESIDUAL_RATIO * before:
            break
        before = worst
    return worst


@subroutine
def drop_redundant(model, work):
    """Remove from the multipliers in work.x what rounding has put along redundant directions.

    ε(S + ε)⁻¹ keeps those (σ = 0) and shrinks the others by ε/σ; applied twice, it leaves nothing but them.
    """
    nb = model.bodies.size
    x, step = work.x, work.step
    for i in range(nb, x.shape[0]):
        for j in range(6):
            step[i, j] = x[i, j]
    for _ in range(2):
        for i in range(nb):
            for j in range(6):
                step[i, j] = 0.0
        solve(model.pattern, work.blocks, work.inverses, step)
        for i in range(nb, x.shape[0]):
            for j in range(6):
                step[i, j] *= -model.regularisation
    for i in range(nb, x.shape[0]):
        for j in range(6):
            x[i, j] -= step[i, j]
