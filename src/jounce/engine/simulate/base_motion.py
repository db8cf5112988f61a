"""How the base body of a run moved, straight from its states: the part of a Trajectory that costs nothing."""

from __future__ import annotations

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.samples import turn, unit


class BaseMotion:
    """Position, rotation and velocities of the base body of one run, asked for as of a Trajectory."""

    def __init__(self, system: System, base: str, samples: np.ndarray) -> None:
        """base: name of the body, whose pose and twist must be states; samples: (n, 1 + size), time first."""
        places = system.body_states(base)
        assert places is not None, f"the motion of {base} is not among the states"
        p, u = 1 + places.pose, 1 + places.twist
        self.base, self.time = base, samples[:, 0]
        self.starts = (0,)
        self._position = samples[:, p : p + 3]
        self._rotation = rotation_matrices(unit(samples[:, p + 3 : p + 7]))
        velocity = samples[:, u : u + 3]
        self._velocity = turn(self._rotation, velocity) if places.in_body_axes else velocity
        self._spin = turn(self._rotation, samples[:, u + 3 : u + 6])

    def position(self, body: str) -> np.ndarray:
        """Centre of mass, (n, 3) [m], world."""
        return self._of(body, self._position)

    def rotation(self, body: str) -> np.ndarray:
        """Rotation of a body, (n, 3, 3), body → world."""
        return self._of(body, self._rotation)

    def velocity(self, body: str) -> np.ndarray:
        """Velocity of a body's centre of mass, (n, 3) [m/s], world."""
        return self._of(body, self._velocity)

    def angular_velocity(self, body: str) -> np.ndarray:
        """Angular velocity of a body, (n, 3) [rad/s], world."""
        return self._of(body, self._spin)

    def _of(self, body: str, values: np.ndarray) -> np.ndarray:
        assert body == self.base, "only the base is known"
        return values
