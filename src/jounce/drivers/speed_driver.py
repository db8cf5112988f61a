"""A driver who minds the speed and nothing else; the maneuver steers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.drivers.feet import Feet
from jounce.drivers.seen import Seen
from jounce.mechanism import Signal
from jounce.mechanism.sampling import sampled
from jounce.vehicle import Vehicle


@dataclass(frozen=True)
class SpeedDriver:
    """Hold a speed over time [m/s], and let go while it is negative; brakes: whether they are used for it."""

    speed: Signal
    brakes: bool = True

    def sit(self, car: Vehicle, speed: float) -> _Holding:
        """Begin a run that starts at a speed [m/s]."""
        return _Holding(Feet(car, speed, brakes=self.brakes), self.speed)


class _Holding:
    def __init__(self, feet: Feet, speed: Signal) -> None:
        self.feet, self.speed = feet, speed
        self.inputs, self.start = feet.inputs, feet.start

    def act(self, seen: Seen, tick: float) -> Sequence[float]:
        wanted = float(sampled(self.speed, np.array([seen.time + tick]))[0])
        return self.feet.press(wanted, seen.forward, tick)
