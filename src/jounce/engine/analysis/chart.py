"""Coordinates for small motions about a state.

x = (z, w, a): independent displacements z and velocities w along a mass-orthonormal basis N of the tangent space
(q = q₀ ⊕ N z closed onto the joints, v = v₀ + N w), then the states a of smoothed drivers, brakes, drives and tires.
Displacements are those
against the reference as it moves on, and rotations count in world axes, where a wheel that spins looks the same at all
times: ξ̇ = ω − ω₀ + ω₀ × ξ. In its own axes its tilt would turn with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from jounce.engine.analysis.freedom import tangent_basis
from jounce.engine.formulations.world_frame.entries import (
    accelerations,
    close_positions,
    close_velocities,
    displace_bodies,
    value_at,
)
from jounce.engine.formulations.world_frame.system import System, mass_matrices
from jounce.engine.laws.forces.signal import VALUE
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.so3 import log_quaternion


@dataclass(frozen=True)
class Output:
    """A measured quantity: motion of a body's centre of mass, or its rotation, along a world direction."""

    body: str
    quantity: Literal["position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"]
    direction: tuple[float, float, float]


class Chart:
    """Coordinates x around one state, their rates, and what can be measured there."""

    def __init__(self, system: System, y: np.ndarray, t: float) -> None:
        self.system, self.y, self.t = system, y, t
        self.N = tangent_basis(system, y, t)
        self.dof = self.N.shape[1]
        self.nb = len(system.layout.bodies)
        self.A = self._rotations(y)
        self.w = self._turning(y, self.A)
        M = mass_matrices(system.model)
        self.NM = np.hstack([self.N.reshape(self.nb, 6, -1)[i].T @ M[i] for i in range(self.nb)])
        self.states = 13 * self.nb + np.array([*_pairs(system.model.rows["filter"]), *_of_elements(system)], dtype=int)

    def at(self, x: np.ndarray, outputs: Sequence[Output]) -> tuple[np.ndarray, np.ndarray]:
        """ẋ and the outputs at chart coordinates x."""
        s, nb = self.system, self.nb
        y = self.y.copy()
        displace_bodies((self.N @ x[: self.dof]).reshape(-1, 6), y)
        change = (self.N @ x[self.dof : 2 * self.dof]).reshape(nb, 6)
        w = self.w + _turned(self.A, change[:, 3:])
        twist = y[7 * nb : 13 * nb].reshape(nb, 6)
        twist[:, :3] += change[:, :3]
        twist[:, 3:] = _turned(self._rotations(y).transpose(0, 2, 1), w)
        y[self.states] += x[2 * self.dof :]
        close_positions(s.model, s.work, self.t, y)
        close_velocities(s.model, s.work, self.t, y)
        return self._rates(y, outputs)

    def with_input(self, name: str, outputs: Sequence[Output], change: float) -> tuple[np.ndarray, np.ndarray]:
        """ẋ and the outputs with one run-time input changed."""
        rows = list(self.system.layout.inputs[name])
        before = self.system.model.signals[rows].copy()
        values = [value_at(self.system, row, self.t) for row in rows]
        self.system.model.signals[rows] = 0.0  # a CONSTANT, whatever the input is bound to
        self.system.model.signals[rows, VALUE] = np.array(values) + change
        try:
            return self._rates(self.y, outputs)
        finally:
            self.system.model.signals[rows] = before

    def _rates(self, y: np.ndarray, outputs: Sequence[Output]) -> tuple[np.ndarray, np.ndarray]:
        s, nb = self.system, self.nb
        accelerations(s.model, s.work, self.t, y)
        a = s.work.x[:nb].copy()
        A, back = self._rotations(y), self.A.transpose(0, 2, 1)
        bend = np.hstack([a[:, :3], _turned(back, _turned(A, a[:, 3:]))])
        rows = s.model.rows[s.model.rows["filter"] >= 0]
        first_order = [np.array(self._filter_rates(y, row)) for row in rows]
        first_order += _taken(s.model.elements.scalar_forces, s.work.scalar_forces[:, 3])
        first_order += _taken(s.model.elements.tires, s.work.contacts["rates"])
        rates = np.concatenate([self.NM @ self._chart_speed(y, A).ravel(), self.NM @ bend.ravel(), *first_order])
        return rates, np.array([self._output(o, y, a) for o in outputs])

    def _chart_speed(self, y: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Rate of the displacement against the moving reference, (nb, 6): v − v₀ and ω − ω₀ + ω₀ × ξ (world axes)."""
        nb, back = self.nb, self.A.transpose(0, 2, 1)
        v, v0 = (state[7 * nb : 13 * nb].reshape(nb, 6)[:, :3] for state in (y, self.y))
        quaternions = (state[: 7 * nb].reshape(nb, 7)[:, 3:] for state in (self.y, y))
        xi = np.array([log_quaternion(_relative(q0, q)) for q0, q in zip(*quaternions, strict=True)]).reshape(nb, 3)
        turning = self._turning(y, A) - self.w + np.cross(self.w, _turned(self.A, xi))
        return np.hstack([v - v0, _turned(back, turning)])

    def _rotations(self, y: np.ndarray) -> np.ndarray:
        """Rotations body → world, (nb, 3, 3)."""
        return rotation_matrices(y[: 7 * self.nb].reshape(self.nb, 7)[:, 3:])

    def _turning(self, y: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Angular velocities in world axes, (nb, 3)."""
        return _turned(A, y[7 * self.nb : 13 * self.nb].reshape(self.nb, 6)[:, 3:])

    def _filter_rates(self, y: np.ndarray, row: np.void) -> list[float]:
        f = 13 * self.nb + row["filter"]
        T = row["filter_time"]
        target = value_at(self.system, int(row["signal"]), self.t)
        return [y[f + 1], (target - y[f]) / T**2 - 2.0 * y[f + 1] / T]

    def _output(self, output: Output, y: np.ndarray, a: np.ndarray) -> float:
        i, nb = self.system.layout.body(output.body), self.nb
        A = self.system.work.bodies[i]["A"].reshape(3, 3)
        twist = y[7 * nb + 6 * i : 7 * nb + 6 * i + 6]
        quantity = {
            "position": y[7 * i : 7 * i + 3],
            "velocity": twist[:3],
            "acceleration": a[i, :3],
            "angular_velocity": A @ twist[3:],
            "angular_acceleration": A @ a[i, 3:],
        }[output.quantity]
        return float(np.asarray(output.direction) @ quantity)


def _pairs(firsts: np.ndarray) -> list[int]:
    """Two states each, where there are any."""
    return [int(first) + k for first in firsts if first >= 0 for k in (0, 1)]


def _of_elements(system: System) -> list[int]:
    """States of force elements, then of tires."""
    forces = [int(state) for state in system.model.elements.scalar_forces["state"] if state >= 0]
    return forces + _pairs(system.model.elements.tires["state"])


def _taken(laws: np.ndarray, rates: np.ndarray) -> list[np.ndarray]:
    """Rates of the elements that have states."""
    return [np.ravel(rates[e]) for e in range(len(laws)) if laws[e]["state"] >= 0]


def _turned(A: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """One vector per body times one matrix per body, (nb, 3)."""
    return np.einsum("nij,nj->ni", A, vectors)


def _relative(q0: np.ndarray, q: np.ndarray) -> tuple[float, float, float, float]:
    """q₀⁻¹ ⊗ q."""
    w, v = q0[0], q0[1:]
    vector = w * q[1:] - q[0] * v - np.cross(v, q[1:])
    return (float(w * q[0] + v @ q[1:]), float(vector[0]), float(vector[1]), float(vector[2]))
