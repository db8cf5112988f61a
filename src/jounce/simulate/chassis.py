"""How the base of a run on a tree moved, straight from its states: the part of a Trajectory that costs nothing."""

from __future__ import annotations

import numpy as np

from jounce.algebra.sampled import rotation_matrices
from jounce.simulate.observer import OnTree


class BaseMotion:
    """Position, rotation and velocities of the base body, asked for as of a Trajectory."""

    def __init__(self, system: OnTree, samples: np.ndarray) -> None:
        """samples: (n, 1 + size), time first."""
        u = 1 + system.state.velocity_start
        q = samples[:, 4:8]
        self.base, self.time = system.state.tree.base, samples[:, 0]
        self._position = samples[:, 1:4]
        self._rotation = rotation_matrices(q / np.linalg.norm(q, axis=1, keepdims=True))
        self._velocity = np.einsum("nij,nj->ni", self._rotation, samples[:, u : u + 3])
        self._spin = np.einsum("nij,nj->ni", self._rotation, samples[:, u + 3 : u + 6])

    def position(self, body: str) -> np.ndarray:
        """Centre of mass, (n, 3) [m], world."""
        return self._of(body, self._position)

    def rotation(self, body: str) -> np.ndarray:
        """(n, 3, 3), body → world."""
        return self._of(body, self._rotation)

    def velocity(self, body: str) -> np.ndarray:
        """Of the centre of mass, (n, 3) [m/s], world."""
        return self._of(body, self._velocity)

    def angular_velocity(self, body: str) -> np.ndarray:
        """(n, 3) [rad/s], world."""
        return self._of(body, self._spin)

    def _of(self, body: str, values: np.ndarray) -> np.ndarray:
        assert body == self.base, "only the base is known"
        return values
