"""All that the equations of motion are made of at (t, y): M̄, ḡ, Φ_q and γ, by recursion along the tree.

M̄ = BᵀMB and ḡ = Bᵀ(f − MḂu) of Kim 1997 [2.4]; B is never formed. Composite bodies: what hangs on a joint moves with it
as one. Through a ball only the position of its centre is handed down, so a ball carries the mass below it as a point,
and hands up a force without its own torque.                                                                      (N3)

    M̄_kj = S_k · Ic S_j   for k above or at j,     ḡ_k = −S_k · Wc                                                 (N4)

The base turns everything, what hangs on balls too, whose angular velocities are measured against it: its rows are the
momentum as handed up, plus the rows of all balls.                                                                (N5)

Φ_q of the cut joints, couplers and drivers in joint velocities: each gradient, a wrench, is handed up the tree.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.kinematics import evaluate_rows
from jounce.engine.formulations.null_space.kinematics import evaluate_measures, place_bodies, place_branches, wrench_of
from jounce.engine.linalg.inertia import from_body, momentum, rate_of_momentum
from jounce.engine.linalg.mat3 import load9, rotate_sym
from jounce.engine.linalg.vec3 import add, cross, dot, load, store, sub


@subroutine
def load_inertia(array):
    """A spatial inertia."""
    return (
        array[0],
        array[1],
        array[2],
        array[3],
        array[4],
        array[5],
        array[6],
        array[7],
        array[8],
        array[9],
    )


@subroutine
def store_inertia(array, I):
    for j in range(10):
        array[j] = I[j]


@subroutine
def own_inertia(constant, body):
    """Spatial inertia of a body about the base's origin, base axes."""
    J = load9(constant["inertia"], 0)
    turned = rotate_sym(load9(body["A"], 0), (J[0], J[4], J[8], J[1], J[2], J[5]))
    return from_body(constant["mass"], load(body["r"], 0), turned)


@subroutine
def load_bodies(constants, branches, frames, bodies, base, free, inertia, wrench):
    """Inertia of every branch's own body, and the wrench it needs beyond its acceleration, minus what acts on it."""
    for i in range(branches.size + 1):
        if i == 0 and not free:
            for j in range(10):
                inertia[0, j] = 0.0
            for j in range(6):
                wrench[0, j] = 0.0
            continue
        k = base if i == 0 else branches[i - 1]["body"]
        body, frame = bodies[k], frames[i]
        I = own_inertia(constants[k], body)
        f, t = rate_of_momentum(I, load(frame["v"], 0), load(frame["w"], 0), load(frame["bv"], 0), load(frame["bw"], 0))
        push, arm = load(body["force"], 0), load(body["r"], 0)
        store_inertia(inertia[i], I)
        store(wrench[i], 0, sub(f, push))
        store(wrench[i], 3, sub(t, add(load(body["torque"], 0), cross(arm, push))))


@subroutine
def total(inertia, wrench, base):
    """Rows of the base: the inertia of all bodies as one, and minus their wrenches."""
    for r in range(6):
        for c in range(7):
            base[r, c] = 0.0
    for i in range(inertia.shape[0]):
        for j in range(6):
            base[j, 6] -= wrench[i, j]
    m, hx, hy, hz = 0.0, 0.0, 0.0, 0.0
    Jxx, Jyy, Jzz, Jxy, Jxz, Jyz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(inertia.shape[0]):
        I = inertia[i]
        m, hx, hy, hz = m + I[0], hx + I[1], hy + I[2], hz + I[3]
        Jxx, Jyy, Jzz = Jxx + I[4], Jyy + I[5], Jzz + I[6]
        Jxy, Jxz, Jyz = Jxy + I[7], Jxz + I[8], Jyz + I[9]
    base[0, 0] = base[1, 1] = base[2, 2] = m
    base[0, 4] = base[4, 0] = hz
    base[0, 5] = base[5, 0] = -hy
    base[1, 3] = base[3, 1] = -hz
    base[1, 5] = base[5, 1] = hx
    base[2, 3] = base[3, 2] = hy
    base[2, 4] = base[4, 2] = -hx
    base[3, 3], base[4, 4], base[5, 5] = Jxx, Jyy, Jzz
    base[3, 4] = base[4, 3] = Jxy
    base[3, 5] = base[5, 3] = Jxz
    base[4, 5] = base[5, 4] = Jyz


