"""How a car without a maneuver begins: rolling straight ahead, its gear engaged, its pedals released."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.errors import InputError
from jounce.lab.cockpit.actuation import Actuators, build_actuators
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.runs.driving import first_gear
from jounce.lab.runs.prepare import Prepared
from jounce.model.mechanism import Constant, Signal
from jounce.model.vehicle import NO_TARGET_SPEED, TARGET_SPEED, Vehicle

SPAN = 10.0
"""Time that steps and samples are fitted to [s]."""


def free_drive(car: Vehicle, speed: float, sample: float) -> Maneuver:
    """A maneuver that asks for nothing: whoever steps the car moves its inputs; speed [m/s], sample [s]."""
    inputs: dict[str, Signal] = {}
    if car.powertrain is not None and car.powertrain.engine is not None:
        inputs[TARGET_SPEED] = Constant(value=NO_TARGET_SPEED)
    about = f"Stepped from {3.6 * speed:.4g} km/h, straight ahead at the start."
    return Maneuver(name="simulation", about=about, speed=speed, inputs=inputs, end=SPAN, sample=sample)


def cockpit_of(ready: Prepared, y: np.ndarray, demands: Mapping[str, tuple[int, ...]]) -> Actuators | None:
    """Steering wheel and pedals of the car, in the gear that it rolls in; None where there is nothing to drive it, and
    in formulations whose states are not those of a tree. demands: see `jounce.lab.cockpit.demand_rows`."""
    if ready.system.world_state_writer() is None or not ready.system.capabilities.runs_batches:
        return None
    try:
        actuators = build_actuators(ready.car, ready.system, y, demands)  # type: ignore[arg-type]
    except InputError:
        return None
    gear = first_gear(ready.plan)
    actuators.memory["gear"] = actuators.memory["lever"] = gear
    return actuators
