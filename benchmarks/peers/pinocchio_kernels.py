"""What is ours around Pinocchio, compiled: generalised forces, rates of coordinates, sums of a Runge–Kutta step."""

from __future__ import annotations

import numpy as np
from numba import njit

from benchmarks.peers.laws import rack_motion, tire_force

ARMATURE, RACK_RATE = 1e7, 200.0
"""Armature of the rack [kg], and how fast it corrects rounding of its travel [1/s]."""


@njit(cache=True)
def add_forces(t, q, v, jacobian, poses, wheels, chains, arms, springs, rack):
    """Generalised forces of tires, springs and the drive of the rack."""
    effort = np.zeros(v.size)
    for i in range(4):
        pose = poses[wheels[i]]
        x, y, z = pose[9], pose[10], pose[11]
        vx = vy = vz = wx = wy = wz = 0.0
        for d in chains[i]:
            vx, vy, vz = vx + jacobian[0, d] * v[d], vy + jacobian[1, d] * v[d], vz + jacobian[2, d] * v[d]
            wx, wy, wz = wx + jacobian[3, d] * v[d], wy + jacobian[4, d] * v[d], wz + jacobian[5, d] * v[d]
        vx, vy, vz = vx + wy * z - wz * y, vy + wz * x - wx * z, vz + wx * y - wy * x
        fx, fy, fz, mx, my = tire_force(z, vx, vy, vz, pose[3], pose[4], pose[5], wx, wy, wz)
        mx, my, mz = mx + y * fz - z * fy, my + z * fx - x * fz, x * fy - y * fx
        for d in chains[i]:
            effort[d] += jacobian[0, d] * fx + jacobian[1, d] * fy + jacobian[2, d] * fz
            effort[d] += jacobian[3, d] * mx + jacobian[4, d] * my + jacobian[5, d] * mz
    for i in range(4):
        top, low = poses[arms[i, 0]], poses[arms[i, 1]]
        s, d = springs[i], arms[i, 2]
        ax, ay, az = _place(top, s[0], s[1], s[2])
        bx, by, bz = _place(low, s[3], s[4], s[5])
        x, y, z = bx - ax, by - ay, bz - az
        length = np.sqrt(x * x + y * y + z * z)
        # how the length changes with the angle of the arm
        lever = x * (jacobian[0, d] + jacobian[4, d] * bz - jacobian[5, d] * by)
        lever += y * (jacobian[1, d] + jacobian[5, d] * bx - jacobian[3, d] * bz)
        lever += z * (jacobian[2, d] + jacobian[3, d] * by - jacobian[4, d] * bx)
        lever /= length
        effort[d] += lever * (s[6] * (s[8] - length) - s[7] * lever * v[d])
    travel, speed, acceleration = rack_motion(t)
    gap, slip = travel - q[rack[0]], speed - v[rack[1]]
    effort[rack[1]] += ARMATURE * (acceleration + 2.0 * RACK_RATE * slip + RACK_RATE**2 * gap)
    return effort


@njit(cache=True)
def _place(pose, x, y, z):
    """A point of a body in the world."""
    return (
        pose[9] + pose[0] * x + pose[3] * y + pose[6] * z,
        pose[10] + pose[1] * x + pose[4] * y + pose[7] * z,
        pose[11] + pose[2] * x + pose[5] * y + pose[8] * z,
    )


@njit(cache=True)
def rate(q, v, quaternions, plain):
    """Time derivative of the coordinates; velocities of chassis and ball joints are in axes of their bodies."""
    out = np.empty(q.size)
    x, y, z, w = q[3], q[4], q[5], q[6]
    a, b, c = v[0], v[1], v[2]
    out[0] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c
    out[1] = 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c
    out[2] = 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c
    for i, j in quaternions:
        x, y, z, w = q[i], q[i + 1], q[i + 2], q[i + 3]
        a, b, c = 0.5 * v[j], 0.5 * v[j + 1], 0.5 * v[j + 2]
        out[i], out[i + 1] = w * a + y * c - z * b, w * b + z * a - x * c
        out[i + 2], out[i + 3] = w * c + x * b - y * a, -x * a - y * b - z * c
    for i, j in plain:
        out[i] = v[j]
    return out


@njit(cache=True)
def shift(q, v, dq, dv, h):
    """The state after a time h at constant rates."""
    return q + h * dq, v + h * dv


@njit(cache=True)
def normalise(q, v, quaternions, plain):
    """The state with quaternions of unit length."""
    for i, _ in quaternions:
        q[i : i + 4] /= np.sqrt((q[i : i + 4] ** 2).sum())
    return q, v
