"""What a maneuver leaves to the car's own driver: the gear to start in, and a speed to hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.maneuvers.maneuver import Maneuver
from jounce.mechanism import Constant, Mechanism, Signal
from jounce.mechanism.sampling import sampled
from jounce.vehicle import GEAR, TARGET_SPEED, THROTTLE, Vehicle, rolling, rolling_gear, rolling_throttle


def driven(plan: Maneuver, car: Vehicle) -> Maneuver:
    """The maneuver with what it says nothing about itself: on a car with a powertrain the gear that fits its speed,
    and, unless throttle or target_speed are its own, a driver who holds that speed."""
    powertrain = car.powertrain
    if powertrain is None:
        return plan
    told: dict[str, Signal] = {GEAR: Constant(value=rolling_gear(car, plan.speed))}
    if powertrain.driver is not None and THROTTLE not in plan.inputs:
        told[TARGET_SPEED] = Constant(value=plan.speed)
    return replace(plan, inputs=told | dict(plan.inputs))


def rolling_in_gear(plan: Maneuver, car: Vehicle) -> Mechanism:
    """The car at the start of a maneuver, its powertrain turning in the gear that is engaged then."""
    return rolling(car, plan.speed, gear=first_gear(plan))


def first_gear(plan: Maneuver) -> float:
    """The gear that a maneuver begins in; 0 without one."""
    return _first(plan, GEAR, 0.0)


def first_throttle(plan: Maneuver, car: Vehicle) -> float:
    """What the driver's foot does at the start: it carries the drag of the air; 0 without a driver."""
    if car.powertrain is None or car.powertrain.driver is None or _first(plan, TARGET_SPEED, -1.0) < 0.0:
        return 0.0
    return rolling_throttle(car, plan.speed, first_gear(plan))


def _first(plan: Maneuver, name: str, default: float) -> float:
    """The value of an input at the start."""
    signal = plan.inputs.get(name)
    return default if signal is None else float(sampled(signal, np.zeros(1))[0])
