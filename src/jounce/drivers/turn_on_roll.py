"""The robot of the fishhook test (NHTSA): it steers one way, waits until the roll is at its height, steers the other.

From the start the steering wheel turns to A at a constant rate. When it is there, and the roll rate has fallen below a
small value since, it turns to −A at the same rate, dwells there, and goes back to straight ahead in two seconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from jounce.drivers.seen import Seen
from jounce.errors import Refusal
from jounce.vehicle import RACK_TRAVEL, Vehicle

CALM = math.radians(1.5)
"""Roll rate that counts as none [rad/s]."""
RETURN = 2.0
"""Time back to straight ahead [s]."""


@dataclass(frozen=True)
class TurnOnRoll:
    """amplitude A: of the steering wheel [rad], first to the left if positive; rate: of it [rad/s]; start, dwell [s].
    longest: after which the reversal comes anyhow [s]."""

    amplitude: float
    start: float = 1.0
    rate: float = math.radians(720.0)
    dwell: float = 3.0
    longest: float = 5.0

    def sit(self, car: Vehicle, speed: float) -> _Robot:
        """Begin a run."""
        if car.steering is None:
            raise Refusal("nobody can steer it", car.name, "a vehicle with steering", where="vehicle")
        return _Robot(self, car.steering.ratio)


class _Robot:
    inputs, start = (RACK_TRAVEL,), (0.0,)

    def __init__(self, plan: TurnOnRoll, ratio: float) -> None:
        self.plan, self.ratio = plan, ratio
        self.angle, self.reversed_at, self.back_at = 0.0, math.inf, math.inf
        self.rolled = False

    def act(self, seen: Seen, tick: float) -> Sequence[float]:
        plan, now = self.plan, seen.time + tick
        if seen.time < plan.start - 1e-9:
            return (0.0,)
        first = plan.amplitude
        self.rolled = self.rolled or seen.roll_rate * first > CALM * abs(first)
        there = abs(self.angle - first) < 1e-12
        if math.isinf(self.reversed_at) and there:
            over = self.rolled and seen.roll_rate * first < CALM * abs(first)
            if over or now - plan.start > plan.longest:
                self.reversed_at = seen.time
        target = first if math.isinf(self.reversed_at) else -first
        if target == -first and abs(self.angle - target) < 1e-12 and math.isinf(self.back_at):
            self.back_at = seen.time + plan.dwell
        rate = plan.rate
        if now > self.back_at:
            target, rate = 0.0, abs(first) / RETURN
        step = rate * tick
        self.angle += max(-step, min(step, target - self.angle))
        return (self.ratio * self.angle,)
