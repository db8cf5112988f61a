"""Points, lines and the two sides of a car: the left side is given, the right one is its mirror image in y = 0.

A point (x, y, z) becomes (x, −y, z), and so does a direction that only names a line, such as the axis of a hinge. A
direction about which something turns the same way on both sides, the spin axis of a wheel, is the mirror image of a
rotation: (−x, y, −z). Both sides of a car thus spin positively when it rolls forward.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

Triple: TypeAlias = tuple[float, float, float]
SixNumbers: TypeAlias = tuple[float, float, float, float, float, float]

MIN_DISTANCE = 1e-3
"""Points nearer to each other than this are taken for the same point [m]."""


@dataclass(frozen=True)
class Side:
    """One side of the car: its letter in names, and the sign of its y."""

    letter: str
    sign: float

    @property
    def name(self) -> Literal["left", "right"]:
        """`left` or `right`."""
        return "left" if self.sign > 0.0 else "right"

    def point(self, left: Triple) -> Triple:
        """The point of this side that belongs to a point of the left side [m]."""
        x, y, z = left
        return x, self.sign * y + 0.0, z  # + 0.0: no −0.0 on the centre line

    def line(self, left: Triple) -> Triple:
        """The direction of a line: a hinge, a pin, a rod."""
        return self.point(left)

    def rotation(self, left: Triple) -> Triple:
        """The axis of a rotation that is the mirror image of the one on the left."""
        x, y, z = left
        return self.sign * x + 0.0, y, self.sign * z + 0.0

    def inertia(self, left: SixNumbers) -> SixNumbers:
        """Entries xx yy zz xy xz yz of an inertia matrix [kg m²]; the products with one y change sign."""
        xx, yy, zz, xy, xz, yz = left
        return xx, yy, zz, self.sign * xy + 0.0, xz, self.sign * yz + 0.0


LEFT = Side("l", 1.0)
RIGHT = Side("r", -1.0)
SIDES = (LEFT, RIGHT)


def direction(start: Triple, end: Triple) -> Triple:
    """The unit vector from one point to another, different one."""
    length = math.dist(start, end)
    x, y, z = ((b - a) / length for a, b in zip(start, end, strict=True))
    return x, y, z


def halfway(start: Triple, end: Triple) -> Triple:
    """The point in the middle between two points."""
    x, y, z = (0.5 * (a + b) for a, b in zip(start, end, strict=True))
    return x, y, z


def along(point: Triple, axis: Triple, distance: float) -> Triple:
    """The point at a distance from another one along a unit vector [m]; that point itself at none."""
    x, y, z = (p + distance * a if distance else p for p, a in zip(point, axis, strict=True))
    return x, y, z


def foot(point: Triple, on_line: Triple, axis: Triple) -> Triple:
    """The foot of the perpendicular from a point to a line: its point nearest to that point."""
    along = sum((p - q) * a for p, q, a in zip(point, on_line, axis, strict=True))
    x, y, z = (q + along * a for q, a in zip(on_line, axis, strict=True))
    return x, y, z


def perpendiculars(axis: Triple) -> tuple[Triple, Triple]:
    """Two directions perpendicular to a unit vector and to each other, the first as nearly forward as can be."""
    start = (1.0, 0.0, 0.0) if abs(axis[0]) < 0.9 else (0.0, 0.0, 1.0)
    along = sum(s * x for s, x in zip(start, axis, strict=True))
    x, y, z = (s - along * c for s, c in zip(start, axis, strict=True))
    length = math.hypot(x, y, z)
    a, d = (x / length, y / length, z / length), axis
    return a, (d[1] * a[2] - d[2] * a[1], d[2] * a[0] - d[0] * a[2], d[0] * a[1] - d[1] * a[0])
