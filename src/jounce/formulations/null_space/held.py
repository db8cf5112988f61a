"""ż instead of all velocities: as Kim & Yoo 1997 print it, and with the tangent frame of Kim & Vanderploeg 1986.

    projection   u = I b + P ż with P = P_N K, z̈ of [4.13]: exact only where P moves by dP/dt = −I Φ̇_q P, which holds
                 at the start of a step and not inside, so the method is of first order with any integrator       (N9)
    qr           K is held: ż = Kᵀu, u = I b + P (KᵀP)⁻¹(ż − KᵀI b), z̈ = Kᵀu̇, of full order                       (N10)

K is the basis at the end of the last step (projection), or at the last choice (qr); b = −Φ_t.
"""

from jounce.algebra.dense import lu_factor, lu_solve
from jounce.formulations.null_space.bases import decompose, right
from jounce.formulations.null_space.equations import evaluate_gradients, evaluate_kinematics
from jounce.formulations.null_space.model import QR
from jounce.kernel import part


@part
def velocities_from_independent(model, work, t, y):
    """Joint velocities for the ż in y, into work.u; decomposes Φ_q at the positions of y."""
    for i in range(6, work.u.size):
        work.u[i] = 0.0
    evaluate_kinematics(model, work, t, y)
    evaluate_gradients(model, work)
    decompose(model, work)
    for r in range(work.rows.size):
        work.right[r] = -work.rows[r]["slip"]
    for s in range(model.islands.size):
        island = model.islands[s]
        right(model.method, island, s, work, work.right, work.particular)
        z = y[model.independent + island["first_free"] :]
        if model.method == QR:
            frame_share(island, work, z)
        else:
            for a in range(island["freedom"]):
                work.share[a] = z[a]
        add_share(island, work, work.u)


@part
def frame_share(island, work, z):
    """share ← (KᵀP)⁻¹(z − Kᵀ particular)."""
    c0, c1, f = island["column"], island["last"], island["freedom"]
    K, P, S = work.K[c0:c1, :f], work.P[c0:c1, :f], work.S[:f, :f]
    for a in range(f):
        e = z[a]
        for i in range(c1 - c0):
            e -= K[i, a] * work.particular[c0 + i]
        work.share[a] = e
        for b in range(f):
            d = 0.0
            for i in range(c1 - c0):
                d += K[i, a] * P[i, b]
            S[a, b] = d
    lu_factor(S, work.swaps[:f])
    lu_solve(S, work.swaps[:f], work.share[:f])


@part
def add_share(island, work, u):
    """u ← particular + P share."""
    for i in range(island["column"], island["last"]):
        e = work.particular[i]
        for a in range(island["freedom"]):
            e += work.P[i, a] * work.share[a]
        u[6 + i] = e


@part
def held_rates(model, work, dy):
    """Rates of ż."""
    for s in range(model.islands.size):
        island = model.islands[s]
        first, f = island["first_free"], island["freedom"]
        for a in range(f):
            e = work.Y[first + a, 6]
            if model.method == QR:
                e = 0.0
                for i in range(island["column"], island["last"]):
                    e += work.K[i, a] * work.du[6 + i]
            dy[model.independent + first + a] = e


@part
def independent_from_velocities(model, work, y):
    """ż of the velocities work.u: those nearest in the frame K, or Pᵀu where P is not orthonormal."""
    for s in range(model.islands.size):
        island = model.islands[s]
        c0, c1, f = island["column"], island["last"], island["freedom"]
        K, S = work.K[c0:c1, :f], work.S[:f, :f]
        for a in range(f):
            e = 0.0
            for i in range(c1 - c0):
                e += K[i, a] * work.u[6 + c0 + i]
            work.share[a] = e
            for b in range(f):
                d = 0.0
                for i in range(c1 - c0):
                    d += K[i, a] * K[i, b]
                S[a, b] = d
        if model.method != QR:
            lu_factor(S, work.swaps[:f])
            lu_solve(S, work.swaps[:f], work.share[:f])
        for a in range(f):
            y[model.independent + island["first_free"] + a] = work.share[a]
