"""Between the states of a formulation on a tree and world states: poses and twists of all bodies, auxiliary states.

Recorded runs are kept in world states, so that everything that observes a run serves every formulation.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from jounce.engine.assembly.constraint_rows import coordinates_by_measure
from jounce.engine.assembly.pack import Packed
from jounce.engine.assembly.poses import POSE, TWIST, from_bodies, to_bodies
from jounce.engine.assembly.spanning_tree import BALL
from jounce.engine.assembly.state_layout import Coordinate, StateLayout
from jounce.model.mechanism import Mechanism


class BodyStates(NamedTuple):
    """Where the motion of one body stands in y."""

    pose: int
    """First of seven: centre of mass (world) [m], quaternion body → world."""
    twist: int
    """First of six: velocity [m/s], angular velocity (body axes) [rad/s]."""
    in_body_axes: bool
    """Whether the velocity is resolved in the body's axes, not in the world's."""


class TreeSystem(Protocol):
    """A mechanism in a formulation on a tree."""

    @property
    def mechanism(self) -> Mechanism: ...
    @property
    def packed(self) -> Packed: ...
    @property
    def state(self) -> StateLayout: ...


class TreeStates:
    """Where named quantities stand in the states y of a system on a tree; formulations on a tree inherit it."""

    state: StateLayout

    def to_world(self: TreeSystem, states: np.ndarray) -> np.ndarray:
        """World states (n, world size) of states (n, size) or of one."""
        return to_world(self, states)

    def bodies_to_world(self, bodies: tuple[str, ...], states: np.ndarray) -> np.ndarray:
        """Poses, then twists of some bodies (n, 13 bodies) in states (n, size), as they stand in world states."""
        return to_bodies(self.state, bodies, states)

    def body_states(self, body: str) -> BodyStates | None:
        """Where pose and twist of the base stand in y, if it moves; None of other bodies."""
        if not self.state.free or body != self.state.tree.base:
            return None
        return BodyStates(0, self.state.velocity_start, True)

    def joint_coordinates(self, joint: str) -> dict[str, int]:
        """Turns and travels of a joint of the tree (`angle`, `travel` …) → index in y; empty for cut joints."""
        branch = next((b for b in self.state.tree.branches if b.joint == joint), None)
        if branch is None or self.state.cartesian:
            return {}
        own = {motion.label: self.state.by_motion[branch.body, i] for i, motion in enumerate(branch.motions)}
        return {label: c.position for label, c in own.items() if c.kind != BALL}

    def auxiliary_index(self, number: int) -> int:
        """Index in y of an auxiliary state, given by its number in the packed mechanism."""
        return self.state.auxiliary_start + self.state.auxiliary.index(number)


def to_world(system: TreeSystem, y: np.ndarray) -> np.ndarray:
    """World states (n, size of the world-frame formulation) of states y (n, size)."""
    y = np.atleast_2d(y)
    layout = system.packed.layout
    auxiliary = np.zeros((len(y), layout.auxiliary))
    for i, k in enumerate(system.state.auxiliary):
        auxiliary[:, k] = y[:, system.state.auxiliary_start + i]
    for k, coordinate in counted_turns(system.packed, system.state).items():
        auxiliary[:, k] = y[:, coordinate.position]
    return np.hstack([to_bodies(system.state, layout.bodies, y), auxiliary])


def from_world(system: TreeSystem, world: np.ndarray) -> np.ndarray:
    """States y (n, size) of world states; angles count the turns that their auxiliary states have counted."""
    world = np.atleast_2d(world)
    layout = system.packed.layout
    first = (POSE + TWIST) * len(layout.bodies)
    y = from_bodies(system.state, layout.bodies, world[:, :first])
    for i, k in enumerate(system.state.auxiliary):
        y[:, system.state.auxiliary_start + i] = world[:, first + k]
    for k, coordinate in counted_turns(system.packed, system.state).items():
        turns = np.round((world[:, first + k] - y[:, coordinate.position]) / (2.0 * np.pi))
        y[:, coordinate.position] += 2.0 * np.pi * turns
    return y


def design_world(system: TreeSystem) -> np.ndarray:
    """The world state of the design position, with the velocities given on the bodies."""
    names, frames = system.packed.layout.bodies, system.packed.frames
    nb = len(names)
    world = np.zeros((POSE + TWIST) * nb + system.packed.layout.auxiliary)
    for i, body in enumerate(system.mechanism.bodies):
        frame = frames[body.name]
        world[POSE * i : POSE * (i + 1)] = [*frame.centre, *body.orientation]
        u = POSE * nb + TWIST * i
        world[u : u + TWIST] = [*body.velocity, *(frame.axes.T @ np.array(body.angular_velocity))]
    return world


def counted_turns(packed: Packed, state: StateLayout) -> dict[int, Coordinate]:
    """Packed auxiliary state → the tree coordinate whose turns it counts."""
    measures = packed.arrays["measures"]
    found = coordinates_by_measure(packed, state)
    return {int(measures[m]["winding"]): c for m, c in found.items() if measures[m]["winding"] >= 0}
