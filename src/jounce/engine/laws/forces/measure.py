"""Scalar measures between two bodies: the words from which every joint, driver, spring and bar is spelled.

A measure s depends on the pose of body a and body b. Each function returns

    s, ṡ, s̈₀, (∂ṡ/∂v_a, ∂ṡ/∂ω_a, ∂ṡ/∂v_b, ∂ṡ/∂ω_b)

all in world axes; v is the velocity of the centre of mass. s̈₀ is the part of s̈ that is left when v̇ and the
body-axes derivative of ω vanish, so s̈ = gradient · acceleration + s̈₀ for every pose, on or off the constraint.

    DOT1      a·b                       a fixed in body a, b fixed in body b                  Kang 2014 (15)
    DOT2      a·(p_b − p_a)             travel along a direction of body a                    Kang 2014 (17)
    DISTANCE  |p_b − p_a|
    ANGLE     atan2(a₂·b, a₁·b)         rotation of b about a₁ × a₂
    TWIST     atan2(a₂·b₁ − a₁·b₂, a₁·b₁ + a₂·b₂)   what a constant-velocity shaft from a₁ × a₂ to b₁ × b₂ turns
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.records import record
from jounce.engine.linalg.elementary import atan2
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, neg, norm, scale, sub

DOT1, DOT2, DISTANCE, ANGLE, TWIST = range(5)

MEASURE = record(kind=int, a=int, b=int, winding=int, point_a=3, point_b=3, axis_a=3, second_a=3, axis_b=3, second_b=3)
"""A measure between bodies a and b: points from the centres of mass and directions, in body axes; `winding` is the
auxiliary state that counts the turns of an ANGLE or TWIST, or −1."""

CONSTRAINT = record(start=int, stop=int, joint=int, place=int, offset=float, signal=int, filter=int, filter_time=float)
"""Constraint row Σ factor · measure = offset + signal over the terms start … stop − 1. It is row `place` of its joint.
A signal of −1 is absent; `filter` is the first of two auxiliary states that smooth it, or −1."""

CONSTRAINT_TERM = record(measure=int, factor=float, block_a=int, block_b=int, flipped_a=int, flipped_b=int)
"""One measure in a row. The blocks say where its two gradients go in a formulation's linear system (−1: nowhere, as for
the ground), and whether they are stored transposed there."""


@kernel
def dot1(a, b, wa, wb):
    """s = a·b."""
    da, db = cross(wa, a), cross(wb, b)
    rate = dot(da, b) + dot(a, db)
    bias = dot(cross(wa, da), b) + 2.0 * dot(da, db) + dot(a, cross(wb, db))
    ga = cross(a, b)
    zero = (0.0, 0.0, 0.0)
    return dot(a, b), rate, bias, (zero, ga, zero, neg(ga))


@kernel
def span(ra, pa, va, wa, rb, pb, vb, wb):
    """d = p_b − p_a, its rate, and its acceleration for v̇ = ω̇ = 0; p: arm from the centre of mass."""
    d = sub(add(rb, pb), add(ra, pa))
    ua, ub = cross(wa, pa), cross(wb, pb)
    rate = sub(add(vb, ub), add(va, ua))
    bias = sub(cross(wb, ub), cross(wa, ua))
    return d, rate, bias


@kernel
def dot2(a, ra, pa, va, wa, rb, pb, vb, wb):
    """s = a·(p_b − p_a)."""
    d, dd, bd = span(ra, pa, va, wa, rb, pb, vb, wb)
    return travel(a, wa, pa, pb, d, dd, bd)


@kernel
def travel(a, wa, pa, pb, d, dd, bd):
    """`dot2` for a span that is known."""
    da = cross(wa, a)
    rate = dot(da, d) + dot(a, dd)
    bias = dot(cross(wa, da), d) + 2.0 * dot(da, dd) + dot(a, bd)
    return dot(a, d), rate, bias, (neg(a), cross(a, add(d, pa)), a, cross(pb, a))


@kernel
def distance(ra, pa, va, wa, rb, pb, vb, wb):
    """s = |p_b − p_a|; at zero length the direction is undefined and the gradient is returned as zero."""
    d, dd, bd = span(ra, pa, va, wa, rb, pb, vb, wb)
    s = norm(d)
    n = scale(1.0 / s, d) if s > 1e-12 else (0.0, 0.0, 0.0)
    rate = dot(n, dd)
    bias = dot(n, bd) + ((dot(dd, dd) - rate * rate) / s if s > 1e-12 else 0.0)
    return s, rate, bias, (neg(n), cross(n, pa), n, cross(pb, n))


@kernel
def angle(a1, a2, b, wa, wb):
    """s = atan2(a₂·b, a₁·b) in (−π, π]."""
    x, dx, bx, gx = dot1(a1, b, wa, wb)
    y, dy, by, gy = dot1(a2, b, wa, wb)
    r2 = x * x + y * y
    cx, cy = -y / r2, x / r2
    rate = cx * dx + cy * dy
    bias = cx * bx + cy * by - 2.0 * rate * (x * dx + y * dy) / r2
    ga = axpy(cx, gx[1], scale(cy, gy[1]))
    zero = (0.0, 0.0, 0.0)
    return atan2(y, x), rate, bias, (zero, ga, zero, neg(ga))


@kernel
def twist(a1, a2, b1, b2, wa, wb):
    """s in (−π, π] of two pairs of perpendicular unit vectors, the twist of the swing–twist decomposition.

    With the spin axes n_a = a₁ × a₂ and n_b = b₁ × b₂, m = n_a + n_b and d = 1 + n_a·n_b,

        ∂ṡ/∂ω_b = −∂ṡ/∂ω_a = m / d,   s̈₀ = ((ω_b − ω_a)·ṁ − ṡ ḋ) / d

    A torque along s is thus carried by both axes alike: m / d has the component 1 along each. Undefined at d = 0, where
    the axes are opposite.
    """
    na, nb = cross(a1, a2), cross(b1, b2)
    m, d = add(na, nb), 1.0 + dot(na, nb)
    w = sub(wb, wa)
    dna, dnb = cross(wa, na), cross(wb, nb)
    rate = dot(w, m) / d
    bias = (dot(w, add(dna, dnb)) - rate * (dot(dna, nb) + dot(na, dnb))) / d
    s = atan2(dot(a2, b1) - dot(a1, b2), dot(a1, b1) + dot(a2, b2))
    g = scale(1.0 / d, m)
    zero = (0.0, 0.0, 0.0)
    return s, rate, bias, (zero, neg(g), zero, g)


@kernel
def unwound(s, near):
    """The angle s + 2πk closest to `near`, so that a wheel may turn for ever."""
    turn = 2.0 * math.pi
    return s + turn * math.floor((near - s) / turn + 0.5)
