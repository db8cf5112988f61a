"""The axis about which a wheel steers, at any position of its suspension.

It is the instantaneous screw axis of the carrier when the tie rod gives way, the lower arm stands still (or, where no
arm stays in place, the spring keeps its length) and rubber is rigid at its point: the line through the ball joints of a
double wishbone, from ball joint to top mount of a strut. So it does not depend on whether the axle is steered, and is
the same for a toe link on the chassis. Which joint gives way and what stands still is the suspension's answer
(`Suspension.kingpin`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.cartesian.model import TWIST
from jounce.lab.kinematics_compliance.evaluation import UP, Evaluation, allowed_motions, cross
from jounce.lab.kinematics_compliance.rig import KingpinRows, Rig, WheelPlace

SECOND_MOTION_TOLERANCE = 1e-6
"""Relative size of a second motion of the carrier, above which it has no single axis."""


@dataclass(frozen=True)
class SteeringAxis:
    """The axis about which a wheel steers, a line in world axes."""

    point: np.ndarray
    """Point where the axis meets the ground at the height of the contact point [m]."""
    direction: np.ndarray
    """Unit vector along the axis, upwards."""


def steering_axes(rig: Rig, at: Evaluation) -> tuple[SteeringAxis | None, SteeringAxis | None]:
    """The steering axes of the left and right wheel (KC6), their kingpins; None for a suspension that has none."""
    pins = [wheel.kingpin for wheel in rig.wheels if wheel.kingpin is not None]
    if len(pins) < len(rig.wheels):
        return None, None
    # without the tie rods, with what stands still, and with rubber as rigid as ball joints
    kept = np.ones(len(at.constraints), dtype=bool)
    for pin in pins:
        kept[list(pin.released)] = False
    rows = [at.constraints[kept], *(_rows_that_fix(rig, at, pin) for pin in pins)]
    given_way = frozenset().union(*(pin.released_bushings for pin in pins))
    for i, bushing in enumerate(rig.system.model.elements.bushings):
        if i not in given_way:
            rows.append(_rows_that_pin(at, bushing))
    motions = allowed_motions(np.vstack(rows)).basis
    left, right = (_axis(at, wheel, motions) for wheel in rig.wheels)
    return left, right


def _rows_that_fix(rig: Rig, at: Evaluation, pin: KingpinRows) -> np.ndarray:
    """Six rows that hold a body, or one that holds the length of a spring."""
    if pin.spring is not None:
        return rig.spring_gradient(at.gradients, pin.spring)[None, :]
    assert pin.body is not None
    rows = np.zeros((TWIST, TWIST * len(at.r)))
    rows[:, TWIST * pin.body : TWIST * (pin.body + 1)] = np.eye(TWIST)
    return rows


def _rows_that_pin(at: Evaluation, bushing: np.void) -> np.ndarray:
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


def _axis(at: Evaluation, wheel: WheelPlace, motions: np.ndarray) -> SteeringAxis | None:
    i = TWIST * wheel.carrier
    U, sizes, _ = np.linalg.svd(motions[i : i + TWIST])
    if sizes.size == 0 or (sizes.size > 1 and sizes[1] > SECOND_MOTION_TOLERANCE * sizes[0]):
        return None
    v, w = U[:3, 0], at.A[wheel.carrier] @ U[3:, 0]
    speed = float(np.linalg.norm(w))
    if speed < SECOND_MOTION_TOLERANCE or abs(w[2]) < SECOND_MOTION_TOLERANCE * speed:
        return None
    direction = w / speed * np.sign(w[2])
    point = at.r[wheel.carrier] + cross(w, v) / speed**2
    contact = at.contact(wheel)
    return SteeringAxis(point + (UP @ (contact - point)) / direction[2] * direction, direction)
