"""Who looks at a recorded run: the world-frame formulation, whichever formulation made it.

Runs are recorded in world states, so that accelerations, joint reactions and forces are found in one way for all.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from jounce import synthesis
from jounce.formulations.cartesian import system as cartesian_system
from jounce.formulations.null_space import start as null_space_start
from jounce.formulations.null_space import system as null_space_system
from jounce.synthesis import start as synthesis_start
from jounce.topology.world import from_world, to_world

OnTree: TypeAlias = "synthesis.System | null_space_system.System"
"""A mechanism whose states are joint coordinates of a tree, or poses against its base."""
System: TypeAlias = "cartesian_system.System | OnTree"
"""A mechanism in any formulation that can be simulated."""


def observer_of(system: System) -> cartesian_system.System:
    """The same mechanism in the world frame."""
    if isinstance(system, cartesian_system.System):
        return system
    return cartesian_system.build(system.mechanism, inputs=system.inputs, ground=system.model.ground)


def world_samples(system: System, samples: np.ndarray) -> np.ndarray:
    """Recorded states (time first) as world states (time first)."""
    if isinstance(system, cartesian_system.System):
        return samples
    return np.column_stack([samples[:, :1], to_world(system, samples[:, 1:])])


def state_of(system: OnTree, world: np.ndarray, t: float = 0.0) -> np.ndarray:
    """A world state as one of the system, with all loops closed; raises AssemblyError."""
    if isinstance(system, null_space_system.System):
        return null_space_start.state_of(system, world, t)
    return synthesis_start.closed(system, from_world(system, world)[0], t)


def start_state(system: OnTree, t: float = 0.0) -> np.ndarray:
    """The design position with the velocities of the bodies, all loops closed; raises AssemblyError."""
    if isinstance(system, null_space_system.System):
        return null_space_start.start_state(system, t)
    return synthesis_start.start_state(system, t)
