"""dw18 on tires that hold at standstill, and the grounds that tests put it on."""

from __future__ import annotations

import numpy as np

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.simulate.place import place
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, Signal, replace
from jounce.model.vehicle import Brake, Vehicle, rolling
from tests.engine.laws.tires.files import tir_files

CORNERS = ("fl", "fr", "rl", "rr")
LAWS = ("relaxed", *sorted(tir_files()))
RELAXATION = (0.3, 0.5)


def car(law: str) -> Vehicle:
    """Without drive, with brakes that grip, on simple tires with relaxation lengths or on those of a file."""
    vehicle = load_vehicle("dw18")
    axles = []
    for axle in vehicle.axles:
        file = {"file": str(tir_files()[law])} if law != "relaxed" else None
        tire = file or replace(axle.tire, relaxation=RELAXATION)
        axles.append(replace(axle, brake=Brake(), tire=tire, drive=None))
    return replace(vehicle, axles=tuple(axles))


def on(ground, law: str, brake: Signal | float = 0.0, *, speed: float = 0.0) -> tuple[synthesis.System, np.ndarray]:
    """The car on a ground with a brake torque [N m] on every wheel, at a speed, and its state."""
    torque = Constant(value=brake) if isinstance(brake, float) else brake
    inputs = {f"brake_torque_{corner}": torque for corner in CORNERS}
    system = synthesis.build(rolling(car(law), speed), inputs=inputs, ground=ground)
    return system, place(system, start_state(system), 0.0, 0.0)
