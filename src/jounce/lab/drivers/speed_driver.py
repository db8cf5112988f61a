"""Speed control: a PI law with anti-windup, the pedals of a car, and a driver that holds a speed.

    f = k_p (v* − v) + i + v̇*,    di/dt = k_i (v* − v) while f is within its limits                          (D4)

f is the force along the car by its mass [m/s²]; v* the target speed. Beyond the coasting deceleration the brakes act.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError
from jounce.lab.drivers.driver import ChassisObservation
from jounce.model.mechanism import Signal
from jounce.model.mechanism.signals import sample_signal
from jounce.model.vehicle import REGENERATION, TARGET_SPEED, THROTTLE, Vehicle
from jounce.model.vehicle.pedals import drive_shares, full_brake_inputs, full_deceleration, total_mass
from jounce.model.vehicle.variants import wheel_speeds

PROPORTIONAL, INTEGRAL = 1.5, 0.4
"""k_p [1/s] and k_i [1/s²]: a well damped response within about a second."""
MAX_DRIVE_ACCELERATION = 5.0
"""Largest force of driven wheels by the mass of the car [m/s²]."""
MAX_DRIVE_POWER = 100.0
"""Largest power of driven wheels by the mass of the car [W/kg]."""
COAST_DECELERATION = 0.5
"""Deceleration of driven wheels without brakes [m/s²]."""


class SpeedLaw:
    """The PI law (D4) with its integral; largest and smallest: limits of f [m/s²], the second of them negative."""

    def __init__(self, largest: float, smallest: float) -> None:
        self.largest, self.smallest = largest, smallest
        self.sum = 0.0

    def force(self, target: float, speed: float, tick: float, target_rate: float = 0.0) -> float:
        """f [m/s²] for a target speed and its rate [m/s, m/s²], at a speed [m/s]; tick: time to the next call [s]."""
        error = target - speed
        unlimited = PROPORTIONAL * error + self.sum + target_rate
        limited = max(self.smallest, min(self.largest, unlimited))
        if limited == unlimited or (unlimited - limited) * error < 0.0:
            self.sum += INTEGRAL * error * tick
        return limited


class MotorPedals:
    """Throttle and regeneration of a car that motors alone drive."""

    inputs = (THROTTLE, REGENERATION)

    def __init__(self, car: Vehicle) -> None:
        assert car.powertrain is not None
        self.car, self.powertrain = car, car.powertrain
        self.radius = car.axle(car.powertrain.axle_names[0]).suspension.wheel_centre[2]

    def press(self, force: float, speed: float) -> tuple[float, float]:
        """Throttle and regeneration, 0 … 1, for a force along the direction of travel [N] at a speed along it [m/s]."""
        spins = wheel_speeds(self.car, speed)
        torque = force * self.radius
        if torque >= 0.0:
            return self.powertrain.throttle_for(torque, 1.0, spins), 0.0
        most = sum(self.powertrain.braking_torques(spins).values())
        return 0.0, min(1.0, -torque / most) if most > 0.0 else 0.0


class Pedals:
    """Drive and brake inputs of one car, for a target speed."""

    def __init__(
        self,
        car: Vehicle,
        speed: float,
        *,
        brakes: bool = True,
        acceleration: float = MAX_DRIVE_ACCELERATION,
        power: float = MAX_DRIVE_POWER,
    ) -> None:
        """speed: initial speed [m/s]; brakes: whether they are used; acceleration [m/s²] and power [W/kg]: the largest
        of driven wheels. Raises InputError for a car without drive."""
        self.mass = total_mass(car)
        self.shares = drive_shares(car)
        engine = car.powertrain is not None and car.powertrain.driver is not None
        self.motors = MotorPedals(car) if car.powertrain is not None and car.powertrain.engine is None else None
        if not self.shares and not engine and self.motors is None:
            hint = "give an axle `drive: inboard`, or the vehicle a powertrain with a driver"
            raise InputError("its speed cannot be controlled", car.name, "driven wheels", hint, where="vehicle")
        self.brakes = full_brake_inputs(car, mass=self.mass) if brakes else {}
        self.full = full_deceleration(car, mass=self.mass)
        self.engine = engine
        self.power = power
        self.law = SpeedLaw(acceleration, -self.full if self.brakes else -COAST_DECELERATION)
        self.target = speed

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the run-time inputs."""
        pedals = (TARGET_SPEED,) if self.engine else MotorPedals.inputs if self.motors is not None else ()
        return (*pedals, *self.shares, *self.brakes)

    @property
    def initial(self) -> tuple[float, ...]:
        """Values at the start of the run: pedals released; the controller of an engine holds the speed."""
        pedals = (self.target,) if self.engine else (0.0, 0.0) if self.motors is not None else ()
        return (*pedals, *(0.0 for _ in (*self.shares, *self.brakes)))

    def press(self, target: float, speed: float, tick: float) -> Sequence[float]:
        """Values of the inputs for a target speed and a speed [m/s]; a negative target releases the pedals."""
        if target < 0.0:
            self.target = speed
            pedals = (target,) if self.engine else (0.0, 0.0) if self.motors is not None else ()
            return (*pedals, *(0.0 for _ in (*self.shares, *self.brakes)))
        target_rate = (target - self.target) / tick
        self.target = target
        f = self.law.force(target, speed, tick, target_rate)
        driving = max(-COAST_DECELERATION, min(f, self.power / max(speed, 1.0)))
        braking = max(0.0, -COAST_DECELERATION - f)
        pedals = (target,) if self.engine else ()
        if self.motors is not None:
            pedals = self.motors.press(self.mass * max(f, -COAST_DECELERATION), speed)
        return (
            *pedals,
            *(self.mass * driving * share for share in self.shares.values()),
            *(braking / self.full * torque for torque in self.brakes.values()),
        )


@dataclass(frozen=True)
class SpeedDriver:
    """Driver that holds a speed over time [m/s] and releases the pedals while it is negative; the maneuver steers.

    brakes: whether they are used to hold the speed. acceleration [m/s²] and power [W/kg]: the largest of driven wheels.
    """

    speed: Signal
    brakes: bool = True
    acceleration: float = MAX_DRIVE_ACCELERATION
    power: float = MAX_DRIVE_POWER

    def start(self, car: Vehicle, speed: float) -> _SpeedSession:
        """Start a run at a speed [m/s]."""
        pedals = Pedals(car, speed, brakes=self.brakes, acceleration=self.acceleration, power=self.power)
        return _SpeedSession(pedals, self.speed)


class _SpeedSession:
    def __init__(self, pedals: Pedals, speed: Signal) -> None:
        self.pedals, self.speed = pedals, speed
        self.inputs, self.initial = pedals.inputs, pedals.initial

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        target = float(sample_signal(self.speed, np.array([chassis.time + tick]))[0])
        return self.pedals.press(target, chassis.forward, tick)
