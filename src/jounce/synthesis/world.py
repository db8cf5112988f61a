"""Between the states of this formulation and those of the world-frame one (bodies' poses and twists, auxiliary states).

Recorded runs are kept in world states, so that everything that observes a run serves every formulation.
"""

from __future__ import annotations

import numpy as np

from jounce.synthesis.layout import Coordinate
from jounce.synthesis.poses import POSE, TWIST, from_bodies, to_bodies
from jounce.synthesis.rows import coordinates_by_measure
from jounce.synthesis.system import System


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


def _counted(system: System) -> dict[int, Coordinate]:
    """Packed auxiliary state → the tree coordinate whose turns it counts."""
    measures = system.packed.arrays["measures"]
    found = coordinates_by_measure(system.packed, system.state)
    return {int(measures[m]["winding"]): c for m, c in found.items() if measures[m]["winding"] >= 0}
