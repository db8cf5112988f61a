"""Pedals for driving off, forward or backward: drive and brakes for a target speed along the direction of travel.

    f = k_p (v* − v) + i + v̇*,    di/dt = k_i (v* − v) while f is within its limits                          (D4)

v is the speed along the direction, so that one law drives both ways. Torques drive the wheels, or the throttle p = f /
f_max an engine, whose clutch and gears an automatic gearbox moves (`jounce.lab.controllers.catalogue.automatic`).
"""

from __future__ import annotations

from collections.abc import Sequence

from jounce.errors import InputError
from jounce.lab.drivers.speed_driver import COAST_DECELERATION, MAX_DRIVE_POWER, MotorPedals, SpeedLaw
from jounce.model.vehicle import GEAR, NO_TARGET_SPEED, TARGET_SPEED, THROTTLE, Vehicle
from jounce.model.vehicle.pedals import drive_shares, full_brake_inputs, full_deceleration, total_mass

HOLDING = 0.3
"""Share of the full brakes that holds a standing car."""


class DirectedPedals:
    """Drive and brake inputs of one car that drives off along a direction: 1 forward, −1 backward."""

    def __init__(self, car: Vehicle, direction: int, acceleration: float) -> None:
        """acceleration: the largest of the drive [m/s²]; raises InputError for a car without drive or reverse gear."""
        self.direction, self.acceleration, self.mass = direction, acceleration, total_mass(car)
        self.shares, self.engine = drive_shares(car), car.powertrain is not None
        self.off = (NO_TARGET_SPEED,) if car.powertrain is not None and car.powertrain.driver is not None else ()
        self.motors = MotorPedals(car) if car.powertrain is not None and car.powertrain.engine is None else None
        if not self.shares and not self.engine:
            hint = "give an axle `drive: inboard`, or the vehicle a powertrain"
            raise InputError("it cannot drive off", car.name, "driven wheels", hint, where="vehicle")
        if car.powertrain is not None and direction < 0 and -1 not in car.powertrain.gear_numbers:
            raise InputError("it has no reverse gear", car.name, "a gearbox with reverse", where="vehicle")
        self.brakes = full_brake_inputs(car, mass=self.mass)
        self.full = full_deceleration(car, mass=self.mass)
        self.law = SpeedLaw(acceleration, -self.full if self.brakes else -COAST_DECELERATION)
        self.target = 0.0

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the run-time inputs."""
        pedals = (THROTTLE, GEAR, *([TARGET_SPEED] if self.off else [])) if self.engine else ()
        return (*pedals, *self.shares, *self.brakes)

    @property
    def initial(self) -> tuple[float, ...]:
        """Values at the start: at rest, in neutral, brakes on; the controller of an engine is off."""
        held = (HOLDING * torque for torque in self.brakes.values())
        return (*((0.0, 0.0, *self.off) if self.engine else ()), *(0.0 for _ in self.shares), *held)

    def hold(self) -> Sequence[float]:
        """Values of the inputs that keep a car at rest."""
        return self.initial

    def forget(self) -> None:
        """Forget the sum of errors, as a driver does who has come to a stop."""
        self.target, self.law.sum = 0.0, 0.0

    def press(self, target: float, forward: float, tick: float) -> Sequence[float]:
        """Values of the inputs for a target speed along the direction and the forward velocity [m/s]."""
        target_rate, speed = (target - self.target) / tick, self.direction * forward
        self.target = target
        f = self.law.force(target, speed, tick, target_rate)
        braking = max(0.0, -COAST_DECELERATION - f)
        brakes = (braking / self.full * torque for torque in self.brakes.values())
        if self.motors is not None:
            throttle = self.motors.press(self.mass * max(0.0, f), speed)[0]
            return throttle, float(self.direction), *brakes
        if self.engine:
            throttle = min(1.0, max(0.0, f) / self.acceleration)
            return throttle, float(self.direction), *self.off, *brakes
        driving = max(-COAST_DECELERATION, min(f, MAX_DRIVE_POWER / max(speed, 1.0)))
        return (*(self.direction * self.mass * driving * share for share in self.shares.values()), *brakes)
