"""Who looks at a recorded run: the world-frame formulation, whichever formulation made it.

Runs are recorded in world states, so that accelerations, joint reactions and forces are found in one way for all.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from jounce import synthesis
from jounce.formulations.cartesian import system as cartesian_system
from jounce.topology.world import to_world

System: TypeAlias = "cartesian_system.System | synthesis.System"
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
