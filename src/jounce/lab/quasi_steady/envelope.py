"""The g-g-V diagram: the largest accelerations that tires and powertrain allow in steady balance, over speed.

For a set of longitudinal slips κ, the same at all braked wheels when braking and at all driven wheels when driving,
the car is held at side slip and steering angles (`balance`); where its yaw moment vanishes it can go on like that. The
outermost of these points is the envelope. Driving forces end where the powertrain ends, at full load in the best gear.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.lab.quasi_steady.balance import hold
from jounce.lab.quasi_steady.car import QuasiSteadyCar
from jounce.lab.quasi_steady.yaw_moment import wheel_ratio

SLIPS = np.radians(np.arange(-14.0, 14.1, 1.0))
"""Side slip angles that are tried [rad]."""
ROAD_WHEEL_ANGLES = np.radians(np.concatenate([np.arange(0.0, 8.0, 1.0), np.arange(8.0, 20.1, 2.0)]))
"""Mean angles of the steered wheels that are tried [rad], to both sides."""
SLIP_STEPS = 9
"""Longitudinal slips between free rolling and the peak."""
KAPPAS = np.linspace(0.0, 0.4, 401)
"""Slips among which the peak of the force along the car is looked for."""
DIRECTIONS = 72
"""Directions of the envelope in the g-g plane."""


@dataclass(frozen=True)
class Envelope:
    """Largest accelerations at one speed [g]: closed curves, ax over ay, counted round from ay = +."""

    speed: float
    """Speed [m/s]."""
    lateral: np.ndarray
    """a_y / g of the curve."""
    longitudinal: np.ndarray
    """a_x / g of the curve."""
    braking: float
    """Largest deceleration straight ahead [g]."""
    driving: float
    """Largest acceleration straight ahead [g]; negative where drag of the air is larger than all that drives."""
    cornering: float
    """Largest |a_y| at any a_x [g]."""


def ggv(car: QuasiSteadyCar, speeds: Sequence[float], friction: float = 1.0) -> tuple[Envelope, ...]:
    """The envelope at every speed [m/s]."""
    return tuple(_envelope(car, float(speed), friction) for speed in speeds)


def straight_limits(car: QuasiSteadyCar, speed: float, friction: float = 1.0) -> tuple[float, float]:
    """Largest deceleration and largest acceleration straight ahead at a speed [m/s], in g."""
    brake, drive = (_straight(car, speed, friction, sign)[1] for sign in (-1.0, 1.0))
    return -brake / car.gravity, drive / car.gravity


def _envelope(car: QuasiSteadyCar, speed: float, friction: float) -> Envelope:
    brake, drive = _straight(car, speed, friction, -1.0), _straight(car, speed, friction, 1.0)
    shares = (np.arange(SLIP_STEPS + 1) / SLIP_STEPS) ** 1.7  # forces rise most at small slips
    points = [
        _trimmed(car, speed, share * kappa, friction)
        for kappa, _ in (brake, drive)
        for share in shares[0 if kappa < 0.0 else 1 :]
    ]
    a_x, a_y = np.concatenate([*points, np.array([[brake[1], drive[1]], [0.0, 0.0]])], axis=1) / car.gravity
    lateral, longitudinal = _outline(a_y, a_x)
    return Envelope(
        speed, lateral, longitudinal, -brake[1] / car.gravity, drive[1] / car.gravity, float(np.max(np.abs(a_y)))
    )


def _kappas(car: QuasiSteadyCar, kappa: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Slip of the front and rear wheels: of braked ones for negative, of driven ones for positive slips."""
    front, rear = (np.where(kappa < 0.0, float(axle.braked), float(axle.driven)) * kappa for axle in car.axles)
    return front, rear


def _straight(car: QuasiSteadyCar, speed: float, friction: float, sign: float) -> tuple[float, float]:
    """Slip and acceleration [m/s²] of the hardest braking (−) or driving (+) straight ahead."""
    kappa = sign * KAPPAS
    zero = np.zeros(kappa.shape)
    held = hold(car, speed, zero, zero, _kappas(car, kappa), friction)
    a_x = sign * held.longitudinal_acceleration
    if sign > 0.0:
        a_x = np.where(held.drive_force <= car.drive_force(speed), a_x, -np.inf)
    best = int(np.nanargmax(a_x))
    limit = car.drive_force(speed)
    if sign > 0.0 and best + 1 < len(kappa) and held.drive_force[best + 1] > limit:
        # between two slips: where the powertrain ends
        low, high = held.drive_force[best], held.drive_force[best + 1]
        share = (limit - low) / (high - low)
        return float(kappa[best] + share * KAPPAS[1]), float(
            a_x[best] + share * (held.longitudinal_acceleration[best + 1] - a_x[best])
        )
    return float(kappa[best]), float(sign * a_x[best])


def _trimmed(car: QuasiSteadyCar, speed: float, kappa: float, friction: float) -> np.ndarray:
    """(2, n): a_x and a_y [m/s²] where the yaw moment vanishes, at a longitudinal slip."""
    angles = ROAD_WHEEL_ANGLES * wheel_ratio(car)
    steering = np.concatenate([-angles[:0:-1], angles])
    steering = steering[np.abs(steering) <= car.lock]
    slips = np.full((len(SLIPS), len(steering)), kappa)
    held = hold(car, speed, SLIPS[:, None], steering[None, :], _kappas(car, slips), friction)
    n, a_x, a_y = held.yaw_moment, held.longitudinal_acceleration, held.lateral_acceleration
    if kappa > 0.0:  # a little less slip would do where the powertrain ends
        n = np.where(held.drive_force <= 1.02 * car.drive_force(speed), n, np.nan)
    found = []
    for axis in (0, 1):
        first, second = (np.take(n, range(k, n.shape[axis] - 1 + k), axis) for k in (0, 1))
        crosses = first * second <= 0.0
        share = np.where(crosses, first / np.where(first == second, 1.0, first - second), 0.0)
        rows = []
        for values in (a_x, a_y):
            a, b = (np.take(values, range(k, n.shape[axis] - 1 + k), axis) for k in (0, 1))
            rows.append((a + share * (b - a))[crosses])
        found.append(np.array(rows))
    points = np.concatenate(found, axis=1)
    return points[:, np.isfinite(points).all(axis=0)]


def _outline(a_y: np.ndarray, a_x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The convex outline of points, closed, as radii in equally spaced directions."""
    from scipy.spatial import ConvexHull

    places = np.stack([a_y, a_x], axis=1)
    hull = places[ConvexHull(places).vertices]
    around = np.concatenate([hull, hull[:1]])
    angles = 2.0 * math.pi * np.arange(DIRECTIONS + 1) / DIRECTIONS
    radii = []
    for angle in angles:
        d = np.array([math.cos(angle), math.sin(angle)])
        p, q = around[:-1], np.diff(around, axis=0)
        cross = d[0] * q[:, 1] - d[1] * q[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]) / cross
            share = (p[:, 0] * d[1] - p[:, 1] * d[0]) / cross
        good = (share >= -1e-9) & (share <= 1.0 + 1e-9) & (reach >= 0.0) & np.isfinite(reach)
        radii.append(float(np.max(reach[good], initial=0.0)))
    return np.array(radii) * np.cos(angles), np.array(radii) * np.sin(angles)
