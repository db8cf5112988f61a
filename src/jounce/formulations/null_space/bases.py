"""The null space of every island by the method that was chosen, behind four verbs.

    choose      a basis that owes nothing to the last step
    decompose   P with Φ_q P = 0, and what the others need
    right       x = I b with Φ_q I = 1
    left        s = Iᵀ Q

I is I_R = Φ_qᵀ(Φ_qΦ_qᵀ)⁻¹ but for partitioning, whose I moves dependent coordinates only. Projection, the usual choice,
is part of the equations; the others are called by address (`other_bases`) and compiled when they are asked for.
"""

from jounce.algebra.null_space.projection import projection_decompose, projection_left, projection_right, start_basis
from jounce.formulations.null_space.model import DEFICIENT
from jounce.formulations.null_space.other_bases import CHOOSE, DECOMPOSE, LEFT, RIGHT
from jounce.kernel import function_at, part


@part
def island_arrays(island, space):
    """Arrays of one island, as all methods take them: J, H, G, F, P, K, tau, rows, columns."""
    r0, r1, c0, c1, f = island["row"], island["last_row"], island["column"], island["last"], island["freedom"]
    n = c1 - c0
    return (
        space.J[r0:r1, :n],
        space.H[r0:r1, :n],
        space.G[r0:r1, : r1 - r0],
        space.F[c0:c1, :n],
        space.P[c0:c1, :f],
        space.K[c0:c1, :f],
        space.tau[c0:c1],
        space.order[r0:r1],
        space.columns[c0:c1],
    )


@part
def decompose(other, islands, space):
    """P, and what `right` and `left` need, at the Φ_q of the last evaluation."""
    for s in range(islands.size):
        J, H, G, F, P, K, tau, rows, columns = island_arrays(islands[s], space)
        most = P.shape[0] - P.shape[1]
        if other == 0:
            for i in range(P.shape[0]):
                for a in range(P.shape[1]):
                    P[i, a] = K[i, a]
            space.rank[s] = projection_decompose(J, most, H, G, F, P, tau, rows, columns)
        else:
            quality, rank = space.quality[s], space.rank[s]
            there = J, H, G, F, P, K, tau, rows, columns, quality, tau, tau
            space.rank[s] = function_at(other, "basis")(DECOMPOSE, most, rank, *there)
        if space.rank[s] < most:
            space.counts[DEFICIENT] += 1.0


@part
def choose(other, islands, space):
    """A basis K at the Φ_q of the last evaluation: selected columns of the projector [3.7], or other coordinates."""
    for s in range(islands.size):
        choose_one(other, islands[s], s, space)


@part
def choose_one(other, island, s, space):
    """The same for one island."""
    J, H, G, F, P, K, tau, rows, columns = island_arrays(island, space)
    most = P.shape[0] - P.shape[1]
    if other == 0:
        space.rank[s] = start_basis(J, most, H, G, F, K, tau, rows, columns)
    else:
        there = J, H, G, F, P, K, tau, rows, columns, space.quality[s], tau, tau
        space.rank[s] = function_at(other, "basis")(CHOOSE, most, most, *there)


@part
def right(other, island, s, space, b, x):
    """x = I b of one island; both are arrays of all."""
    J, H, G, F, P, K, tau, rows, columns = island_arrays(island, space)
    own = b[island["row"] : island["last_row"]], x[island["column"] : island["last"]]
    if other == 0:
        projection_right(J, space.rank[s], H, G, F, tau, rows, columns, *own)
    else:
        there = J, H, G, F, P, K, tau, rows, columns, space.quality[s], *own
        function_at(other, "basis")(RIGHT, 0, space.rank[s], *there)


@part
def left(other, island, s, space, Q, x):
    """x = Iᵀ Q of one island; both are arrays of all."""
    J, H, G, F, P, K, tau, rows, columns = island_arrays(island, space)
    own = Q[island["column"] : island["last"]], x[island["row"] : island["last_row"]]
    if other == 0:
        projection_left(J, space.rank[s], H, G, F, tau, rows, columns, *own)
    else:
        there = J, H, G, F, P, K, tau, rows, columns, space.quality[s], *own
        function_at(other, "basis")(LEFT, 0, space.rank[s], *there)
