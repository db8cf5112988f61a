"""A rigid body in one step: velocities first, then places with the new velocities (S15).

    v ← v + h F / m,   r ← r + h v,   L ← L + h τ,   q ← q ⊗ exp(½ h ω_½),   ω ← J⁻¹ Rᵀ L

L = R J ω is kept in world axes, so that it is conserved to rounding; ω_½ is its angular velocity in the middle of the
turn, which makes free rotation of second order. Everything else is of first.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.quaternion import multiply, normalize, rotate
from jounce.engine.linalg.vec3 import cross


@kernel
def velocity_at(v, w, arm):
    """v + ω × arm, all in world axes."""
    x, y, z = cross(w, arm)
    return (v[0] + x, v[1] + y, v[2] + z)


@kernel
def turn(q, w, t):
    """q ⊗ exp(½ t ω), ω in body axes."""
    size = math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2])
    half = 0.5 * t * size
    sine, cosine = sin_cos(half)
    s = sine / size if size > 1e-12 else 0.5 * t
    return normalize(multiply(q, (cosine, s * w[0], s * w[1], s * w[2])))


@kernel
def spin_of(q, L, inertia):
    """J⁻¹ Rᵀ L."""
    x, y, z = rotate((q[0], -q[1], -q[2], -q[3]), L)
    return (x / inertia[0], y / inertia[1], z / inertia[2])


@kernel
def advance_body(r, q, v, w, force, torque, mass, inertia, h):
    """(r, q, v, ω) after a step of h [s] under a force and a torque about the centre of mass, in world axes."""
    s = h / mass
    v = (v[0] + s * force[0], v[1] + s * force[1], v[2] + s * force[2])
    r = (r[0] + h * v[0], r[1] + h * v[1], r[2] + h * v[2])
    L = rotate(q, (inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]))
    L = (L[0] + h * torque[0], L[1] + h * torque[1], L[2] + h * torque[2])
    first = spin_of(q, L, inertia)
    middle = spin_of(turn(q, first, 0.5 * h), L, inertia)
    q = turn(q, middle, h)
    return r, q, v, spin_of(q, L, inertia)
