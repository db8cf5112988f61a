"""Small motions about a state: ẋ = A x + B u, out = C x + D u, and the modes of A.

x = (z, w, a): independent displacements z and velocities w along a mass-orthonormal basis N of the tangent space
(q = q₀ ⊕ N z closed onto the joints, v = v₀ + N w), then the states a of smoothed drivers. u: run-time inputs.
Derivatives by central differences of the compiled model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from jounce.algebra.so3 import log_quaternion, right_jacobian_inverse
from jounce.analysis.freedom import tangent_basis
from jounce.analysis.signals import value_at
from jounce.elements.signal import VALUE
from jounce.formulations.cartesian.entries import accelerations, close_positions, close_velocities, displaced
from jounce.formulations.cartesian.system import System, mass_matrices

DISPLACEMENT, VELOCITY, INPUT = 1e-6, 1e-5, 1e-5
"""Steps of the differences, in the units of the largest entry they move."""


@dataclass(frozen=True)
class Output:
    """A measured quantity: motion of a body's centre of mass, or its rotation, along a world direction."""

    body: str
    quantity: Literal["position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"]
    direction: tuple[float, float, float]


@dataclass(frozen=True)
class Mode:
    """One eigenvalue of A with its meaning."""

    eigenvalue: complex
    """[1/s]"""
    frequency: float
    """|λ| / 2π [Hz]"""
    damping: float
    """−Re λ / |λ|; 1 or more for a mode that does not oscillate."""
    bodies: dict[str, float]
    """Share of the kinetic energy of each body, largest first."""
    shape: np.ndarray
    """Displacements (nb, 6), complex: world translation, rotation in body axes."""


