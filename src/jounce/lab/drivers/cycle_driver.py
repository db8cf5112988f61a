"""A driver who follows a speed over time, from rest to rest, straight ahead: throttle, direction and brakes.

Pedals are those of (D4), with the rate of the trace as what is known. An engine needs an automatic gearbox (controller
`automatic`); motors brake by `blending`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jounce.lab.drivers.directed_pedals import DirectedPedals
from jounce.lab.drivers.driver import ChassisObservation
from jounce.model.vehicle import Vehicle

MAX_ACCELERATION = 4.0
"""Acceleration at which the pedal of an engine is down [m/s²]."""
STANDING = 0.05
"""Speed below which the brakes hold the car while none is asked for [m/s]."""


@dataclass(frozen=True, eq=False)
class CycleDriver:
    """Follows speeds [m/s] at times [s], straight lines between them."""

    times: np.ndarray
    speeds: np.ndarray

    def start(self, car: Vehicle, speed: float) -> CycleSession:
        """Start a run; raises InputError for a car without drive."""
        return CycleSession(self, car)


class CycleSession:
    """A cycle driver in one run."""

    def __init__(self, driver: CycleDriver, car: Vehicle) -> None:
        self.driver, self.pedals = driver, DirectedPedals(car, 1, MAX_ACCELERATION)
        self.inputs, self.initial = self.pedals.inputs, self.pedals.initial

    def update(self, chassis: ChassisObservation, tick: float) -> Sequence[float]:
        """Drive and brakes one tick from now [s]."""
        target = float(np.interp(chassis.time + tick, self.driver.times, self.driver.speeds))
        if target < STANDING and abs(chassis.forward) < STANDING:
            self.pedals.forget()
            return self.pedals.hold()
        return self.pedals.press(target, chassis.forward, tick)
