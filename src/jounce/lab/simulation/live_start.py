"""How a car without a maneuver begins: rolling straight ahead, its gear engaged, its pedals released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from jounce.engine.laws.forces.signal import VALUE
from jounce.errors import InputError
from jounce.lab.cockpit.actuation import Actuators, build_actuators
from jounce.lab.controllers.demand import Demand
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
    if car.powertrain is not None:
        inputs[TARGET_SPEED] = Constant(value=NO_TARGET_SPEED)
    about = f"Stepped from {3.6 * speed:.4g} km/h, straight ahead at the start."
    return Maneuver(name="simulation", about=about, speed=speed, inputs=inputs, end=SPAN, sample=sample)


def with_demand_rows(ready: Prepared) -> tuple[Prepared, dict[str, tuple[int, ...]]]:
    """The run with rows in its signal table for what is asked of the inputs that controllers move, and those rows.

    The cockpit and direct inputs write there; the controllers read it as their demand, and write what the equations
    of motion read.
    """
    if ready.control is None or not ready.control.moved:
        return ready, {}
    model, moved = ready.system.model, ready.control.moved
    first = len(model.signals)
    signals = np.vstack([model.signals, np.zeros((len(moved), model.signals.shape[1]))])
    signals[first:, VALUE] = ready.control.values
    system = replace(ready.system, model=model._replace(signals=signals))  # type: ignore[type-var]
    rows: dict[str, tuple[int, ...]] = {name: (first + i,) for i, name in enumerate(moved)}
    ready.control.demand = RowDemand(signals, {**ready.system.layout.inputs, **rows})
    return replace(ready, system=system), rows


class RowDemand(Demand):
    """Inputs as the rows of a signal table ask for them now."""

    def __init__(self, signals: np.ndarray, rows: Mapping[str, Sequence[int]]) -> None:
        super().__init__({}, None, {})
        self.signals, self.rows, self.names = signals, rows, tuple(rows)

    def at(self, name: str, t: float) -> float:
        """The value of an input; raises KeyError for an unknown name."""
        return float(self.signals[self.rows[name][0], VALUE])


def cockpit_of(ready: Prepared, y: np.ndarray, demands: Mapping[str, tuple[int, ...]]) -> Actuators | None:
    """Steering wheel and pedals of the car, in the gear that it rolls in; None where there is nothing to drive it, and
    in formulations whose states are not those of a tree. demands: see `with_demand_rows`."""
    if ready.system.world_state_writer() is None or not ready.system.capabilities.runs_batches:
        return None
    try:
        actuators = build_actuators(ready.car, ready.system, y, demands)  # type: ignore[arg-type]
    except InputError:
        return None
    gear = first_gear(ready.plan)
    actuators.memory["gear"] = actuators.memory["lever"] = gear
    return actuators
