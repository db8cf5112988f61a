"""Six-component bushing: a frame of body b held to a frame of body a by springs and dampers along three axes.

    F = F₀ − K d − C ḋ                       d: displacement of b's frame in a's frame
    T = T₀ − J_r⁻¹(φ) K_φ φ − C_φ ω          φ: rotation vector of b's frame against a's frame

The factor J_r⁻¹ makes the torque the exact gradient of ½ φᵀK_φφ, so that a bushing without damping conserves energy
at large angles too; for small φ it is the identity.
"""

from jounce.algebra.mat3 import matmul, mv, tmv, transpose
from jounce.algebra.so3 import log_matrix, right_jacobian_inverse
from jounce.algebra.vec3 import add, cross, load, sub
from jounce.kernel import kernel

STIFFNESS, DAMPING, TURN_STIFFNESS, TURN_DAMPING, PRELOAD, PRELOAD_TORQUE = 0, 3, 6, 9, 12, 15
ROW = 18
"""Numbers per bushing row: six triples along the axes of body a's frame."""


@kernel
def diagonal(row, i, a):
    """Three consecutive coefficients of the row times the components of a."""
    return (row[i] * a[0], row[i + 1] * a[1], row[i + 2] * a[2])


@kernel
def bushing(row, Fa, Fb, d_world, rate_world, wa, wb):
    """Force and torque on body b at its bushing point, world axes.

    Fa, Fb: bushing frames of the two bodies → world; d_world = p_b − p_a and its rate; wa, wb: angular velocities.
    """
    d = tmv(Fa, d_world)
    rate = tmv(Fa, sub(rate_world, cross(wa, d_world)))
    w = tmv(Fa, sub(wb, wa))
    phi = log_matrix(matmul(transpose(Fa), Fb))
    force = sub(load(row, PRELOAD), add(diagonal(row, STIFFNESS, d), diagonal(row, DAMPING, rate)))
    elastic = mv(right_jacobian_inverse(phi), diagonal(row, TURN_STIFFNESS, phi))
    torque = sub(load(row, PRELOAD_TORQUE), add(elastic, diagonal(row, TURN_DAMPING, w)))
    return mv(Fa, force), mv(Fa, torque)
