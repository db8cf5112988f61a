"""Motion in the axes of the frame: from world states and back, and finite displacements over a step.

    WORLD    r_i, A_i and ω_i as they are; the components of velocities are their rates
    CHASSIS  ρ_i = A_cᵀ(r_i − r_c), A_ci = A_cᵀA_i; velocities A_cᵀṙ_i and A_cᵀω_i, whose components are those of Kang
             2014 [7], ṙ'_c + ṙ'_ci,c and ω'_c + ω'_ci,c; accelerations by [8], [9]                              (K1)

Kang's unknowns are the differences of these to those of the chassis: a constant change of basis, see
`jounce_papers.kang_2014.block_arrow`. Displacements since the beginning ⁿ of a step, and how they answer to small
corrections:

    WORLD    d_i = r_i − r_iⁿ,                θ_i = log(A_i A_iⁿᵀ)
    CHASSIS  θ_c = log(A_cⁿᵀA_c),  A_m = A_cⁿ exp(½θ_c):   d_i = A_mᵀ(r_i − r_iⁿ),  θ_i = θ_c + log(A_ci A_ciⁿᵀ)   (K5)

Both are symmetric in the two ends and differ from the integral of the velocity components by the third power of the
step, which no rule of order two notices. Corrections (δr, δπ) act on the left, in the axes of the frame at the end of
the step: r_i ← r_i + E δr_i, A_i ← exp(E δπ_i) A_i, Kang 2014 [44], [45].
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import subroutine
from jounce.engine.formulations.cartesian.kinematics import measure
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS
from jounce.engine.laws.forces.measure import unwound
from jounce.engine.linalg.mat3 import add9, identity, load9, matmul, mv, scale9, skew, store9, tmv, transpose
from jounce.engine.linalg.quaternion import conjugate, load4, multiply, normalize, rotate, store4, to_matrix
from jounce.engine.linalg.so3 import exp_matrix, exp_quaternion, log_quaternion, right_jacobian, right_jacobian_inverse
from jounce.engine.linalg.vec3 import add, cross, load, neg, scale, store, sub


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
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


@subroutine
def give_velocities(E, v, nb, y):
    """The twists of y from the components v; E: axes of the frame → world."""
    for i in range(nb):
        u = POSE * nb + TWIST * i
        A = to_matrix(load4(y, POSE * i + 3))
        store(y, u, mv(E, load(v, TWIST * i)))
        store(y, u + 3, tmv(A, mv(E, load(v, TWIST * i + 3))))


@subroutine
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


@subroutine
def frame_turn(kind, base, start, y):
    """θ_c, zero in the world frame."""
    if kind != CHASSIS:
        return (0.0, 0.0, 0.0)
    p = POSE * base + 3
    return log_quaternion(multiply(conjugate(load4(start, p)), load4(y, p)))


@subroutine
def relative_turn(kind, base, start, y, i):
    """log(A_ci A_ciⁿᵀ), or log(A_i A_iⁿᵀ) in the world frame."""
    p = POSE * i + 3
    now, before = load4(y, p), load4(start, p)
    if kind == CHASSIS:
        c = POSE * base + 3
        now, before = multiply(conjugate(load4(y, c)), now), multiply(conjugate(load4(start, c)), before)
    return log_quaternion(multiply(now, conjugate(before)))


@subroutine
def displacement(kind, base, start, y, coordinate):
    """Displacement of one coordinate: body, then translation or rotation, then axis."""
    i, part = coordinate // TWIST, coordinate % TWIST
    turn = frame_turn(kind, base, start, y)
    if part < 3:
        d = sub(load(y, POSE * i), load(start, POSE * i))
        if kind == CHASSIS:
            middle = multiply(load4(start, POSE * base + 3), exp_quaternion(scale(0.5, turn)))
            d = rotate(conjugate(middle), d)
        return d[part]
    if kind == CHASSIS and i == base:
        return turn[part - 3]
    return add(turn, relative_turn(kind, base, start, y, i))[part - 3]


@subroutine
def displacement_slopes(kind, base, start, y, coordinate):
    """Row of ∂(displacement) by the corrections of the body, and by the turn of the chassis."""
    i, part = coordinate // TWIST, coordinate % TWIST
    turn = frame_turn(kind, base, start, y)
    zero = scale9(0.0, identity())
    own, other = identity(), zero
    if kind == CHASSIS:
        inverse = right_jacobian_inverse(turn)
        if part < 3:
            half = scale(0.5, turn)
            own = exp_matrix(half)
            middle = multiply(load4(start, POSE * base + 3), exp_quaternion(half))
            d = rotate(conjugate(middle), sub(load(y, POSE * i), load(start, POSE * i)))
            other = scale9(0.5, matmul(skew(d), matmul(right_jacobian(half), inverse)))
        elif i == base:
            own = inverse
        else:
            own = transpose(right_jacobian_inverse(relative_turn(kind, base, start, y, i)))
            other = add9(inverse, scale9(-1.0, own))
    elif part >= 3:
        own = transpose(right_jacobian_inverse(relative_turn(kind, base, start, y, i)))
    row = 3 * (part % 3)
    return (own[row], own[row + 1], own[row + 2]), (other[row], other[row + 1], other[row + 2])


@subroutine
def displace(kind, base, nb, start, theta, y):
    """Poses of y from those at the beginning and displacements (6 nb,) of all coordinates."""
    frame, middle, before = (1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    turn = (0.0, 0.0, 0.0)
    if kind == CHASSIS:
        before = load4(start, POSE * base + 3)
        turn = load(theta, TWIST * base + 3)
        half = exp_quaternion(scale(0.5, turn))
        middle = multiply(before, half)
        frame = multiply(middle, half)
    for i in range(nb):
        p, u = POSE * i, TWIST * i
        store(y, p, add(load(start, p), rotate(middle, load(theta, u))))
        relative = multiply(conjugate(before), load4(start, p + 3))
        turned = multiply(exp_quaternion(sub(load(theta, u + 3), turn)), relative)
        store4(y, p + 3, normalize(multiply(frame, turned)))


@subroutine
def correct(E, nb, x, y):
    """Subtract small corrections x (6 nb,) from the poses in y; E: axes of the frame → world."""
    for i in range(nb):
        p, u = POSE * i, TWIST * i
        store(y, p, sub(load(y, p), mv(E, load(x, u))))
        turn = exp_quaternion(scale(-1.0, mv(E, load(x, u + 3))))
        store4(y, p + 3, normalize(multiply(turn, load4(y, p + 3))))
