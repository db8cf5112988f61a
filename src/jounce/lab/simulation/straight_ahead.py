"""The linear model of a car that rolls straight ahead at a constant speed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jounce.errors import InputError
from jounce.lab.simulation.linear_model import LinearModel
from jounce.lab.simulation.simulation import Simulation
from jounce.model.vehicle import STEERING_WHEEL_ANGLE, TARGET_SPEED, Vehicle
from jounce.schema.units import parse_quantity

HANDLING = ("chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.side_slip_angle", "chassis.roll_angle")
"""Outputs unless others are asked for."""


def linearise(
    vehicle: str | Path | Vehicle,
    *,
    speed: float | str = "80 km/h",
    inputs: Sequence[str] = (STEERING_WHEEL_ANGLE,),
    outputs: Sequence[str] = HANDLING,
    settle: float | str = "15 s",
    **settings: Any,
) -> LinearModel:
    """The car at `speed`, straight ahead, as a linear model: ẋ = A x + B u, y = C x + D u.

    It rolls for `settle` before; the speed controller of a car that has one holds the speed and is part of the model.
    inputs, outputs: see `Simulation.linearise`, which does the same at any other state. settings: those of
    `jounce.run`; the car begins settled unless `initial` says otherwise.
    """
    v, time = parse_quantity(speed, "velocity"), parse_quantity(settle, "time")
    if not v > 0.0:
        raise InputError("not rolling", f"{v:g} m/s", "a speed above 0", where="speed")
    sim = Simulation(vehicle, speed=v, record=False, **{"initial": "settled", **settings})
    held = {TARGET_SPEED: v} if TARGET_SPEED in sim.inputs else {}
    if time > 0.0:
        sim.step(time, **held)
    return sim.linearise(inputs=inputs, outputs=outputs)
