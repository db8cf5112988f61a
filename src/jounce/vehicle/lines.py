"""Points and straight lines in space, as hardpoints need them."""

from __future__ import annotations

import math

from jounce.vehicle.sides import Triple

SHORTEST = 1e-3
"""Points nearer than this [m] are taken for the same point."""


def direction(start: Triple, end: Triple) -> Triple:
    """The unit vector from one point to another, different one."""
    length = math.dist(start, end)
    x, y, z = ((b - a) / length for a, b in zip(start, end, strict=True))
    return x, y, z


def halfway(start: Triple, end: Triple) -> Triple:
    """The point in the middle between two points."""
    x, y, z = (0.5 * (a + b) for a, b in zip(start, end, strict=True))
    return x, y, z


def foot(point: Triple, on_line: Triple, axis: Triple) -> Triple:
    """The point of a line nearest to a point."""
    along = sum((p - q) * a for p, q, a in zip(point, on_line, axis, strict=True))
    x, y, z = (q + along * a for q, a in zip(on_line, axis, strict=True))
    return x, y, z


def across(axis: Triple) -> tuple[Triple, Triple]:
    """Two directions perpendicular to a unit vector and to each other, the first as nearly forward as can be."""
    start = (1.0, 0.0, 0.0) if abs(axis[0]) < 0.9 else (0.0, 0.0, 1.0)
    along = sum(s * x for s, x in zip(start, axis, strict=True))
    x, y, z = (s - along * c for s, c in zip(start, axis, strict=True))
    length = math.hypot(x, y, z)
    a, d = (x / length, y / length, z / length), axis
    return a, (d[1] * a[2] - d[2] * a[1], d[2] * a[0] - d[0] * a[2], d[0] * a[1] - d[1] * a[0])
