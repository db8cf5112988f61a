"""Actuators of a vehicle: the run-time inputs that steering, pedals and gear lever move, and their limits.

Limits that a Vehicle does not contain are derived from its parameters: force and power at driven wheels from its mass,
brake torques from the friction of tires on a dry road, the steering lock from the linkage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from jounce.engine.analysis.steering_range import SteeringRange, steering_range
from jounce.engine.formulations import synthesis
from jounce.engine.laws.forces.signal import CONSTANT
from jounce.errors import InputError
from jounce.lab.cockpit import actuation_kernel as roles
from jounce.lab.cockpit.actuation_kernel import ACTUATOR, CAR, HOLD_SHARE, MEMORY, MOTORS, POWERTRAIN, SKID, TORQUES
from jounce.model.vehicle import (
    CLUTCH,
    GEAR,
    LOCK_UP,
    RACK_TRAVEL,
    SPEED_LEFT,
    SPEED_RIGHT,
    THROTTLE,
    Powertrain,
    Vehicle,
)
from jounce.model.vehicle.pedals import drive_shares, full_brake_inputs, full_hand_brake_inputs, weight_of
from jounce.model.vehicle.powertrain import ENGINE

MAX_DRIVE_FORCE = 0.5
"""Force of torque-driven wheels at full throttle, in weights of the car [-]."""
MAX_DRIVE_POWER = 100.0
"""Power of torque-driven wheels at full throttle [W/kg]."""
MAX_SPEED, MAX_REVERSE_SPEED = 55.0, 8.0
"""Speeds at which the drive force of torque-driven wheels ends [m/s]."""
RACK_SWEEP_TIME = 0.4
"""Shortest time of the rack from stop to stop [s]."""
SKID_SPEED, SKID_REVERSE, SKID_RISE = 6.0, 3.0, 2.0
"""Speeds [m/s] and their rate [m/s²] of a skid-steered vehicle."""
SKID_TURN, SKID_SIDEWAYS = 1.2, 3.0
"""Half the difference of its sides' speeds at most [m/s], and lateral acceleration that limits it when fast [m/s²]."""


@dataclass(frozen=True)
class Actuators:
    """Arrays for `apply_controls` (car, inputs, memory, gear ratios), and the range of the steering."""

    car: np.ndarray
    inputs: np.ndarray
    memory: np.ndarray
    ratios: np.ndarray
    steering: SteeringRange | None

    @property
    def engine(self) -> tuple[int, float] | None:
        """Index of the engine's speed in y, and its sign: positive forward."""
        place = int(self.car[0]["engine"])
        return (place, float(self.car[0]["engine_sense"])) if place >= 0 else None


def build_actuators(
    vehicle: Vehicle, system: synthesis.System, y: np.ndarray, rows: Mapping[str, tuple[int, ...]] | None = None
) -> Actuators:
    """The actuators of a vehicle on generated kernels; y: its closed state at the design position; rows: rows of the
    signal table to write for some inputs, instead of those that the equations read.

    Raises InputError for a vehicle without anything that drives it, or whose inputs are bound to functions of time.
    """
    # kind of drive, and places of speeds in the state
    steering = steering_range(system, vehicle, y)
    mass = sum(body.mass for body in system.mechanism.bodies)
    cars, memory = np.zeros(1, CAR), np.zeros(1, MEMORY)
    car = cars[0]
    car["kind"] = drive_kind(vehicle)
    car["speed"] = system.state.velocity_start if system.state.free else -1
    car["engine"], car["shaft"], car["engine_sense"], car["shaft_sense"] = -1, -1, 1.0, 1.0
    # steering, drive force and power
    if steering is not None:
        car["rack"], car["rack_rate"] = steering.largest, 2.0 * abs(steering.largest) / RACK_SWEEP_TIME
    car["force"], car["power"] = MAX_DRIVE_FORCE * weight_of(vehicle, mass), MAX_DRIVE_POWER * mass
    car["top_speed"], car["reverse_speed"] = MAX_SPEED, MAX_REVERSE_SPEED
    # gearbox and engine
    ratios, powertrain = np.zeros(1), vehicle.powertrain
    if powertrain is not None and powertrain.engine is not None:
        ratios = _gear_ratios(powertrain)
        car["gears"], car["reverse"] = len(ratios) - 1, -1 in powertrain.gears
        car["idle"], car["strongest"] = powertrain.engine.idle_speed, powertrain.engine.strongest_speed
        car["engine"], car["engine_sense"] = spin_index(system, ENGINE)
        car["shaft"], car["shaft_sense"] = spin_index(system, powertrain.output)
    # skid steering
    if vehicle.skid_steering is not None:
        car["top_speed"], car["reverse_speed"], car["rise"] = SKID_SPEED, SKID_REVERSE, SKID_RISE
        car["half_track"] = float(np.mean([axle.suspension.wheel_centre[1] for axle in vehicle.axles]))
        car["turn"], car["sideways"] = SKID_TURN, SKID_SIDEWAYS
    # rows of the signal table that the controls write
    car["hold"] = HOLD_SHARE
    memory["rest"] = 10.0
    found = [
        (row, role, share, hand)
        for name, role, share, hand in _inputs(vehicle, mass)
        for row in (rows or {}).get(name) or _live_rows(system, name)
    ]
    return Actuators(cars, np.array(found, ACTUATOR), memory, ratios, steering)


