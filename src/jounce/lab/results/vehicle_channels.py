"""The channels of a car: how it moves, what its wheels do, and how well its joints are kept.

What was asked of the car: the inputs of a maneuver, sampled at the times of a run.

Where the work of a run went, as channels: (1) of `jounce.engine.simulate.energy`, sampled as the run was.

The channels of one wheel: tire, spring and travel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from jounce.engine.laws.forces.pressure import HUNDRED
from jounce.engine.linalg.samples import cross, dot, turn
from jounce.engine.simulate import Trajectory
from jounce.engine.simulate.air_power import WIND
from jounce.engine.simulate.base_motion import BaseMotion
from jounce.engine.simulate.energy import bookkeeping
from jounce.engine.simulate.light_observer import LightTrajectory
from jounce.lab.results.channel import Channel
from jounce.lab.results.channel_names import named_channel
from jounce.lab.results.channel_needs import ChannelNeeds
from jounce.lab.results.heading import along_heading, roll_pitch_yaw
from jounce.lab.results.trailer_channels import quick_trailer_channels, trailer_channels
from jounce.model.mechanism import (
    AerodynamicDrag,
    AppliedForce,
    AppliedTorque,
    Input,
    Mechanism,
    PrescribedMotion,
    Signal,
    Tire,
)
from jounce.model.mechanism.signals import sample_signal
from jounce.model.vehicle import (
    BRAKE,
    CHARGE_LIMIT,
    CLUTCH,
    DISCHARGE_LIMIT,
    GEAR,
    LOCK_UP,
    RACK_TRAVEL,
    REGENERATION,
    SIDE_FORCE,
    SIDES,
    SPEED_LEFT,
    SPEED_RIGHT,
    STEERING_WHEEL_ANGLE,
    TARGET_SPEED,
    THROTTLE,
    TRANSFER_CLUTCH,
    WIND_DIRECTION,
    WIND_END,
    WIND_SPEED,
    WIND_START,
    Corner,
    Powertrain,
    Steering,
    Vehicle,
    brake_inputs,
)
from jounce.model.vehicle.powertrain import MOTOR

Seen: TypeAlias = Trajectory | LightTrajectory
"""A recorded run, observed in full, or one or several, observed lightly."""

_UNITS = {
    RACK_TRAVEL: "m",
    STEERING_WHEEL_ANGLE: "rad",
    SIDE_FORCE: "N",
    WIND_DIRECTION: "rad",
    WIND_START: "m",
    WIND_END: "m",
}
_UNITS |= dict.fromkeys((SPEED_LEFT, SPEED_RIGHT, TARGET_SPEED, WIND_SPEED), "m/s")
_UNITS |= dict.fromkeys((THROTTLE, CLUTCH, GEAR, BRAKE, LOCK_UP, TRANSFER_CLUTCH), "1")
_UNITS |= dict.fromkeys((REGENERATION, DISCHARGE_LIMIT, CHARGE_LIMIT), "1")
"""Units of inputs that are neither torques nor forces."""
_BY_WORD = {"force": "N", "torque": "N*m", "pressure": "Pa"}
"""Word in the name of an input → its unit."""


def input_channels(inputs: Mapping[str, Signal], time: np.ndarray) -> Iterator[Channel]:
    """One channel for each input, called `input.NAME`."""
    for name, signal in inputs.items():
        yield input_channel(name, sample_signal(signal, time))


def input_channel(name: str, values: np.ndarray) -> Channel:
    """The channel of one input."""
    frame = "chassis" if name == RACK_TRAVEL else ""
    return Channel(f"input.{name}", input_unit(name), frame, f"what {name} was asked to be", values)


def input_unit(name: str) -> str:
    """The unit of a run-time input; of one that a car's own parts name, by a word in its name, else SI."""
    if name in _UNITS:
        return _UNITS[name]
    return next((unit for word, unit in _BY_WORD.items() if word in name), "SI")


def energy_channels(trajectory: Trajectory, inputs: Mapping[str, Signal]) -> Iterator[Channel]:
    """Five accounts; none of a mechanism with prescribed motions, whose work is not recorded.

    inputs: what the run-time inputs were bound to.
    """
    if any(isinstance(joint, PrescribedMotion) for joint in trajectory.mechanism.joints):
        return
    books = bookkeeping(trajectory, _magnitudes(trajectory, inputs))
    potential = books.gravity + books.springs
    accounts = {
        "kinetic": books.kinetic,
        "potential": potential - potential[0],
        "supplied": books.drive,
        "dissipated": books.dissipated,
        "residual": books.residual,
    }
    for name, values in accounts.items():
        yield named_channel(f"energy.{name}", values)


