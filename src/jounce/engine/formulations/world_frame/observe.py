"""What can be seen at recorded states: accelerations, joint reactions, element and tire forces, constraint errors."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from jounce.engine.compiler import entry, subroutine
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.world_frame.dynamics import accelerate
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import System
from jounce.engine.laws.tires.records import CONTACT
from jounce.engine.linalg.mat3 import load9, mv
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.vec3 import load, store
from jounce.errors import InputError, SimulationError


@entry
def observe_samples(model, work, samples, acceleration, multipliers, scalar_forces, tires, errors):
    """Evaluate every row of samples (time, y); returns the first bad status and its row."""
    for n in range(samples.shape[0]):
        outcome = accelerate(model, work, samples[n, 0], samples[n, 1:])
        if outcome != status.OK:
            return outcome, n
        record_bodies(work.bodies, work.x, acceleration[n])
        record_rows(model.bodies.size, model.rows, work.rows, work.x, multipliers[n], errors[n])
        for e in range(scalar_forces.shape[1]):
            for j in range(scalar_forces.shape[2]):
                scalar_forces[n, e, j] = work.scalar_forces[e, j]
        for e in range(tires.shape[1]):
            tires[n, e] = work.contacts[e]
    return status.OK, samples.shape[0]


@subroutine
def record_bodies(bodies, x, acceleration):
    for i in range(acceleration.shape[0]):
        store(acceleration[i], 0, load(x[i], 0))
        store(acceleration[i], 3, mv(load9(bodies[i]["A"], 0), load(x[i], 3)))


@subroutine
def record_rows(nb, rows, states, x, multipliers, errors):
    for r in range(rows.size):
        multipliers[r] = x[nb + rows[r]["joint"], rows[r]["place"]]
        errors[0] = max(errors[0], abs(states[r]["violation"]))
        errors[1] = max(errors[1], abs(states[r]["slip"]))


@dataclass(frozen=True)
class Observation:
    """Quantities derived from n recorded states."""

    acceleration: np.ndarray
    """(n, nb, 6): acceleration of the centre of mass and angular acceleration, world axes."""
    multipliers: np.ndarray
    """Multipliers of the constraint rows, (n, rows)."""
    scalar_forces: np.ndarray
    """(n, scalar forces, 3): coordinate [m, rad], force or torque along it, positive drives it up [N, N·m], rate."""
    tire: np.ndarray
    """(n, tires) CONTACT of jounce.engine.laws.tires.records: `tire["fz"]` is (n, tires)."""
    violation: np.ndarray
    """(n, 2): largest |Φ| and |Φ̇|."""


def observe(system: System, samples: np.ndarray) -> Observation:
    """Evaluate recorded states (time in the first column)."""
    model, n = system.model, len(samples)
    out = Observation(
        acceleration=np.zeros((n, model.bodies.size, 6)),
        multipliers=np.zeros((n, model.rows.size)),
        scalar_forces=np.zeros((n, model.elements.scalar_forces.size, 3)),
        tire=np.zeros((n, model.elements.tires.size), CONTACT),
        violation=np.zeros((n, 2)),
    )
    rows = np.ascontiguousarray(samples)
    outcome, bad = observe_samples(
        model, system.work, rows, out.acceleration, out.multipliers, out.scalar_forces, out.tire, out.violation
    )
    if outcome != status.OK:
        t = float(rows[bad, 0])
        raise SimulationError(f"t = {t:g} s: {status.MEANING[outcome]} at a recorded state.", time=t)
    return out


@dataclass(frozen=True)
class Reaction:
    """What body a does to body b through a joint; arrays over n samples.

    Torques are about `point_world`, the joint's point on the body that was asked for: the same place for joints that
    hold their points together, another one for joints that let them part (prismatic, cylindrical, distance).
    """

    force_world: np.ndarray
    """Force in world axes [N]."""
    torque_world: np.ndarray
    """Torque about `point_world`, in world axes [N·m]."""
    force_joint: np.ndarray
    """Force in joint axes fixed in body a [N]."""
    torque_joint: np.ndarray
    """Torque about `point_world`, in joint axes fixed in body a [N·m]."""
    point_world: np.ndarray
    """The point about which torques are taken [m], world."""


def reaction(
    system: System, samples: np.ndarray, observation: Observation, joint: str, about: Literal["a", "b"] = "b"
) -> Reaction:
    """Reaction of a joint between two bodies; for a driver or coupler use its multiplier (`effort`).

    about: torques about the joint's point on body b or on body a.
    """
    place = system.layout.joints[joint]
    if about not in ("a", "b"):
        raise InputError("unknown body", repr(about), "'a' or 'b', the joint's first or second body", where="about")
    a, b = place.bodies
    own, point = (b, place.point_b) if about == "b" else (a, place.point_a)
    points = np.zeros((len(samples), 3))
    force, torque = np.zeros((len(samples), 3)), np.zeros((len(samples), 3))
    axes = np.zeros((len(samples), 3, 3))
    for n, sample in enumerate(samples):
        A = [_rotation(system, sample, i) for i in (a, b)]
        Q = _wrench_on_b(system, sample, observation.multipliers[n], place.rows)
        force[n] = Q[:3]
        centre_b = _centre(system, sample, b)
        points[n] = _centre(system, sample, own) + A[1 if own == b else 0] @ point
        torque[n] = A[1] @ Q[3:] - np.cross(points[n] - centre_b, Q[:3])
        axes[n] = A[0] @ place.axes_a
    force_joint, torque_joint = (np.einsum("nji,nj->ni", axes, x) for x in (force, torque))
    return Reaction(force, torque, force_joint, torque_joint, points)


def effort(system: System, observation: Observation, joint: str) -> np.ndarray:
    """Force or torque that a driver or coupler exerts along its coordinate, (n,) [N, N·m]."""
    return -observation.multipliers[:, system.layout.joints[joint].rows.start]


def _centre(system: System, sample: np.ndarray, body: int) -> np.ndarray:
    """Centre of mass of a body at a recorded state [m], world; the origin for the ground."""
    if body == len(system.layout.bodies):
        return np.zeros(3)
    return sample[1 + POSE * body : 1 + POSE * body + 3]


def _rotation(system: System, sample: np.ndarray, body: int) -> np.ndarray:
    """Rotation body → world at a recorded state."""
    if body == len(system.layout.bodies):
        return np.eye(3)
    return rotation_matrices(sample[1 + POSE * body + 3 : 1 + POSE * body + 7])


def _wrench_on_b(system: System, sample: np.ndarray, multipliers: np.ndarray, rows: range) -> np.ndarray:
    """−Φ_bᵀλ: world force and body-axes torque about the centre of mass of body b."""
    model, work = system.model, system.work
    evaluate(model, work, sample[0], sample[1:])
    Q = np.zeros(TWIST)
    for row in model.rows[rows.start : rows.stop]:
        multiplier = multipliers[rows.start + row["place"]]
        for term in model.terms[row["start"] : row["stop"]]:
            Q -= multiplier * term["factor"] * work.measures[term["measure"]]["gradient"][6:]
    return Q