def spin_index(system: synthesis.System, body: str) -> tuple[int, float]:
    """Index in y of the spin of a body about an axis across the car, and its sign: positive forward."""
    branch = system.state.tree.branch_of(body)
    axis = branch.motions[0].axis
    return system.state.by_motion[body, 0].velocity, 1.0 if axis[1] >= 0.0 else -1.0


def drive_kind(vehicle: Vehicle) -> int:
    """What drives a vehicle; raises InputError if nothing does."""
    if vehicle.powertrain is not None:
        return MOTORS if vehicle.powertrain.engine is None else POWERTRAIN
    if vehicle.skid_steering is not None:
        return SKID
    if any(axle.drive for axle in vehicle.axles):
        return TORQUES
    hint = "give an axle `drive: inboard`, or the vehicle a powertrain or skid_steering"
    raise InputError("nothing drives it", "no driven axle", "a vehicle that can be driven", hint, where=vehicle.name)


def _gear_ratios(powertrain: Powertrain) -> np.ndarray:
    """Turns of the gearbox's input by those of its output: reverse (0 without) at place 0, then first gear …"""
    gears = powertrain.gears
    return np.array([gears.get(-1, 0.0), *(ratio for number, ratio in gears.items() if number > 0)])


def _inputs(vehicle: Vehicle, mass: float) -> Iterator[tuple[str, int, float, float]]:
    """Name, role, torque at full pedal and at full handbrake of every input that a driver moves."""
    if vehicle.steering is not None:
        yield RACK_TRAVEL, roles.RACK, 0.0, 0.0
    hand = full_hand_brake_inputs(vehicle, mass=mass)
    for name, torque in full_brake_inputs(vehicle, mass=mass).items():
        yield name, roles.BRAKE, torque, hand.get(name, 0.0)
    for name, share in drive_shares(vehicle).items():
        yield name, roles.DRIVE, share, 0.0
    if vehicle.powertrain is not None:
        yield THROTTLE, roles.PEDAL, 0.0, 0.0
        yield CLUTCH, roles.CLUTCH, 0.0, 0.0
        yield GEAR, roles.LEVER, 0.0, 0.0
        yield LOCK_UP, roles.LOCK, 0.0, 0.0
    if vehicle.skid_steering is not None:
        yield SPEED_LEFT, roles.LEFT, 0.0, 0.0
        yield SPEED_RIGHT, roles.RIGHT, 0.0, 0.0


def _live_rows(system: synthesis.System, name: str) -> tuple[int, ...]:
    """Rows of an input in the signal table, all constants that may be overwritten."""
    rows = system.layout.inputs.get(name, ())
    if any(system.model.signals[row, 0] != CONSTANT for row in rows):
        raise InputError("not a live input", "bound to a function of time", "an input left free", where=name)
    return rows
