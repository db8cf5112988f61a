"""Work of the bushings of a recorded run, found again from the states as `laws.forces.bushing` says it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism.bodies import GROUND


class BushingWork(NamedTuple):
    """Energy that all springs hold [J], power that dampers take and that constant torques give [W], (n,) each."""

    stored: np.ndarray
    damping: np.ndarray
    turning: np.ndarray


def bushing_work(run: Trajectory, laws: np.ndarray) -> BushingWork:
    """The accounts of all bushings; laws: their records.

    A bushing holds ½ dᵀK d − F₀·d + ½ φᵀK_φ φ; its constant torque T₀, which no energy belongs to, gives T₀·ω.
    """
    stored, damping, turning = (np.zeros(len(run.time)) for _ in range(3))
    if not len(laws):
        return BushingWork(stored, damping, turning)
    from scipy.spatial.transform import Rotation  # takes a while to import

    names = (*run.layout.bodies, GROUND)
    for law in laws:
        (Fa, pa, va, wa), (Fb, pb, vb, wb) = (_end(run, names[law[side]], law, side) for side in "ab")
        apart = pb - pa
        d, w = _in_frame(Fa, apart), _in_frame(Fa, wb - wa)
        rate = _in_frame(Fa, vb - va - np.cross(wa, apart))
        phi = Rotation.from_matrix(np.einsum("nji,njk->nik", Fa, Fb)).as_rotvec()
        stored += 0.5 * (d**2 @ law["stiffness"] + phi**2 @ law["turn_stiffness"]) - d @ law["preload"]
        damping += rate**2 @ law["damping"] + w**2 @ law["turn_damping"]
        turning += w @ law["preload_torque"]
    return BushingWork(stored, damping, turning)


def _end(run: Trajectory, body: str, law: np.void, side: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Axes, place and velocity of the bushing on a body, and the body's angular velocity; world."""
    axes, point = law[f"frame_{side}"].reshape(3, 3), law[f"point_{side}"]
    still = np.zeros((len(run.time), 3))
    if body == GROUND:
        return np.broadcast_to(axes, (len(run.time), 3, 3)), still + point, still, still
    R, w = run.rotation(body), run.angular_velocity(body)
    arm = R @ point
    return R @ axes, run.position(body) + arm, run.velocity(body) + np.cross(w, arm), w


def _in_frame(F: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Components of vectors along axes, (n, 3)."""
    return np.einsum("nji,nj->ni", F, a)