def _magnitudes(trajectory: Trajectory, inputs: Mapping[str, Signal]) -> dict[str, np.ndarray]:
    """Magnitudes of all applied loads, by name [N or N·m], and signals of the wind, by names of force and signal."""
    found: dict[str, Signal] = {}
    for force in trajectory.mechanism.forces:
        if isinstance(force, AppliedForce | AppliedTorque):
            found[force.name] = force.magnitude
        elif isinstance(force, AerodynamicDrag):
            winds = {f"{force.name}.{name}": getattr(force, name) for name in WIND}
            found |= {name: signal for name, signal in winds.items() if signal is not None}
    return {name: sample_signal(_bound(signal, inputs), trajectory.time) for name, signal in found.items()}


def _bound(signal: Signal, inputs: Mapping[str, Signal]) -> Signal:
    return inputs.get(signal.name, signal) if isinstance(signal, Input) else signal


TIRE_FIELDS = {
    "longitudinal_force": "fx",
    "lateral_force": "fy",
    "vertical_force": "fz",
    "slip_ratio": "kappa",
    "slip_angle": "alpha",
    "camber_angle": "camber",
    "aligning_moment": "mz",
    "ground_height": "height",
}
"""Channel of a tire → field of a contact."""
POINT_CHANNELS = {"contact_x": 0, "contact_y": 1}
"""Channel of a tire → component of its contact point."""


