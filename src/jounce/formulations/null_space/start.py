"""The state in which a run begins: the design position with the velocities of the bodies, all loops closed."""

from __future__ import annotations

import numpy as np

from jounce.errors import AssemblyError
from jounce.findings import Finding
from jounce.formulations import status
from jounce.formulations.null_space.entries import begin
from jounce.formulations.null_space.system import System
from jounce.topology.world import design_world, from_world


def start_state(system: System, t: float = 0.0) -> np.ndarray:
    """The design position, with the velocities given on the bodies."""
    return state_of(system, design_world(system), t)


def state_of(system: System, world: np.ndarray, t: float = 0.0) -> np.ndarray:
    """A world state in the coordinates of this formulation, closed."""
    y = np.zeros(system.size)
    y[: system.state.size] = from_world(system, world)[0]
    return closed(system, y, t)


def closed(system: System, y: np.ndarray, t: float = 0.0) -> np.ndarray:
    """y with all loops closed, and with the ż of its velocities; raises AssemblyError."""
    y = y.copy()
    outcome = begin(system.model, system.work, t, y)
    if outcome != status.OK:
        joint = system.layout.joint_name(int(system.work.culprit[0]))
        size = f"{float(system.work.culprit[1]):.3g}"
        raise AssemblyError([Finding(joint, status.MEANING[outcome], size, hint=status.WAY_OUT[outcome])], "the start")
    return y
