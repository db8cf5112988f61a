"""The augmented system [2.5] in joint coordinates, dense, as a general-purpose code would solve it.

    | M̄   Φ_qᵀ | | u̇ |   | ḡ |
    | Φ_q   0  | | λ | = | γ |                                                                                    (N8)

Rows that do not count (see `jounce.algebra.null_space`) are replaced by λ = 0.
"""

from jounce.algebra.dense import lu_factor, lu_solve
from jounce.kernel import part


@part
def solve_augmented(model, work):
    """u̇ into work.du, λ into work.solution; returns whether the matrix is regular."""
    n, m = work.force.size, work.rows.size
    K, x = work.dense, work.solution
    for i in range(6 + n + m):
        x[i] = 0.0
        for j in range(6 + n + m):
            K[i, j] = 0.0
    for i in range(6):
        x[i] = work.base[i, 6] if model.free else 0.0
        for j in range(6):
            K[i, j] = work.base[i, j] if model.free else 0.0
        if not model.free:
            K[i, i] = 1.0
    for s in range(model.islands.size):
        island = model.islands[s]
        c0, c1 = island["column"], island["last"]
        for i in range(c0, c1):
            x[6 + i] = work.force[i]
            for k in range(c1 - c0):
                K[6 + i, 6 + c0 + k] = work.M[i, k]
            for k in range(6):
                if model.free:
                    K[6 + i, k] = work.border[i, k]
                    K[k, 6 + i] = work.border[i, k]
        r0, r1 = island["row"], island["last_row"]
        counted = r0 + work.rank[s]
        for at in range(r0, r1):
            r = r0 + work.order[at]
            if at >= counted:
                K[6 + n + r, 6 + n + r] = 1.0
                continue
            x[6 + n + r] = work.right[r]
            for k in range(c1 - c0):
                K[6 + n + r, 6 + c0 + k] = work.J[r, k]
                K[6 + c0 + k, 6 + n + r] = work.J[r, k]
    if lu_factor(K, work.pivots) != 0:
        return False
    lu_solve(K, work.pivots, x)
    for i in range(6 + n):
        work.du[i] = x[i]
    return True
