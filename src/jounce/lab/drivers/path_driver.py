"""A driver that follows a path, and optionally holds a speed.

Preview steering: the lateral acceleration that brings a car onto its path, and the rack travel that gives it.

With the offset e of the car to the left of its path, ė = v sin(χ) its rate, χ the angle between the car's velocity and
the path, and ë = v r − v² κ(s) its second rate, r the yaw rate, the law demands the lateral acceleration

    a = v² κ(s + v T) − 2 ζ ω (ė + ½ τ ë) − ω² (e + T ė)                                                     (D2)

T is the preview time and κ the curvature of the path. τ is the response time of the car: tires need the slip angle
s a before they give the acceleration a, and the slip angles change at the rate at which the car turns into its course,

    τ = τ₀ + s v,    T = T₀ + ¾ s v,    ω = min(ω₀, ½/τ)

so that the law asks for less the slower the car answers. A car that answered at once would converge to its path like
a mass on a damped spring, ë + 2 ζ ω ė + ω² e = 0. The road wheels are turned by what a car with an understeer
gradient K needs in a steady turn, and by the integral of the curvature error, so that a circle is followed
exactly even if K or the ratio of the linkage is wrong:

    δ = (L + K v²) a / v² + k ∫ (a / v² − r / v) dt                                                         (D3)

δ is limited by the lock and by a rate; the integral is frozen while it is limited. s and K are those of the tires of
the car (`steering_response`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.errors import InputError
from jounce.lab.drivers.driver import ChassisObservation
from jounce.lab.drivers.path import Path
from jounce.lab.drivers.speed_driver import Pedals
from jounce.lab.drivers.steering_response import steering_response
from jounce.model.vehicle import RACK_TRAVEL, Vehicle

MIN_SPEED = 1.0
"""Speed that the law uses at lower speeds [m/s]."""
FREQUENCY, DAMPING = 3.0, 1.0
"""ω₀ [rad/s] and ζ of (D2)."""
BANDWIDTH = 0.5
"""Largest product of ω and the response time τ [-]."""
REACTION, PREVIEW = 0.05, 0.1
"""τ₀ and T₀ [s]: response time and preview of a car with stiff tires, for steering gear and samples of the driver."""
PREVIEW_SHARE = 0.75
"""Share of the growth of τ with the speed that T has too [-]."""
MAX_LATERAL_ACCELERATION = 9.0
"""Largest lateral acceleration that the law demands [m/s²], about what tires transmit."""


class SteeringLaw:
    """The steering law (D2), (D3) along one path, with its integral."""

    def __init__(
        self,
        path: Path,
        *,
        wheelbase: float,
        preview: float | None,
        understeer: float,
        integral: float,
        lock: float,
        rate: float,
        slip: float = 0.0,
        reaction: float = REACTION,
    ) -> None:
        """preview: T [s], None for that of (D2); understeer: K [rad s²/m]; integral: k [m/s], the curvature error
        decays within about L/k seconds; lock [rad] and rate [rad/s] of the road wheels; slip: s [rad s²/m]; reaction:
        τ₀ [s]."""
        self.path, self.wheelbase, self.understeer, self.integral = path, wheelbase, understeer, integral
        self.preview, self.lock, self.rate = preview, lock, rate
        self.slip, self.reaction = slip, reaction
        self.station: float | None = None
        self.offset = 0.0
        self.angle, self.sum = 0.0, 0.0

    def angle_for(self, chassis: ChassisObservation, tick: float) -> float:
        """Angle of the road wheels [rad] one tick [s] from now."""
        near = self.station if self.station is not None else self._begin(chassis)
        self.station, self.offset = self.path.station(chassis.x, chassis.y, near)
        v = max(chassis.speed, MIN_SPEED)
        course = chassis.yaw + (math.atan2(chassis.sideways, chassis.forward) if chassis.speed > MIN_SPEED else 0.0)
        leaving = v * math.sin(course - self.path.heading(self.station))
        response = self.reaction + self.slip * v
        preview = PREVIEW + PREVIEW_SHARE * self.slip * v if self.preview is None else self.preview
        frequency = min(FREQUENCY, BANDWIDTH / response) if response > 0.0 else FREQUENCY
        ahead = self.path.curvature(self.station + v * preview)
        turning = v * chassis.yaw_rate - v * v * self.path.curvature(self.station)
        back = 2.0 * DAMPING * frequency * (leaving + 0.5 * response * turning)
        back += frequency**2 * (self.offset + preview * leaving)
        wanted = max(-MAX_LATERAL_ACCELERATION, min(MAX_LATERAL_ACCELERATION, v * v * ahead - back)) / (v * v)
        missing = wanted - chassis.yaw_rate / v
        asked = (self.wheelbase + self.understeer * v * v) * wanted + self.sum + self.integral * missing * tick
        step = self.rate * tick
        held = max(-self.lock, min(self.lock, max(self.angle - step, min(self.angle + step, asked))))
        if held == asked:
            self.sum += self.integral * missing * tick
        self.angle = held
        return held

    def _begin(self, chassis: ChassisObservation) -> float:
        """The station nearest to the start, wherever on the path it is."""
        squared = ((self.path.points - [chassis.x, chassis.y]) ** 2).sum(axis=1)
        return float(self.path.stations[int(squared.argmin())])


LOCK = math.radians(32.0)
"""Angle of the road wheels at which the steering wheel is at its stop [rad]."""


@dataclass(frozen=True, eq=False)
class PathDriver:
    """Preview steering along a path (D2), (D3), and a PI control of the speed (D4).

    speed: None does not use the pedals; a number is held [m/s]; an array (n, 2) gives it over the station of the path
    [m, m/s]. ramp: added to a held speed every second [m/s²]. rate: largest rate of the steering wheel [rad/s].
    """

    path: Path
    speed: float | np.ndarray | None = None
    ramp: float = 0.0
    preview: float | None = None
    """Preview time T of (D2) [s]; None: as the tires of the car need it."""
    understeer: float | None = None
    """Understeer gradient of the feedforward steering, K of (D3) [rad s²/m]; None: that of the tires."""
    integral: float = 1.0
    """Gain of the integral of the curvature error, k of (D3) [m/s]."""
    rate: float = math.radians(1000.0)

    def start(self, car: Vehicle, speed: float) -> PathSession:
        """Start a run at a speed [m/s]; raises InputError for a car without steering."""
        return PathSession(self, car, speed)


class PathSession:
    """A path driver in one run."""

    def __init__(self, driver: PathDriver, car: Vehicle, speed: float) -> None:
        if car.steering is None:
            raise InputError("it cannot be steered", car.name, "a vehicle with steering", where="vehicle")
        self.lever = car.steering_lever
        ratio = abs(self.lever / car.steering.ratio)
        response = steering_response(car)
        self.law = SteeringLaw(
            driver.path,
            wheelbase=wheelbase(car),
            preview=driver.preview,
            understeer=response.understeer if driver.understeer is None else driver.understeer,
            integral=driver.integral,
            lock=LOCK,
            rate=driver.rate / ratio,
            slip=0.5 * (response.front + response.rear),
        )
        self.driver, self.pedals = driver, None if driver.speed is None else Pedals(car, speed)
        self.inputs = (RACK_TRAVEL, *(self.pedals.inputs if self.pedals is not None else ()))
        self.initial = (0.0, *(self.pedals.initial if self.pedals is not None else ()))

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        """Rack travel and pedals one tick from now."""
        rack = self.lever * math.tan(self.law.angle_for(chassis, tick))
        if self.pedals is None:
            return (rack,)
        return rack, *self.pedals.press(self._target_speed(chassis, tick), chassis.forward, tick)

    def _target_speed(self, chassis: ChassisObservation, tick: float) -> float:
        speed = self.driver.speed
        if isinstance(speed, np.ndarray):
            station = (self.law.station or 0.0) + chassis.speed * tick
            station = station % self.law.path.length if self.law.path.closed else station
            return float(np.interp(station, speed[:, 0], speed[:, 1]))
        assert speed is not None
        return speed + self.driver.ramp * (chassis.time + tick)


def wheelbase(car: Vehicle) -> float:
    """Distance between the steered axle and the axle about which the car turns [m]."""
    assert car.steering is not None
    return abs(car.axle(car.steering.axle).suspension.wheel_centre[0] - turning_axle(car))


def turning_axle(car: Vehicle) -> float:
    """Position x of the axle about which a car turns at low speed [m]: the mean of those that are not steered, or the
    last one if all are."""
    places = [axle.suspension.wheel_centre[0] for axle in car.axles if car.steering_of(axle.name) is None]
    return sum(places) / len(places) if places else min(axle.suspension.wheel_centre[0] for axle in car.axles)
