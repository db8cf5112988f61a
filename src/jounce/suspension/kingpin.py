"""The axis about which a wheel steers, at any position of its suspension.

It is the instantaneous screw axis of the carrier when the tie rod gives way, the lower arm stands still and rubber is
rigid at its point: the line through the ball joints of a double wishbone, from ball joint to top mount of a strut. So
it does not depend on whether the axle is steered, and is the same for a toe link on the chassis.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.formulations.cartesian.model import TWIST
from jounce.suspension.evaluation import UP, Evaluation, cross
from jounce.suspension.rig import Rig, WheelPlace
from jounce.suspension.tangent import tangent

ONE_WAY = 1e-6
"""Relative size of a second motion of the carrier, above which it has no single axis."""


@dataclass(frozen=True)
class Kingpin:
    """A line in world axes."""

    point: np.ndarray
    """Where it meets the ground at the height of the contact point [m]."""
    direction: np.ndarray
    """Unit vector upwards."""


def kingpins(rig: Rig, at: Evaluation) -> tuple[Kingpin | None, Kingpin | None]:
    """The kingpins of the left and right wheel (KC6); None for a wheel that has none."""
    if any(wheel.arm is None or not len(wheel.tie) for wheel in rig.wheels):
        return None, None
    released = np.ones(len(at.constraints), dtype=bool)
    for wheel in rig.wheels:
        released[list(wheel.tie)] = False
    rows = [at.constraints[released], *(_still(at, wheel.arm) for wheel in rig.wheels if wheel.arm is not None)]
    for bushing in rig.system.model.bushings:
        rows.append(_rigid(at, bushing))
    motions = tangent(np.vstack(rows)).basis
    left, right = (_axis(at, wheel, motions) for wheel in rig.wheels)
    return left, right


def _still(at: Evaluation, body: int) -> np.ndarray:
    """Six rows that hold a body."""
    rows = np.zeros((TWIST, TWIST * len(at.r)))
    rows[:, TWIST * body : TWIST * (body + 1)] = np.eye(TWIST)
    return rows


def _rigid(at: Evaluation, bushing: np.void) -> np.ndarray:
    """Three rows that keep the points of a bushing together."""
    rows = np.zeros((3, TWIST * (len(at.r) + 1)))
    for side, sign in (("a", -1.0), ("b", 1.0)):
        i = int(bushing[side])
        rows[:, TWIST * i : TWIST * i + 3] += sign * np.eye(3)
        if i < len(at.r):
            x, y, z = at.A[i] @ bushing[f"point_{side}"]
            crossed = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
            rows[:, TWIST * i + 3 : TWIST * i + 6] -= sign * crossed @ at.A[i]
    return rows[:, : TWIST * len(at.r)]


def _axis(at: Evaluation, wheel: WheelPlace, motions: np.ndarray) -> Kingpin | None:
    i = TWIST * wheel.carrier
    U, sizes, _ = np.linalg.svd(motions[i : i + TWIST])
    if sizes.size == 0 or (sizes.size > 1 and sizes[1] > ONE_WAY * sizes[0]):
        return None
    v, w = U[:3, 0], at.A[wheel.carrier] @ U[3:, 0]
    speed = float(np.linalg.norm(w))
    if speed < ONE_WAY or abs(w[2]) < ONE_WAY * speed:
        return None
    direction = w / speed * np.sign(w[2])
    point = at.r[wheel.carrier] + cross(w, v) / speed**2
    contact = at.contact(wheel)
    return Kingpin(point + (UP @ (contact - point)) / direction[2] * direction, direction)
