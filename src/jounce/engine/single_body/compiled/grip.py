"""Contact forces: friction through bristles, and springs along the normal that push and whose dampers never pull.

A bristle of deflection u follows the sliding velocity v of its contact; force and deflection are kept in a set 𝓛:

    u ← P_𝓛/k (u + h v),   F = −P_𝓛 (k u + c v)                                                            (S10)

P is the projection on the nearest point. For a disc of radius μ F_n that is Coulomb's law, and what rests truly rests.
Without drive no energy comes out, whatever convex set with 0 in it 𝓛 is: see docs/theory/simple_car.md.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel
from jounce.engine.linalg.vec3 import dot


@kernel
def spring_load(d, rate, stiffness, damping, onset):
    """Load [N] of a contact of depth d > 0 that deepens with `rate` (S14): max(0, K d + C ḋ min(1, d / d₀))."""
    return max(0.0, stiffness * d + damping * rate * min(1.0, d / onset))


@kernel
def wheel_load(number, d, rate, stiffness, damping):
    """Load [N] of a wheel: the same with a stop that gets harder beyond its depth d_b (S9).

    F_n = max(0, K_s d + K_b max(0, d − d_b)² + K_d ḋ min(1, d / d₀))
    """
    beyond = max(0.0, d - number["stop"])
    stop = number["stop_stiffness"] * beyond * beyond
    return max(0.0, stiffness * d + stop + damping * rate * min(1.0, d / number["onset"]))


@kernel
def wheel_energy(number, d):
    """Energy [J] in the spring and the stop of a wheel."""
    beyond = max(0.0, d - number["stop"])
    return 0.5 * number["stiffness"] * d * d + number["stop_stiffness"] * beyond * beyond * beyond / 3.0


@kernel
def tangential(a, n):
    """The part of a across the unit vector n."""
    s = dot(a, n)
    return (a[0] - s * n[0], a[1] - s * n[1], a[2] - s * n[2])


@kernel
def within_disc(a, limit):
    """The nearest vector of at most this length."""
    size = math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
    if size <= limit:
        return a
    s = limit / size
    return (s * a[0], s * a[1], s * a[2])


@kernel
def within_strip(x, y, strip, limit):
    """The nearest (x, y) in the disc of radius `limit` with |x| ≤ `strip` (S11)."""
    size = math.sqrt(x * x + y * y)
    if size > limit:
        s = limit / size
        along, across = s * x, s * y
    else:
        along, across = x, y
    if abs(along) <= strip:
        return along, across
    most = math.sqrt(max(0.0, limit * limit - strip * strip))
    return math.copysign(strip, x), min(max(y, -most), most)


@kernel
def stretch_bristle(u, v, n, k, c, limit, h):
    """(new deflection, force) [m], [N] of a bristle on a surface with normal n that is a disc in all directions (S10).

    u, v: deflection and sliding velocity before; k, c: stiffness and damping; limit: μ F_n; h: step.
    """
    w = tangential(v, n)
    s = tangential((u[0] + h * v[0], u[1] + h * v[1], u[2] + h * v[2]), n)
    s = within_disc(s, limit / k)
    f = within_disc((-k * s[0] - c * w[0], -k * s[1] - c * w[1], -k * s[2] - c * w[2]), limit)
    return s, f
