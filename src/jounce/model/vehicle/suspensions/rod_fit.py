"""Five rods that lead a knuckle through given poses: the linkage that a K&C table stands for.

A rod from p on the chassis to q on the knuckle keeps its length |T q − p| at every pose T, which is six unknowns for
each rod alone (a dyad with two balls); the end p of the tie rod moves with the rack. Rods are found by damped
Gauss-Newton steps from a usual double wishbone, and stay as near to it as the poses allow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.model.vehicle.geometry import Triple

PULLS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
"""Weights [m/m] that hold the ends of a rod near where they start, from strong to weak."""
STEPS = 40
"""Steps at each of them."""
MIN_APART = 0.1
"""Least distance of the upper ends on the carrier from the lower ones [m]."""
LIFTS = (0.0, 0.2, 0.4)
"""How much higher upper rods also start [m]: up to the top of a strut."""


@dataclass(frozen=True)
class WheelPose:
    """A pose of the left wheel's carrier: rotation since design, wheel centre [m], travel of the rack [m]."""

    turn: np.ndarray
    centre: np.ndarray
    rack: float = 0.0


@dataclass(frozen=True)
class FittedRod:
    """A rod from the chassis, or the rack, to the carrier; its ends at the design position [m]."""

    inner: Triple
    outer: Triple


def wheel_pose(
    centre: Triple, axis: Triple, change: dict[str, float], rack: float = 0.0, static: tuple[float, float] = (0.0, 0.0)
) -> WheelPose:
    """The pose of the left wheel whose contact point, angles and centre have changed so much since the design position.

    centre, axis: wheel centre [m] and spin axis at the design position; static: toe and camber there [rad]. change:
    travel and track, of the contact point upwards and outwards, wheelbase, of the centre forwards [m]; camber, toe and
    side_view, the turn of the carrier with its top rearwards [rad].
    """
    toe, camber = static[0] + change["toe"], static[1] + change["camber"]
    s0, w = np.array(axis), np.array(centre)
    s = np.array([math.cos(camber) * math.sin(toe), math.cos(camber) * math.cos(toe), -math.sin(camber)])
    radius = w[2] / math.sqrt(1.0 - s0[2] ** 2)
    contact_y = w[1] - radius * _upwards(s0)[1] + change["track"]
    at = np.array([w[0] + change["wheelbase"], contact_y, change["travel"]])
    at[1:] += radius * _upwards(s)[1:]
    return WheelPose(_about(s, _side_turn(s0, s, change["side_view"])) @ _between(s0, s), at, rack)


def fit_rod(
    poses: list[WheelPose],
    wheel: Triple,
    inner: np.ndarray,
    outer: np.ndarray,
    on_rack: float = 0.0,
    pulls: tuple[float, ...] = PULLS,
) -> FittedRod:
    """The rod that best keeps its length through the poses, from the ends where it starts; on_rack: 1 for a tie rod."""
    start = np.concatenate([inner, outer])
    x, damping = start.copy(), 1e-9
    for pull in pulls:
        left, J = _stretches(x, poses, wheel, on_rack)
        for _ in range(STEPS):
            gradient = J.T @ left + pull**2 * (x - start)
            step = -np.linalg.solve(J.T @ J + (pull**2 + damping) * np.eye(6), gradient)
            tried, slopes = _stretches(x + step, poses, wheel, on_rack)
            here, there = (float(r @ r + pull**2 * (d @ d)) for r, d in ((left, x - start), (tried, x + step - start)))
            if there < here:
                x, left, J, damping = x + step, tried, slopes, max(0.3 * damping, 1e-12)
            else:
                damping *= 10.0
            if float(np.abs(step).max()) < 1e-12:
                break
    p, q = x[:3].tolist(), x[3:].tolist()
    return FittedRod((p[0], p[1], p[2]), (q[0], q[1], q[2]))


def fit_rod_apart(
    poses: list[WheelPose],
    wheel: Triple,
    inner: np.ndarray,
    outer: np.ndarray,
    from_point: Triple,
    pulls: tuple[float, ...] = PULLS,
) -> FittedRod:
    """The rod that best keeps its length and ends on the carrier away from a point, where other rods do.

    A carrier on a sliding strut has one ball joint to which all rods would go; a rod that starts higher, or stays
    nearer to where it starts, then stands for the strut.
    """
    found = fit_rod(poses, wheel, inner, outer, pulls=pulls)
    if math.dist(found.outer, from_point) > MIN_APART:
        return found
    tried = [
        fit_rod(poses, wheel, inner + lift, outer + lift, pulls=pulls[:count])
        for lift in (np.array([0.0, 0.0, z]) for z in LIFTS)
        for count in range(1, len(pulls) + 1)
    ]
    apart = [rod for rod in tried if math.dist(rod.outer, from_point) > MIN_APART]
    return min(apart or [found], key=lambda rod: _worst_stretch(rod, poses, wheel) / math.dist(rod.outer, from_point))


