"""The state in which a run begins: the design position with the velocities of the bodies, all loops closed.

Implicit steps want such states at several speeds, for their matrices. The slip stiffness of a tire falls like 1/V, so
one matrix made at 60 km/h is far too soft near standstill. A handful, made before the run at speeds a factor of two
apart and picked by the speed of the base, is never more than twice too stiff, which costs no stability and next to no
accuracy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from jounce.engine.assembly.spanning_tree import TURN
from jounce.engine.assembly.world_states import design_world, from_world
from jounce.engine.compiler import entry, machine_code
from jounce.engine.formulations import status
from jounce.engine.formulations.synthesis.arrays import Model, Work
from jounce.engine.laws.ground import ask, original
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.errors import AssemblyError
from jounce.findings import Finding

if TYPE_CHECKING:
    from jounce.engine.formulations.synthesis.system import System


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
    return with_closed_loops(system, from_world(system, design_world(system))[0], t)


def with_closed_loops(system: System, y: np.ndarray, t: float = 0.0) -> np.ndarray:
    """y with all loops closed; raises AssemblyError."""
    y = y.copy()
    outcome = close_loops(system.project, system.model, system.work, t, y)
    if outcome != status.OK:
        joint = system.layout.joint_name(int(system.work.culprit[0]))
        size = f"{float(system.work.culprit[1]):.3g}"
        raise AssemblyError([Finding(joint, status.MEANING[outcome], size, hint=status.HINT[outcome])], "the start")
    return y


SPEEDS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""[m/s]"""


def rolling_states(system: System, y: np.ndarray, t: float) -> list[np.ndarray]:
    """States like y at rising speeds, rolling; y alone when nothing rolls."""
    if not system.state.free or not system.mechanism.tires:
        return [y]
    spins = _spins(system, y)
    start = system.state.velocity_start
    states = []
    for speed in SPEEDS:
        state = y.copy()
        state[system.independent] = 0.0
        state[start] = speed
        for place, radius in spins.items():
            state[place] = speed / radius
        states.append(state)
    # the first call finds the machine code, which the others use at once
    first = with_closed_loops(system, states[0], t)
    given = system.project, system.model, system.work, float(t)
    close = machine_code(close_loops, *given, first)
    if any(close(*given, state) != status.OK for state in states[1:]):
        return [with_closed_loops(system, state, t) for state in states]  # raises what is wrong
    return [first, *states[1:]]


def _spins(system: System, y: np.ndarray) -> dict[int, float]:
    """Place in y of each wheel's spin → distance of its centre from the ground [m], signed by the sense of its axis."""
    wheels = []
    for tire in system.mechanism.tires:
        branch = system.state.tree.branch(tire.body)
        if branch is not None and [m.kind for m in branch.motions] == [TURN]:
            wheels.append((tire, branch))
    poses = system.body_poses(y)[[system.layout.body(tire.body) for tire, _ in wheels]]
    locals_ = np.array([system.frames[tire.body].point(tire.centre) for tire, _ in wheels]).reshape(-1, 3)
    hubs = poses[:, :3] + np.einsum("nij,nj->ni", rotation_matrices(poses[:, 3:]), locals_)
    below = ask(original(system.model.ground), hubs[:, 0], hubs[:, 1])
    found = {}
    for i, (tire, branch) in enumerate(wheels):
        axis = branch.direction(system.frames[tire.body].direction(tire.spin_axis))
        sense = float(np.sign(axis @ branch.motions[0].axis))
        distance = max(float((hubs[i, 2] - below.height[i]) * below.normal[i, 2]), 0.1 * tire.radius)
        if sense:
            found[system.state.by_motion[tire.body, 0].velocity] = sense * min(distance, tire.radius)
    return found
