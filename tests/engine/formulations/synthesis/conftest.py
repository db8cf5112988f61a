"""Cars whose kernels several tests share."""

from __future__ import annotations

import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.lab.maneuvers.registry import maneuver
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling

PLAN = maneuver("j-turn", start=0.1, ramp_time=0.3, duration=1.0)


@pytest.fixture(scope="session")
def car() -> synthesis.System:
    """dw18, its rack on the servo, about to make a quick J-turn."""
    return synthesis.build(rolling(load_vehicle("dw18"), PLAN.speed), inputs=PLAN.inputs)


@pytest.fixture(scope="session")
def start(car):
    return start_state(car)
