"""A car held at a speed, a side slip angle and a steering-wheel angle: loads, slips and forces of all tires.

World axes x forward, y left, z up at the centre of mass; α positive where a contact slides to the left, so that
F_y ≈ −C_α α; wheels at (x_i, y_i), steered by δ_i:

    r = a_n / v                                       yaw rate of the circle that the side force asks for       (QS1)
    tan α_i = (−u_i sin δ_i + w_i cos δ_i) / |u_i cos δ_i + w_i sin δ_i|                                        (QS2)
        u_i = v cos β − r y_i,   w_i = v sin β + r x_i
    φ = m a_y h' / (Σ K − m g h')                     h': height of the centre of mass above the roll axis      (QS3)
    ΔF_axle = (K_axle φ + m_axle a_y h_rc) / track    from the left to the right wheel                          (QS4)
    F_z,front = (m g − L) x_r / l − m a_x h / l …     with lift and drag of the air                             (QS5)

a_x, a_y are found by a damped fixed-point iteration, for all states of an array at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.engine.laws.tires.steady import steady_forces
from jounce.lab.quasi_steady.car import QuasiSteadyCar

MAX_ITERATIONS = 200
"""Iterations after which states that still change have no result."""
DAMPING = 0.5
"""Share of a step that is taken."""
TOLERANCE = 1e-9
"""Change of the accelerations between iterations that counts as none [m/s²]."""


@dataclass(frozen=True)
class Balance:
    """Results of states of one shape; NaN where there is none."""

    longitudinal_acceleration: np.ndarray
    """Σ F_x / m along the car, drag of the air included [m/s²]."""
    lateral_acceleration: np.ndarray
    """Σ F_y / m across the car, to the left [m/s²]."""
    yaw_moment: np.ndarray
    """Moment of all tires about the vertical axis through the centre of mass, to the left [N·m]."""
    roll_angle: np.ndarray
    """Roll angle of the body, to the right [rad]."""
    loads: np.ndarray
    """(4, …): wheel loads, front left, front right, rear left, rear right [N]."""
    drive_force: np.ndarray
    """Sum of the forces of driven wheels along them [N]."""


def hold(
    car: QuasiSteadyCar,
    speed: float,
    slip: np.ndarray,
    steering: np.ndarray,
    kappa: tuple[np.ndarray | float, np.ndarray | float] = (0.0, 0.0),
    friction: float = 1.0,
) -> Balance:
    """The car at `speed` [m/s], side slip angles [rad] and steering-wheel angles [rad], arrays of one shape.

    kappa: longitudinal slip of the wheels of the front and rear axle.
    """
    beta, angle, front, rear = np.broadcast_arrays(slip, steering, *kappa)
    a_x, a_y = np.zeros(beta.shape), np.zeros(beta.shape)
    settled = np.zeros(beta.shape, dtype=bool)
    for _ in range(MAX_ITERATIONS):
        found = _evaluate(car, speed, beta, angle, (front, rear), a_x, a_y, friction)
        change_x, change_y = found.longitudinal_acceleration - a_x, found.lateral_acceleration - a_y
        settled = np.maximum(np.abs(change_x), np.abs(change_y)) < TOLERANCE
        if settled.all():
            break
        a_x, a_y = a_x + DAMPING * change_x, a_y + DAMPING * change_y
    if settled.all():
        return found
    return Balance(*(np.where(settled, value, np.nan) for value in vars(found).values()))


def _evaluate(
    car: QuasiSteadyCar,
    speed: float,
    beta: np.ndarray,
    angle: np.ndarray,
    kappa: tuple[np.ndarray, np.ndarray],
    a_x: np.ndarray,
    a_y: np.ndarray,
    friction: float,
) -> Balance:
    # circle, roll and air
    normal = a_y * np.cos(beta) - a_x * np.sin(beta)
    rate = normal / speed  # (QS1)
    pressure = 0.5 * car.air_density * speed**2
    drag, lift = pressure * car.drag_area, pressure * car.lift_area
    axis = np.interp(0.0, *np.array([[axle.x, axle.roll_centre] for axle in reversed(car.axles)]).T)
    arm = car.height - float(axis)
    stiffness = sum(axle.total_roll_rate for axle in car.axles)
    roll = car.mass * a_y * arm / (stiffness - car.mass * car.gravity * arm)  # (QS3)
    # forces, axle by axle
    loads, driving = [], np.zeros(beta.shape)
    f_x, f_y, moment = np.full(beta.shape, -drag), np.zeros(beta.shape), np.zeros(beta.shape)
    carried = _axle_loads(car, a_x, drag, lift)
    for i, axle in enumerate(car.axles):
        share = axle.total_roll_rate / axle.roll_rate
        moved = (axle.total_roll_rate * roll + car.axle_mass(i) * a_y * axle.roll_centre) / axle.track  # (QS4)
        # no wheel carries less than nothing
        moved = np.clip(moved, -0.5 * carried[i], 0.5 * carried[i])
        for wheel in axle.wheels:
            load = 0.5 * carried[i] - np.sign(wheel.y) * moved
            steer = wheel.steer_by_wheel(angle) + wheel.steer_by_roll(share * roll)
            camber = wheel.camber_by_wheel(angle) + wheel.camber_by_roll(share * roll) + roll
            u, w = speed * np.cos(beta) - rate * wheel.y, speed * np.sin(beta) + rate * axle.x
            along = u * np.cos(steer) + w * np.sin(steer)
            tangent = (w * np.cos(steer) - u * np.sin(steer)) / np.maximum(np.abs(along), 1e-3)  # (QS2)
            forces = steady_forces(wheel.tire, load, kappa[i], tangent, camber, along, friction)
            x = forces[..., 0] * np.cos(steer) - forces[..., 1] * np.sin(steer)
            y = forces[..., 0] * np.sin(steer) + forces[..., 1] * np.cos(steer)
            f_x, f_y = f_x + x, f_y + y
            moment = moment + axle.x * y - wheel.y * x + forces[..., 2]
            driving = driving + (forces[..., 0] if axle.driven else 0.0)
            loads.append(load)
    return Balance(f_x / car.mass, f_y / car.mass, moment, roll, np.array(loads), driving)


def _axle_loads(car: QuasiSteadyCar, a_x: np.ndarray, drag: float, lift: float) -> tuple[np.ndarray, np.ndarray]:
    """Loads of front and rear axle (QS5), none below zero [N]."""
    rear = car.axles[1]
    weight = car.mass * car.gravity - lift
    # moment about the rear contact: weight, lift at its point, inertia and drag at their heights
    pitch = car.mass * a_x * car.height + drag * car.air_point[1]
    lever = car.mass * car.gravity * -rear.x - lift * (car.air_point[0] - rear.x) - pitch
    on_front = np.clip(lever / car.wheelbase, 0.0, weight)
    return on_front, weight - on_front
