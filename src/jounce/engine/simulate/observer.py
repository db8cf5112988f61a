"""The observer of a recorded run: the world-frame formulation, whichever formulation made the run.

Runs are recorded in world states, so that accelerations, joint reactions and forces are found in one way for all.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.engine.formulations.cartesian.model import allocate
from jounce.engine.formulations.formulation import System
from jounce.engine.formulations.world_frame import system as world_frame


def to_world_frame(system: System) -> world_frame.System:
    """The same mechanism in the world frame: the one that the system rests on, or one that is built here."""
    if system.world_frame is not None:
        return system.world_frame
    return world_frame.build(system.mechanism, inputs=system.inputs, ground=system.model.ground)


def observer_of(system: System) -> world_frame.System:
    """`to_world_frame`, packed and ordered once for a system: its start and all runs of it are seen with one model.

    The scratch is new with every call, so that threads may observe at the same time. Nobody may change the model.
    """
    if system.world_frame is not None:
        return system.world_frame
    known: world_frame.System = vars(system).get("_observer") or to_world_frame(system)
    vars(system)["_observer"] = known
    return replace(known, work=allocate(known.model, known.size))


def to_world_samples(system: System, samples: np.ndarray) -> np.ndarray:
    """Recorded states (n, 1 + size), time first, as world states (n, 1 + world size), time first."""
    return np.column_stack([samples[:, :1], system.to_world(samples[:, 1:])])
