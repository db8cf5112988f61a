"""What can be seen at recorded states: accelerations, joint reactions, element and tire forces, constraint errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.algebra.mat3 import load9, mv
from jounce.algebra.sampled import rotation_matrices
from jounce.algebra.vec3 import load, store
from jounce.formulations import status
from jounce.formulations.cartesian.dynamics import accelerate
from jounce.formulations.cartesian.entries import evaluate
from jounce.formulations.cartesian.model import POSE, TWIST
from jounce.formulations.cartesian.system import System
from jounce.kernel import entry


@entry
def observe_samples(model, work, samples, acceleration, multipliers, springs, lengths, tires, errors):
    """Evaluate every row of samples (time, y); returns the first bad status and its row."""
    nb = model.mass.size
    for n in range(samples.shape[0]):
        outcome = accelerate(model, work, samples[n, 0], samples[n, 1:], work.right)
        if outcome != status.OK:
            return outcome, n
        for i in range(nb):
            store(acceleration[n, i], 0, load(work.x[i], 0))
            store(acceleration[n, i], 3, mv(load9(work.A[i], 0), load(work.x[i], 3)))
        position, velocity = 0.0, 0.0
        for r in range(model.row_offset.size):
            multipliers[n, r] = work.x[nb + model.row_joint[r], model.row_place[r]]
            position = max(position, abs(work.violation[r]))
            velocity = max(velocity, abs(work.slip[r]))
        errors[n, 0] = position
        errors[n, 1] = velocity
        for e in range(springs.shape[1]):
            springs[n, e] = work.spring_force[e]
            x = 0.0
            for term in range(model.spring_start[e], model.spring_start[e + 1]):
                x += model.spring_factor[term] * work.value[model.spring_measure[term]]
            lengths[n, e] = x
        for e in range(tires.shape[1]):
            for j in range(6):
                tires[n, e, j] = work.tire[e, j]
    return status.OK, samples.shape[0]


@dataclass(frozen=True)
class Observation:
    """Quantities derived from n recorded states."""

    acceleration: np.ndarray
    """(n, nb, 6): acceleration of the centre of mass and angular acceleration, world axes."""
    multipliers: np.ndarray
    """(n, rows)."""
    spring_force: np.ndarray
    """(n, springs): force or torque along the element's coordinate, positive drives it up [N, N·m]."""
    spring_length: np.ndarray
    """(n, springs): the coordinate [m, rad]."""
    tire: np.ndarray
    """(n, tires, 6): Fx, Fy, Fz [N], κ [-], α [rad], penetration [m]."""
    violation: np.ndarray
    """(n, 2): largest |Φ| and |Φ̇|."""


def observe(system: System, samples: np.ndarray) -> Observation:
    """Evaluate recorded states (time in the first column)."""
    model, n = system.model, len(samples)
    out = Observation(
        acceleration=np.zeros((n, model.mass.size, 6)),
        multipliers=np.zeros((n, model.row_offset.size)),
        spring_force=np.zeros((n, model.spring_rows.shape[0])),
        spring_length=np.zeros((n, model.spring_rows.shape[0])),
        tire=np.zeros((n, model.tire_body.size, 6)),
        violation=np.zeros((n, 2)),
    )
    observe_samples(
        model,
        system.work,
        np.ascontiguousarray(samples),
        out.acceleration,
        out.multipliers,
        out.spring_force,
        out.spring_length,
        out.tire,
        out.violation,
    )
    return out


@dataclass(frozen=True)
class Reaction:
    """What body a does to body b through a joint, at the joint's point on body b; arrays over n samples."""

    force_world: np.ndarray
    torque_world: np.ndarray
    force_joint: np.ndarray
    """In joint axes fixed in body a."""
    torque_joint: np.ndarray


def reaction(system: System, samples: np.ndarray, observation: Observation, joint: str) -> Reaction:
    """Reaction of a joint between two bodies; for a driver or coupler use its multiplier (`effort`)."""
    place = system.layout.joints[joint]
    a, b = place.bodies
    force, torque = np.zeros((len(samples), 3)), np.zeros((len(samples), 3))
    axes = np.zeros((len(samples), 3, 3))
    for n, sample in enumerate(samples):
        A = [_rotation(system, sample, i) for i in (a, b)]
        Q = _wrench_on_b(system, sample, observation.multipliers[n], place.rows)
        force[n] = Q[:3]
        torque[n] = A[1] @ Q[3:] - np.cross(A[1] @ place.point_b, Q[:3])
        axes[n] = A[0] @ place.axes_a
    in_joint = [np.einsum("nji,nj->ni", axes, x) for x in (force, torque)]
    return Reaction(force, torque, *in_joint)


def effort(system: System, observation: Observation, joint: str) -> np.ndarray:
    """Force or torque that a driver or coupler exerts along its coordinate, (n,) [N, N·m]."""
    return -observation.multipliers[:, system.layout.joints[joint].rows.start]


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
    for r in rows:
        for term in range(model.row_start[r], model.row_start[r + 1]):
            Q -= multipliers[r] * model.term_factor[term] * work.gradient[model.term_measure[term], 6:]
    return Q
