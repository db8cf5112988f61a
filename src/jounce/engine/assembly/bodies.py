"""Bodies as rows, the frames in which the design geometry is expressed, and the few vector functions this takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from jounce.engine.laws.forces.records import BODY
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.model.mechanism import GROUND, Body


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b along the last axis of arrays (…, 3). `numpy.cross` gives the same bits, and spends most of its time on
    axes that it might have been asked for: building a car calls it six hundred times."""
    a0, a1, a2 = a[..., 0], a[..., 1], a[..., 2]
    b0, b1, b2 = b[..., 0], b[..., 1], b[..., 2]
    x = a1 * b2 - a2 * b1
    out = np.empty((*x.shape, 3))
    out[..., 0], out[..., 1], out[..., 2] = x, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
    return out


def turned(R: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Rotations (n, 3, 3) times vectors (n, 3), in one order of operations everywhere; libraries for matrices have
    several."""
    return R[:, :, 0] * x[:, 0:1] + R[:, :, 1] * x[:, 1:2] + R[:, :, 2] * x[:, 2:3]


Vector: TypeAlias = np.ndarray | tuple[float, float, float]


@dataclass(frozen=True)
class Frame:
    """Centre of mass and axes of a body at the design position, world axes."""

    index: int
    centre: np.ndarray
    axes: np.ndarray
    """Rotation body → world."""

    def point(self, p: Vector) -> np.ndarray:
        """A world point at the design position, from the centre of mass in body axes."""
        return self.axes.T @ (np.asarray(p) - self.centre)

    def direction(self, d: Vector) -> np.ndarray:
        """A world direction at the design position, in body axes."""
        return self.axes.T @ np.asarray(d)


def same_frame(a: Body, b: Body) -> bool:
    """Whether two bodies have the same frame, to the bit."""
    pairs = ((a.position, b.position), (a.orientation, b.orientation), (a.centre_of_mass, b.centre_of_mass))
    return a.name == b.name and all(x is y or [e.hex() for e in x] == [e.hex() for e in y] for x, y in pairs)


def frames(
    bodies: tuple[Body, ...], known: Mapping[str, Frame] | None = None, others: tuple[Body, ...] = ()
) -> dict[str, Frame]:
    """Design frames by name; the ground is numbered last. known: frames of the `others`, taken for the same bodies."""
    like = known if known is not None and len(bodies) == len(others) else {}
    table = {GROUND: like.get(GROUND) or Frame(len(bodies), np.zeros(3), np.eye(3))}
    for i, body in enumerate(bodies):
        if like and same_frame(body, others[i]):
            table[body.name] = like[body.name]
            continue
        axes = rotation_matrices(np.array(body.orientation))
        centre = np.array(body.position) + axes @ np.array(body.centre_of_mass)
        table[body.name] = Frame(i, centre, axes)
    return table


_ENTRIES = (0, 3, 4, 3, 1, 5, 4, 5, 2)
"""Which of xx yy zz xy xz yz stands where in the matrix, row by row."""


def body_array(bodies: tuple[Body, ...]) -> np.ndarray:
    """Masses and inertias as records."""
    records = np.zeros(len(bodies), BODY)
    records["mass"] = [b.mass for b in bodies]
    records["inertia"].reshape(-1, 9)[:] = np.array([b.inertia for b in bodies]).reshape(-1, 6)[:, _ENTRIES]
    return records


def perpendicular(axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors that complete a unit axis to a right-handed frame (x, y, axis)."""
    helper = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = cross(helper, axis)
    x /= np.linalg.norm(x)
    return x, cross(axis, x)


def orthonormal(x: Vector, y: Vector) -> np.ndarray:
    """Frame with the axes as columns: x as given, y made perpendicular to it, z completing them."""
    first = np.asarray(x) / np.linalg.norm(x)
    second = np.asarray(y) - first * float(first @ np.asarray(y))
    second /= np.linalg.norm(second)
    return np.column_stack([first, second, cross(first, second)])


def rotate_with_axis(x: np.ndarray, from_axis: np.ndarray, to_axis: np.ndarray) -> np.ndarray:
    """x (…, 3) turned by the smallest rotation that takes one unit axis to the other."""
    v, c = cross(from_axis, to_axis), float(from_axis @ to_axis)
    if c < -1.0 + 1e-12:
        across = perpendicular(from_axis)[0]
        return -x + 2.0 * (x @ across)[..., None] * across
    return x * c + cross(v, x) + (x @ v)[..., None] * v / (1.0 + c)
