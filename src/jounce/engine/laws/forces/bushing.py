"""Six-component bushing: a frame of body b held to a frame of body a by springs and dampers along three axes.

    F = F₀ − K d − C ḋ                       d: displacement of b's frame in a's frame
    T = T₀ − J_r⁻¹(φ) K_φ φ − C_φ ω          φ: rotation vector of b's frame against a's frame

The factor J_r⁻¹ makes the torque the exact gradient of ½ φᵀK_φφ, so that a bushing without damping conserves energy
at large angles too; for small φ it is the identity.

Along a small change of the bodies: with η = Faᵀ(δπ_b − δπ_a), the small turn of b against a in a's bushing frame,
δφ = J_l⁻¹(φ) η, and the elastic torque J_r⁻¹(φ) K φ changes with J_r⁻¹ = 1 + ½ φ̃ + c(θ²) φ̃², θ = |φ|.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.mat3 import matmul, mv, tmv, transpose
from jounce.engine.linalg.so3 import log_matrix, right_jacobian_inverse
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, load, neg, scale, sub

MODERATE = 0.25
"""θ² below which c and its slope are taken from their series."""

BUSHING = record(
    a=int,
    b=int,
    point_a=3,
    point_b=3,
    frame_a=9,
    frame_b=9,
    stiffness=3,
    damping=3,
    turn_stiffness=3,
    turn_damping=3,
    preload=3,
    preload_torque=3,
)
"""Bodies, points from their centres of mass, bushing frames in body axes; six triples along the axes of a's frame."""


@kernel
def diagonal(coefficients, a):
    """Three coefficients times the components of a."""
    return (coefficients[0] * a[0], coefficients[1] * a[1], coefficients[2] * a[2])


@kernel
def bushing(law, Fa, Fb, d_world, rate_world, wa, wb):
    """Force and torque on body b at its bushing point, world axes.

    Fa, Fb: bushing frames of the two bodies → world; d_world = p_b − p_a and its rate; wa, wb: angular velocities.
    """
    d = tmv(Fa, d_world)
    rate = tmv(Fa, sub(rate_world, cross(wa, d_world)))
    w = tmv(Fa, sub(wb, wa))
    phi = log_matrix(matmul(transpose(Fa), Fb))
    force = sub(load(law["preload"], 0), add(diagonal(law["stiffness"], d), diagonal(law["damping"], rate)))
    elastic = mv(right_jacobian_inverse(phi), diagonal(law["turn_stiffness"], phi))
    torque = sub(load(law["preload_torque"], 0), add(elastic, diagonal(law["turn_damping"], w)))
    return mv(Fa, force), mv(Fa, torque)


@subroutine
def bushing_tangent(law, Fa, Fb, d, rate, wa, wb, turn_a, turn_b, by_d, by_rate, by_wa, by_wb):
    """Change of the force and torque on body b that `bushing` gives, in the same axes.

    turn_a, turn_b: small rotations of the bodies; by_d, by_rate, by_wa, by_wb: changes of the other arguments.
    """
    w = sub(wb, wa)
    free = sub(rate, cross(wa, d))
    by_free = sub(by_rate, add(cross(by_wa, d), cross(wa, by_d)))
    d_own = tmv(Fa, sub(by_d, cross(turn_a, d)))
    rate_own = tmv(Fa, sub(by_free, cross(turn_a, free)))
    w_own = tmv(Fa, sub(sub(by_wb, by_wa), cross(turn_a, w)))
    force = neg(add(diagonal(law["stiffness"], d_own), diagonal(law["damping"], rate_own)))
    phi = log_matrix(matmul(transpose(Fa), Fb))
    inverse = right_jacobian_inverse(phi)
    phi_own = mv(transpose(inverse), tmv(Fa, sub(turn_b, turn_a)))
    pull = diagonal(law["turn_stiffness"], phi)
    elastic = add(mv(inverse, diagonal(law["turn_stiffness"], phi_own)), inverse_change(phi, phi_own, pull))
    torque = neg(add(elastic, diagonal(law["turn_damping"], w_own)))
    F, T = bushing_in_axes(law, Fa, d, free, w, mv(inverse, pull))
    return add(mv(Fa, force), cross(turn_a, F)), add(mv(Fa, torque), cross(turn_a, T))


@subroutine
def bushing_in_axes(law, Fa, d, free, w, elastic):
    """Force and torque themselves."""
    force = sub(
        load(law["preload"], 0),
        add(diagonal(law["stiffness"], tmv(Fa, d)), diagonal(law["damping"], tmv(Fa, free))),
    )
    torque = sub(load(law["preload_torque"], 0), add(elastic, diagonal(law["turn_damping"], tmv(Fa, w))))
    return mv(Fa, force), mv(Fa, torque)


@subroutine
def inverse_change(phi, change, x):
    """δ(J_r⁻¹) x for a change of φ."""
    c, slope = coefficient(dot(phi, phi))
    inner = cross(phi, x)
    bent = add(cross(change, inner), cross(phi, cross(change, x)))
    return add(scale(0.5, cross(change, x)), axpy(c, bent, scale(2.0 * slope * dot(phi, change), cross(phi, inner))))


@subroutine
def coefficient(theta2):
    """c(θ²) = (1 − ½θ cot ½θ) / θ² and its slope."""
    if theta2 < MODERATE:
        c = 1.0 / 12.0 + theta2 * (
            1.0 / 720.0
            + theta2
            * (1.0 / 30240.0 + theta2 * (1.0 / 1209600.0 + theta2 * (1.0 / 47900160.0 + theta2 * 5.284190e-10)))
        )
        slope = 1.0 / 720.0 + theta2 * (
            2.0 / 30240.0 + theta2 * (3.0 / 1209600.0 + theta2 * (4.0 / 47900160.0 + theta2 * 5.0 * 5.284190e-10))
        )
        return c, slope
    h = 0.5 * math.sqrt(theta2)
    sine, cosine = sin_cos(h)
    cotangent = cosine / sine
    c = (1.0 - h * cotangent) / theta2
    slope = ((h / (sine * sine) - cotangent) / (8.0 * h) - c) / theta2
    return c, slope
