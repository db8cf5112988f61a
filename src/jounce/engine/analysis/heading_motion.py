"""Motion of the base in heading axes: horizontal, x along the car, z up, as the channels of the chassis have them.

With r, A, v, ω the position, rotation base → world, velocity and angular velocity (both in base axes) of the base, and
φ, θ, ψ its roll, pitch and yaw angle (z-y-x), the heading axes are Z = R_z(ψ) and

    V = Zᵀ A v,   Ω = Zᵀ A ω
    φ̇ = Ω_x / cos θ,   θ̇ = Ω_y,   ψ̇ = Ω_z + Ω_x tan θ
    V̇ = Zᵀ A (v̇ + ω × v) − ψ̇ e_z × V,   Ω̇ = Zᵀ A ω̇ − ψ̇ e_z × Ω

On level ground nothing depends on where the car is and where it heads, and in these axes that is three zero columns.
"""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.assembly.poses import base_motion
from jounce.engine.assembly.state_layout import StateLayout
from jounce.engine.linalg.quaternion import rotation_matrices

AHEAD, LEFT, UP = np.eye(3)


class HeadingMotion:
    """Motion of the base at one state, or about one: x = (displacement, Δφ, Δθ, Δψ, ΔV, ΔΩ), 12 numbers.

    The displacement is measured in the heading axes of the reference, which move on with it: X = Z₀ᵀ (r − r₀).
    """

    def __init__(self, layout: StateLayout, y: np.ndarray) -> None:
        (self.r,), (self.A,), (v,), (w,) = base_motion(layout, y[None, :])
        self.start = layout.velocity_start
        self.angles = roll_pitch_yaw(self.A)
        self.Z = yaw_matrix(self.angles[2])
        self.V, self.W = self.Z.T @ self.A @ v, self.Z.T @ self.A @ w

    @property
    def angle_rates(self) -> np.ndarray:
        """φ̇, θ̇, ψ̇ [rad/s]."""
        pitch = self.angles[1]
        return np.array([self.W[0] / math.cos(pitch), self.W[1], self.W[2] + self.W[0] * math.tan(pitch)])

    def displace(self, x: np.ndarray, y: np.ndarray) -> None:
        """Write the state of the base at x into y."""
        angles = self.angles + x[3:6]
        q = quaternion_of(angles)
        back = rotation_matrices(q[None, :])[0].T @ yaw_matrix(angles[2])
        u = self.start
        y[:3], y[3:7] = self.r + self.Z @ x[:3], q
        y[u : u + 3], y[u + 3 : u + 6] = back @ (self.V + x[6:9]), back @ (self.W + x[9:12])

    def rates(self, reference: HeadingMotion, dy: np.ndarray) -> np.ndarray:
        """ẋ of this motion against that of the reference, up to a constant; dy: ẏ of this motion."""
        u, turning, to_heading = self.start, self.angle_rates, self.Z.T @ self.A
        away = reference.Z.T @ (self.r - reference.r)
        moving = reference.Z.T @ self.Z @ self.V - reference.angle_rates[2] * np.cross(UP, away)
        drag = np.cross(self.W, self.V) - turning[2] * np.cross(UP, self.V)
        speeding = to_heading @ dy[u : u + 3] + drag
        spinning = to_heading @ dy[u + 3 : u + 6] - turning[2] * np.cross(UP, self.W)
        return np.concatenate([moving, turning, speeding, spinning])

    def motion_along(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Displacement and rotation of the base along a small x, and changes of v and ω, in base axes; (6,) each."""
        G, change = self.Z.T @ self.A, self._tilt_along(x)
        turn = G.T @ (x[4] * LEFT + x[5] * UP) + x[3] * AHEAD
        velocity = G.T @ x[6:9] + change.T @ self.V, G.T @ x[9:12] + change.T @ self.W
        return np.concatenate([G.T @ x[:3], turn]), np.concatenate(velocity)

    def rates_along(self, x: np.ndarray, dy: np.ndarray, change: np.ndarray) -> np.ndarray:
        """How `rates` about this motion change with a small x; dy: ẏ, change: v̇ and ω̇ of the base along x, (6,)."""
        u, (_, pitch, _), V, W = self.start, self.angles, self.V, self.W
        turning, tilt, dV, dW = self.angle_rates, self.Z.T @ self.A, x[6:9], x[9:12]
        more = self._tilt_along(x)
        # angles: their rates
        yawing = dW[2] + dW[0] * math.tan(pitch) + W[0] * x[4] / math.cos(pitch) ** 2
        rolling = (dW[0] + W[0] * math.tan(pitch) * x[4]) / math.cos(pitch)
        # displacement, velocity, angular velocity
        moving = x[5] * np.cross(UP, V) + dV - turning[2] * np.cross(UP, x[:3])
        drag = np.cross(dW, V) + np.cross(W, dV) - yawing * np.cross(UP, V) - turning[2] * np.cross(UP, dV)
        speeding = more @ dy[u : u + 3] + tilt @ change[:3] + drag
        spinning = more @ dy[u + 3 : u + 6] + tilt @ change[3:]
        spinning -= yawing * np.cross(UP, W) + turning[2] * np.cross(UP, dW)
        return np.concatenate([moving, [rolling, dW[1], yawing], speeding, spinning])

    def _tilt_along(self, x: np.ndarray) -> np.ndarray:
        """The change of Zᵀ A = R_y(θ) R_x(φ)."""
        tilt = self.Z.T @ self.A
        return x[4] * cross_matrix(LEFT) @ tilt + x[3] * tilt @ cross_matrix(AHEAD)


def cross_matrix(a: np.ndarray) -> np.ndarray:
    """ã: ã b = a × b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def roll_pitch_yaw(A: np.ndarray) -> np.ndarray:
    """φ, θ, ψ [rad] of a rotation A = R_z(ψ) R_y(θ) R_x(φ)."""
    pitch = math.asin(min(max(-A[2, 0], -1.0), 1.0))
    return np.array([math.atan2(A[2, 1], A[2, 2]), pitch, math.atan2(A[1, 0], A[0, 0])])


def quaternion_of(angles: np.ndarray) -> np.ndarray:
    """The unit quaternion, scalar first, of roll, pitch and yaw [rad]."""
    (cx, cy, cz), (sx, sy, sz) = np.cos(0.5 * angles), np.sin(0.5 * angles)
    return np.array(
        [
            cx * cy * cz + sx * sy * sz,
            sx * cy * cz - cx * sy * sz,
            cx * sy * cz + sx * cy * sz,
            cx * cy * sz - sx * sy * cz,
        ]
    )


def yaw_matrix(yaw: float) -> np.ndarray:
    """R_z(ψ)."""
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
