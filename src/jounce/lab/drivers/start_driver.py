"""A driver who sets a standing car in motion, forward or backward, and keeps it on a path.

Forward the steering is the preview law (D2), (D3). Backward the car is guided by its rear axle, which goes ahead. With
the offset e of the rear axle to the left of the path, and the angle χ of the car's heading against that of the path,
both in the direction in which the car looks, the way s that is driven backward changes them by

    de/ds = −sin χ,    dχ/ds = −(tan δ / L − κ)

and the law

    tan δ = L (κ + 2 ζ k sin χ − k² e)                                                                     (D7)

makes e'' + 2 ζ k e' + k² e = 0 over the way: it does not depend on the speed. k [1/m] is the inverse of a length.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from jounce.errors import InputError
from jounce.lab.drivers.directed_pedals import DirectedPedals
from jounce.lab.drivers.driver import ChassisObservation
from jounce.lab.drivers.path import Path
from jounce.lab.drivers.path_driver import LOCK, PathDriver, SteeringLaw, turning_axle, wheelbase
from jounce.model.vehicle import RACK_TRAVEL, Vehicle

GUIDING_LENGTH, DAMPING = 2.0, 1.0
"""1/k [m] and ζ [-] of (D7)."""
STOPPING_SPEED = 0.3
"""Speed below which a driver who stops presses the brakes as to hold the car, against a converter or a motor that
creeps [m/s]."""


class ReverseLaw:
    """The steering law (D7) along a path, in the direction in which the car looks."""

    def __init__(self, path: Path, *, wheelbase: float, behind: float, lock: float, rate: float) -> None:
        """behind: distance of the rear axle behind the chassis' centre of mass [m]; lock [rad], rate [rad/s]."""
        self.path, self.wheelbase, self.behind, self.lock, self.rate = path, wheelbase, behind, lock, rate
        self.station: float | None = None
        self.offset, self.angle = 0.0, 0.0

    def angle_for(self, chassis: ChassisObservation, tick: float) -> float:
        """Angle of the road wheels [rad] one tick [s] from now."""
        x, y = chassis.x - self.behind * math.cos(chassis.yaw), chassis.y - self.behind * math.sin(chassis.yaw)
        if self.station is None:
            squared = ((self.path.points - [x, y]) ** 2).sum(axis=1)
            self.station = float(self.path.stations[int(squared.argmin())])
        self.station, self.offset = self.path.station(x, y, self.station)
        turned = chassis.yaw - self.path.heading(self.station)
        k = 1.0 / GUIDING_LENGTH
        bend = self.path.curvature(self.station) + 2.0 * DAMPING * k * math.sin(turned) - k * k * self.offset
        asked = max(-self.lock, min(self.lock, math.atan(self.wheelbase * bend)))
        step = self.rate * tick
        self.angle = max(self.angle - step, min(self.angle + step, asked))
        return self.angle


@dataclass(frozen=True, eq=False)
class StartDriver:
    """Drives off from rest after a time, forward or backward, up to a speed, and stays on a path.

    path: in the direction in which the car looks, also when it drives backward. speed [m/s] is reached at
    `acceleration` [m/s²] and held. stop: distance [m] after which it brakes to rest at the same rate; none: never. A
    car with an engine needs an automatic gearbox (controller `automatic`).
    """

    path: Path
    speed: float
    acceleration: float
    begin: float = 0.5
    """Time at which it drives off [s]; until then the brakes hold the car."""
    direction: int = 1
    """1 forward, −1 backward."""
    stop: float | None = None
    rate: float = math.radians(500.0)
    """Largest rate of the steering wheel [rad/s]."""

    def start(self, car: Vehicle, speed: float) -> StartSession:
        """Start a run; raises InputError for a car without steering or drive."""
        return StartSession(self, car)


class StartSession:
    """A start driver in one run."""

    def __init__(self, driver: StartDriver, car: Vehicle) -> None:
        if car.steering is None:
            raise InputError("it cannot be steered", car.name, "a vehicle with steering", where="vehicle")
        self.driver = driver
        self.pedals = DirectedPedals(car, driver.direction, max(1.5 * driver.acceleration, 0.5))
        self.lever = car.steering_lever
        if driver.direction > 0:
            self.law: SteeringLaw | ReverseLaw = PathDriver(driver.path, rate=driver.rate).start(car, 0.0).law
        else:
            behind = car.laden_chassis.centre_of_mass[0] - turning_axle(car)
            rate = driver.rate / abs(self.lever / car.steering.ratio)
            self.law = ReverseLaw(driver.path, wheelbase=wheelbase(car), behind=behind, lock=LOCK, rate=rate)
        self.inputs, self.initial = (RACK_TRAVEL, *self.pedals.inputs), (0.0, *self.pedals.initial)
        self.target, self.way = 0.0, 0.0

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        """Rack travel, drive and brakes one tick from now."""
        rack = self.lever * math.tan(self.law.angle_for(chassis, tick))
        if chassis.time + tick <= self.driver.begin:
            return rack, *self.pedals.hold()
        self.way += self.driver.direction * chassis.forward * tick
        change = self.driver.acceleration * tick
        left = math.inf if self.driver.stop is None else self.driver.stop - self.way
        braking = left <= self.target**2 / (2.0 * self.driver.acceleration)
        self.target = max(0.0, self.target - change) if braking else min(self.driver.speed, self.target + change)
        if braking and self.target == 0.0 and abs(chassis.forward) < STOPPING_SPEED:
            return rack, *self.pedals.hold()
        return rack, *self.pedals.press(self.target, chassis.forward, tick)
