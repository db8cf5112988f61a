"""The state in which a run begins: the design position with the velocities of the bodies, all loops closed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jounce.errors import AssemblyError
from jounce.findings import Finding
from jounce.formulations import status
from jounce.formulations.generated import Model, Work
from jounce.kernel import entry
from jounce.synthesis.system import System
from jounce.topology.world import design_world, from_world


@entry
def close_loops(project: Callable, model: Model, work: Work, t: float, y: np.ndarray) -> int:
    """Close all loops of y at time t, in place; returns a status."""
    return project(model, work, t, y)


@entry
def evaluate(derivative: Callable, model: Model, work: Work, t: float, y: np.ndarray, dy: np.ndarray) -> int:
    """Write ẏ at (t, y) into dy; returns a status."""
    return derivative(model, work, t, y, dy)


def start_state(system: System, t: float = 0.0) -> np.ndarray:
    """The design position as the tree measures it, with the velocities given on the bodies."""
    return closed(system, from_world(system, design_world(system))[0], t)


def closed(system: System, y: np.ndarray, t: float = 0.0) -> np.ndarray:
    """y with all loops closed; raises AssemblyError."""
    y = y.copy()
    outcome = close_loops(system.project, system.model, system.work, t, y)
    if outcome != status.OK:
        joint = system.layout.joint_name(int(system.work.culprit[0]))
        size = f"{float(system.work.culprit[1]):.3g}"
        raise AssemblyError([Finding(joint, status.MEANING[outcome], size, hint=status.WAY_OUT[outcome])], "the start")
    return y