def follow_rods(rods: list[FittedRod], pose: WheelPose, wheel: Triple, axis: Triple) -> np.ndarray:
    """Where the rods put the wheel instead of a pose, with the contact point as high and the rack as far: six numbers.

    Displacement of the wheel centre [m] and rotation of the carrier [rad] away from the pose, first order.
    """
    s0, w = np.array(axis), np.array(wheel)
    rows, left = [], []
    for i, rod in enumerate(rods):
        p, q = np.array(rod.inner), np.array(rod.outer)
        end = pose.centre + pose.turn @ (q - w)
        d = end - p - (pose.rack * (i == len(rods) - 1)) * np.array([0.0, 1.0, 0.0])
        n = d / np.linalg.norm(d)
        rows.append(np.concatenate([n, np.cross(end - pose.centre, n)]))
        left.append(float(np.linalg.norm(d) - np.linalg.norm(q - p)))
    radius = w[2] / math.sqrt(1.0 - s0[2] ** 2)
    up = np.array([0.0, 0.0, 1.0])
    rows.append(np.concatenate([up, np.cross(-radius * _upwards(pose.turn @ s0), up)]))
    return -np.linalg.solve(np.array(rows), np.array([*left, 0.0]))


def _worst_stretch(rod: FittedRod, poses: list[WheelPose], wheel: Triple) -> float:
    return float(np.abs(_stretches(np.array([*rod.inner, *rod.outer]), poses, wheel, 0.0)[0]).max())


def _stretches(x: np.ndarray, poses: list[WheelPose], wheel: Triple, on_rack: float) -> tuple[np.ndarray, np.ndarray]:
    """What a rod is too long at each pose [m], and the derivatives by its ends."""
    p, q, w = x[:3], x[3:], np.array(wheel)
    turns, centres = np.array([pose.turn for pose in poses]), np.array([pose.centre for pose in poses])
    racks = on_rack * np.array([pose.rack for pose in poses])
    d = centres + turns @ (q - w) - p - racks[:, None] * np.array([0.0, 1.0, 0.0])
    lengths, length = np.linalg.norm(d, axis=1), float(np.linalg.norm(q - p))
    n, n0 = d / lengths[:, None], (q - p) / length
    return lengths - length, np.hstack([n0 - n, np.einsum("kji,kj->ki", turns, n) - n0])


def _upwards(axis: np.ndarray) -> np.ndarray:
    """The unit vector in a wheel's plane from its contact point to its centre."""
    up = np.array([0.0, 0.0, 1.0]) - axis[2] * axis
    unit: np.ndarray = up / np.linalg.norm(up)
    return unit


def _about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rotation matrix about a unit vector, by Rodrigues' formula."""
    x, y, z = axis
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    found: np.ndarray = np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * (K @ K)
    return found


def _between(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """The smallest rotation from one unit vector to another."""
    across = np.cross(start, end)
    sine = float(np.linalg.norm(across))
    return np.eye(3) if sine == 0.0 else _about(across / sine, math.atan2(sine, float(start @ end)))


def _side_turn(start: np.ndarray, axis: np.ndarray, side_view: float) -> float:
    """The turn about the spin axis after which the carrier's upright leans rearwards by an angle in side view [rad].

    With the upright u₁ before that turn and m = (cos σ, 0, sin σ), u · m = 0: A cos ψ + B sin ψ + C = 0.
    """
    u = _between(start, axis) @ np.array([0.0, 0.0, 1.0])
    m = np.array([math.cos(side_view), 0.0, math.sin(side_view)])
    c = float(axis @ u) * float(axis @ m)
    a, b = float(u @ m) - c, float(np.cross(axis, u) @ m)
    middle, half = math.atan2(b, a), math.acos(max(-1.0, min(1.0, -c / math.hypot(a, b))))
    turns = (math.remainder(middle + half, math.tau), math.remainder(middle - half, math.tau))
    return min(turns, key=abs)
