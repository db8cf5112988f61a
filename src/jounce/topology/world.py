"""Between the states of a formulation on a tree and world states: poses and twists of all bodies, auxiliary states.

Recorded runs are kept in world states, so that everything that observes a run serves every formulation.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from jounce.mechanism import Mechanism
from jounce.packing.pack import Packed
from jounce.topology.layout import Coordinate, StateLayout
from jounce.topology.poses import POSE, TWIST, from_bodies, to_bodies
from jounce.topology.rows import coordinates_by_measure


class System(Protocol):
    """A mechanism in a formulation on a tree."""

    @property
    def mechanism(self) -> Mechanism: ...
    @property
    def packed(self) -> Packed: ...
    @property
    def state(self) -> StateLayout: ...


def to_world(system: System, y: np.ndarray) -> np.ndarray:
    """World states (n, size of the world-frame formulation) of states y (n, size)."""
    y = np.atleast_2d(y)
    layout = system.packed.layout
    auxiliary = np.zeros((len(y), layout.auxiliary))
    for i, k in enumerate(system.state.auxiliary):
        auxiliary[:, k] = y[:, system.state.auxiliary_start + i]
    for k, coordinate in _counted(system).items():
        auxiliary[:, k] = y[:, coordinate.position]
    return np.hstack([to_bodies(system.state, layout.bodies, y), auxiliary])


def from_world(system: System, world: np.ndarray) -> np.ndarray:
    """States y (n, size) of world states; angles count the turns that their auxiliary states have counted."""
    world = np.atleast_2d(world)
    layout = system.packed.layout
    first = (POSE + TWIST) * len(layout.bodies)
    y = from_bodies(system.state, layout.bodies, world[:, :first])
    for i, k in enumerate(system.state.auxiliary):
        y[:, system.state.auxiliary_start + i] = world[:, first + k]
    for k, coordinate in _counted(system).items():
        turns = np.round((world[:, first + k] - y[:, coordinate.position]) / (2.0 * np.pi))
        y[:, coordinate.position] += 2.0 * np.pi * turns
    return y


def design_world(system: System) -> np.ndarray:
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


def _counted(system: System) -> dict[int, Coordinate]:
    """Packed auxiliary state → the tree coordinate whose turns it counts."""
    measures = system.packed.arrays["measures"]
    found = coordinates_by_measure(system.packed, system.state)
    return {int(measures[m]["winding"]): c for m, c in found.items() if measures[m]["winding"] >= 0}
