"""From the state vector to poses, velocities and measures, and on to constraint rows.

A row has Φ, Φ̇ and γ of a joint, coupler or driver, summed from its measures.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.laws.forces import measure as kinds
from jounce.engine.laws.forces.measure import ANGLE, DISTANCE, DOT1, angle, distance, dot1, dot2, twist, unwound
from jounce.engine.laws.forces.signal import follow, signal
from jounce.engine.linalg.mat3 import load9, mv, store9, tmv
from jounce.engine.linalg.quaternion import load4, normalize, to_matrix
from jounce.engine.linalg.vec3 import load, store


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
def prescribed_motion(row, signals, tables, t, y, auxiliary):
    """Prescribed value, rate and acceleration of a row; a smoothed signal is followed with a critically damped lag."""
    if row["signal"] < 0:
        return 0.0, 0.0, 0.0
    target, rate, acceleration = signal(signals[row["signal"]], tables, t)
    if row["filter"] < 0:
        return target, rate, acceleration
    f = auxiliary + row["filter"]
    return y[f], y[f + 1], follow(target, y[f], y[f + 1], row["filter_time"])


@subroutine
def evaluate_rows(rows, terms, measures, states, signals, tables, t, y, auxiliary):
    """Φ = Σ c s − s₀ − f(t), Φ̇ = Σ c ṡ − ḟ, γ = f̈ − Σ c s̈₀; y[auxiliary:] are the auxiliary states."""
    for r in range(rows.size):
        row = rows[r]
        f, df, ddf = prescribed_motion(row, signals, tables, t, y, auxiliary)
        violation = -row["offset"] - f
        slip = -df
        gamma = ddf
        for i in range(row["start"], row["stop"]):
            c, s = terms[i]["factor"], measures[terms[i]["measure"]]
            violation += c * s["value"]
            slip += c * s["rate"]
            gamma -= c * s["bias"]
        state = states[r]
        state["violation"] = violation
        state["slip"] = slip
        state["gamma"] = gamma


@subroutine
def largest_violation(rows, states, culprit):
    """The largest |Φ| of all rows; its joint and size are left in `culprit`."""
    worst = 0.0
    for r in range(rows.size):
        e = states[r]["violation"]
        if worst == worst and not abs(e) <= worst:  # a NaN stays the worst
            worst = abs(e)
            culprit[0] = rows[r]["joint"]
            culprit[1] = e
    return worst
