"""From y to frames, bodies and measures, along the tree, in base axes.

A turn about an axis n through x moves its body with the spatial twist (x × n, n), a slide with (n, 0), a ball about x
with (x × e, e) for each axis e of the base: its rotation and angular velocity are those against the base, whatever it
hangs on, and what it hangs on only moves its centre.                                                             (N1)

Spatial accelerations left when all joint accelerations vanish: each motion S u̇ adds ν × S u, the base nothing, because
the rates of its velocity components are its spatial acceleration already.                                        (N2)
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.kinematics import measure
from jounce.engine.formulations.null_space.model import BALL, SLIDE
from jounce.engine.laws.forces.measure import DOT2, span, travel, unwound
from jounce.engine.linalg.mat3 import identity, load9, matmul, mv, store9, tmv, transpose
from jounce.engine.linalg.quaternion import load4, normalize, to_matrix
from jounce.engine.linalg.so3 import turn_matrix
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, load, neg, scale, store, sub

UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@subroutine
def place_axes(free, y):
    """Origin of the base in the world, and its axes → world."""
    if free:
        return load(y, 0), to_matrix(normalize(load4(y, 3)))
    return (0.0, 0.0, 0.0), identity()


@subroutine
def place_branches(branches, motions, frames, motion, u, y):
    """Frames, twists and bias accelerations of all branches from positions in y and velocities u."""
    # twist of the base
    root = load(u, 3)
    store(frames[0]["v"], 0, load(u, 0))
    store(frames[0]["w"], 0, root)
    for i in range(branches.size):
        branch, frame = branches[i], frames[i + 1]
        # begin with the parent's frame
        parent = frames[branch["parent"]]
        R, v, w = load9(parent["R"], 0), load(parent["v"], 0), load(parent["w"], 0)
        bv, bw = load(parent["bv"], 0), load(parent["bw"], 0)
        x = add(load(parent["x"], 0), mv(R, load(branch["offset"], 0)))
        for k in range(branch["start"], branch["stop"]):
            m = motions[k]
            c, p = m["column"], m["position"]
            # ball: orientation and rate against base
            if m["kind"] == BALL:
                own = load(u, 6 + c)
                spin, drift = add(root, own), cross(root, own)
                lag, centre = sub(w, spin), add(v, cross(w, x))
                bv = add(bv, add(cross(sub(bw, drift), x), cross(lag, centre)))
                v, w, bw = add(v, cross(lag, x)), spin, drift
                R = to_matrix(normalize(load4(y, p)))
                for j in range(3):
                    store(motion[c + j], 0, cross(x, UNIT[j]))
                    store(motion[c + j], 3, UNIT[j])
                continue
            axis, rate = load(m["axis"], 0), u[6 + c]
            n = mv(R, axis)
            # slide along, or turn about n
            if m["kind"] == SLIDE:
                x = axpy(y[p], n, x)
                bv = axpy(rate, cross(w, n), bv)
                v = axpy(rate, n, v)
                store(motion[c], 0, n)
                store(motion[c], 3, (0.0, 0.0, 0.0))
            else:
                s = cross(x, n)
                bv = axpy(rate, add(cross(w, s), cross(v, n)), bv)
                bw = axpy(rate, cross(w, n), bw)
                v, w = axpy(rate, s, v), axpy(rate, n, w)
                R = matmul(R, turn_matrix(axis, y[p]))
                store(motion[c], 0, s)
                store(motion[c], 3, n)
        # keep the frame of the branch
        store9(frame["R"], 0, R)
        store(frame["x"], 0, x)
        store(frame["v"], 0, v)
        store(frame["w"], 0, w)
        store(frame["bv"], 0, bv)
        store(frame["bw"], 0, bw)


@subroutine
def place_bodies(branches, frames, base, free, bodies, bias, y):
    """Poses, velocities and bias accelerations of all bodies, the ground's pose included, in base axes."""
    for i in range(branches.size):
        branch, frame = branches[i], frames[i + 1]
        body = bodies[branch["body"]]
        R, w = load9(frame["R"], 0), load(frame["w"], 0)
        r = add(load(frame["x"], 0), mv(R, load(branch["centre"], 0)))
        v, bw = add(load(frame["v"], 0), cross(w, r)), load(frame["bw"], 0)
        store(body["r"], 0, r)
        store9(body["A"], 0, matmul(R, load9(branch["alignment"], 0)))
        store(body["v"], 0, v)
        store(body["w"], 0, w)
        store(bias[branch["body"]], 0, add(add(load(frame["bv"], 0), cross(bw, r)), cross(w, v)))
        store(bias[branch["body"]], 3, bw)
    if free:
        v, w = load(frames[0]["v"], 0), load(frames[0]["w"], 0)
        store(bodies[base]["v"], 0, v)
        store(bodies[base]["w"], 0, w)
        store(bias[base], 0, cross(w, v))
        origin, E = place_axes(free, y)
        ground = bodies[bodies.size - 1]
        store(ground["r"], 0, neg(tmv(E, origin)))
        store9(ground["A"], 0, transpose(E))


