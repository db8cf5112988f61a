"""How far it is to a box, and how deep a wheel is in what it touches.

A wheel touches the ground under its centre or the object that it is deepest in, one surface at a time: on the edge
between ground and ramp both depths are equal, so that the load is continuous there, and the energy of the spring is a
function of where the wheel is.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

from jounce.engine.compiler import kernel, subroutine
from jounce.engine.laws.ground.query import look
from jounce.engine.laws.ground.surface import unit_normal
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.quaternion import load4, to_matrix
from jounce.engine.linalg.vec3 import add, axpy, cross, dot, load, sub
from jounce.engine.single_body.compiled.records import AIR, GROUND


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
def to_body(R, a):
    """Rᵀ a for a matrix of nine numbers."""
    return (
        R[0] * a[0] + R[3] * a[1] + R[6] * a[2],
        R[1] * a[0] + R[4] * a[1] + R[7] * a[2],
        R[2] * a[0] + R[5] * a[1] + R[8] * a[2],
    )


@kernel
def to_world(R, a):
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


@subroutine
def find_contact(number, memory, ground, shapes, things, centre, axle):
    """(surface, depth [m], normal, contact point, friction factor) of a wheel; the surface is AIR if there is none."""
    radius, tread = number["radius"], number["tread"]
    z, zx, zy, friction = look(ground, memory, centre[0], centre[1])
    n = unit_normal(zx, zy)
    reach, way = wheel_reach(axle, n, radius, tread)
    depth, surface = reach - (centre[2] - z) * n[2], GROUND
    for j in range(shapes.size):
        if things[j]["near"] == 0:
            continue
        far = sub(centre, load(things[j]["position"], 0))
        most = shapes[j]["reach"] + radius
        if far[0] * far[0] + far[1] * far[1] + far[2] * far[2] > most * most:
            continue
        R = to_matrix(load4(things[j]["rotation"], 0))
        distance, m = to_box(to_body(R, far), load(shapes[j]["half"], 0))
        m = to_world(R, m)
        reach, there = wheel_reach(axle, m, radius, tread)
        if reach - distance > depth:
            depth, n, way, surface, friction = reach - distance, m, there, j, shapes[j]["friction"]
    if not depth > 0.0:
        return AIR, 0.0, n, centre, friction
    return surface, depth, n, axpy(depth, n, add(centre, way)), friction


ROUNDS, TURNS = 3, 5
"""Steps from box to disk and back in search of their nearest points, and Newton steps along the rim after them."""
MAX_TURN = 0.5
"""Largest angle of a Newton step [rad]."""


@kernel
def on_disk(p, axle, radius):
    """The point of a disk about the origin that is nearest to p [m]."""
    s = dot(p, axle)
    flat = (p[0] - s * axle[0], p[1] - s * axle[1], p[2] - s * axle[2])
    size = math.sqrt(dot(flat, flat))
    if size <= radius:
        return flat
    k = radius / size
    return (k * flat[0], k * flat[1], k * flat[2])


@kernel
def in_box(p, half):
    """The point of a box about the origin that is nearest to p [m]."""
    return (
        min(max(p[0], -half[0]), half[0]),
        min(max(p[1], -half[1]), half[1]),
        min(max(p[2], -half[2]), half[2]),
    )


@kernel
def wheel_in_box(centre, axle, radius, tread, half):
    """(depth [m], normal, contact point) of a wheel in a box about the origin; the depth is not positive outside.

    The wheel is the torus of (S8): all points within w of a disk of radius R − w. With the nearest points c of the disk
    and b of the box

        d = w − |c − b|,   n = (c − b) / |c − b|                                                            (H2)

    so that n is the gradient of the distance, also at edges. Where the disk itself is in the box, it is pushed out
    along the shortest way of its centre; on faces and on edges across the wheel both are the same.
    """
    b, rim = in_box(centre, half), radius - tread
    arm = (0.0, 0.0, 0.0)
    for _ in range(ROUNDS):
        arm = on_disk(sub(b, centre), axle, rim)
        b = in_box(add(centre, arm), half)
    far = sub(add(centre, arm), b)
    # an edge along the disk: its nearest point is on the rim, unless a corner is before it
    other = to_rim(arm, far, axle, rim)
    at = in_box(add(centre, other), half)
    for _ in range(TURNS):
        other = nearer_on_rim(add(centre, other), at, other, axle, half)
        at = in_box(add(centre, other), half)
    beside = sub(add(centre, other), at)
    if dot(beside, beside) < dot(far, far):
        far, b = beside, at
    gap = math.sqrt(dot(far, far))
    if gap > 1e-6:
        return tread - gap, (far[0] / gap, far[1] / gap, far[2] / gap), b
    distance, n = to_box(centre, half)
    reach, way = wheel_reach(axle, n, radius, tread)
    depth = reach - distance
    return depth, n, axpy(depth, n, add(centre, way))


@kernel
def to_rim(arm, far, axle, radius):
    """The arm to the rim of a disk, from a point of it, against the part of `far` along the disk; the arm itself if
    there is none."""
    s = dot(far, axle)
    flat = (s * axle[0] - far[0], s * axle[1] - far[1], s * axle[2] - far[2])
    square = dot(flat, flat)
    if not square > 1e-18:
        return arm
    p, q = dot(arm, flat) / square, (dot(arm, arm) - radius * radius) / square
    return axpy(math.sqrt(max(0.0, p * p - q)) - p, flat, arm)


@kernel
def nearer_on_rim(c, b, arm, axle, half):
    """The arm from the centre to a point of the rim nearer to a box, by one Newton step of ½ |c − b|² by the angle.

    g = (c − b)·c',   H = Σ over axes outside the box of c'² − (c − b)·arm,   c' = a × arm
    """
    along, far = cross(axle, arm), sub(c, b)
    g, H = dot(far, along), -dot(far, arm)
    if abs(c[0]) > half[0]:
        H += along[0] * along[0]
    if abs(c[1]) > half[1]:
        H += along[1] * along[1]
    if abs(c[2]) > half[2]:
        H += along[2] * along[2]
    if not H > 0.0:
        return arm
    angle = min(max(-g / H, -MAX_TURN), MAX_TURN)
    sine, cosine = sin_cos(angle)
    return (
        cosine * arm[0] + sine * along[0],
        cosine * arm[1] + sine * along[1],
        cosine * arm[2] + sine * along[2],
    )
