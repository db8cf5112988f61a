"""Where a point lies beside a road: u along its reference line and v to the left of it.

The line is a chain of straight parts of equal length in u. A point belongs to the part between whose corner normals,
which halve the angles of the chain, it lies; u goes from corner to corner in the ratio of its distances from both
normals, v is the distance from the part. Of several, a part next to the nearest corner counts. Beyond the centre of a
curve none of these may qualify; then it is the foot of the perpendicular on the nearer one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = NDArray[Any]


@dataclass(frozen=True, eq=False)
class ReferenceLine:
    """Corners (n, 2) [m] of a road's reference line, `step` apart in u from `start` on."""

    corners: Table
    start: float
    step: float

    def locate(self, points: Table) -> tuple[Table, Table]:
        """u and v [m] of points (m, 2); u stays on the line."""
        parts = np.diff(self.corners, axis=0)
        tangents = _corner_tangents(parts)
        from scipy.spatial import cKDTree

        nearest = cKDTree(self.corners).query(points)[1]
        last = len(parts) - 1
        around = (np.clip(nearest, 0, last), np.clip(nearest - 1, 0, last))
        after, before = (self._beside(points, j, parts, tangents) for j in around)
        _, place, v = _better(after, before)
        return self.start + self.step * place, v

    def _beside(self, points: Table, j: Table, parts: Table, tangents: Table) -> tuple[Table, Table, Table]:
        """How far points lie outside the normals of part j (0 inside), their place in corners, and v."""
        part, offset = parts[j], points - self.corners[j]
        size = np.hypot(part[:, 0], part[:, 1])
        behind = _dot(offset, tangents[j]) / np.maximum(_dot(part, tangents[j]), 1e-9 * size)
        ahead = _dot(part - offset, tangents[j + 1]) / np.maximum(_dot(part, tangents[j + 1]), 1e-9 * size)
        inside = (behind >= 0.0) & (ahead >= 0.0)
        both = np.where(inside & (behind + ahead > 0.0), behind + ahead, 1.0)
        foot = np.clip(_dot(offset, part) / size**2, 0.0, 1.0)
        v = (part[:, 0] * offset[:, 1] - part[:, 1] * offset[:, 0]) / size
        outside = np.where(inside, 0.0, np.hypot(*(offset - foot[:, None] * part).T) + 1.0)
        return outside, j + np.where(inside, behind / both, foot), v


def _better(one: tuple[Table, Table, Table], other: tuple[Table, Table, Table]) -> tuple[Table, Table, Table]:
    take = other[0] < one[0]
    outside, place, v = (np.where(take, b, a) for a, b in zip(one, other, strict=True))
    return outside, place, v


def _corner_tangents(parts: Table) -> Table:
    """Unit tangents at the corners, which halve the angle between the parts that meet there."""
    units = parts / np.hypot(parts[:, 0], parts[:, 1])[:, None]
    tangents = np.vstack([units[:1], units[:-1] + units[1:], units[-1:]])
    size = np.hypot(tangents[:, 0], tangents[:, 1])
    return tangents / np.where(size > 0.0, size, 1.0)[:, None]


def _dot(a: Table, b: Table) -> Table:
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1]
