"""How far is it to a box, and how deep is a wheel in what it touches."""

import math

from jounce.algebra.vec3 import dot
from jounce.kernel import kernel


@kernel
def to_box(p, half):
    """(distance, normal) of the point p from a box about the origin [m]; inside the distance is negative."""
    x, y, z = p
    a, b, c = half
    dx, dy, dz = abs(x) - a, abs(y) - b, abs(z) - c
    if dx <= 0.0 and dy <= 0.0 and dz <= 0.0:
        # inside: out through the nearest face
        if dx >= dy and dx >= dz:
            return dx, (math.copysign(1.0, x), 0.0, 0.0)
        if dy >= dz:
            return dy, (0.0, math.copysign(1.0, y), 0.0)
        return dz, (0.0, 0.0, math.copysign(1.0, z))
    ex, ey, ez = max(dx, 0.0), max(dy, 0.0), max(dz, 0.0)
    distance = math.sqrt(ex * ex + ey * ey + ez * ez)
    s = 1.0 / distance
    return distance, (math.copysign(s * ex, x), math.copysign(s * ey, y), math.copysign(s * ez, z))


@kernel
def face_of(n):
    """Number of the face of a box that has this normal: 0 … 5 for +x, −x, +y, −y, +z, −z."""
    if n[0] != 0.0:
        return 0 if n[0] > 0.0 else 1
    if n[1] != 0.0:
        return 2 if n[1] > 0.0 else 3
    return 4 if n[2] > 0.0 else 5


@kernel
def behind_face(p, half, face):
    """(depth, normal) of the point p behind a face of a box about the origin [m], also beyond its other side.

    The depth is negative before the face, and where the point is not within its edges.
    """
    x, y, z = p
    a, b, c = half
    sign = 1.0 if face % 2 == 0 else -1.0
    if face < 2:
        return (a - sign * x if abs(y) <= b and abs(z) <= c else -1.0), (sign, 0.0, 0.0)
    if face < 4:
        return (b - sign * y if abs(x) <= a and abs(z) <= c else -1.0), (0.0, sign, 0.0)
    return (c - sign * z if abs(x) <= a and abs(y) <= b else -1.0), (0.0, 0.0, sign)


@kernel
def turned_back(R, a):
    """Rᵀ a for a matrix of nine numbers."""
    return (
        R[0] * a[0] + R[3] * a[1] + R[6] * a[2],
        R[1] * a[0] + R[4] * a[1] + R[7] * a[2],
        R[2] * a[0] + R[5] * a[1] + R[8] * a[2],
    )


@kernel
def turned(R, a):
    """R a for a matrix of nine numbers."""
    return (
        R[0] * a[0] + R[1] * a[1] + R[2] * a[2],
        R[3] * a[0] + R[4] * a[1] + R[5] * a[2],
        R[6] * a[0] + R[7] * a[1] + R[8] * a[2],
    )


@kernel
def wheel_reach(axle, n, radius, tread):
    """How far a wheel reaches from its centre against n, and the way there from the centre (S8).

        ρ = (R − w) √(1 − (n·a)²) + w,   −(R − w) m − w n,   m = (n − (n·a) a) / |…|

    A torus: a disk of radius R whose edge is rounded with w; exact for planes, also of a wheel that lies on its side.
    """
    s = dot(n, axle)
    m = (n[0] - s * axle[0], n[1] - s * axle[1], n[2] - s * axle[2])
    size = math.sqrt(max(0.0, 1.0 - s * s))
    scale = (radius - tread) / size if size > 1e-9 else 0.0
    way = (-scale * m[0] - tread * n[0], -scale * m[1] - tread * n[1], -scale * m[2] - tread * n[2])
    return (radius - tread) * size + tread, way
