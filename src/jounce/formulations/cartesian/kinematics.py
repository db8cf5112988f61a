"""From the state vector to poses, velocities and measures."""

from jounce.algebra.mat3 import load9, mv, store9, tmv
from jounce.algebra.quaternion import load4, normalize, to_matrix
from jounce.algebra.vec3 import load, store
from jounce.elements import measure as kinds
from jounce.elements.measure import ANGLE, DISTANCE, DOT1, angle, distance, dot1, dot2, twist, unwound
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.kernel import part


@part
def unpack(bodies, y):
    """Poses and world-frame velocities of all bodies but the ground."""
    nb = bodies.size - 1
    for i in range(nb):
        body = bodies[i]
        p, u = POSE * i, POSE * nb + TWIST * i
        A = to_matrix(normalize(load4(y, p + 3)))
        store(body["r"], 0, load(y, p))
        store9(body["A"], 0, A)
        store(body["v"], 0, load(y, u))
        store(body["w"], 0, mv(A, load(y, u + 3)))


@part
def evaluate_measures(measures, bodies, states, y):
    """Value, rate, bias and gradient of every measure."""
    auxiliary = (POSE + TWIST) * (bodies.size - 1)
    for k in range(measures.size):
        m, state = measures[k], states[k]
        a, b = bodies[m["a"]], bodies[m["b"]]
        s, rate, bias, g = measure(m, a, b)
        if m["winding"] >= 0:
            s = unwound(s, y[auxiliary + m["winding"]])
        state["value"] = s
        state["rate"] = rate
        state["bias"] = bias
        gradient = state["gradient"]
        store(gradient, 0, g[0])
        store(gradient, 3, tmv(load9(a["A"], 0), g[1]))
        store(gradient, 6, g[2])
        store(gradient, 9, tmv(load9(b["A"], 0), g[3]))


@part
def measure(m, a, b):
    """One measure with its gradient in world axes."""
    Aa, Ab = load9(a["A"], 0), load9(b["A"], 0)
    wa, wb = load(a["w"], 0), load(b["w"], 0)
    kind = m["kind"]
    if kind == DOT1:
        return dot1(mv(Aa, load(m["axis_a"], 0)), mv(Ab, load(m["axis_b"], 0)), wa, wb)
    if kind == ANGLE:
        first, second = mv(Aa, load(m["axis_a"], 0)), mv(Aa, load(m["second_a"], 0))
        return angle(first, second, mv(Ab, load(m["axis_b"], 0)), wa, wb)
    if kind == kinds.TWIST:
        first, second = mv(Aa, load(m["axis_a"], 0)), mv(Aa, load(m["second_a"], 0))
        return twist(first, second, mv(Ab, load(m["axis_b"], 0)), mv(Ab, load(m["second_b"], 0)), wa, wb)
    ra, rb, va, vb = load(a["r"], 0), load(b["r"], 0), load(a["v"], 0), load(b["v"], 0)
    pa, pb = mv(Aa, load(m["point_a"], 0)), mv(Ab, load(m["point_b"], 0))
    if kind == DISTANCE:
        return distance(ra, pa, va, wa, rb, pb, vb, wb)
    return dot2(mv(Aa, load(m["axis_a"], 0)), ra, pa, va, wa, rb, pb, vb, wb)
