"""A recorded run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from jounce.algebra.sampled import rotation_matrices
from jounce.formulations.cartesian.observe import Observation, Reaction, effort, observe, reaction
from jounce.formulations.cartesian.system import System


@dataclass(frozen=True)
class Counts:
    """Work done during a run."""

    steps: int
    evaluations: int
    rejected: int
    seconds: float
    """Wall-clock time inside the integrator [s]."""
    iterations: int = 0
    """Of implicit steps."""
    refreshes: int = 0
    """Times the matrix of implicit steps was made anew."""


@dataclass(frozen=True)
class Trajectory:
    """States of a system at increasing times; everything else is derived from them when asked for."""

    system: System
    samples: np.ndarray
    """(n, 1 + size): time [s], then the state y."""
    counts: Counts
    interrupted: bool = False
    """Whether the run was stopped by the user before its end."""

    @property
    def time(self) -> np.ndarray:
        """(n,) [s]"""
        return self.samples[:, 0]

    @cached_property
    def observation(self) -> Observation:
        """Accelerations, multipliers, element and tire forces."""
        return observe(self.system, self.samples)

    def position(self, body: str) -> np.ndarray:
        """Centre of mass of a body, (n, 3) [m], world."""
        return self._pose(body)[:, :3]

    def quaternion(self, body: str) -> np.ndarray:
        """Orientation of a body, (n, 4), scalar first, body → world."""
        return self._pose(body)[:, 3:]

    def rotation(self, body: str) -> np.ndarray:
        """Orientation of a body as matrices, (n, 3, 3), body → world."""
        return rotation_matrices(self.quaternion(body))

    def point(self, body: str, at: tuple[float, float, float]) -> np.ndarray:
        """A point of a body, given in world coordinates at the design position, (n, 3) [m], world."""
        local = self.system.frames[body].point(at)
        return self.position(body) + self.rotation(body) @ local

    def velocity(self, body: str) -> np.ndarray:
        """Velocity of the centre of mass, (n, 3) [m/s], world."""
        return self._twist(body)[:, :3]

    def angular_velocity(self, body: str) -> np.ndarray:
        """Angular velocity, (n, 3) [rad/s], world."""
        return np.einsum("nij,nj->ni", self.rotation(body), self._twist(body)[:, 3:])

    def acceleration(self, body: str) -> np.ndarray:
        """Acceleration of the centre of mass, (n, 3) [m/s²], world."""
        return self.observation.acceleration[:, self.system.layout.body(body), :3]

    def angular_acceleration(self, body: str) -> np.ndarray:
        """Angular acceleration, (n, 3) [rad/s²], world."""
        return self.observation.acceleration[:, self.system.layout.body(body), 3:]

    def reaction(self, joint: str) -> Reaction:
        """What body a does to body b through a joint, at the joint's point on body b."""
        return reaction(self.system, self.samples, self.observation, joint)

    def effort(self, driver: str) -> np.ndarray:
        """Force or torque of a driver or coupler along its coordinate, (n,) [N, N·m]."""
        return effort(self.system, self.observation, driver)

    def spring_force(self, element: str) -> np.ndarray:
        """Force or torque of a spring, servo, bar or brake along its coordinate, (n,) [N, N·m]."""
        return self.observation.springs[:, self.system.layout.springs.index(element), 1]

    def spring_length(self, element: str) -> np.ndarray:
        """Coordinate of a spring, servo, bar or brake, (n,) [m, rad]."""
        return self.observation.springs[:, self.system.layout.springs.index(element), 0]

    def _pose(self, body: str) -> np.ndarray:
        return self.samples[:, 1:][:, self.system.pose(body)]

    def _twist(self, body: str) -> np.ndarray:
        return self.samples[:, 1:][:, self.system.twist(body)]
