"""Frames of Chrono's subsystems: suspensions are shifted, steerings also turned; arms have axes of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.vehicle.geometry import RIGHT, SixNumbers, Triple

IDENTITY = (1.0, 0.0, 0.0, 0.0)
MIRROR = np.diag([1.0, -1.0, 1.0])
SAME_INERTIA = 1e-9
"""Relative difference up to which the inertia on the right is the mirror image of that on the left."""


@dataclass(frozen=True)
class Frame:
    """Origin [m] and axes of a subsystem in the world of jounce."""

    origin: np.ndarray
    axes: np.ndarray

    def point(self, local: Any) -> Triple:
        """A point of the subsystem in the world [m], to a nanometre."""
        return triple(np.round(self.origin + self.axes @ np.asarray(local), 9))

    def direction(self, local: Any) -> Triple:
        """A direction of the subsystem in the world."""
        return triple(self.axes @ np.asarray(local))

    def inertia(self, tensor: np.ndarray) -> SixNumbers:
        """An inertia about axes of the subsystem in world axes, as xx yy zz xy xz yz [kg m²]."""
        return six(self.axes @ tensor @ self.axes.T)


def frame_at(location: Any, quaternion: Any, lift: float) -> Frame:
    """The frame at a location in the chassis reference frame, turned by a quaternion; lift: of that frame [m]."""
    return Frame(np.add(location, (0.0, 0.0, lift)), rotation(quaternion))


def rotation(quaternion: Any) -> np.ndarray:
    """The matrix of a quaternion, scalar first."""
    w, x, y, z = np.asarray(quaternion) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )


def read_tensor(part: Document) -> np.ndarray:
    """The inertia of a part: three moments under `Inertia`, or moments and products xy, xz, yz [kg m²]."""
    key = "Moments of Inertia" if part.has("Moments of Inertia") else "Inertia"
    xx, yy, zz = part.numbers(key, 3)
    products = "Products of Inertia" if part.has("Products of Inertia") else "Inertia Products"
    xy, xz, yz = part.numbers(products, 3, (0.0, 0.0, 0.0))
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def possible_tensor(tensor: np.ndarray) -> tuple[np.ndarray, str]:
    """The inertia, and nothing; or the nearest one that a rigid body can have, and what was raised.

    No principal moment is more than the sum of the other two: where it is, both are raised by the same amount.
    """
    moments, axes = np.linalg.eigh(tensor)
    short = float(moments[2] - moments[0] - moments[1])
    if short <= SAME_INERTIA * moments[2]:
        return tensor, ""
    raised = moments + np.array([0.5 * short, 0.5 * short, 0.0])
    text = ", ".join(f"{moment:.6g}" for moment in moments)
    return (
        (axes * raised) @ axes.T,
        f"principal moments {text} kg m² are those of no rigid body; the smaller two are raised by {0.5 * short:.4g}",
    )


def sided_inertias(tensor: np.ndarray, left_axes: np.ndarray, right_axes: np.ndarray) -> tuple[SixNumbers, SixNumbers]:
    """Inertias of both sides, the right one written as for the left: jounce mirrors it back."""
    left, right = (axes @ tensor @ axes.T for axes in (left_axes, right_axes))
    return six(left), six(MIRROR @ right @ MIRROR)


def arm_axes(front: Any, back: Any, outer: Any) -> np.ndarray:
    """Axes of an arm of three points: x from back to front, z normal to the plane, (back − outer) × (front − outer)."""
    x = np.subtract(front, back) / np.linalg.norm(np.subtract(front, back))
    z = np.cross(np.subtract(back, outer), np.subtract(front, outer))
    z = z / np.linalg.norm(z)
    return np.column_stack([x, np.cross(z, x), z])


def trailing_arm_axes(outer: Any, inner: Any, spindle: Any) -> np.ndarray:
    """Axes of a semi-trailing arm: x from the inner pivot to the outer, z along (outer − s) × (inner − s)."""
    x, y, z = arm_axes(outer, inner, spindle).T
    return np.column_stack([x, -y, -z])


def link_axes(inner: Any, outer: Any) -> np.ndarray:
    """Axes of a link: x from its inner end to its outer, y level."""
    x = np.subtract(outer, inner) / np.linalg.norm(np.subtract(outer, inner))
    y = np.cross((0.0, 0.0, 1.0), x)
    y = y / np.linalg.norm(y)
    return np.column_stack([x, y, np.cross(x, y)])


def rod_axes(start: Any, end: Any, aside: Any) -> np.ndarray:
    """Axes of a link from `end` to `start` (z), its y normal to the plane of both and `aside`: (end − aside) × …"""
    y = np.cross(np.subtract(end, aside), np.subtract(start, aside))
    y, z = y / np.linalg.norm(y), np.subtract(start, end) / np.linalg.norm(np.subtract(start, end))
    return np.column_stack([np.cross(y, z), y, z])


def mirrored(*points: Triple) -> tuple[Triple, ...]:
    """The points of the right side that belong to points of the left."""
    return tuple(RIGHT.point(point) for point in points)


def triple(vector: Any) -> Triple:
    """Three floats."""
    x, y, z = (float(value) + 0.0 for value in vector)
    return x, y, z


def six(tensor: np.ndarray) -> SixNumbers:
    """Entries xx yy zz xy xz yz of a symmetric matrix; rounding of turned axes does not make products."""
    largest = float(np.abs(tensor).max())
    J = np.where(np.abs(tensor) < 1e-15 * largest, 0.0, tensor)
    return tuple(float(x) for x in (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]))  # type: ignore[return-value]


def is_same(a: SixNumbers, b: SixNumbers) -> bool:
    """Whether two inertias differ by rounding only."""
    return bool(np.abs(np.subtract(a, b)).max() <= SAME_INERTIA * np.abs(a).max())
