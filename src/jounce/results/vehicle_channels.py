"""The channels of a car: how it moves, what its wheels do, and how well its joints are kept."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.results.channel import Channel
from jounce.results.corner_channels import corner_channels, quick_corner_channels
from jounce.results.powertrain_channels import powertrain_channels
from jounce.simulate import Trajectory
from jounce.vehicle import Steering, Vehicle

CHASSIS, RACK = "chassis", "rack"
"""Names of bodies in the mechanism of a car."""


def vehicle_channels(vehicle: Vehicle, trajectory: Trajectory) -> tuple[Channel, ...]:
    """All channels of a recorded run of a car, `time` first, then the car, its steering, its powertrain, its corners,
    its joints."""
    steering, powertrain = vehicle.steering, vehicle.powertrain
    return (
        Channel("time", "s", "", "time since the start of the run", trajectory.time),
        *_pose(trajectory),
        *_velocity(trajectory),
        *_acceleration(trajectory),
        *(_steering(steering, trajectory) if steering is not None else ()),
        *(powertrain_channels(powertrain, trajectory) if powertrain is not None else ()),
        *(channel for corner in vehicle.corners for channel in corner_channels(corner, trajectory)),
        *_violations(trajectory),
    )


def quick_channels(vehicle: Vehicle, trajectory: Trajectory) -> tuple[Channel, ...]:
    """Those of `vehicle_channels` that need no more than a quick look (`jounce.simulate.watch`): all but springs,
    powertrain and joints."""
    return (
        Channel("time", "s", "", "time since the start of the run", trajectory.time),
        *_pose(trajectory),
        *_velocity(trajectory),
        *_acceleration(trajectory),
        *(_steering(vehicle.steering, trajectory) if vehicle.steering is not None else ()),
        *(channel for corner in vehicle.corners for channel in quick_corner_channels(corner, trajectory)),
    )


def heading_axes(rotation: np.ndarray) -> np.ndarray:
    """Horizontal axes that follow the car, (n, 3, 3) with rows x (the chassis x axis projected), y left, z up."""
    forward = rotation[:, :, 0] * [1.0, 1.0, 0.0]
    forward = forward / np.linalg.norm(forward, axis=1, keepdims=True)
    up = np.broadcast_to([0.0, 0.0, 1.0], forward.shape)
    return np.stack([forward, np.cross(up, forward), up], axis=1)


def roll_pitch_yaw(rotation: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angles [rad] with R = Rz(yaw) Ry(pitch) Rx(roll), ISO 8855; yaw counts full turns."""
    roll = np.arctan2(rotation[:, 2, 1], rotation[:, 2, 2])
    pitch = np.arcsin(np.clip(-rotation[:, 2, 0], -1.0, 1.0)) + 0.0  # no −0.0
    yaw = np.unwrap(np.arctan2(rotation[:, 1, 0], rotation[:, 0, 0]))
    return roll, pitch, yaw


def _pose(trajectory: Trajectory) -> Iterator[Channel]:
    where = {"x": "along the initial heading", "y": "to the left", "z": "upwards"}
    for (axis, direction), values in zip(where.items(), trajectory.position(CHASSIS).T, strict=True):
        text = f"position of the chassis' centre of mass; positive {direction}"
        yield Channel(f"chassis.position_{axis}", "m", "world", text, values)
    signs = {"roll": "leaning to the right (steer left)", "pitch": "nose down", "yaw": "turned to the left"}
    angles = roll_pitch_yaw(trajectory.rotation(CHASSIS))
    for (name, sign), values in zip(signs.items(), angles, strict=True):
        text = f"{name} angle of the chassis, order yaw, pitch, roll (ISO 8855); {sign} → positive"
        yield Channel(f"chassis.{name}_angle", "rad", "world", text, values)


def _velocity(trajectory: Trajectory) -> Iterator[Channel]:
    axes = heading_axes(trajectory.rotation(CHASSIS))
    v = np.einsum("nij,nj->ni", axes, trajectory.velocity(CHASSIS))
    w = np.einsum("nij,nj->ni", axes, trajectory.angular_velocity(CHASSIS))
    speed = np.hypot(v[:, 0], v[:, 1])
    yield Channel(
        "chassis.speed", "m/s", "world", "horizontal speed of the chassis' centre of mass; never negative", speed
    )
    text = "angle from the car's heading to its velocity at the centre of mass; sliding to the left → positive"
    yield Channel("chassis.side_slip_angle", "rad", "heading", text, np.arctan2(v[:, 1], v[:, 0]))
    text = "angular velocity of the chassis about the horizontal axis along its heading; right side falling → positive"
    yield Channel("chassis.roll_rate", "rad/s", "heading", text, w[:, 0])
    text = "angular velocity of the chassis about the horizontal axis to its left; nose falling → positive"
    yield Channel("chassis.pitch_rate", "rad/s", "heading", text, w[:, 1])
    text = "angular velocity of the chassis about the world's vertical; steer left → positive"
    yield Channel("chassis.yaw_rate", "rad/s", "world", text, w[:, 2])


def _acceleration(trajectory: Trajectory) -> Iterator[Channel]:
    axes = heading_axes(trajectory.rotation(CHASSIS))
    a = np.einsum("nij,nj->ni", axes, trajectory.acceleration(CHASSIS))
    place = "of the chassis' centre of mass"
    text = f"horizontal acceleration {place} along its heading; gaining speed → positive"
    yield Channel("chassis.longitudinal_acceleration", "m/s^2", "heading", text, a[:, 0])
    text = f"horizontal acceleration {place} across its heading; steer left → positive"
    yield Channel("chassis.lateral_acceleration", "m/s^2", "heading", text, a[:, 1])
    text = f"vertical acceleration {place}, without gravity; upwards → positive"
    yield Channel("chassis.vertical_acceleration", "m/s^2", "world", text, a[:, 2])


def _steering(steering: Steering, trajectory: Trajectory) -> Iterator[Channel]:
    rotation = trajectory.rotation(CHASSIS)
    offset = trajectory.position(RACK) - trajectory.point(CHASSIS, steering.rack.centre_of_mass)
    travel = np.einsum("ni,nij,j->n", offset, rotation, np.array(steering.axis))
    left = "positive" if steering.travel_per_turn > 0.0 else "negative"
    text = f"travel of the rack along its axis, from the design position; steer left → {left}"
    yield Channel("rack.travel", "m", "chassis", text, travel)
    text = "angle of a steering wheel that is geared to the rack without play; steer left → positive"
    yield Channel("steering_wheel.angle", "rad", "", text, travel / steering.ratio)


def _violations(trajectory: Trajectory) -> Iterator[Channel]:
    errors = trajectory.observation.violation
    text = "largest |Φ| of all constraint equations: gaps of joints in m, conditions on directions as cosines"
    yield Channel("joints.violation", "m", "", text, errors[:, 0])
    text = "largest |dΦ/dt| of all constraint equations"
    yield Channel("joints.violation_rate", "m/s", "", text, errors[:, 1])
