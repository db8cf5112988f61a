"""A quick look at runs of cars: their chassis and their tires, by the kernels that made them.

The world-frame formulation sees everything (`Trajectory.observation`), at ten times the cost and with a model of its
own. For studies of thousands of runs, one evaluation of ẏ at every sample gives what metrics ask for, and only the
bodies that they ask for are followed along the tree. What is the same for all cars is computed for all samples of all
runs at once; sums are taken sample by sample, so that a run has the same bits whoever stands beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

import numpy as np

from jounce.engine.assembly.pack import Layout
from jounce.engine.assembly.poses import (
    POSE,
    TWIST,
    Base,
    Carried,
    accelerations,
    base_motion,
    carry,
    free_base,
    own_spin,
    world_position,
    world_quaternion,
    world_velocity,
)
from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.samples import cross, turn
from jounce.engine.simulate.trajectory import BodyMotions
from jounce.engine.simulate.watch import FIELDS, Watched, watch
from jounce.errors import SimulationError


def are_seen_together(one: System, other: System) -> bool:
    """Whether runs of two systems on the same kernels may stand in one LightTrajectory."""

    def about(system: System) -> tuple:
        bodies = [system.body_states(body) for body in system.layout.bodies]
        return system.size, system.layout.bodies, system.layout.tires, system.contact_order, bodies

    return one is other or about(one) == about(other)


class LightTrajectory(BodyMotions):
    """Runs of cars on the same kernels in states of their own systems, with their samples behind one another: bodies
    are followed, and ẏ is evaluated, when somebody asks.

    Knows the motion of all bodies, their accelerations, and the tires; no springs and no joints.
    """

    def __init__(self, systems: Sequence[System], samples: Sequence[np.ndarray]) -> None:
        """samples: of each run (n, 1 + size), time first."""
        assert all(system.capabilities.observes_chassis_and_tires for system in systems)
        self._systems = tuple(systems)
        self.samples = tuple(map(np.ascontiguousarray, samples))
        self._kept: dict[tuple[str, str], Any] = {}

    @property
    def systems(self) -> tuple[System, ...]:
        """What was run, one for each run."""
        return self._systems

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Number of samples of each run; together n."""
        return tuple(map(len, self.samples))

    @property
    def layout(self) -> Layout:
        """Names of bodies, joints and elements."""
        return self.systems[0].layout

    @cached_property
    def time(self) -> np.ndarray:
        """Times of the samples, (n,) [s]."""
        return self._columns(0, 1)[:, 0]

    def position(self, body: str) -> np.ndarray:
        """Centre of mass of a body, (n, 3) [m], world."""
        return self._keep("position", body, lambda: world_position(self._base, self._carried(body)))

    def quaternion(self, body: str) -> np.ndarray:
        """Orientation of a body, (n, 4), scalar first, body → world."""
        return world_quaternion(self._base, self._carried(body))

    def rotation(self, body: str) -> np.ndarray:
        """Orientation of a body as matrices, (n, 3, 3), body → world."""
        return self._keep("rotation", body, lambda: rotation_matrices(self.quaternion(body)))

    def velocity(self, body: str) -> np.ndarray:
        """Velocity of the centre of mass, (n, 3) [m/s], world."""
        return self._keep("velocity", body, lambda: world_velocity(self._base, self._carried(body)))

    def own_spin(self, body: str) -> np.ndarray:
        """Angular velocity in the body's own axes, (n, 3) [rad/s]."""
        return own_spin(self._base, self._carried(body))

    def acceleration(self, body: str) -> np.ndarray:
        """Acceleration of a body's centre of mass, (n, 3) [m/s²], world; raises SimulationError for a state without
        ẏ."""
        slopes, places = self._watched.slopes, self.systems[0].body_states(body)
        if places is not None:
            changes, v = slopes[:, places.twist : places.twist + 3], self._base.velocity
            if places.in_body_axes:
                changes = changes + cross(self._base.spin, v)
            return turn(self._base.rotation, changes)
        parts = zip(self._trees(), np.split(slopes, self.starts[1:]), strict=True)
        return np.concatenate([accelerations(tree, (body,), y, dy)[:, 0, :3] for (tree, y), dy in parts])

    def tire(self, name: str) -> Mapping[str, np.ndarray]:
        """Contact of a tire with the ground, field → (n,), and `point` (n, 3); raises SimulationError for a state
        without ẏ."""
        numbers = self._watched.tires[self.layout.tires.index(name)]
        return {**dict(zip(FIELDS, numbers, strict=False)), "point": numbers[len(FIELDS) :].T}

    @cached_property
    def _watched(self) -> Watched:
        found = watch(self.systems, self.samples)
        for outcome, rows, bad in zip(found.outcomes, self.samples, found.rows, strict=True):
            if outcome != status.OK:
                t = float(rows[bad, 0])
                raise SimulationError(f"t = {t:g} s: {status.MEANING[int(outcome)]} at a recorded state.", time=t)
        return found

    @cached_property
    def _base(self) -> Base:
        tree = cast(Any, self.systems[0]).state  # formulations that are observed like this are on a tree
        if tree.free:
            twist = 1 + tree.velocity_start
            return free_base(self._columns(1, 1 + POSE), self._columns(twist, twist + TWIST))
        return Base(*map(np.concatenate, zip(*(base_motion(*run) for run in self._trees()), strict=True)))

    def _carried(self, body: str) -> Carried | None:
        return self._keep("carried", body, lambda: carry(self._trees(), body))

    def _trees(self) -> list[tuple[Any, np.ndarray]]:
        """Where everything stands in the states of each run, and these."""
        runs = zip(self.systems, self.samples, strict=True)
        return [(cast(Any, system).state, rows[:, 1:]) for system, rows in runs]

    def _columns(self, first: int, last: int) -> np.ndarray:
        """Some columns of the samples of all runs, (n, last − first), each in one piece of memory."""
        return np.concatenate([rows[:, first:last].T for rows in self.samples], axis=1).T

    def _keep(self, what: str, body: str, make: Callable[[], Any]) -> Any:
        if (what, body) not in self._kept:
            self._kept[what, body] = make()
        return self._kept[what, body]
