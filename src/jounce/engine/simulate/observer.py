"""The observer of a recorded run: the world-frame formulation, whichever formulation made the run.

Runs are recorded in world states, so that accelerations, joint reactions and forces are found in one way for all.
"""

from __future__ import annotations

import numpy as np

from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.world_frame import system as world_frame


def to_world_frame(system: System) -> world_frame.System:
    """The same mechanism in the world frame: the one that the system rests on, or one that is built here."""
    if system.world_frame is not None:
        return system.world_frame
    return world_frame.build(system.mechanism, inputs=system.inputs, ground=system.model.ground)


def to_world_samples(system: System, samples: np.ndarray) -> np.ndarray:
    """Recorded states (n, 1 + size), time first, as world states (n, 1 + world size), time first."""
    return np.column_stack([samples[:, :1], system.to_world(samples[:, 1:])])
