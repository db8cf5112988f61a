"""Bodies in the world from states of a formulation on a tree, and back, for many samples at once, in numpy.

Written in the classical way (points and their velocities), on purpose not as the generated kernels do it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from jounce.engine.assembly.bodies import cross
from jounce.engine.assembly.spanning_tree import BALL, SLIDE, TURN, Branch
from jounce.engine.assembly.state_layout import POSE, TWIST, StateLayout, design_positions
from jounce.engine.linalg import samples
from jounce.engine.linalg.quaternion import rotation_matrices
from jounce.engine.linalg.samples import turn, unit

_Pose = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Rotation, origin, velocity and angular velocity against the base, over n samples."""


@dataclass
class Moved:
    """Frames against the base, in base axes, over n samples, or one where all are alike: rotation, origin, velocity,
    angular velocity, and the accelerations seen from the base, where they are known."""

    R: np.ndarray
    x: np.ndarray
    v: np.ndarray
    w: np.ndarray
    a: np.ndarray | None = None
    alpha: np.ndarray | None = None
    axes: tuple[np.ndarray, ...] = ()
    """Axis of each motion of its joint; slides come first, so every turn passes through the origin."""

    def point(self, p: np.ndarray) -> np.ndarray:
        """A point of the frame."""
        return self.x + self.R @ p

    def velocity(self, p: np.ndarray) -> np.ndarray:
        """Velocity of a point of the frame."""
        return self.v + cross(self.w, self.R @ p)

    def acceleration(self, p: np.ndarray) -> np.ndarray:
        """Acceleration of a point of the frame."""
        assert self.a is not None, "moved without accelerations"
        assert self.alpha is not None, "moved without accelerations"
        arm = self.R @ p
        return self.a + cross(self.alpha, arm) + cross(self.w, cross(self.w, arm))


def move(
    layout: StateLayout, y: np.ndarray, dy: np.ndarray | None = None, bodies: Collection[str] | None = None
) -> dict[str, Moved]:
    """Frames of all bodies for states y (n, size), with accelerations for ẏ. bodies: those whose frames are wanted, by
    default all; what carries them comes along."""
    zero = np.zeros((1, 3))
    moved = {layout.tree.base: Moved(np.eye(3)[None], zero, zero, zero, zero, zero)}
    if layout.cartesian:
        return moved | {body: _read(y, dy, *place) for body, place in layout.places.items()}
    for branch in layout.tree.branches if bodies is None else _on_the_way(layout, bodies):
        p = moved[branch.parent]
        R, x, v, w = p.R, p.point(branch.offset), p.velocity(branch.offset), p.w
        a, alpha = (p.acceleration(branch.offset), p.alpha) if dy is not None else (None, None)
        axes = []
        for i, motion in enumerate(branch.motions):
            c = layout.by_motion[branch.body, i]
            if motion.kind == BALL:
                R = rotation_matrices(unit(y[:, c.position : c.position + 4]))
                w = y[:, c.velocity : c.velocity + 3]
                alpha = dy[:, c.velocity : c.velocity + 3] if dy is not None else None
                axes.append(x)
                continue
            q, u = y[:, c.position, None], y[:, c.velocity, None]
            axis = R @ motion.axis
            axes.append(axis)
            if dy is not None:
                a, alpha = _accelerate(motion.kind, a, alpha, w, axis, q, u, dy[:, c.velocity, None])
            if motion.kind == SLIDE:
                x, v = x + q * axis, v + cross(w, q * axis) + u * axis
            else:
                w = w + u * axis
                R = R @ turns(motion.axis, q[:, 0])
        moved[branch.body] = Moved(R, x, v, w, a, alpha, tuple(axes))
    return moved


