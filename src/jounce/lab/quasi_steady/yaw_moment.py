"""The yaw-moment diagram (Milliken's moment method): what a car held at side slip and steering angles would do.

    C_Y = Σ F_y / (m g),     C_N = N / (m g l)

over lines of constant side slip angle β and of constant steering-wheel angle, at one speed, wheels rolling freely. A
car corners steadily where C_N = 0; the slope of the lines there is its stability, their distance its control.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.lab.quasi_steady.balance import hold
from jounce.lab.quasi_steady.car import QuasiSteadyCar

SLIP_STEP, MAX_SLIP = math.radians(1.0), math.radians(12.0)
"""Between two lines of constant side slip, and the largest [rad]."""
STEERING_LINES = 12
"""Lines of constant steering-wheel angle on each side of straight ahead."""
ROAD_WHEEL_LIMIT = math.radians(12.0)
"""Mean angle of the front wheels at the outermost line, or the lock [rad]."""
DIFFERENCE = 2e-4
"""Difference for derivatives at the origin [rad]."""


@dataclass(frozen=True)
class YawMomentDiagram:
    """C_Y and C_N over side slip (rows) and steering-wheel angle (columns), and what is read off them."""

    speed: float
    """Speed [m/s]."""
    slip: np.ndarray
    """Side slip angles of the rows, rising [rad]."""
    steering: np.ndarray
    """Steering-wheel angles of the columns, rising [rad]."""
    side_force: np.ndarray
    """C_Y; NaN where no balance was found."""
    yaw_moment: np.ndarray
    """C_N; NaN likewise."""
    stability: float
    """∂C_N/∂β at the origin [1/rad]: positive turns the car into the direction it moves in, so that it is stable."""
    control: float
    """∂C_N/∂δ at the origin, δ the mean angle of the steered wheels [1/rad]."""
    side_force_by_slip: float
    """∂C_Y/∂β at the origin [1/rad]."""
    side_force_by_steering: float
    """∂C_Y/∂δ at the origin [1/rad]."""
    trimmed_limit: float
    """Largest |C_Y| with C_N = 0: steady cornering [g]."""
    peak_side_force: float
    """Largest |C_Y| of the diagram [g]."""
    moment_at_peak: float
    """C_N at the peak to the left: below 0 the car pushes its front out, above 0 it spins."""


def yaw_moment_diagram(car: QuasiSteadyCar, speed: float, friction: float = 1.0) -> YawMomentDiagram:
    """The diagram of a car at a speed [m/s]."""
    count = round(MAX_SLIP / SLIP_STEP)
    slip = SLIP_STEP * np.arange(-count, count + 1)
    largest = min(car.lock, ROAD_WHEEL_LIMIT * wheel_ratio(car))
    steering = largest * np.arange(-STEERING_LINES, STEERING_LINES + 1) / STEERING_LINES
    held = hold(car, speed, slip[:, None], steering[None, :], friction=friction)
    weight = car.mass * car.gravity
    side, moment = held.lateral_acceleration / car.gravity, held.yaw_moment / (weight * car.wheelbase)
    by_slip, by_steering = _slopes(car, speed, friction)
    peak = np.unravel_index(np.nanargmax(side), side.shape)
    return YawMomentDiagram(
        speed=speed,
        slip=slip,
        steering=steering,
        side_force=side,
        yaw_moment=moment,
        stability=by_slip[1],
        control=by_steering[1],
        side_force_by_slip=by_slip[0],
        side_force_by_steering=by_steering[0],
        trimmed_limit=_trimmed_limit(side, moment),
        peak_side_force=float(np.nanmax(np.abs(side))),
        moment_at_peak=float(moment[peak]),
    )


def wheel_ratio(car: QuasiSteadyCar) -> float:
    """Steering-wheel angle per mean angle of the steered wheels at straight ahead."""
    angles = np.array([-DIFFERENCE, DIFFERENCE]) * 10.0
    turned = max(
        (np.mean([np.ptp(wheel.steer_by_wheel(angles)) for wheel in axle.wheels]) for axle in car.axles), default=0.0
    )
    return float(np.ptp(angles) / turned)


def _slopes(car: QuasiSteadyCar, speed: float, friction: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Changes of C_Y and C_N per side slip and per mean angle of the steered wheels, at the origin [1/rad]."""
    ratio, weight = wheel_ratio(car), car.mass * car.gravity
    found = []
    for by_slip, by_steering in ((1.0, 0.0), (0.0, ratio)):
        both = DIFFERENCE * np.array([-1.0, 1.0])
        held = hold(car, speed, by_slip * both, by_steering * both, friction=friction)
        side, moment = np.diff(held.lateral_acceleration)[0], np.diff(held.yaw_moment)[0]
        per = 2.0 * DIFFERENCE
        found.append((float(side / car.gravity / per), float(moment / (weight * car.wheelbase) / per)))
    return found[0], found[1]


def _trimmed_limit(side: np.ndarray, moment: np.ndarray) -> float:
    """Largest |C_Y| where C_N changes its sign, along the lines of both families."""
    best = 0.0
    for c_y, c_n in ((side, moment), (side.T, moment.T)):
        a, b = c_n[:-1], c_n[1:]
        crosses = (a * b <= 0.0) & (a != b)
        share = np.where(crosses, a / np.where(a == b, 1.0, a - b), 0.0)
        values = np.abs(c_y[:-1] + share * (c_y[1:] - c_y[:-1]))[crosses]
        best = max(best, float(np.nanmax(values, initial=0.0)))
    return best
