"""A driver who follows a path, and minds the speed if asked to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.drivers.feet import Feet
from jounce.drivers.path import Path
from jounce.drivers.seen import Seen
from jounce.drivers.steering_law import SteeringLaw
from jounce.errors import Refusal
from jounce.vehicle import RACK_TRAVEL, Steerable, Vehicle

LOCK = math.radians(32.0)
"""Angle of the road wheels at which the steering wheel is at its stop [rad]."""


@dataclass(frozen=True, eq=False)
class PathDriver:
    """Preview steering along a path (D2), (D3), and a PI control of the speed (D4).

    speed: None leaves the pedals alone; a number is held [m/s]; an array (n, 2) gives it over the station of the path
    [m, m/s]. ramp: added to a held speed every second [m/s²]. rate: of the steering wheel at most [rad/s].
    """

    path: Path
    speed: float | np.ndarray | None = None
    ramp: float = 0.0
    preview: float = 0.3
    """How far ahead the driver looks, T of (D2) [s]: as long as the car takes to answer."""
    understeer: float = 0.003
    """Understeer gradient that the driver reckons with [rad s²/m]."""
    integral: float = 1.0
    """How quickly missing curvature is made up for, k of (D3) [m/s]."""
    rate: float = math.radians(1000.0)

    def sit(self, car: Vehicle, speed: float) -> _Following:
        """Begin a run that starts at a speed [m/s]; raises Refusal for a car without steering."""
        return _Following(self, car, speed)


class _Following:
    def __init__(self, driver: PathDriver, car: Vehicle, speed: float) -> None:
        if car.steering is None:
            raise Refusal("nobody can steer it", car.name, "a vehicle with steering", where="vehicle")
        suspension = car.axle(car.steering.axle).suspension
        assert isinstance(suspension, Steerable)
        self.lever = suspension.steering_lever
        ratio = abs(self.lever / car.steering.ratio)
        self.law = SteeringLaw(
            driver.path,
            wheelbase=wheelbase(car),
            preview=driver.preview,
            understeer=driver.understeer,
            integral=driver.integral,
            lock=LOCK,
            rate=driver.rate / ratio,
        )
        self.driver, self.feet = driver, None if driver.speed is None else Feet(car, speed)
        self.inputs = (RACK_TRAVEL, *(self.feet.inputs if self.feet is not None else ()))
        self.start = (0.0, *(self.feet.start if self.feet is not None else ()))

    def act(self, seen: Seen, tick: float) -> Sequence[float]:
        rack = self.lever * math.tan(self.law.angle_for(seen, tick))
        if self.feet is None:
            return (rack,)
        return rack, *self.feet.press(self._wanted(seen, tick), seen.forward, tick)

    def _wanted(self, seen: Seen, tick: float) -> float:
        speed = self.driver.speed
        if isinstance(speed, np.ndarray):
            station = (self.law.station or 0.0) + seen.speed * tick
            station = station % self.law.path.length if self.law.path.closed else station
            return float(np.interp(station, speed[:, 0], speed[:, 1]))
        assert speed is not None
        return speed + self.driver.ramp * (seen.time + tick)


def wheelbase(car: Vehicle) -> float:
    """Between the first and the last axle [m]."""
    places = [axle.suspension.wheel_centre[0] for axle in car.axles]
    return max(places) - min(places)