def corner_channels(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """All channels of one corner; their names carry its suffix, as in `tire.fl.slip_angle`."""
    yield from _tire(corner, trajectory, ChannelNeeds())
    yield from _spring(corner, trajectory)
    yield from _torsion_bar(corner, trajectory)
    yield from _wheel(corner, trajectory)


def quick_corner_channels(corner: Corner, trajectory: Seen, needs: ChannelNeeds) -> Iterator[Channel]:
    """The channels of tire and wheel that are needed."""
    yield from _tire(corner, trajectory, needs)
    wheel = (("wheel", "spin"), ("wheel", "height"), ("suspension", "travel"), ("suspension", "velocity"))
    if needs.any_of(corner.channel(*names) for names in wheel):
        yield from _wheel(corner, trajectory)


def _tire(corner: Corner, trajectory: Seen, needs: ChannelNeeds) -> Iterator[Channel]:
    yield from _tire_channels(corner.name("tire"), lambda name: corner.channel("tire", name), trajectory, needs)
    if corner.inner_tire in trajectory.layout.tires:
        yield from _tire_channels(corner.inner_tire, corner.inner_channel, trajectory, needs)


def _tire_channels(
    tire: str, channel: Callable[[str], str], trajectory: Seen, needs: ChannelNeeds
) -> Iterator[Channel]:
    """The channels of one tire that are needed; channel: the name of one, by its quantity."""
    wanted = {channel(name): field for name, field in TIRE_FIELDS.items() if channel(name) in needs}
    points = {channel(name): axis for name, axis in POINT_CHANNELS.items() if channel(name) in needs}
    if wanted or points:
        contact = trajectory.tire(tire)
        yield from (named_channel(name, contact[field]) for name, field in wanted.items())
        yield from (named_channel(name, contact["point"][:, axis]) for name, axis in points.items())


def _spring(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    """The strut with the spring, and the damper where it has points of its own."""
    for part in ("spring", "damper"):
        element = corner.name(part)
        if element in trajectory.layout.scalar_forces:
            yield named_channel(corner.channel(part, "length"), trajectory.spring_length(element))
            yield named_channel(corner.channel(part, "force"), trajectory.spring_force(element))


def _torsion_bar(corner: Corner, trajectory: Trajectory) -> Iterator[Channel]:
    bar = corner.name("torsion")
    if bar in trajectory.layout.scalar_forces:
        yield named_channel(corner.channel("torsion_bar", "angle"), trajectory.spring_length(bar))
        yield named_channel(corner.channel("torsion_bar", "torque"), trajectory.spring_force(bar))


def _wheel(corner: Corner, trajectory: Seen) -> Iterator[Channel]:
    tires, unit = [_tire_of(corner, system.mechanism) for system in trajectory.systems], corner.unit
    body, frames = tires[0].body, [system.frames for system in trajectory.systems]
    spins = [frame[body].direction(tire.spin_axis) for frame, tire in zip(frames, tires, strict=True)]
    axis = turn(trajectory.rotation(body), trajectory.each(spins))
    yield named_channel(corner.channel("wheel", "spin"), dot(trajectory.angular_velocity(body), axis))
    centre = trajectory.points(body, [tire.centre for tire in tires])
    yield named_channel(corner.channel("wheel", "height"), centre[:, 2])
    chassis, reach = trajectory.rotation(unit), centre - trajectory.position(unit)
    up = chassis[:, :, 2]
    design = [frame[unit].point(tire.centre)[2] for frame, tire in zip(frames, tires, strict=True)]
    yield named_channel(corner.channel("suspension", "travel"), dot(up, reach) - trajectory.each(design))
    # seen from the chassis: its own motion at the wheel centre taken off
    turning = cross(trajectory.angular_velocity(unit), reach)
    passing = _velocity_of_point(body, centre, trajectory) - trajectory.velocity(unit) - turning
    yield named_channel(corner.channel("suspension", "velocity"), dot(passing, up))


def _velocity_of_point(body: str, point: np.ndarray, trajectory: Seen) -> np.ndarray:
    """Velocity of a point of a body, (n, 3) [m/s]; point: (n, 3) [m], both in world axes."""
    arm = point - trajectory.position(body)
    return trajectory.velocity(body) + cross(trajectory.angular_velocity(body), arm)


def _tire_of(corner: Corner, mechanism: Mechanism) -> Tire:
    name = corner.name("tire")
    return next(tire for tire in mechanism.tires if tire.name == name)


ACCELERATIONS = tuple(f"chassis.{name}_acceleration" for name in ("longitudinal", "lateral", "vertical"))
STEERING = ("rack.travel", "steering_wheel.angle")
CHASSIS, RACK = "chassis", "rack"
"""Names of bodies in the mechanism of a car."""


def vehicle_channels(vehicle: Vehicle, trajectory: Trajectory) -> tuple[Channel, ...]:
    """All channels of a recorded run of a car, `time` first, then the car, its steering, its powertrain, its corners,
    its joints."""
    steering, powertrain = vehicle.steering, vehicle.powertrain
    return (
        *chassis_channels(trajectory),
        *_acceleration(trajectory),
        *(_steering([steering], trajectory) if steering is not None else ()),
        *(_steering_torque(steering, trajectory) if steering is not None else ()),
        *(_powertrain_channels(powertrain, trajectory) if powertrain is not None else ()),
        *_brake_channels(vehicle, trajectory),
        *(channel for corner in vehicle.corners for channel in corner_channels(corner, trajectory)),
        *trailer_channels(vehicle, trajectory),
        *_violations(trajectory),
    )


def quick_channels(vehicles: Sequence[Vehicle], trajectory: Seen, needs: ChannelNeeds) -> tuple[Channel, ...]:
    """The channels of `vehicle_channels` that `jounce.engine.simulate.light_observer` is enough for: all but springs,
    powertrain and joints; beside those of the chassis only what is needed, and what comes with it.

    vehicles: of each run in the trajectory, alike but for numbers (`have_equal_channels`). Each channel has the samples
    of all runs.
    """
    first = vehicles[0]
    accelerated, steered = needs.any_of(ACCELERATIONS), needs.any_of(STEERING)
    steerings = [vehicle.steering for vehicle in vehicles if vehicle.steering is not None]
    return (
        *chassis_channels(trajectory),
        *(_acceleration(trajectory) if accelerated else ()),
        *(_steering(steerings, trajectory) if steerings and steered else ()),
        *(channel for corner in first.corners for channel in quick_corner_channels(corner, trajectory, needs)),
        *quick_trailer_channels(first, trajectory, needs),
    )


def have_equal_channels(one: Vehicle, other: Vehicle) -> bool:
    """Whether channels of two vehicles of the same topology have the same names and descriptions."""

    def about(vehicle: Vehicle) -> tuple:
        steering = vehicle.steering
        sense = steering is not None and (steering.ratio > 0.0 or -1)
        return vehicle.corners, tuple(trailer.name for trailer in vehicle.trailers), sense

    return one is other or about(one) == about(other)


def chassis_channels(trajectory: Seen | BaseMotion) -> tuple[Channel, ...]:
    """Time, pose and velocities of the chassis alone."""
    return named_channel("time", trajectory.time), *_pose(trajectory), *_velocity(trajectory)


def _pose(trajectory: Seen | BaseMotion) -> Iterator[Channel]:
    for axis, values in zip("xyz", trajectory.position(CHASSIS).T, strict=True):
        yield named_channel(f"chassis.position_{axis}", values)
    angles = roll_pitch_yaw(trajectory.rotation(CHASSIS), trajectory.starts)
    for name, values in zip(("roll", "pitch", "yaw"), angles, strict=True):
        yield named_channel(f"chassis.{name}_angle", values)


def _velocity(trajectory: Seen | BaseMotion) -> Iterator[Channel]:
    rotation = trajectory.rotation(CHASSIS)
    v = along_heading(rotation, trajectory.velocity(CHASSIS))
    w = along_heading(rotation, trajectory.angular_velocity(CHASSIS))
    yield named_channel("chassis.speed", np.hypot(v[:, 0], v[:, 1]))
    yield named_channel("chassis.side_slip_angle", np.arctan2(v[:, 1], v[:, 0]))
    yield named_channel("chassis.vertical_velocity", v[:, 2])
    for name, values in zip(("roll", "pitch", "yaw"), w.T, strict=True):
        yield named_channel(f"chassis.{name}_rate", values)


def _acceleration(trajectory: Seen) -> Iterator[Channel]:
    a = along_heading(trajectory.rotation(CHASSIS), trajectory.acceleration(CHASSIS))
    for name, values in zip(ACCELERATIONS, a.T, strict=True):
        yield named_channel(name, values)


def _steering(steerings: Sequence[Steering], trajectory: Seen) -> Iterator[Channel]:
    """Travel of what slides, and the angle of the steering wheel; steerings: of each run, of the same sense."""
    rotation = trajectory.rotation(CHASSIS)
    centres = [steering.slider.centre_of_mass for steering in steerings]
    offset = trajectory.position(RACK) - trajectory.points(CHASSIS, centres)
    axis = trajectory.each([steering.slider_axis for steering in steerings])
    travel = np.zeros(len(offset))
    for i in range(3):
        for j in range(3):
            travel += offset[:, i] * rotation[:, i, j] * axis[..., j]
    left = "positive" if steerings[0].ratio > 0.0 else "negative"
    yield named_channel("rack.travel", travel, ending=f"steer left → {left}")
    yield named_channel("steering_wheel.angle", travel / trajectory.each([steering.ratio for steering in steerings]))


def _steering_torque(steering: Steering, trajectory: Trajectory) -> Iterator[Channel]:
    """What holds the input, as a torque at the steering wheel: T dθ = F ds, s = ratio θ."""
    element = steering.holds_input_by
    force = trajectory.spring_force(element) if steering.gives_way else trajectory.effort(element)
    yield named_channel("steering_wheel.torque", steering.ratio * force)


def _violations(trajectory: Trajectory) -> Iterator[Channel]:
    errors = trajectory.observation.violation
    yield named_channel("joints.violation", errors[:, 0])
    yield named_channel("joints.violation_rate", errors[:, 1])


def _powertrain_channels(powertrain: Powertrain, trajectory: Trajectory) -> Iterator[Channel]:
    """Speeds and torques of engine and motors, what the battery gives, and the torques of the half shafts."""
    if powertrain.engine is not None:
        across = trajectory.rotation("chassis")[:, :, 1]
        spin = trajectory.angular_velocity("engine") - trajectory.angular_velocity("chassis")
        yield named_channel("engine.speed", np.einsum("ni,ni->n", spin, across))
        yield named_channel("engine.torque", trajectory.spring_force("engine_torque"))
    drawn, used = np.zeros(len(trajectory.time)), np.zeros(len(trajectory.time))
    for motor in powertrain.motors:
        for suffix, _, _ in motor.places:
            element = f"{MOTOR}_{suffix}_torque"
            speed, torque = trajectory.element_rate(element), trajectory.spring_force(element)
            power = electrical_power(speed * torque, motor.efficiency)
            drawn += power
            used += trajectory.element_state(element) if powertrain.battery is not None else 0.0
            yield named_channel(f"motor.{suffix}.speed", speed)
            yield named_channel(f"motor.{suffix}.torque", torque)
            yield named_channel(f"motor.{suffix}.electrical_power", power)
    if powertrain.battery is not None:
        yield named_channel("battery.power", drawn)
        yield named_channel("battery.state_of_charge", powertrain.battery.state_of_charge - used)
    for axle in powertrain.axle_names:
        for corner in (Corner(axle, side) for side in SIDES):
            torque = trajectory.spring_force(corner.name("half_shaft"))
            yield named_channel(corner.channel("half_shaft", "torque"), torque)


def electrical_power(mechanical: np.ndarray, efficiency: float) -> np.ndarray:
    """Electrical power [W] of a motor with a mechanical one, (n,)."""
    return np.where(mechanical > 0.0, mechanical / efficiency, mechanical * efficiency)


def _brake_channels(vehicle: Vehicle, trajectory: Trajectory) -> Iterator[Channel]:
    """Torques of hydraulic brakes, their pressures and the temperatures of their discs."""
    if vehicle.brakes is None:
        return
    for corner in brake_inputs(vehicle):
        brake, name = vehicle.axle(corner.axle).brake, corner.name("brake")
        yield named_channel(corner.channel("brake", "torque"), trajectory.spring_force(name))
        full = vehicle.brakes.full_pressure(corner.axle)
        yield named_channel(corner.channel("brake", "pressure"), full * trajectory.element_state(f"{name}.pressure"))
        if brake is not None and brake.disc is not None:
            heat = HUNDRED * trajectory.element_state(f"{name}.disc")
            yield named_channel(corner.channel("brake", "temperature"), heat)