def _accelerate(
    kind: str, a: Any, alpha: Any, w: np.ndarray, axis: np.ndarray, q: np.ndarray, u: np.ndarray, du: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations behind a slide by q or a turn about an axis, from those before it."""
    if kind == SLIDE:
        a = a + cross(alpha, q * axis) + cross(w, cross(w, q * axis)) + 2 * u * cross(w, axis)
        return a + du * axis, alpha
    return a, alpha + du * axis + u * cross(w, axis)


def _on_the_way(layout: StateLayout, bodies: Collection[str]) -> list[Branch]:
    """The branches from the base to some bodies, parents first."""
    wanted = set(bodies)
    for branch in reversed(layout.tree.branches):
        if branch.body in wanted:
            wanted.add(branch.parent)
    return [branch for branch in layout.tree.branches if branch.body in wanted]


def _read(y: np.ndarray, dy: np.ndarray | None, p: int, u: int) -> Moved:
    """The frame of a body whose pose and twist are in y; its origin moves with the twist's point there."""
    x, R = y[:, p : p + 3], rotation_matrices(unit(y[:, p + 3 : p + 7]))
    w = y[:, u + 3 : u + 6]
    v = y[:, u : u + 3] + cross(w, x)
    if dy is None:
        return Moved(R, x, v, w)
    alpha = dy[:, u + 3 : u + 6]
    return Moved(R, x, v, w, dy[:, u : u + 3] + cross(alpha, x) + cross(w, v), alpha)


def turns(axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Rotations (n, 3, 3) about a fixed axis."""
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    s, c = np.sin(angle)[:, None, None], np.cos(angle)[:, None, None]
    return np.eye(3) + s * K + (1 - c) * (K @ K)


class Base(NamedTuple):
    """The base in the world, over n samples."""

    position: np.ndarray
    """Centre of mass, (n, 3), world."""
    rotation: np.ndarray
    """(n, 3, 3), base → world."""
    velocity: np.ndarray
    """Velocity of the centre of mass, (n, 3), base axes."""
    spin: np.ndarray
    """Angular velocity, (n, 3), base axes."""


def base_motion(layout: StateLayout, y: np.ndarray) -> Base:
    """The motion of the base in states y (n, size)."""
    if not layout.free:
        n = len(y)
        frame = layout.tree.base_frame
        where, axes = np.broadcast_to(frame.centre, (n, 3)), np.broadcast_to(frame.axes, (n, 3, 3))
        return Base(where, axes, np.zeros((n, 3)), np.zeros((n, 3)))
    u = layout.velocity_start
    return free_base(y[:, :POSE], y[:, u : u + TWIST])


def free_base(pose: np.ndarray, twist: np.ndarray) -> Base:
    """The motion of a base whose pose (n, 7) and twist (n, 6) are among the states."""
    return Base(pose[:, :3], rotation_matrices(unit(pose[:, 3:])), twist[:, :3], twist[:, 3:])


@dataclass(frozen=True, eq=False)
class Carried:
    """A body against the base, in base axes, over the samples of one run or of several; None stands for the base."""

    parts: tuple[tuple[Branch, Moved, int], ...]
    """Its branch in the tree of each run, the frame of that, and the number of samples."""

    @cached_property
    def position(self) -> np.ndarray:
        """Centre of mass, (n, 3)."""
        return self._joined(lambda branch, moved: moved.point(branch.centre))

    @cached_property
    def rotation(self) -> np.ndarray:
        """(n, 3, 3), body → base."""
        return self._joined(lambda branch, moved: moved.R @ branch.alignment)

    @cached_property
    def velocity(self) -> np.ndarray:
        """Velocity of the centre of mass against the base, (n, 3)."""
        return self._joined(lambda branch, moved: moved.velocity(branch.centre))

    @cached_property
    def spin(self) -> np.ndarray:
        """Angular velocity, (n, 3)."""
        return self._joined(lambda branch, moved: moved.w)

    def _joined(self, of: Callable[[Branch, Moved], np.ndarray]) -> np.ndarray:
        found = [(of(branch, moved), n) for branch, moved, n in self.parts]
        return np.concatenate([np.broadcast_to(values, (n, *values.shape[1:])) for values, n in found])


def carry(runs: Sequence[tuple[StateLayout, np.ndarray]], body: str) -> Carried | None:
    """A body in the states (n, size) of runs, those of one behind those of another."""
    parts = []
    for layout, y in runs:
        branch = layout.tree.branch(body)
        if branch is None:
            return None
        parts.append((branch, move(layout, y, bodies=(body,))[body], len(y)))
    return Carried(tuple(parts))


def world_position(base: Base, own: Carried | None) -> np.ndarray:
    """Centre of mass of a body, (n, 3), world."""
    return base.position + (turn(base.rotation, own.position) if own is not None else 0.0)


def world_quaternion(base: Base, own: Carried | None) -> np.ndarray:
    """Orientation of a body, (n, 4), body → world."""
    return quaternions(base.rotation @ own.rotation if own is not None else base.rotation + 0.0)


def world_velocity(base: Base, own: Carried | None) -> np.ndarray:
    """Velocity of the centre of mass of a body, (n, 3), world."""
    if own is None:
        return turn(base.rotation, base.velocity)
    return turn(base.rotation, base.velocity + samples.cross(base.spin, own.position) + own.velocity)


def own_spin(base: Base, own: Carried | None) -> np.ndarray:
    """Angular velocity of a body in its own axes, (n, 3)."""
    return base.spin + 0.0 if own is None else samples.turn_back(own.rotation, base.spin + own.spin)


def to_bodies(layout: StateLayout, bodies: tuple[str, ...], y: np.ndarray) -> np.ndarray:
    """World states (n, 13 nb): position of the centre of mass and quaternion of these bodies, then velocity (world) and
    angular velocity (body axes) of each; of all bodies, the state of the world-frame formulation without auxiliary
    states."""
    y = np.atleast_2d(y)
    base, moved = base_motion(layout, y), move(layout, y, bodies=bodies)
    nb = len(bodies)
    out = np.zeros((len(y), (POSE + TWIST) * nb))
    for i, name in enumerate(bodies):
        branch = layout.tree.branch(name)
        own = Carried(((branch, moved[name], len(y)),)) if branch is not None else None
        p, u = POSE * i, POSE * nb + TWIST * i
        out[:, p : p + 3] = world_position(base, own)
        out[:, p + 3 : p + 7] = world_quaternion(base, own)
        out[:, u : u + 3] = world_velocity(base, own)
        out[:, u + 3 : u + 6] = own_spin(base, own)
    return out


def accelerations(layout: StateLayout, bodies: tuple[str, ...], y: np.ndarray, dy: np.ndarray) -> np.ndarray:
    """World accelerations (n, nb, 6) of the centres of mass and angular accelerations, from ẏ; world axes."""
    y, dy = np.atleast_2d(y), np.atleast_2d(dy)
    _, A0, v0, w0 = base_motion(layout, y)
    u = layout.velocity_start
    dv0, dw0 = (dy[:, u : u + 3], dy[:, u + 3 : u + 6]) if layout.free else (0.0 * v0, 0.0 * w0)
    moved = move(layout, y, dy)
    out = np.zeros((len(y), len(bodies), 6))
    for i, name in enumerate(bodies):
        branch = layout.tree.branch(name)
        centre = branch.centre if branch else np.zeros(3)
        m = moved[name]
        x, v, a = m.point(centre), m.velocity(centre), m.acceleration(centre)
        assert m.alpha is not None
        linear = dv0 + cross(w0, v0) + cross(dw0, x) + cross(w0, cross(w0, x)) + 2 * cross(w0, v) + a
        angular = dw0 + m.alpha + cross(w0, m.w)
        out[:, i, :3] = np.einsum("nij,nj->ni", A0, linear)
        out[:, i, 3:] = np.einsum("nij,nj->ni", A0, angular)
    return out


def from_bodies(layout: StateLayout, bodies: tuple[str, ...], states: np.ndarray) -> np.ndarray:
    """States y (n, size) from world states as `to_bodies` gives them (auxiliary states are left zero)."""
    states = np.atleast_2d(states)
    n, nb = len(states), len(bodies)
    y = np.zeros((n, layout.size))
    world = {name: _world(states, i, nb) for i, name in enumerate(bodies)}
    frame = layout.tree.base_frame
    if layout.free:
        r0, A0, v0, w0 = world[layout.tree.base]
        y[:, :3], y[:, 3:7] = r0, states[:, POSE * bodies.index(layout.tree.base) + 3 :][:, :4]
        u = layout.velocity_start
        y[:, u : u + 3], y[:, u + 3 : u + 6] = _turned(A0, v0), _turned(A0, w0)
    else:
        r0, A0 = np.broadcast_to(frame.centre, (n, 3)), np.broadcast_to(frame.axes, (n, 3, 3))
        v0 = w0 = np.zeros((n, 3))
    zero = np.zeros((n, 3))
    against = {layout.tree.base: (np.broadcast_to(np.eye(3), (n, 3, 3)), zero, zero, zero)}
    for branch in layout.tree.branches:
        r, A, v, w = world[branch.body]
        R = np.swapaxes(A0, 1, 2) @ A @ branch.alignment.T
        x = _turned(A0, r - r0) - R @ branch.centre
        turn = _turned(A0, w - w0)
        velocity = _turned(A0, v - v0 - cross(w0, r - r0)) - cross(turn, R @ branch.centre)
        against[branch.body] = (R, x, velocity, turn)
        if layout.cartesian:
            p, u = layout.places[branch.body]
            y[:, p : p + 3], y[:, p + 3 : p + 7] = x, quaternions(R)
            y[:, u : u + 3], y[:, u + 3 : u + 6] = velocity - cross(turn, x), turn
        else:
            _measure(layout, branch, against, y)
    return y


def _measure(layout: StateLayout, branch: Branch, against: Mapping[str, _Pose], y: np.ndarray) -> None:
    """Joint coordinates and rates of one branch from the frames of its two bodies."""
    Rp, xp, vp, wp = against[branch.parent]
    R, x, v, w = against[branch.body]
    arm = Rp @ branch.offset
    gap = _turned(Rp, x - xp - arm)
    opening = _turned(Rp, v - vp - cross(wp, x - xp))
    Q = np.swapaxes(Rp, 1, 2) @ R
    spin = _turned(Rp, w - wp)
    turning = [(i, m) for i, m in enumerate(branch.motions) if m.kind == TURN]
    for i, m in enumerate(branch.motions):
        c = layout.by_motion[branch.body, i]
        if m.kind == SLIDE:
            y[:, c.position], y[:, c.velocity] = gap @ m.axis, opening @ m.axis
        elif m.kind == BALL:
            y[:, c.position : c.position + 4] = quaternions(R)
            y[:, c.velocity : c.velocity + 3] = w
    if len(turning) == 1:
        ((i, m),) = turning
        c = layout.by_motion[branch.body, i]
        sine = np.stack([Q[:, 2, 1] - Q[:, 1, 2], Q[:, 0, 2] - Q[:, 2, 0], Q[:, 1, 0] - Q[:, 0, 1]], axis=1) @ m.axis
        y[:, c.position] = np.arctan2(0.5 * sine, 0.5 * (np.trace(Q, axis1=1, axis2=2) - 1.0))
        y[:, c.velocity] = spin @ m.axis
    elif len(turning) == 2:
        (i, m), (j, k) = turning
        first, second = layout.by_motion[branch.body, i], layout.by_motion[branch.body, j]
        y[:, first.position] = _angle(m.axis, k.axis, Q @ k.axis)
        y[:, second.position] = -_angle(k.axis, m.axis, np.swapaxes(Q, 1, 2) @ m.axis)
        pin = turns(m.axis, y[:, first.position]) @ k.axis
        y[:, first.velocity], y[:, second.velocity] = spin @ m.axis, np.einsum("ni,ni->n", spin, pin)


def _angle(axis: np.ndarray, start: np.ndarray, turned: np.ndarray) -> np.ndarray:
    """Angle about `axis` from a perpendicular vector to where it was turned."""
    return np.arctan2(turned @ cross(axis, start), turned @ start)


def _world(states: np.ndarray, i: int, nb: int) -> tuple[np.ndarray, ...]:
    p, u = POSE * i, POSE * nb + TWIST * i
    A = rotation_matrices(unit(states[:, p + 3 : p + 7]))
    spin = np.einsum("nij,nj->ni", A, states[:, u + 3 : u + 6])
    return states[:, p : p + 3], A, states[:, u : u + 3], spin


def _turned(A: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Aᵀ a, sample by sample."""
    return np.einsum("nji,nj->ni", A, a)


def quaternions(R: np.ndarray) -> np.ndarray:
    """Unit quaternions (n, 4), scalar first and not negative, of rotations (n, 3, 3); divides by the largest entry."""
    entries = np.ascontiguousarray(np.moveaxis(R, 0, -1))
    trace = entries[0, 0] + entries[1, 1] + entries[2, 2]
    squares = np.array([1 + trace, *(1 + 2 * entries[i, i] - trace for i in range(3))])
    largest = np.argmax(squares, axis=0)
    out = np.empty((4, len(R)))
    for k in range(4):
        rows = largest == k
        if rows.all():
            out[:] = _by_largest(entries, squares[k], k)
        elif rows.any():
            out[:, rows] = _by_largest(entries[:, :, rows], squares[k, rows], k)
    return out.T


def _by_largest(R: np.ndarray, square: np.ndarray, k: int) -> np.ndarray:
    """Quaternions (4, n) of rotations (3, 3, n) whose k-th entry is the largest; square: four times its square."""
    by_w = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    i = k - 1
    rest = by_w if k == 0 else (square if j == i else R[i, j] + R[j, i] for j in range(3))
    q = np.array([square if k == 0 else by_w[i], *rest]) / (2.0 * np.sqrt(square))
    return np.where(q[0] < 0.0, -q, q)


def design_state(layout: StateLayout) -> np.ndarray:
    """Design position at rest."""
    if layout.joint is not None:
        return convert_state(layout.joint, layout, design_state(layout.joint))
    y = np.zeros(layout.size)
    design_positions(layout, y)
    if layout.free:
        y[:3] = layout.tree.base_frame.centre
        y[3:7] = quaternions(layout.tree.base_frame.axes[None])[0]
    return y


def convert_state(source: StateLayout, target: StateLayout, y: np.ndarray) -> np.ndarray:
    """A state in other coordinates, without auxiliary states."""
    if source is target:
        return y
    bodies = tuple(b.body for b in source.tree.branches)
    bodies = (source.tree.base, *bodies) if source.free else bodies
    return from_bodies(target, bodies, to_bodies(source, bodies, y))[0]
