"""Where a vehicle on generated equations rolls straight ahead, found with these equations.

`jounce.engine.analysis.rolling_equilibrium` asks the world frame, which knows all vehicles and takes much
longer. Both leave alone what turns about an axle of its own. Here nothing holds the chassis along the ground: where
camber pushes one side harder than the other, the car stands as it does while that force accelerates it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np

from jounce.engine.analysis.rest_search import BASE, FIELDS, search_rest
from jounce.engine.assembly.poses import design_state
from jounce.engine.assembly.spanning_tree import BALL, TURN
from jounce.engine.assembly.state_layout import Coordinate
from jounce.engine.formulations import status
from jounce.engine.formulations.formulation import System as AnySystem
from jounce.engine.formulations.synthesis.arrays import Model
from jounce.engine.formulations.synthesis.start import with_closed_loops
from jounce.engine.formulations.synthesis.system import System
from jounce.engine.formulations.world_frame.entries import constant_signals
from jounce.engine.laws.forces.law import NO_TORQUE
from jounce.engine.laws.forces.laws import BRAKE, law_of
from jounce.engine.laws.ground import Flat, Ground, place_ground
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.model.mechanism import HalfShaft, Mechanism, Revolute
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.hitches import find_hitches


@dataclass(frozen=True)
class Rolling:
    """What moves while a vehicle is brought to rest, and what rolls."""

    joints: np.ndarray
    """Places in y of the independent velocities that are unknown, beside those of the base and yaw of trailers."""
    rotors: dict[str, Coordinate]
    """Body that turns about an axle of its own → its angle."""
    torques: np.ndarray
    """Numbers of the scalar forces on rotors among the elements of the model; brakes, which do nothing at rest, are not
    among them."""


def find_rotors(mechanism: Mechanism) -> list[Revolute]:
    """The joints of bodies that nothing but one hinge holds: wheels, engine, differential, flanges."""
    ends = [getattr(joint, end, None) for joint in mechanism.joints for end in ("body_a", "body_b")]
    return [joint for joint in mechanism.joints if isinstance(joint, Revolute) and ends.count(joint.body_b) == 1]


def rolling_of(system: AnySystem) -> Rolling | None:
    """What moves and what rolls, for a vehicle that can be brought to rest with its own equations; None for others.

    It can in joint coordinates with the chassis as base, when each law that acts on what turns can be silenced: torques
    of drives and half shafts say nothing about where a body stands.
    """
    if not system.capabilities.runs_batches:  # which generated equations alone do
        return None
    own = cast(System, system)
    if own.kind != "joint" or not own.state.free or own.state.tree.base != CHASSIS:
        return None
    if "rolling" not in vars(own):
        vars(own)["rolling"] = _rolling_of(own)
    found: Rolling | None = vars(own)["rolling"]
    return found


def _rolling_of(system: System) -> Rolling | None:
    places = {int(place) for place in system.independent}
    rotors = {}
    for joint in find_rotors(system.mechanism):
        branch = system.state.tree.branch(joint.body_b)
        if branch is None or [motion.kind for motion in branch.motions] != [TURN]:
            return None
        rotors[joint.body_b] = system.state.by_motion[joint.body_b, 0]
    for body, angle in rotors.items():
        own = system.state.subsystem_of(body)
        if angle.velocity not in places and (own is None or not rotors.keys() >= set(own.bodies)):
            return None  # it turns with something that moves
    torques = np.array([e for e, law in enumerate(system.model.elements.scalar_forces) if _turns(system, law, rotors)])
    turning = {angle.velocity for angle in rotors.values()} | {*_yaws_of_trailers(system)}
    first = system.state.velocity_start + 6
    moving = np.array([p for p in system.independent if p >= first and p not in turning], np.int64)
    found = Rolling(moving, rotors, torques.astype(np.int64))
    return None if silence_torques(system.model, found) is None else found


def _yaws_of_trailers(system: System) -> Iterator[int]:
    """Places in y of the velocities about vertical axes of hitches, which nothing holds at rest."""
    for joint in find_hitches(system.mechanism):
        hitch = system.state.by_motion[joint.body_b, 0]
        yield hitch.velocity + (2 if system.state.tree.branch_of(joint.body_b).motions[0].kind == BALL else 0)


def _turns(system: System, law: np.void, rotors: dict[str, Coordinate]) -> bool:
    """Whether a scalar force that is no brake acts on one of these bodies."""
    arrays, numbers = system.packed.arrays, {system.packed.layout.body(body) for body in rotors}
    own = arrays["measures"][arrays["scalar_force_terms"]["measure"][law["start"] : law["stop"]]]
    return law["kind"] != BRAKE and bool(numbers & {int(i) for i in (*own["a"], *own["b"])})


def silence_torques(model: Model, rolling: Rolling) -> Model | None:
    """The model without torques on what turns; None where a law cannot be silenced."""
    if not rolling.torques.size:
        return model
    forces, tables = model.elements.scalar_forces.copy(), np.concatenate([model.tables, NO_TORQUE])
    for e in rolling.torques:
        silence = law_of(forces[e]["kind"]).silence
        if silence is None or not silence(forces[e], model.tables.size):
            return None
    return model._replace(elements=model.elements._replace(scalar_forces=forces), tables=tables)


@functools.cache
def _flat() -> Ground:
    return place_ground(Flat())


def rolling_rest(system: System, rolling: Rolling) -> np.ndarray | None:
    """The state in which a vehicle rolls on flat ground in still air, with zero velocities; None if it is not found."""
    y = design_state(system.state)
    model = silence_torques(system.model, rolling)
    if model is None:
        return None
    frozen = model._replace(signals=constant_signals(model.signals, model.tables, 0.0), ground=_flat())
    n, total = BASE + rolling.joints.size, system.independent.size + system.auxiliary.size
    scratch = np.zeros((FIELDS + n, system.size)), np.zeros((n, n)), np.zeros(n, np.int64), np.zeros((2, total, total))
    system.load_derivatives()
    equations = system.derivative, system.project, frozen, system.work
    chart = system.coordinates, system.independent, system.auxiliary
    outcome = search_rest(*equations, chart, system.state.velocity_start, rolling.joints, y, *scratch)
    if outcome != status.OK:
        return None
    y[:2] = system.state.tree.base_frame.centre[:2]  # turning has moved it by micrometres, which flat ground allows
    _unwind(system, rolling, y)
    return y


def _unwind(system: System, rolling: Rolling, y: np.ndarray) -> None:
    """Turn wheels back that turned with their carriers, until no half shaft is twisted, in place.

    A shaft's twist changes by one with the angle of its wheel, so two evaluations tell how far.
    """
    shafts = [
        (measure, rolling.rotors[wheel].position) for measure, wheel in _shafts(system) if wheel in rolling.rotors
    ]
    if not shafts:
        return
    turned = y.copy()
    turned[[place for _, place in shafts]] += 0.1
    before, after = system.body_poses(y).copy(), system.body_poses(turned)
    for measure, place in shafts:
        s = _twist(measure, before)
        y[place] -= s * 0.1 / (_twist(measure, after) - s)


def _shafts(system: System) -> Iterator[tuple[np.void, str]]:
    """Measure and outer body of each half shaft."""
    for force in system.mechanism.forces:
        if isinstance(force, HalfShaft):
            yield system.packed.arrays["measures"][system.layout.measures[force.name, "twist"]], force.body_b


def _twist(measure: np.void, poses: np.ndarray) -> float:
    """The angle of a measure of kind TWIST; see `jounce.engine.laws.forces.measure`."""
    A, B = rotation_matrices(poses[[measure["a"], measure["b"]], 3:])
    (a1, a2), (b1, b2) = ((R @ measure[f"axis_{end}"], R @ measure[f"second_{end}"]) for R, end in ((A, "a"), (B, "b")))
    return float(np.arctan2(a2 @ b1 - a1 @ b2, a1 @ b1 + a2 @ b2))


def roll_off(system: System, rolling: Rolling, rest: np.ndarray) -> np.ndarray | None:
    """The rest with the velocities of the bodies, wheels turning by the height of their centres there; None where other
    bodies turn than those that roll. Raises AssemblyError."""
    bodies = {body.name: body for body in system.mechanism.bodies}
    velocity = bodies[CHASSIS].velocity
    others = [body for name, body in bodies.items() if name not in rolling.rotors]
    if any(body.velocity != velocity for body in bodies.values()) or any(any(b.angular_velocity) for b in others):
        return None
    y, start, tree = rest.copy(), system.state.velocity_start, system.state.tree
    poses = system.body_poses(y)
    ratios = {t.body: t.centre[2] / float(poses[system.layout.body(t.body), 2]) for t in system.mechanism.tires}
    shafts = [force for force in system.mechanism.forces if isinstance(force, HalfShaft)]
    mean = float(np.mean([ratios[shaft.body_b] for shaft in shafts])) if shafts else 1.0
    ratios |= {shaft.body_a: ratios[shaft.body_b] for shaft in shafts}
    y[start : start + 3] = rotation_matrices(y[3:7]).T @ velocity
    for name, angle in rolling.rotors.items():
        spin = tree.base_frame.axes.T @ np.array(bodies[name].angular_velocity)
        y[angle.velocity] = ratios.get(name, mean) * float(spin @ tree.branch_of(name).motions[0].axis)
    return with_closed_loops(system, y, 0.0)
