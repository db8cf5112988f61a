"""A recorded run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from jounce.engine.assembly.bodies import Frame
from jounce.engine.assembly.pack import Layout
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.formulations.world_frame.observe import Observation, Reaction, effort, observe, reaction
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.samples import turn
from jounce.engine.simulate.events import EventHit
from jounce.engine.simulate.observer import observer_of
from jounce.model.mechanism import Mechanism


@dataclass(frozen=True)
class Counts:
    """Work done during a run."""

    steps: int
    evaluations: int
    rejected: int
    seconds: float
    """Wall-clock time inside the integrator [s]."""
    iterations: int = 0
    """Iterations of implicit steps."""
    refreshes: int = 0
    """Times the matrix of implicit steps was made anew."""


@dataclass(frozen=True, eq=False)
class StepLog:
    """Every accepted step of a run, (steps,) each. The last may reach beyond an event that ended the run."""

    time: np.ndarray
    """End of the step [s]."""
    size: np.ndarray
    """Length of the step [s]."""
    order: np.ndarray
    """Order of the step's predictor; the result is of one order more."""
    violation: np.ndarray
    """Largest |Φ| [m, rad] that the projection at its end found, before it corrected anything."""


class BodyMotions(ABC):
    """How bodies moved in a recorded run, or in several whose samples lie behind one another."""

    @property
    @abstractmethod
    def systems(self) -> Sequence[System]:
        """What was run, one for each run."""

    @property
    @abstractmethod
    def lengths(self) -> Sequence[int]:
        """Number of samples of each run; together n."""

    @abstractmethod
    def position(self, body: str) -> np.ndarray:
        """Centre of mass of a body, (n, 3) [m], world."""

    @abstractmethod
    def quaternion(self, body: str) -> np.ndarray:
        """Orientation of a body, (n, 4), scalar first, body → world."""

    @abstractmethod
    def velocity(self, body: str) -> np.ndarray:
        """Velocity of the centre of mass, (n, 3) [m/s], world."""

    @abstractmethod
    def own_spin(self, body: str) -> np.ndarray:
        """Angular velocity in the body's own axes, (n, 3) [rad/s]."""

    def rotation(self, body: str) -> np.ndarray:
        """Orientation of a body as matrices, (n, 3, 3), body → world."""
        return rotation_matrices(self.quaternion(body))

    def angular_velocity(self, body: str) -> np.ndarray:
        """Angular velocity, (n, 3) [rad/s], world."""
        return turn(self.rotation(body), self.own_spin(body))

    def point(self, body: str, at: tuple[float, float, float]) -> np.ndarray:
        """A point of a body, given in world coordinates at the design position, (n, 3) [m], world."""
        return self.points(body, [at] * len(self.systems))

    def points(self, body: str, places: Sequence[tuple[float, float, float]]) -> np.ndarray:
        """`point` with a place for each run."""
        frames = (system.frames[body] for system in self.systems)
        own = self.each([frame.point(at) for frame, at in zip(frames, places, strict=True)])
        return self.position(body) + turn(self.rotation(body), own)

    def each(self, numbers: Sequence[ArrayLike]) -> np.ndarray:
        """What differs from run to run, as it is to be combined with arrays over the samples."""
        if len(numbers) == 1:
            return np.asarray(numbers[0])
        return np.repeat(np.array(numbers).T, self.lengths, axis=-1).T

    @property
    def starts(self) -> tuple[int, ...]:
        """Number of the first sample of each run."""
        return (0, *accumulate(self.lengths[:-1]))


@dataclass(frozen=True)
class Trajectory(BodyMotions):
    """States of a system at increasing times; everything else is derived from them when asked for."""

    simulated: System
    """What was run, in its own formulation."""
    samples: np.ndarray
    """(n, 1 + size): time [s], then the world state of all bodies (see `system`)."""
    counts: Counts
    interrupted: bool = False
    """Whether the run was stopped by the user before its end."""
    steps: StepLog | None = None
    """The steps, by integrators that log them (`AdamsBashforthMoulton`); None by others."""
    events: tuple[EventHit, ...] = ()
    """Events that happened, in order of time. One that ends a run has the time of the last sample."""

    @cached_property
    def system(self) -> cartesian_system.System:
        """The mechanism in the world frame, which observes the run."""
        return observer_of(self.simulated)

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""
        return self.simulated.layout

    @property
    def systems(self) -> tuple[System]:
        """What was run, in its own formulation."""
        return (self.simulated,)

    @property
    def lengths(self) -> tuple[int]:
        """Number of samples."""
        return (len(self.samples),)

    @property
    def frames(self) -> dict[str, Frame]:
        """Design frames of the bodies."""
        return self.simulated.frames

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that was run, as described."""
        return self.simulated.mechanism

    @property
    def time(self) -> np.ndarray:
        """Times of the samples, (n,) [s]."""
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

    def velocity(self, body: str) -> np.ndarray:
        """Velocity of the centre of mass, (n, 3) [m/s], world."""
        return self._twist(body)[:, :3]

    def own_spin(self, body: str) -> np.ndarray:
        """Angular velocity in the body's own axes, (n, 3) [rad/s]."""
        return self._twist(body)[:, 3:]

    def tire(self, name: str) -> np.ndarray:
        """Contact of a tire with the ground, (n,) records."""
        return self.observation.tire[:, self.layout.tires.index(name)]

    def acceleration(self, body: str) -> np.ndarray:
        """Acceleration of the centre of mass, (n, 3) [m/s²], world."""
        return self.observation.acceleration[:, self.layout.body(body), :3]

    def angular_acceleration(self, body: str) -> np.ndarray:
        """Angular acceleration, (n, 3) [rad/s²], world."""
        return self.observation.acceleration[:, self.layout.body(body), 3:]

    def reaction(self, joint: str, about: Literal["a", "b"] = "b") -> Reaction:
        """What body a does to body b through a joint; torques about the joint's point on body b, or on body a."""
        return reaction(self.system, self.samples, self.observation, joint, about)

    def effort(self, driver: str) -> np.ndarray:
        """Force or torque of a driver or coupler along its coordinate, (n,) [N, N·m]."""
        return effort(self.system, self.observation, driver)

    def spring_force(self, element: str) -> np.ndarray:
        """Force or torque of a spring, servo, bar or brake along its coordinate, (n,) [N, N·m]."""
        return self.observation.scalar_forces[:, self.layout.scalar_forces.index(element), 1]

    def spring_length(self, element: str) -> np.ndarray:
        """Coordinate of a spring, servo, bar or brake, (n,) [m, rad]."""
        return self.observation.scalar_forces[:, self.layout.scalar_forces.index(element), 0]

    def element_rate(self, element: str) -> np.ndarray:
        """Rate of the coordinate of a force element, (n,) [m/s, rad/s]."""
        return self.observation.scalar_forces[:, self.layout.scalar_forces.index(element), 2]

    def element_state(self, element: str) -> np.ndarray:
        """State of a force element that has one, (n,)."""
        law = self.system.model.elements.scalar_forces[self.layout.scalar_forces.index(element)]
        return self.samples[:, 1 + (POSE + TWIST) * len(self.layout.bodies) + int(law["state"])]

    def _pose(self, body: str) -> np.ndarray:
        first = 1 + POSE * self.layout.body(body)
        return self.samples[:, first : first + POSE]

    def _twist(self, body: str) -> np.ndarray:
        first = 1 + POSE * len(self.layout.bodies) + TWIST * self.layout.body(body)
        return self.samples[:, first : first + TWIST]
