"""Small motions about a state: ẋ = A x + B u, out = C x + D u, and the modes of A.

The states x are the coordinates of `jounce.engine.analysis.chart`, u the run-time inputs. Derivatives by central
differences of the compiled model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from jounce.engine.analysis.chart import Chart, Output
from jounce.engine.formulations.world_frame.system import System, mass_matrices

DISPLACEMENT, VELOCITY, INPUT = 1e-6, 1e-5, 1e-5
"""Steps of the differences, in the units of the largest entry they move."""


@dataclass(frozen=True)
class Mode:
    """One eigenvalue of A with its meaning."""

    eigenvalue: complex
    """The eigenvalue λ of A [1/s]."""
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
    point = Chart(system, y, t)
    inputs = tuple(system.layout.inputs)
    n = 2 * point.dof + point.states.size
    steps = _steps(point)
    A, C = np.empty((n, n)), np.empty((len(outputs), n))
    for i, direction in enumerate(np.eye(n)):
        A[:, i], C[:, i] = _central(partial(_along, point, outputs, direction), steps[i])
    B, D = np.empty((n, len(inputs))), np.empty((len(outputs), len(inputs)))
    for i, name in enumerate(inputs):
        B[:, i], D[:, i] = _central(partial(point.with_input, name, outputs), INPUT)
    masses = mass_matrices(system.model)
    return Linearisation(A, B, C, D, point.N, inputs, system.layout.bodies, masses)


def _along(
    point: Chart, outputs: Sequence[Output], direction: np.ndarray, step: float
) -> tuple[np.ndarray, np.ndarray]:
    return point.at(step * direction, outputs)


def _central(f: Callable[[float], tuple[np.ndarray, np.ndarray]], step: float) -> tuple[np.ndarray, np.ndarray]:
    """Central difference of a pair of vectors."""
    ahead, behind = f(step), f(-step)
    return (ahead[0] - behind[0]) / (2.0 * step), (ahead[1] - behind[1]) / (2.0 * step)


def _steps(point: Chart) -> np.ndarray:
    """Difference steps that move the fastest body by DISPLACEMENT or VELOCITY."""
    largest = np.maximum(np.max(np.abs(point.N), axis=0), 1e-300) if point.dof else np.zeros(0)
    return np.concatenate([DISPLACEMENT / largest, VELOCITY / largest, np.full(point.states.size, DISPLACEMENT)])
