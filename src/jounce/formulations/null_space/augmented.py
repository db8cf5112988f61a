"""The augmented system [2.5] in joint coordinates, dense, as a general-purpose code would solve it.

    | M̄   Φ_qᵀ | | u̇ |   | ḡ |
    | Φ_q   0  | | λ | = | γ |                                                                                    (N8)

Rows that do not count (see `jounce.algebra.null_space`) are replaced by λ = 0.
"""

from jounce.algebra.dense import lu_factor, lu_solve
from jounce.kernel import part


@part
def solve_augmented(free, islands, cells, space, balance):
    """u̇ into du, λ into the end of the solution; returns whether the matrix is regular."""
    n, m = balance.force.size, balance.right.size
    K, x = balance.dense, balance.solution
    for i in range(6 + n + m):
        x[i] = 0.0
        for j in range(6 + n + m):
            K[i, j] = 0.0
    for i in range(6):
        x[i] = balance.base[i, 6] if free else 0.0
        for j in range(6):
            K[i, j] = balance.base[i, j] if free else 0.0
        if not free:
            K[i, i] = 1.0
    for s in range(islands.size):
        island = islands[s]
        c0, c1 = island["column"], island["last"]
        for i in range(c0, c1):
            x[6 + i] = balance.force[i]
            for k in range(c1 - c0):
                K[6 + i, 6 + c0 + k] = balance.M[i, k]
            for k in range(6):
                if free:
                    K[6 + i, k] = balance.border[i, k]
                    K[k, 6 + i] = balance.border[i, k]
        for at in range(island["cell"], island["last_cell"]):
            r0, r1 = cells[at]["row"], cells[at]["last_row"]
            for k in range(r0, r1):
                r = r0 + space.order[k]
                if k >= r0 + space.rank[at]:
                    K[6 + n + r, 6 + n + r] = 1.0
                    continue
                x[6 + n + r] = balance.right[r]
                for c in range(c1 - c0):
                    K[6 + n + r, 6 + c0 + c] = space.J[r, c]
                    K[6 + c0 + c, 6 + n + r] = space.J[r, c]
    if lu_factor(K, balance.pivots) != 0:
        return False
    lu_solve(K, balance.pivots, x)
    for i in range(6 + n):
        balance.du[i] = x[i]
    return True
