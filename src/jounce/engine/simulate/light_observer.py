"""A quick look at the run of a car: its chassis and its tires, by the kernels that made it.

The world-frame formulation sees everything (`Trajectory.observation`), at ten times the cost and with a model of its
own. For studies of thousands of runs, one evaluation of ẏ at every sample gives what metrics ask for, and only the
bodies that they ask for are followed along the tree.

How the base body of a run moved, straight from its states: the part of a Trajectory that costs nothing.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np

from jounce.engine.assembly.bodies import Frame, cross
from jounce.engine.assembly.pack import Layout
from jounce.engine.assembly.poses import POSE, accelerations
from jounce.engine.compiler import entry
from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.world_frame.observe import Observation
from jounce.engine.laws.tires.records import CONTACT
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.simulate.trajectory import BodyMotions, Counts
from jounce.errors import SimulationError
from jounce.model.mechanism import Mechanism


class BaseMotion:
    """Position, rotation and velocities of the base body, asked for as of a Trajectory."""

    def __init__(self, system: System, base: str, samples: np.ndarray) -> None:
        """base: name of the body, whose pose and twist must be states; samples: (n, 1 + size), time first."""
        places = system.body_states(base)
        assert places is not None, f"the motion of {base} is not among the states"
        p, u = 1 + places.pose, 1 + places.twist
        q = samples[:, p + 3 : p + 7]
        self.base, self.time = base, samples[:, 0]
        self._position = samples[:, p : p + 3]
        self._rotation = rotation_matrices(q / np.linalg.norm(q, axis=1, keepdims=True))
        velocity = samples[:, u : u + 3]
        self._velocity = np.einsum("nij,nj->ni", self._rotation, velocity) if places.in_body_axes else velocity
        self._spin = np.einsum("nij,nj->ni", self._rotation, samples[:, u + 3 : u + 6])

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


@entry
def watch_samples(derivative, model, work, samples, slopes, contacts):  # type: ignore[no-untyped-def]
    """ẏ and the contacts of the tires, in the order of the kernels, at every row of samples (time, y); returns the
    first bad status and its row."""
    for n in range(samples.shape[0]):
        outcome = derivative(model, work, samples[n, 0], samples[n, 1:], slopes[n])
        if outcome != 0:
            return outcome, n
        for i in range(contacts.shape[1]):
            contacts[n, i] = work.contacts[i]
    return 0, samples.shape[0]


class LightTrajectory(BodyMotions):
    """A run in states of its own system: bodies are followed, and ẏ is evaluated, when somebody asks.

    Knows the motion of all bodies, their accelerations, and the tires; no springs and no joints.
    """

    def __init__(self, system: System, samples: np.ndarray, counts: Counts, *, interrupted: bool = False) -> None:
        """samples: (n, 1 + size), time first."""
        assert system.capabilities.observes_chassis_and_tires
        self.simulated, self.samples = system, np.ascontiguousarray(samples)
        self.counts, self.interrupted = counts, interrupted
        self._motions: dict[str, np.ndarray] = {}
        self._rotations: dict[str, np.ndarray] = {}

    @property
    def time(self) -> np.ndarray:
        """Times of the samples, (n,) [s]."""
        return self.samples[:, 0]

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""
        return self.simulated.layout

    @property
    def frames(self) -> dict[str, Frame]:
        """Design frames of the bodies."""
        return self.simulated.frames

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that was run, as described."""
        return self.simulated.mechanism

    def rotation(self, body: str) -> np.ndarray:
        """Orientation of a body as matrices, (n, 3, 3), body → world."""
        if body not in self._rotations:
            self._rotations[body] = super().rotation(body)
        return self._rotations[body]

    def acceleration(self, body: str) -> np.ndarray:
        """Acceleration of a body's centre of mass, (n, 3) [m/s²], world."""
        if self.simulated.body_states(body) is None:
            tree = cast(Any, self.simulated).state
            return accelerations(tree, (body,), self.samples[:, 1:], self._watched[0])[:, 0, :3]
        return self.observation.acceleration[:, self.layout.body(body), :3]

    @cached_property
    def observation(self) -> Observation:
        """Accelerations of the base and forces of the tires; raises SimulationError for a state without ẏ."""
        slopes, contacts = self._watched
        n = len(slopes)
        return Observation(
            acceleration=_base_acceleration(self.simulated, self.samples[:, 1:], slopes),
            multipliers=np.zeros((n, 0)),
            scalar_forces=np.zeros((n, 0, 3)),
            tire=contacts,
            violation=np.zeros((n, 0)),
        )

    @cached_property
    def _watched(self) -> tuple[np.ndarray, np.ndarray]:
        """ẏ and the contacts of the tires at every sample."""
        system, rows = self.simulated, self.samples
        n, count = len(rows), len(system.layout.tires)
        slopes, found = np.zeros((n, system.size)), np.zeros((n, count), CONTACT)
        outcome, bad = watch_samples(system.derivative, system.model, system.work, rows, slopes, found)
        if outcome != status.OK:
            t = float(rows[bad, 0])
            raise SimulationError(f"t = {t:g} s: {status.MEANING[outcome]} at a recorded state.", time=t)
        return slopes, found[:, list(system.contact_order)]

    def _pose(self, body: str) -> np.ndarray:
        return self._motion(body)[:, :POSE]

    def _twist(self, body: str) -> np.ndarray:
        return self._motion(body)[:, POSE:]

    def _motion(self, body: str) -> np.ndarray:
        if body not in self._motions:
            tree = cast(Any, self.simulated)  # formulations that are observed like this are on a tree
            self._motions[body] = tree.bodies_to_world((body,), self.samples[:, 1:])
        return self._motions[body]


def _base_acceleration(system: System, y: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """(n, bodies, 6): acceleration and angular acceleration in world axes of the body whose motion is among the states,
    not-a-number of all others."""
    found = np.full((len(y), len(system.layout.bodies), 6), np.nan)
    for body in system.layout.bodies:
        places = system.body_states(body)
        if places is None:
            continue
        p, u = places.pose, places.twist
        q = y[:, p + 3 : p + 7]
        R = rotation_matrices(q / np.linalg.norm(q, axis=1, keepdims=True))
        v, w = y[:, u : u + 3], y[:, u + 3 : u + 6]
        angular = np.einsum("nij,nj->ni", R, slopes[:, u + 3 : u + 6])
        linear = slopes[:, u : u + 3]
        if places.in_body_axes:
            linear = np.einsum("nij,nj->ni", R, linear + cross(w, v))
        found[:, system.layout.body(body)] = np.hstack([linear, angular])
    return found
