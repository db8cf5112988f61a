"""Joint reactions in this formulation: cut joints from their multipliers, tree joints from what hangs on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.engine.assembly.poses import accelerations as body_accelerations
from jounce.engine.assembly.poses import to_bodies
from jounce.engine.formulations import status
from jounce.engine.formulations.cartesian.model import POSE, TWIST
from jounce.engine.formulations.null_space.entries import accelerations
from jounce.engine.formulations.null_space.system import System
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.errors import SimulationError


@dataclass(frozen=True)
class Instant:
    """Accelerations and reactions at one state."""

    acceleration: np.ndarray
    """(nb, 6): acceleration of the centre of mass and angular acceleration, world axes."""
    multipliers: np.ndarray
    """(rows,) in the order of the packed rows; NaN for rows of tree joints, which have none here."""
    reactions: dict[str, np.ndarray]
    """Joint → force and torque that body a does to body b at the joint's point on body b, world axes (6,)."""
    rank: tuple[int, ...]
    """Rank of Φ_q, island by island."""


def instant(system: System, t: float, y: np.ndarray) -> Instant:
    """Everything at (t, y); raises SimulationError where the equations have no solution."""
    dy = np.zeros(system.size)
    outcome, multipliers = accelerations(system.model, system.work, t, np.array(y, dtype=float), dy)
    if outcome != status.OK:
        raise SimulationError(f"t = {t:g} s: {status.MEANING[outcome]}.", time=t)
    rows = np.full(system.packed.arrays["rows"].size, np.nan)
    rows[system.numbering.packed_rows] = multipliers
    names = system.layout.bodies
    size = system.state.size
    moving = body_accelerations(system.state, names, y[None, :size], dy[None, :size])[0]
    world = to_bodies(system.state, names, y[None, :size])[0]
    rank = tuple(int(r) for r in system.work.space.rank)
    return Instant(moving, rows, _reactions(system, world, moving, multipliers), rank)


def _reactions(system: System, world: np.ndarray, moving: np.ndarray, multipliers: np.ndarray) -> dict[str, np.ndarray]:
    """Newton and Euler for every body; what a branch and all beyond it lacks comes through its joint."""
    nb = len(system.layout.bodies)
    r, A = world[: POSE * nb].reshape(nb, POSE)[:, :3], rotation_matrices(world[: POSE * nb].reshape(nb, POSE)[:, 3:])
    w = np.einsum("nij,nj->ni", A, world[POSE * nb :].reshape(nb, TWIST)[:, 3:])
    E = A[system.model.base] if system.model.free else np.eye(3)
    lacking = np.zeros((nb + 1, 6))  # force, and torque about the world's origin
    for i, constant in enumerate(system.model.bodies):
        J = A[i] @ constant["inertia"].reshape(3, 3) @ A[i].T
        f = constant["mass"] * moving[i, :3] - E @ system.work.acting.bodies["force"][i]
        t = J @ moving[i, 3:] + np.cross(w[i], J @ w[i]) - E @ system.work.acting.bodies["torque"][i]
        lacking[i] = [*f, *(t + np.cross(r[i], f))]
    found = _loop_wrenches(system, r, A, E, multipliers, lacking)
    for name in reversed(system.numbering.branches):
        branch = system.state.tree.branch_of(name)
        i, parent = system.layout.body(name), system.layout.body(branch.parent)
        if branch.joint is not None:
            joint = system.mechanism.connection(branch.joint)
            sign, b = (1.0, i) if joint.body_b == name else (-1.0, parent)
            found[branch.joint] = _at_joint(system, branch.joint, sign * lacking[i], b, r, A)
        lacking[parent] += lacking[i]
    return {name: found[name] for name in system.layout.joints if name in found}


def _loop_wrenches(
    system: System, r: np.ndarray, A: np.ndarray, E: np.ndarray, multipliers: np.ndarray, lacking: np.ndarray
) -> dict[str, np.ndarray]:
    """Reactions of cut joints; what they do to their bodies is taken from what these lack."""
    nb, model = len(r), system.model
    found: dict[str, np.ndarray] = {}
    for row, multiplier in zip(model.rows, multipliers, strict=True):
        name = system.layout.joint_name(int(row["joint"]))
        for term in model.terms[row["start"] : row["stop"]]:
            g = -multiplier * term["factor"] * system.work.acting.measures["gradient"][term["measure"]]
            for side, first in (("a", 0), ("b", 6)):
                body = int(model.measures[term["measure"]][side])
                f, t = E @ g[first : first + 3], E @ g[first + 3 : first + 6]
                on = np.array([*f, *(t if body == nb else t + np.cross(r[body], f))])
                lacking[body] -= on
                if side == "b" and name in system.state.tree.cuts:
                    found[name] = found.get(name, np.zeros(6)) + on
    return {n: _at_joint(system, n, wrench, system.layout.joints[n].bodies[1], r, A) for n, wrench in found.items()}


def _at_joint(system: System, joint: str, wrench: np.ndarray, body: int, r: np.ndarray, A: np.ndarray) -> np.ndarray:
    """A wrench about the world's origin, at the joint's point on body b."""
    point = system.layout.joints[joint].point_b
    place = r[body] + A[body] @ point if body < len(r) else point
    return np.array([*wrench[:3], *(wrench[3:] - np.cross(place, wrench[:3]))])
