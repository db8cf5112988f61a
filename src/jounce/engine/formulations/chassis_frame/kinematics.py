"""From world states to the axes of the frame, and back.

    WORLD    r_i, A_i and ω_i as they are; the components of velocities are their rates
    CHASSIS  ρ_i = A_cᵀ(r_i − r_c), A_ci = A_cᵀA_i; velocities A_cᵀṙ_i and A_cᵀω_i, whose components are those of Kang
             2014 [7], ṙ'_c + ṙ'_ci,c and ω'_c + ω'_ci,c; accelerations by [8], [9]                              (K1)

Kang's unknowns are the differences of these to those of the chassis: a constant change of basis, see `arrow`.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import part
from jounce.engine.formulations.cartesian.kinematics import measure
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS
from jounce.engine.laws.forces.measure import unwound
from jounce.engine.linalg.mat3 import identity, load9, matmul, mv, store9, tmv, transpose
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import add, cross, load, neg, store, sub


@part
def place_axes(axes, kind, base, v, y):
    """The frame at the poses in y, with the angular velocity that the chassis has in v."""
    if kind == CHASSIS:
        p = POSE * base
        store(axes["origin"], 0, load(y, p))
        store9(axes["E"], 0, to_matrix(load4(y, p + 3)))
        store(axes["w"], 0, load(v, TWIST * base + 3))
    else:
        store(axes["origin"], 0, (0.0, 0.0, 0.0))
        store9(axes["E"], 0, identity())
        store(axes["w"], 0, (0.0, 0.0, 0.0))


@part
def place_bodies(framed, constants, y):
    """Poses from y, velocities and accelerations from their components."""
    axes, bodies = framed.axes[0], framed.bodies
    origin, E, turning = load(axes["origin"], 0), load9(axes["E"], 0), load(axes["w"], 0)
    nb = constants.size
    for i in range(nb):
        body, p, u = bodies[i], POSE * i, TWIST * i
        A = to_matrix(load4(y, p + 3))
        r = load(y, p)
        if framed.kind == CHASSIS:
            A, r = matmul(transpose(E), A), tmv(E, sub(r, origin))
        v, w = load(framed.v, u), load(framed.v, u + 3)
        store(body["r"], 0, r)
        store9(body["A"], 0, A)
        store(body["v"], 0, v)
        store(body["w"], 0, w)
        store(body["a"], 0, add(load(framed.a, u), cross(turning, v)))
        store(body["e"], 0, add(load(framed.a, u + 3), cross(turning, w)))
        store9(body["J"], 0, matmul(matmul(A, load9(constants[i]["inertia"], 0)), transpose(A)))
    store(bodies[nb]["r"], 0, neg(tmv(E, origin)))
    store9(bodies[nb]["A"], 0, transpose(E))


@part
def evaluate_measures(framed, measures, y, auxiliary):
    """Value, rate, s̈₀ and gradient of every measure, in the axes of the frame."""
    for k in range(measures.size):
        m, state = measures[k], framed.measures[k]
        s, rate, bias, g = measure(m, framed.bodies[m["a"]], framed.bodies[m["b"]])
        if m["winding"] >= 0:
            s = unwound(s, y[auxiliary + m["winding"]])
        state["value"], state["rate"], state["bias"] = s, rate, bias
        gradient = state["gradient"]
        store(gradient, 0, g[0])
        store(gradient, 3, g[1])
        store(gradient, 6, g[2])
        store(gradient, 9, g[3])


@part
def take_velocities(framed, nb, y):
    """Components of the velocities in y, in the frame that the poses in y give."""
    axes = framed.axes[0]
    place_axes(axes, framed.kind, framed.base, framed.v, y)
    E = load9(axes["E"], 0)
    for i in range(nb):
        u = POSE * nb + TWIST * i
        A = to_matrix(load4(y, POSE * i + 3))
        store(framed.v, TWIST * i, tmv(E, load(y, u)))
        store(framed.v, TWIST * i + 3, tmv(E, mv(A, load(y, u + 3))))
    place_axes(axes, framed.kind, framed.base, framed.v, y)


@part
def give_velocities(E, v, nb, y):
    """The twists of y from the components v; E: axes of the frame → world."""
    for i in range(nb):
        u = POSE * nb + TWIST * i
        A = to_matrix(load4(y, POSE * i + 3))
        store(y, u, mv(E, load(v, TWIST * i)))
        store(y, u + 3, tmv(A, mv(E, load(v, TWIST * i + 3))))


@part
def take_accelerations(framed, nb, y, dy):
    """Rates of the velocity components, from the twists in y and their rates in dy (v̇ world, ω̇ in body axes)."""
    axes = framed.axes[0]
    E, turning = load9(axes["E"], 0), load(axes["w"], 0)
    for i in range(nb):
        u, c = POSE * nb + TWIST * i, TWIST * i
        A = to_matrix(load4(y, POSE * i + 3))
        linear, angular = tmv(E, load(dy, u)), tmv(E, mv(A, load(dy, u + 3)))
        store(framed.a, c, sub(linear, cross(turning, load(framed.v, c))))
        store(framed.a, c + 3, sub(angular, cross(turning, load(framed.v, c + 3))))
