"""The channels of a car: how it moves, what its wheels do, and how well its joints are kept."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jounce.results.channel import Channel
from jounce.results.channel_names import named
from jounce.results.corner_channels import corner_channels, quick_corner_channels
from jounce.results.powertrain_channels import powertrain_channels
from jounce.simulate import Trajectory
from jounce.simulate.chassis import BaseMotion
from jounce.vehicle import Steering, Vehicle

CHASSIS, RACK = "chassis", "rack"
"""Names of bodies in the mechanism of a car."""


def vehicle_channels(vehicle: Vehicle, trajectory: Trajectory) -> tuple[Channel, ...]:
    """All channels of a recorded run of a car, `time` first, then the car, its steering, its powertrain, its corners,
    its joints."""
    steering, powertrain = vehicle.steering, vehicle.powertrain
    return (
        *chassis_channels(trajectory),
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
        *chassis_channels(trajectory),
        *_acceleration(trajectory),
        *(_steering(vehicle.steering, trajectory) if vehicle.steering is not None else ()),
        *(channel for corner in vehicle.corners for channel in quick_corner_channels(corner, trajectory)),
    )


def chassis_channels(trajectory: Trajectory | BaseMotion) -> tuple[Channel, ...]:
    """Time, pose and velocities of the chassis alone."""
    return named("time", trajectory.time), *_pose(trajectory), *_velocity(trajectory)


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


def _pose(trajectory: Trajectory | BaseMotion) -> Iterator[Channel]:
    for axis, values in zip("xyz", trajectory.position(CHASSIS).T, strict=True):
        yield named(f"chassis.position_{axis}", values)
    for name, values in zip(("roll", "pitch", "yaw"), roll_pitch_yaw(trajectory.rotation(CHASSIS)), strict=True):
        yield named(f"chassis.{name}_angle", values)


def _velocity(trajectory: Trajectory | BaseMotion) -> Iterator[Channel]:
    axes = heading_axes(trajectory.rotation(CHASSIS))
    v = np.einsum("nij,nj->ni", axes, trajectory.velocity(CHASSIS))
    w = np.einsum("nij,nj->ni", axes, trajectory.angular_velocity(CHASSIS))
    yield named("chassis.speed", np.hypot(v[:, 0], v[:, 1]))
    yield named("chassis.side_slip_angle", np.arctan2(v[:, 1], v[:, 0]))
    for name, values in zip(("roll", "pitch", "yaw"), w.T, strict=True):
        yield named(f"chassis.{name}_rate", values)


def _acceleration(trajectory: Trajectory) -> Iterator[Channel]:
    axes = heading_axes(trajectory.rotation(CHASSIS))
    a = np.einsum("nij,nj->ni", axes, trajectory.acceleration(CHASSIS))
    for name, values in zip(("longitudinal", "lateral", "vertical"), a.T, strict=True):
        yield named(f"chassis.{name}_acceleration", values)


def _steering(steering: Steering, trajectory: Trajectory) -> Iterator[Channel]:
    rotation = trajectory.rotation(CHASSIS)
    offset = trajectory.position(RACK) - trajectory.point(CHASSIS, steering.rack.centre_of_mass)
    travel = np.einsum("ni,nij,j->n", offset, rotation, np.array(steering.axis))
    left = "positive" if steering.travel_per_turn > 0.0 else "negative"
    yield named("rack.travel", travel, ending=f"steer left → {left}")
    yield named("steering_wheel.angle", travel / steering.ratio)


def _violations(trajectory: Trajectory) -> Iterator[Channel]:
    errors = trajectory.observation.violation
    yield named("joints.violation", errors[:, 0])
    yield named("joints.violation_rate", errors[:, 1])
