"""Quaternions as tuples `(w, x, y, z)`, scalar first; those of unit length turn body into parent components.

Compiled code takes one at a time; `rotation_matrices` and its kin take arrays of samples, in NumPy.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import math

import numpy as np

from jounce.engine.compiler import kernel
from jounce.engine.linalg.elementary import sin_cos
from jounce.engine.linalg.select import where


@kernel
def multiply(p, q):
    """p ⊗ q"""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@kernel
def conjugate(q):
    """q* = (w, −x, −y, −z), the opposite rotation"""
    return (q[0], -q[1], -q[2], -q[3])


@kernel
def normalize(q):
    """q / |q|, for q ≠ 0"""
    s = 1.0 / math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (s * q[0], s * q[1], s * q[2], s * q[3])


@kernel
def nudge(q, phi):
    """(1, ½φ) ⊗ q at unit length: exp(φ) ⊗ q but for |φ|³ / 12, without sine and cosine, for corrections that vanish"""
    return normalize(multiply((1.0, 0.5 * phi[0], 0.5 * phi[1], 0.5 * phi[2]), q))


@kernel
def rotate(q, a):
    """q ⊗ (0, a) ⊗ q* = a + w t + u × t with u = (x, y, z), t = 2 u × a; |q| = 1"""
    tx = 2.0 * (q[2] * a[2] - q[3] * a[1])
    ty = 2.0 * (q[3] * a[0] - q[1] * a[2])
    tz = 2.0 * (q[1] * a[1] - q[2] * a[0])
    return (
        a[0] + q[0] * tx + q[2] * tz - q[3] * ty,
        a[1] + q[0] * ty + q[3] * tx - q[1] * tz,
        a[2] + q[0] * tz + q[1] * ty - q[2] * tx,
    )


@kernel
def to_matrix(q):
    """R with R a = q ⊗ (0, a) ⊗ q*; |q| = 1"""
    w, x, y, z = q
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


@kernel
def from_matrix(R):
    """The unit q with to_matrix(q) = R and w ≥ 0; divides by the largest of w, x, y, z (Shepperd 1978)."""
    trace = R[0] + R[4] + R[8]
    by_w = (1.0 + trace, R[7] - R[5], R[2] - R[6], R[3] - R[1])
    by_x = (R[7] - R[5], 1.0 + R[0] - R[4] - R[8], R[1] + R[3], R[2] + R[6])
    by_y = (R[2] - R[6], R[1] + R[3], 1.0 + R[4] - R[0] - R[8], R[5] + R[7])
    by_z = (R[3] - R[1], R[2] + R[6], R[5] + R[7], 1.0 + R[8] - R[0] - R[4])
    q = where(R[4] >= R[8], by_y, by_z)
    q = where((R[0] >= R[4]) & (R[0] >= R[8]), by_x, q)
    q = where((trace >= R[0]) & (trace >= R[4]) & (trace >= R[8]), by_w, q)
    q = normalize(q)
    return where(q[0] < 0.0, (-q[0], -q[1], -q[2], -q[3]), q)


@kernel
def from_axis_angle(axis, angle):
    """(cos ½φ, n sin ½φ) for a unit axis n and an angle φ in rad"""
    s, c = sin_cos(0.5 * angle)
    return (c, s * axis[0], s * axis[1], s * axis[2])


@kernel
def rate_body(q, w):
    """q̇ = ½ q ⊗ (0, ω), ω in body components"""
    return (
        0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]),
        0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]),
        0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]),
        0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]),
    )


@kernel
def rate_world(q, w):
    """q̇ = ½ (0, ω) ⊗ q, ω in parent components"""
    return (
        0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]),
        0.5 * (q[0] * w[0] - q[2] * w[2] + q[3] * w[1]),
        0.5 * (q[0] * w[1] - q[3] * w[0] + q[1] * w[2]),
        0.5 * (q[0] * w[2] - q[1] * w[1] + q[2] * w[0]),
    )


@kernel
def load4(array, i):
    """The quaternion array[i:i+4] of a 1-D array."""
    return (array[i], array[i + 1], array[i + 2], array[i + 3])


@kernel
def store4(array, i, q):
    """array[i:i+4] = q"""
    array[i] = q[0]
    array[i + 1] = q[1]
    array[i + 2] = q[2]
    array[i + 3] = q[3]


def rotation_matrices(q: np.ndarray) -> np.ndarray:
    """Rotation matrices (…, 3, 3) of unit quaternions (…, 4), scalar first, body → parent; in memory each entry over
    all samples."""
    w, x, y, z = np.ascontiguousarray(np.moveaxis(np.asarray(q, dtype=float), -1, 0))
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    wx, wy, wz = w * x, w * y, w * z
    out = np.empty((3, 3, *w.shape))
    out[0, 0], out[0, 1], out[0, 2] = 1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)
    out[1, 0], out[1, 1], out[1, 2] = 2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)
    out[2, 0], out[2, 1], out[2, 2] = 2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)
    return np.moveaxis(out, (0, 1), (-2, -1))
