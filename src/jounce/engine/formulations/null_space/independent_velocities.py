"""ż instead of all velocities: as Kim & Yoo 1997 print it, and with the tangent frame of Kim & Vanderploeg 1986.

    projection   u = I b + P ż with P = P_N K, z̈ of [4.13]: exact only where P moves by dP/dt = −I Φ̇_q P, which holds
                 at the start of a step and not inside, so the method is of first order with any integrator; and with
                 prescribed motions, b ≠ 0, it does not converge at all, because [4.8] lacks a term of dI/dt        (N9)
    qr           K is held: ż = Kᵀu, u = I b + P (KᵀP)⁻¹(ż − KᵀI b), z̈ = Kᵀu̇, of full order                       (N10)

K is the basis at the end of the last step (projection), or at the last choice (qr); b = −Φ_t.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.null_space.bases import decompose, right
from jounce.engine.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics
from jounce.engine.formulations.null_space.model import QR
from jounce.engine.linalg.dense import lu_factor, lu_solve


@subroutine
def velocities_from_independent(model, work, t, y):
    """Joint velocities for the ż in y, into work.u; decomposes Φ_q at the positions of y."""
    space, balance, u = work.space, work.balance, work.u
    for i in range(6, u.size):
        u[i] = 0.0
    evaluate_kinematics(model, work.acting, work.rows, work.chain, model.loops, u, t, y)
    evaluate_gradients(model, work.acting, work.chain, space.J)
    decompose(model.other, model.cells, space)
    for r in range(work.rows.size):
        balance.right[r] = -work.rows[r]["slip"]
    for s in range(model.islands.size):
        right(model.other, model.islands[s], model.cells, space, balance.right, balance.particular)
    for s in range(model.cells.size):
        cell = model.cells[s]
        z = y[model.independent + cell["first_free"] :]
        for a in range(cell["freedom"]):
            space.share[a] = z[a]
        if model.method == QR:
            frame_share(cell, space, balance.particular)
        add_share(cell, space, balance.particular, u)


@subroutine
def frame_share(cell, space, particular):
    """share ← (KᵀP)⁻¹(share − Kᵀ particular)."""
    c0, c1, f = cell["column"], cell["last"], cell["freedom"]
    K, P, S, share, swaps = space.K[c0:c1, :f], space.P[c0:c1, :f], space.S[:f, :f], space.share[:f], space.swaps[:f]
    for a in range(f):
        for i in range(c1 - c0):
            share[a] -= K[i, a] * particular[c0 + i]
        for b in range(f):
            S[a, b] = 0.0
            for i in range(c1 - c0):
                S[a, b] += K[i, a] * P[i, b]
    lu_factor(S, swaps)
    lu_solve(S, swaps, share)


@subroutine
def add_share(cell, space, particular, u):
    """u ← particular + P share."""
    for i in range(cell["column"], cell["last"]):
        e = particular[i]
        for a in range(cell["freedom"]):
            e += space.P[i, a] * space.share[a]
        u[6 + i] = e


@subroutine
def independent_rates(method, cells, K, du, Y, z):
    """Rates of ż, into z."""
    for s in range(cells.size):
        cell = cells[s]
        first = cell["first_free"]
        for a in range(cell["freedom"]):
            e = Y[first + a, 6]
            if method == QR:
                e = 0.0
                for i in range(cell["column"], cell["last"]):
                    e += K[i, a] * du[6 + i]
            z[first + a] = e


@subroutine
def independent_from_velocities(cells, space, u, z):
    """ż of the velocities u in the basis K, (KᵀK)⁻¹Kᵀu, into z."""
    for s in range(cells.size):
        cell = cells[s]
        c0, c1, f = cell["column"], cell["last"], cell["freedom"]
        K, S, share, swaps = space.K[c0:c1, :f], space.S[:f, :f], space.share[:f], space.swaps[:f]
        for a in range(f):
            share[a] = 0.0
            for i in range(c1 - c0):
                share[a] += K[i, a] * u[6 + c0 + i]
            for b in range(f):
                S[a, b] = 0.0
                for i in range(c1 - c0):
                    S[a, b] += K[i, a] * K[i, b]
        lu_factor(S, swaps)
        lu_solve(S, swaps, share)
        for a in range(f):
            z[cell["first_free"] + a] = share[a]
