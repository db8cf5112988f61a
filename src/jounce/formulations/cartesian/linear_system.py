"""The linear system of the augmented equations, and its solution whatever the rank of the constraints.

    | M   Φ_qᵀ | | a |   | f |
    | Φ_q  −ε  | | λ | = | γ |

with a small ε: quasi-definite, so the LDLᵀ factors exist for redundant joints and in singular positions alike. ε is
taken out again by iterating on the residual of the true system (ε = 0), a proximal-point iteration: it converges to the
exact accelerations, and, because it starts from λ = 0, to the multipliers of minimum norm.
"""

from jounce.algebra.block_ldl import factor, solve
from jounce.algebra.mat3 import load9, mv
from jounce.algebra.vec3 import load
from jounce.formulations import status
from jounce.kernel import kernel

REFINEMENTS = 12
"""Most residual iterations; one or two are usual."""
CONVERGED = 1e-13
"""Residual of the constraints against the largest term that it is made of."""
CONTRADICTION = 1e-6
"""The same, above which the constraints cannot all hold; terms below 1 SI unit count as 1, or rest would look like one."""


@kernel
def factorise(model, work):
    """Assemble the matrix from the measures' gradients and factorise it."""
    nb = model.mass.size
    blocks = work.blocks
    for i in range(blocks.shape[0]):
        for j in range(6):
            for k in range(6):
                blocks[i, j, k] = 0.0
    for i in range(nb):
        for j in range(3):
            blocks[i, j, j] = model.mass[i]
            for k in range(3):
                blocks[i, 3 + j, 3 + k] = model.inertia[i, 3 * j + k]
    for i in range(nb, model.pattern.order.size):
        for j in range(6):
            blocks[i, j, j] = -1.0
    for r in range(model.row_offset.size):
        p = model.row_place[r]
        blocks[nb + model.row_joint[r], p, p] = -model.regularisation
        for term in range(model.row_start[r], model.row_start[r + 1]):
            g, c = work.gradient[model.term_measure[term]], model.term_factor[term]
            for side in range(2):
                b = model.term_block[term, side]
                if b >= 0:
                    if model.term_flipped[term, side]:
                        for j in range(6):
                            blocks[b, j, p] += c * g[6 * side + j]
                    else:
                        for j in range(6):
                            blocks[b, p, j] += c * g[6 * side + j]
    factor(model.pattern, blocks, work.inverses, work.scratch)


@kernel
def residual(model, work, x, right, out):
    """out = right − K x with ε = 0; returns the largest constraint residual and the size of its terms."""
    nb = model.mass.size
    for i in range(nb):
        Jw = mv(load9(model.inertia[i], 0), load(x[i], 3))
        for j in range(3):
            out[i, j] = right[i, j] - model.mass[i] * x[i, j]
            out[i, 3 + j] = right[i, 3 + j] - Jw[j]
    for i in range(nb, x.shape[0]):
        for j in range(6):
            out[i, j] = 0.0
    worst, size = 0.0, 0.0
    for r in range(model.row_offset.size):
        node, p = nb + model.row_joint[r], model.row_place[r]
        lam = x[node, p]
        e = right[node, p]
        size = max(size, abs(e))
        for term in range(model.row_start[r], model.row_start[r + 1]):
            k, c = model.term_measure[term], model.term_factor[term]
            for side in range(2):
                i = model.measure_bodies[k, side]
                if i < nb:
                    s = 0.0
                    for j in range(6):
                        g = c * work.gradient[k, 6 * side + j]
                        s += g * x[i, j]
                        out[i, j] -= g * lam
                    e -= s
                    size = max(size, abs(s))
        out[node, p] = e
        if abs(e) > worst or e != e:
            worst = abs(e)
            work.culprit[0] = model.row_joint[r]
            work.culprit[1] = e
    return worst, size


@kernel
def solve_system(model, work, right):
    """Solve K x = right into work.x with the current factors; returns a status."""
    x, step = work.x, work.step
    for i in range(x.shape[0]):
        for j in range(6):
            x[i, j] = 0.0
            step[i, j] = right[i, j]
    before = 1e300
    for _ in range(REFINEMENTS):
        solve(model.pattern, work.blocks, work.inverses, step)
        for i in range(x.shape[0]):
            for j in range(6):
                x[i, j] += step[i, j]
        worst, size = residual(model, work, x, right, step)
        if worst != worst:
            return status.NOT_FINITE
        if worst <= CONVERGED * size or worst > 0.5 * before:
            break
        before = worst
    if worst > CONTRADICTION * (1.0 + size):
        return status.INCONSISTENT
    return status.OK
