"""A car for quasi-steady analyses: what its multibody description says about masses, axles, tires and powertrain.

Masses, dimensions, roll centres, roll rates, and the angles of the wheels over roll and steering come from the test rig
(`jounce.kc`), tire forces from the laws that simulations use. Left out are compliance under tire forces, pitch and ride
height, and the difference between sprung and unsprung masses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.formulations.world_frame.system import build
from jounce.errors import InputError
from jounce.lab.car_check.axle_figures import tire_stiffness
from jounce.lab.kinematics_compliance.kc import kc
from jounce.lab.kinematics_compliance.kc_results import AxleSheet
from jounce.model.mechanism.springs import Curve
from jounce.model.vehicle import Vehicle, to_mechanism
from jounce.model.vehicle.powertrain import Motor
from jounce.model.vehicle.statics import mass_and_centre

Angles = Callable[[np.ndarray], np.ndarray]
"""Angle of a wheel [rad] over what moves it."""


@dataclass(frozen=True)
class QuasiSteadyWheel:
    """A wheel of an axle."""

    y: float
    """Place of the contact point across, left positive [m]."""
    tire: np.void
    """Record of its tire (`jounce.engine.laws.tires.records.TIRE`)."""
    steer_by_wheel: Angles
    """Angle about the vertical axis, to the left, over the steering-wheel angle [rad]; toe included."""
    steer_by_roll: Angles
    """Change of that angle over the roll angle of the body against the axle [rad]."""
    camber_by_wheel: Angles
    """Camber, top to the right, over the steering-wheel angle [rad]."""
    camber_by_roll: Angles
    """Change of camber against the body over roll [rad]."""


@dataclass(frozen=True)
class QuasiSteadyAxle:
    """An axle with its two wheels, left first."""

    x: float
    """Place along the car from the centre of mass, forwards [m]."""
    track: float
    roll_centre: float
    """Height of the roll centre [m]."""
    roll_rate: float
    """Stiffness of springs and bars in roll [N·m/rad]."""
    tire_roll_rate: float
    """Stiffness of the tires in roll [N·m/rad]."""
    wheels: tuple[QuasiSteadyWheel, QuasiSteadyWheel]
    driven: bool
    braked: bool

    @property
    def total_roll_rate(self) -> float:
        """Springs and tires in series [N·m/rad]."""
        return self.roll_rate * self.tire_roll_rate / (self.roll_rate + self.tire_roll_rate)


@dataclass(frozen=True)
class QuasiSteadyCar:
    """A car of two axles on level ground."""

    name: str
    mass: float
    height: float
    """Height of the centre of mass [m]."""
    gravity: float
    axles: tuple[QuasiSteadyAxle, QuasiSteadyAxle]
    drag_area: float
    lift_area: float
    air_density: float
    air_point: tuple[float, float]
    """Where the air acts: along the car from the centre of mass, and its height [m]."""
    drive_force: Callable[[float], float]
    """Largest driving force over speed [m/s → N]; infinite for a car whose wheels are driven by torques."""
    lock: float
    """Largest steering-wheel angle [rad]."""

    @property
    def wheelbase(self) -> float:
        """Distance of the axles [m]."""
        return self.axles[0].x - self.axles[1].x

    def axle_mass(self, i: int) -> float:
        """Mass that an axle carries at rest [kg]."""
        other = self.axles[1 - i].x
        return self.mass * abs(other) / self.wheelbase


def read_car(vehicle: Vehicle) -> QuasiSteadyCar:
    """The car of a vehicle; raises InputError unless it has two axles, one of them steered."""
    if len(vehicle.all_axles) != 2 or vehicle.steering is None or vehicle.second_steering is not None:
        steered = "no steering" if vehicle.steering is None else "one steered axle"
        got = (
            f"{len(vehicle.all_axles)} axles, {'two steered axles' if vehicle.second_steering is not None else steered}"
        )
        raise InputError("not a car for handling diagrams", got, "two axles, one of them steered", where=vehicle.name)
    mechanism = to_mechanism(vehicle)
    mass, centre = mass_and_centre(mechanism)
    system, sheet = build(mechanism), kc(vehicle)
    records = dict(zip((tire.name for tire in mechanism.tires), system.model.elements.tires, strict=True))
    axles = [
        _axle(vehicle, sheet.axle(axle.name), float(centre[0]), list(records.values())[2 * i : 2 * i + 2])
        for i, axle in enumerate(vehicle.axles)
    ]
    air = vehicle.aerodynamics
    steer = sheet.axle(vehicle.steering.axle).steer
    assert steer is not None
    return QuasiSteadyCar(
        name=vehicle.name,
        mass=mass,
        height=float(centre[2]),
        gravity=vehicle.gravity,
        axles=(axles[0], axles[1]),
        drag_area=air.drag_area_ahead if air else 0.0,
        lift_area=air.lift_area if air else 0.0,
        air_density=air.air_density if air else 0.0,
        air_point=(air.point[0] - float(centre[0]), air.point[2]) if air else (0.0, 0.0),
        drive_force=_drive_force(vehicle),
        lock=float(np.max(np.abs(steer.steering_wheel_angle))),
    )


def _axle(vehicle: Vehicle, sheet: AxleSheet, centre: float, tires: list[np.void]) -> QuasiSteadyAxle:
    own, opposite, steer = vehicle.axle(sheet.name), sheet.opposite, sheet.steer
    # roll to the right: the left wheel falls by half the track times the roll angle
    roll = -2.0 * opposite.travel / sheet.track
    order = np.argsort(roll)
    angle = np.zeros(1) if steer is None else steer.steering_wheel_angle
    rising = np.argsort(angle)
    wheels = []
    for k, (side, curves) in enumerate((("left", opposite.left), ("right", opposite.right))):
        outwards = 1.0 if side == "left" else -1.0
        lean = -outwards  # camber, top outwards → top to the right
        at = slice(opposite.design, opposite.design + 1)
        turned_steer = curves.steer[at] if steer is None else getattr(steer, side).steer
        turned_camber = curves.camber[at] if steer is None else getattr(steer, side).camber
        wheels.append(
            QuasiSteadyWheel(
                y=0.5 * outwards * sheet.track,
                tire=tires[k],
                steer_by_wheel=_table(angle[rising], turned_steer[rising]),
                steer_by_roll=_table(roll[order], (curves.steer - curves.steer[at])[order]),
                camber_by_wheel=_table(angle[rising], lean * turned_camber[rising]),
                camber_by_roll=_table(roll[order], lean * (curves.camber - curves.camber[at])[order]),
            )
        )
    stiffness = tire_stiffness(own.tire)
    return QuasiSteadyAxle(
        x=own.suspension.wheel_centre[0] - centre,
        track=sheet.track,
        roll_centre=float(sheet.parallel.roll_centre_height[sheet.parallel.design]),
        roll_rate=float(opposite.roll_rate[opposite.design]),
        tire_roll_rate=0.5 * sheet.track**2 * stiffness,
        wheels=(wheels[0], wheels[1]),
        driven=_is_driven(vehicle, sheet.name),
        braked=own.brake is not None,
    )


def _table(x: np.ndarray, y: np.ndarray) -> Angles:
    return lambda at: np.interp(at, x, y)


def _is_driven(vehicle: Vehicle, name: str) -> bool:
    if vehicle.powertrain is not None:
        return name in vehicle.powertrain.axle_names
    return vehicle.axle(name).drive is not None


def _drive_force(vehicle: Vehicle) -> Callable[[float], float]:
    """Engine in the best gear and all motors at full load, with the wheels rolling at the height of their centres."""
    powertrain = vehicle.powertrain
    if powertrain is None:
        has_drive = any(axle.drive is not None for axle in vehicle.axles)
        return lambda _: np.inf if has_drive else 0.0
    radius = {name: vehicle.axle(name).suspension.wheel_centre[2] for name in powertrain.axle_names}
    # what one turn of the gearbox's output makes of the road, by the axle that it reaches first
    reached = powertrain.shaft_axles
    shaft = reached[0].ratio / radius[reached[0].name] if reached else 0.0

    def force(v: float) -> float:
        gears = [0.0]
        if powertrain.engine is not None and powertrain.gearbox is not None:
            on_shaft = [motor for motor in powertrain.motors if motor.axle is None]
            for ratio in powertrain.gearbox.ratios:
                per_wheel = ratio * powertrain.gearbox.final_drive * shaft
                torque = _torque(powertrain.engine.full_load, v * per_wheel)
                torque += sum(_motor_torque(motor, v * per_wheel) for motor in on_shaft)
                gears.append(torque * per_wheel)
        total = max(gears)
        for motor in powertrain.motors:
            if motor.axle is not None:
                count, r = 2.0 if motor.per_wheel else 1.0, radius[motor.axle]
                total += count * _motor_torque(motor, v / r) / r
        if powertrain.battery is not None and powertrain.engine is None:
            total = min(total, powertrain.battery.discharge_power * _efficiency(powertrain.motors) / max(v, 1e-3))
        return total

    return force


def _torque(curve: Curve, speed: float) -> float:
    """Torque of a curve at a speed [rad/s]; none beyond its end."""
    return float(np.interp(speed, curve.x, curve.y)) if speed <= curve.x[-1] else 0.0


def _motor_torque(motor: Motor, speed: float) -> float:
    """Torque of a motor on what it turns at that speed [rad/s]: its curve, and its electrical power [N·m]."""
    own = speed * motor.reduction
    most = motor.power * motor.efficiency / max(own, 1e-3)
    return motor.reduction * max(0.0, min(_torque(motor.torque, own), most))


def _efficiency(motors: Sequence[Motor]) -> float:
    return min(motor.efficiency for motor in motors)
