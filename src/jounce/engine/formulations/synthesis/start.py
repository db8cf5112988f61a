"""The state in which a run begins: the design position with the velocities of the bodies, all loops closed.

Implicit steps want such states at several speeds, for their matrices. The slip stiffness of a tire falls like 1/V, so
one matrix made at 60 km/h is far too soft near standstill. A handful, made before the run at speeds a factor of two
apart and picked by the speed of the base, is never more than twice too stiff, which costs no stability and next to no
accuracy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from jounce.engine.assembly.spanning_tree import TURN
from jounce.engine.assembly.world_states import design_world, from_world
from jounce.engine.compiler import entry
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
def close_all(project: Callable, model: Model, work: Work, t: float, states: np.ndarray) -> int:
    """Close all loops of states (n, size) at time t, in place; returns a status, and stops at the first that fails."""
    for i in range(states.shape[0]):
        outcome = project(model, work, t, states[i])
        if outcome != status.OK:
            return outcome
    return status.OK


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
    states, speeds = np.tile(y, (len(SPEEDS), 1)), np.array(SPEEDS)
    states[:, system.independent] = 0.0
    states[:, start] = speeds
    for place, radius in spins.items():
        states[:, place] = speeds / radius
    closed = states.copy()
    if close_all(system.project, system.model, system.work, float(t), closed) != status.OK:
        return [with_closed_loops(system, state, t) for state in states]  # raises what is wrong
    return list(closed)


class Wheels(NamedTuple):
    """Wheels that turn about an axle of their own: what of them is the same for cars of one geometry."""

    tires: tuple[int, ...]
    """Numbers of their tires in the mechanism."""
    bodies: list[int]
    centres: np.ndarray
    """(n, 3) from the centre of mass in body axes [m]"""
    senses: tuple[float, ...]
    """Whether the spin of a wheel is that of its coordinate, 1, or the opposite, −1."""
    places: tuple[int, ...]
    """Where their spins stand in y."""


def find_wheels(system: System) -> Wheels:
    """The wheels of a car whose spins are coordinates."""
    found = []
    for i, tire in enumerate(system.mechanism.tires):
        branch, frame = system.state.tree.branch(tire.body), system.frames[tire.body]
        if branch is None or [m.kind for m in branch.motions] != [TURN]:
            continue
        axis = branch.direction(frame.direction(tire.spin_axis))
        sense = float(np.sign(axis @ branch.motions[0].axis))
        place = system.state.by_motion[tire.body, 0].velocity
        found.append((i, system.layout.body(tire.body), frame.point(tire.centre), sense, place))
    tires, bodies, centres, senses, places = zip(*found, strict=True) if found else ((),) * 5
    return Wheels(tires, list(bodies), np.array(centres).reshape(-1, 3), senses, places)


def _spins(system: System, y: np.ndarray) -> dict[int, float]:
    """Place in y of each wheel's spin → distance of its centre from the ground [m], signed by the sense of its axis."""
    wheels = system.wheels
    poses = system.body_poses(y)[wheels.bodies]
    hubs = poses[:, :3] + np.einsum("nij,nj->ni", rotation_matrices(poses[:, 3:]), wheels.centres)
    below = ask(original(system.model.ground), hubs[:, 0], hubs[:, 1])
    distances = ((hubs[:, 2] - below.height) * below.normal[:, 2]).tolist()
    radii = [system.mechanism.tires[i].radius for i in wheels.tires]
    return {
        place: sense * min(max(distance, 0.1 * radius), radius)
        for place, sense, distance, radius in zip(wheels.places, wheels.senses, distances, radii, strict=True)
        if sense
    }
