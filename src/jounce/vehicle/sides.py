"""The left side, which is given, and the right side, its mirror image in the plane y = 0.

A point (x, y, z) becomes (x, −y, z), and so does a direction that only names a line, such as the axis of a hinge. A
direction about which something turns the same way on both sides, the spin axis of a wheel, is the mirror image of a
rotation: (−x, y, −z). Both sides of a car thus spin positively when it rolls forward.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Triple: TypeAlias = tuple[float, float, float]
SixNumbers: TypeAlias = tuple[float, float, float, float, float, float]


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
