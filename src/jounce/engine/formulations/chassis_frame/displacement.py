"""Finite displacements over a step, in the axes of the frame, and how they answer to small corrections.

    WORLD    d_i = r_i − r_iⁿ,                θ_i = log(A_i A_iⁿᵀ)
    CHASSIS  θ_c = log(A_cⁿᵀA_c),  A_m = A_cⁿ exp(½θ_c):   d_i = A_mᵀ(r_i − r_iⁿ),  θ_i = θ_c + log(A_ci A_ciⁿᵀ)   (K5)

ⁿ: at the beginning of the step. Both are symmetric in the two ends and differ from the integral of the velocity
components by the third power of the step, which no rule of order two notices. Corrections (δr, δπ) act on the left, in
the axes of the frame at the end of the step: r_i ← r_i + E δr_i, A_i ← exp(E δπ_i) A_i, Kang 2014 [44], [45].
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from jounce.engine.compiler import part
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.chassis_frame.arrays import CHASSIS
from jounce.engine.linalg.mat3 import add9, identity, matmul, mv, scale9, skew, transpose
from jounce.engine.linalg.quaternion import conjugate, load4, multiply, normalize, rotate, store4
from jounce.engine.linalg.so3 import exp_matrix, exp_quaternion, log_quaternion, right_jacobian, right_jacobian_inverse
from jounce.engine.linalg.vec3 import add, load, scale, store, sub


@part
def frame_turn(kind, base, start, y):
    """θ_c, zero in the world frame."""
    if kind != CHASSIS:
        return (0.0, 0.0, 0.0)
    p = POSE * base + 3
    return log_quaternion(multiply(conjugate(load4(start, p)), load4(y, p)))


@part
def relative_turn(kind, base, start, y, i):
    """log(A_ci A_ciⁿᵀ), or log(A_i A_iⁿᵀ) in the world frame."""
    p = POSE * i + 3
    now, before = load4(y, p), load4(start, p)
    if kind == CHASSIS:
        c = POSE * base + 3
        now, before = multiply(conjugate(load4(y, c)), now), multiply(conjugate(load4(start, c)), before)
    return log_quaternion(multiply(now, conjugate(before)))


@part
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


@part
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


@part
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


@part
def correct(E, nb, x, y):
    """Subtract small corrections x (6 nb,) from the poses in y; E: axes of the frame → world."""
    for i in range(nb):
        p, u = POSE * i, TWIST * i
        store(y, p, sub(load(y, p), mv(E, load(x, u))))
        turn = exp_quaternion(scale(-1.0, mv(E, load(x, u + 3))))
        store4(y, p + 3, normalize(multiply(turn, load4(y, p + 3))))
