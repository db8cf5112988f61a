"""Six-component bushing: a frame of body b held to a frame of body a by springs and dampers along three axes.

    F = F₀ − K d − C ḋ                       d: displacement of b's frame in a's frame
    T = T₀ − J_r⁻¹(φ) K_φ φ − C_φ ω          φ: rotation vector of b's frame against a's frame

The factor J_r⁻¹ makes the torque the exact gradient of ½ φᵀK_φφ, so that a bushing without damping conserves energy
at large angles too; for small φ it is the identity.
"""

from jounce.algebra.mat3 import matmul, mv, tmv, transpose
from jounce.algebra.so3 import log_matrix, right_jacobian_inverse
from jounce.algebra.vec3 import add, cross, load, sub
from jounce.elements.records import record
from jounce.kernel import kernel

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