@subroutine
def evaluate_measures(measures, again, count, bodies, bias, states, y):
    """Value, rate, gradient (base axes) and what is left of the second rate when all joint accelerations vanish, of the
    first `count` measures.

    `winding` is the place in y that counts the turns; again[k] says that measure k is a travel between the same two
    points as the one before it: a ball joint has three.
    """
    zero = (0.0, 0.0, 0.0)
    pa, pb, d, dd, bd, wa, Aa = zero, zero, zero, zero, zero, zero, identity()
    for k in range(count):
        m, state = measures[k], states[k]
        ia, ib = m["a"], m["b"]
        if m["kind"] == DOT2:
            if again[k] == 0:
                a, b = bodies[ia], bodies[ib]
                Aa, wa, wb = load9(a["A"], 0), load(a["w"], 0), load(b["w"], 0)
                pa, pb = mv(Aa, load(m["point_a"], 0)), mv(load9(b["A"], 0), load(m["point_b"], 0))
                d, dd, bd = span(load(a["r"], 0), pa, load(a["v"], 0), wa, load(b["r"], 0), pb, load(b["v"], 0), wb)
            s, rate, left, g = travel(mv(Aa, load(m["axis_a"], 0)), wa, pa, pb, d, dd, bd)
        else:
            s, rate, left, g = measure(m, bodies[ia], bodies[ib])
        if m["winding"] >= 0:
            s = unwound(s, y[m["winding"]])
        left += dot(g[0], load(bias[ia], 0)) + dot(g[1], load(bias[ia], 3))
        left += dot(g[2], load(bias[ib], 0)) + dot(g[3], load(bias[ib], 3))
        state["value"], state["rate"], state["bias"] = s, rate, left
        gradient = state["gradient"]
        store(gradient, 0, g[0])
        store(gradient, 3, g[1])
        store(gradient, 6, g[2])
        store(gradient, 9, g[3])


@subroutine
def take_velocities(motions, free, twist, y, u):
    """Twist of the base and joint velocities from y."""
    for j in range(6):
        u[j] = y[twist + j] if free else 0.0
    for k in range(motions.size):
        m = motions[k]
        for j in range(3 if m["kind"] == BALL else 1):
            u[6 + m["column"] + j] = y[m["velocity"] + j]


@subroutine
def give_velocities(motions, free, twist, u, y):
    """Twist of the base and joint velocities, or their rates, into their places in y."""
    if free:
        for j in range(6):
            y[twist + j] = u[j]
    for k in range(motions.size):
        m = motions[k]
        for j in range(3 if m["kind"] == BALL else 1):
            y[m["velocity"] + j] = u[6 + m["column"] + j]


@subroutine
def wrench_of(body, gradient, side, factor):
    """A gradient (6 numbers from `side`) as a wrench about the base's origin."""
    f, t = scale(factor, load(gradient, side)), scale(factor, load(gradient, side + 3))
    return f, add(t, cross(load(body["r"], 0), f))