@subroutine
def composite(branches, frames, motion, inertia, wrench, force):
    """ḡ of all joint velocities, and composite bodies, from the tips to the base (N3), (N4)."""
    for i in range(branches.size - 1, -1, -1):
        branch = branches[i]
        f, t = load(wrench[i + 1], 0), load(wrench[i + 1], 3)
        for c in range(branch["column"], branch["last"]):
            force[c] = -dot(load(motion[c], 0), f) - dot(load(motion[c], 3), t)
        parent = branch["parent"]
        if parent == 0:
            continue
        own = inertia[i + 1]
        if branch["ball"] == 1:
            x = load(frames[i + 1]["x"], 0)
            t = cross(x, f)
            I = from_body(own[0], x, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
            for j in range(10):
                inertia[parent, j] += I[j]
        else:
            for j in range(10):
                inertia[parent, j] += own[j]
        store(wrench[parent], 0, add(load(wrench[parent], 0), f))
        store(wrench[parent], 3, add(load(wrench[parent], 3), t))


@subroutine
def mass_matrix(branches, islands, frames, motion, inertia, M, border):
    """M̄ in blocks of islands (N4), and its columns for the base (N5)."""
    for s in range(islands.size):
        first, last = islands[s]["column"], islands[s]["last"]
        for r in range(first, last):
            for c in range(last - first):
                M[r, c] = 0.0
    for i in range(branches.size):
        own = load_inertia(inertia[i + 1])
        first = islands[branches[i]["island"]]["column"]
        for j in range(branches[i]["column"], branches[i]["last"]):
            f, t = momentum(own, load(motion[j], 0), load(motion[j], 3))
            b, stop = i, j + 1
            while True:
                branch = branches[b]
                for k in range(branch["column"], stop):
                    e = dot(load(motion[k], 0), f) + dot(load(motion[k], 3), t)
                    M[k, j - first] = e
                    M[j, k - first] = e
                if branch["ball"] == 1:
                    t = cross(load(frames[b + 1]["x"], 0), f)
                if branch["parent"] == 0:
                    break
                b = branch["parent"] - 1
                stop = branches[b]["last"]
            store(border[j], 0, f)
            store(border[j], 3, t)
    for i in range(branches.size):
        if branches[i]["ball"] == 1:
            island = islands[branches[i]["island"]]
            for k in range(3):
                ball = branches[i]["last"] - 3 + k
                for j in range(island["column"], island["last"]):
                    border[j, 3 + k] += M[ball, j - island["column"]]


@subroutine
def constraint_gradients(rows, terms, measures, states, bodies, branch_of, branches, islands, frames, motion, J):
    """Φ_q in blocks of islands."""
    for s in range(islands.size):
        island = islands[s]
        first = island["column"]
        for r in range(island["row"], island["last_row"]):
            for c in range(island["last"] - first):
                J[r, c] = 0.0
            for i in range(rows[r]["start"], rows[r]["stop"]):
                k, factor = terms[i]["measure"], terms[i]["factor"]
                gradient = states[k]["gradient"]
                a, b = measures[k]["a"], measures[k]["b"]
                if branch_of[a] >= 0:
                    f, t = wrench_of(bodies[a], gradient, 0, factor)
                    hand_up(branches, frames, motion, branch_of[a], f, t, J[r], first)
                if branch_of[b] >= 0:
                    f, t = wrench_of(bodies[b], gradient, 6, factor)
                    hand_up(branches, frames, motion, branch_of[b], f, t, J[r], first)


@subroutine
def hand_up(branches, frames, motion, b, f, t, row, first):
    """Add the power of a wrench on branch b to the columns of all it hangs on (N3)."""
    while True:
        branch = branches[b]
        for k in range(branch["column"], branch["last"]):
            row[k - first] += dot(load(motion[k], 0), f) + dot(load(motion[k], 3), t)
        if branch["ball"] == 1:
            t = cross(load(frames[b + 1]["x"], 0), f)
        if branch["parent"] == 0:
            break
        b = branch["parent"] - 1


@subroutine
def evaluate_kinematics(model, acting, rows, chain, count, u, t, y):
    """Frames, bodies, the first `count` measures and constraint rows at the positions of y, with the velocities u."""
    place_branches(model.branches, model.motions, chain.frames, chain.motion, u, y)
    place_bodies(model.branches, chain.frames, model.base, model.free, acting.bodies, chain.bias, y)
    evaluate_measures(model.measures, model.again, count, acting.bodies, chain.bias, acting.measures, y)
    evaluate_rows(model.rows, model.terms, acting.measures, rows, model.signals, model.tables, t, y, model.auxiliary)


@subroutine
def evaluate_gradients(model, acting, chain, J):
    """Φ_q at the positions of the last evaluation."""
    constraint_gradients(
        model.rows,
        model.terms,
        model.measures,
        acting.measures,
        acting.bodies,
        model.branch_of,
        model.branches,
        model.islands,
        chain.frames,
        chain.motion,
        J,
    )


@subroutine
def evaluate_masses(model, acting, chain, balance):
    """M̄, and ḡ of the forces that stand in the bodies, after `evaluate_kinematics`."""
    frames, motion, inertia, wrench = chain.frames, chain.motion, chain.inertia, chain.wrench
    load_bodies(model.bodies, model.branches, frames, acting.bodies, model.base, model.free, inertia, wrench)
    total(inertia, wrench, balance.base)
    composite(model.branches, frames, motion, inertia, wrench, balance.force)
    mass_matrix(model.branches, model.islands, frames, motion, inertia, balance.M, balance.border)
