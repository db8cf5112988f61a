"""The robot of the fishhook test (NHTSA): it steers one way, waits for the peak of the roll angle, steers the other.

From the start the steering wheel turns to A at a constant rate. When it is there, and the roll rate has fallen below a
small value since, it turns to −A at the same rate, dwells there, and goes back to straight ahead in two seconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from jounce.errors import InputError
from jounce.lab.drivers.driver import ChassisObservation
from jounce.model.vehicle import RACK_TRAVEL, Vehicle

ROLL_RATE_THRESHOLD = math.radians(1.5)
"""Roll rate below which the roll angle counts as at its peak [rad/s]."""
RETURN_TIME = 2.0
"""Duration of the return to straight ahead [s]."""


@dataclass(frozen=True)
class TurnOnRoll:
    """Steering robot of the fishhook. amplitude: steering-wheel angle A [rad], first to the left if positive; rate:
    steering-wheel rate [rad/s]; begin: time of the first turn [s]; dwell: time at −A [s]; max_wait: time after `begin`
    at which the reversal happens in any case [s]."""

    amplitude: float
    begin: float = 1.0
    rate: float = math.radians(720.0)
    dwell: float = 3.0
    max_wait: float = 5.0

    def start(self, car: Vehicle, speed: float) -> _TurnOnRollSession:
        """Start a run; raises InputError for a car without steering."""
        if car.steering is None:
            raise InputError("it cannot be steered", car.name, "a vehicle with steering", where="vehicle")
        return _TurnOnRollSession(self, car.steering.ratio)


class _TurnOnRollSession:
    inputs, initial = (RACK_TRAVEL,), (0.0,)

    def __init__(self, plan: TurnOnRoll, ratio: float) -> None:
        self.plan, self.ratio = plan, ratio
        self.angle, self.reversed_at, self.back_at = 0.0, math.inf, math.inf
        self.rolled = False

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        # before the start
        plan, now = self.plan, chassis.time + tick
        if chassis.time < plan.begin - 1e-9:
            return (0.0,)
        # reversal at the peak of the roll angle
        first = plan.amplitude
        self.rolled = self.rolled or chassis.roll_rate * first > ROLL_RATE_THRESHOLD * abs(first)
        there = abs(self.angle - first) < 1e-12
        if math.isinf(self.reversed_at) and there:
            over = self.rolled and chassis.roll_rate * first < ROLL_RATE_THRESHOLD * abs(first)
            if over or now - plan.begin > plan.max_wait:
                self.reversed_at = chassis.time
        # dwell, and return to straight ahead
        target = first if math.isinf(self.reversed_at) else -first
        if target == -first and abs(self.angle - target) < 1e-12 and math.isinf(self.back_at):
            self.back_at = chassis.time + plan.dwell
        rate = plan.rate
        if now > self.back_at:
            target, rate = 0.0, abs(first) / RETURN_TIME
        step = rate * tick
        self.angle += max(-step, min(step, target - self.angle))
        return (self.ratio * self.angle,)