@dataclass(frozen=True)
class Linearisation:
    """State-space matrices about one state."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    basis: np.ndarray
    """N, (6 nb, dof)."""
    inputs: tuple[str, ...]
    bodies: tuple[str, ...]
    masses: np.ndarray

    def modes(self) -> list[Mode]:
        """Eigenmodes, one of each conjugate pair, slowest first."""
        values, vectors = np.linalg.eig(self.A)
        modes = [self._mode(value, vectors[:, i]) for i, value in enumerate(values) if value.imag >= 0.0]
        return sorted(modes, key=lambda mode: mode.frequency)

    def _mode(self, value: complex, vector: np.ndarray) -> Mode:
        dof = self.basis.shape[1]
        shape = (self.basis @ vector[:dof]).reshape(-1, 6)
        if np.abs(shape).max(initial=0.0) < 1e-12 * np.abs(vector).max():
            shape = (self.basis @ vector[dof : 2 * dof]).reshape(-1, 6)
        energy = np.einsum("ni,nij,nj->n", shape.conj(), self.masses, shape).real
        share = energy / max(float(energy.sum()), 1e-300)
        order = np.argsort(-share)
        size = abs(value)
        damping = 1.0 if value.imag == 0.0 and value.real < 0.0 else float(-value.real / size) if size > 0.0 else 0.0
        bodies = {self.bodies[i]: float(share[i]) for i in order}
        return Mode(complex(value), size / (2.0 * np.pi), damping, bodies, shape)


def linearise(system: System, y: np.ndarray, *, outputs: Sequence[Output] = (), t: float = 0.0) -> Linearisation:
    """Matrices of the small motions about a consistent state."""
    point = _Point(system, y, t)
    inputs = tuple(system.layout.inputs)
    n = 2 * point.dof + point.filters.size
    steps = _steps(point)
    A, C = np.empty((n, n)), np.empty((len(outputs), n))
    for i in range(n):
        x = np.zeros(n)
        x[i] = steps[i]
        A[:, i], C[:, i] = _central(lambda s, x=x: point.at(s * x, outputs), steps[i])
    B, D = np.empty((n, len(inputs))), np.empty((len(outputs), len(inputs)))
    for i, name in enumerate(inputs):
        B[:, i], D[:, i] = _central(lambda s, name=name: point.with_input(name, s * INPUT, outputs), INPUT)
    masses = mass_matrices(system.model)
    return Linearisation(A, B, C, D, point.N, inputs, system.layout.bodies, masses)


def _central(f: Callable[[float], tuple[np.ndarray, np.ndarray]], step: float) -> tuple[np.ndarray, np.ndarray]:
    """Central difference of a pair of vectors."""
    ahead, behind = f(1.0), f(-1.0)
    return (ahead[0] - behind[0]) / (2.0 * step), (ahead[1] - behind[1]) / (2.0 * step)


def _steps(point: _Point) -> np.ndarray:
    """Difference steps that move the fastest body by DISPLACEMENT or VELOCITY."""
    largest = np.maximum(np.max(np.abs(point.N), axis=0), 1e-300) if point.dof else np.zeros(0)
    return np.concatenate([DISPLACEMENT / largest, VELOCITY / largest, np.full(point.filters.size, DISPLACEMENT)])


class _Point:
    """The chart around one state."""

    def __init__(self, system: System, y: np.ndarray, t: float) -> None:
        self.system, self.y, self.t = system, y, t
        self.N = tangent_basis(system, y, t)
        self.dof = self.N.shape[1]
        self.nb = len(system.layout.bodies)
        M = mass_matrices(system.model)
        self.NM = np.hstack([self.N.reshape(self.nb, 6, -1)[i].T @ M[i] for i in range(self.nb)])
        first = 13 * self.nb
        rows = system.model.rows[system.model.rows["filter"] >= 0]
        self.filters = np.array([first + row["filter"] + k for row in rows for k in (0, 1)], dtype=int)

    def at(self, x: np.ndarray, outputs: Sequence[Output]) -> tuple[np.ndarray, np.ndarray]:
        """ẋ and the outputs at chart coordinates x."""
        s, nb = self.system, self.nb
        y = self.y.copy()
        displaced((self.N @ x[: self.dof]).reshape(-1, 6), y)
        y[7 * nb : 13 * nb] += self.N @ x[self.dof : 2 * self.dof]
        y[self.filters] += x[2 * self.dof :]
        close_positions(s.model, s.work, self.t, y)
        close_velocities(s.model, s.work, self.t, y)
        return self._rates(y, outputs)

    def with_input(self, name: str, change: float, outputs: Sequence[Output]) -> tuple[np.ndarray, np.ndarray]:
        """ẋ and the outputs with one run-time input changed."""
        rows = list(self.system.layout.inputs[name])
        before = self.system.model.signals[rows].copy()
        self.system.model.signals[rows, VALUE] += change
        try:
            return self._rates(self.y, outputs)
        finally:
            self.system.model.signals[rows] = before

    def _rates(self, y: np.ndarray, outputs: Sequence[Output]) -> tuple[np.ndarray, np.ndarray]:
        s, nb = self.system, self.nb
        accelerations(s.model, s.work, self.t, y)
        a = s.work.x[:nb].copy()
        speed = self._chart_speed(y)
        filter_rates = [self._filter_rates(y, row) for row in s.model.rows[s.model.rows["filter"] >= 0]]
        rates = np.concatenate([self.NM @ speed.ravel(), self.NM @ a.ravel(), *filter_rates])
        return rates, np.array([self._output(o, y, a) for o in outputs])

    def _chart_speed(self, y: np.ndarray) -> np.ndarray:
        """Rate of the chart displacement (nb, 6): the rotation vector ξ against q₀ turns with J_r⁻¹(ξ) ω."""
        nb = self.nb
        speed = y[7 * nb : 13 * nb].reshape(nb, 6).copy()
        for i in range(nb):
            q0, q = (state[7 * i + 3 : 7 * i + 7] for state in (self.y, y))
            xi = log_quaternion(_relative(q0, q))
            inverse = np.array(right_jacobian_inverse(xi)).reshape(3, 3)
            speed[i, 3:] = inverse @ speed[i, 3:]
        return speed

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


def _relative(q0: np.ndarray, q: np.ndarray) -> tuple[float, float, float, float]:
    """q₀⁻¹ ⊗ q."""
    w, v = q0[0], q0[1:]
    vector = w * q[1:] - q[0] * v - np.cross(v, q[1:])
    return (float(w * q[0] + v @ q[1:]), float(vector[0]), float(vector[1]), float(vector[2]))
