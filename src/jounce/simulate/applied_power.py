"""Powers of what acts on bodies from outside: applied loads and the air. They are not recorded, so they are found again
from the states."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.mechanism import AerodynamicDrag, AppliedForce, AppliedTorque
from jounce.mechanism.bodies import GROUND
from jounce.simulate.trajectory import Trajectory


def load_power(run: Trajectory, magnitudes: Mapping[str, np.ndarray]) -> np.ndarray:
    """Power of all applied forces and torques on the bodies, (n,) [W]; magnitudes: theirs by name, (n,) [N, N m].

    Raises KeyError for a load without its magnitude.
    """
    total = np.zeros(len(run.time))
    for force in run.mechanism.forces:
        if isinstance(force, AppliedForce):
            speed = _velocity(run, force.body, force.point)
            total += magnitudes[force.name] * _dot(_direction(run, force, force.direction), speed)
        elif isinstance(force, AppliedTorque):
            spin = run.angular_velocity(force.body)
            if force.reaction != GROUND:
                spin = spin - run.angular_velocity(force.reaction)
            total += magnitudes[force.name] * _dot(_direction(run, force, force.axis), spin)
    return total


def air_power(run: Trajectory) -> np.ndarray:
    """Power that drag and lift take from the bodies, (n,) [W]; negative where wind pushes."""
    total = np.zeros(len(run.time))
    for force in run.mechanism.forces:
        if isinstance(force, AerodynamicDrag):
            speed = _velocity(run, force.body, force.point)
            through = speed - np.array(force.wind)
            norm = np.linalg.norm(through, axis=1, keepdims=True)
            up = run.rotation(force.body)[:, :, 2]
            pressure = 0.5 * force.air_density * norm
            push = pressure * (norm * force.lift_area * up - force.drag_area * through)
            total -= _dot(push, speed)
    return total


def _velocity(run: Trajectory, body: str, at: tuple[float, float, float]) -> np.ndarray:
    """Of a point of a body, (n, 3), world."""
    arm = run.point(body, at) - run.position(body)
    return run.velocity(body) + np.cross(run.angular_velocity(body), arm)


def _direction(run: Trajectory, force: AppliedForce | AppliedTorque, given: tuple[float, float, float]) -> np.ndarray:
    """(n, 3), world; given: at the design position."""
    if force.frame == "world":
        return np.broadcast_to(np.array(given), (len(run.time), 3))
    return run.rotation(force.body) @ run.frames[force.body].direction(given)


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.einsum("ni,ni->n", a, b)
