"""The assistance of a steering: the compiled map is that of the description, odd in torque and held beyond its ends."""

import numpy as np
import pytest

from jounce.engine.assembly.signals import SignalTable
from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.laws import POWER_STEERING, SCALAR_FORCE, make_scalar_force
from jounce.engine.laws.forces.power_steering import power_steering_force
from jounce.model.mechanism import Constant
from tests.model.vehicle.steered_cars import ASSIST

RATIO, STIFFNESS = -0.008, 120.0


@pytest.fixture(scope="module")
def law():
    table = SignalTable({})
    target = table.add(Constant(value=0.0))
    numbers = {"start": 0, "stop": 0, "sense_start": 0, "sense_stop": 0, "state": -1, "heard": -1, "target": target}
    numbers |= {"stiffness": STIFFNESS / RATIO**2, "damping": 0.0, "free": 0.0, "ratio": RATIO}
    at = table.add_map(ASSIST.speeds, ASSIST.bar_torques, ASSIST.torques)
    numbers |= {"speed_table": at, "speed_points": len(ASSIST.speeds), "bar_points": len(ASSIST.bar_torques)}
    records = np.zeros(1, SCALAR_FORCE)
    records[0] = make_scalar_force(POWER_STEERING, **numbers)
    return records, *table.arrays()


@kernel
def force_of(records, signals, tables, x, speed):
    return power_steering_force(records[0], signals, tables, 0.0, x, 0.0, 0.0, speed)


@pytest.mark.parametrize("speed", [0.0, 4.0, 10.0, -22.0, 50.0])
@pytest.mark.parametrize("torque", [-9.0, -2.2, 0.0, 0.7, 3.0, 5.5, 20.0])
def test_the_force_is_the_map_over_the_ratio(law, torque, speed):
    records, signals, tables = law
    x = -torque * RATIO / STIFFNESS  # T = k (0 − x) / i
    force, _ = force_of(records, signals, tables, x, speed)
    assert force == pytest.approx(ASSIST.torque(torque, speed) / RATIO, rel=1e-12, abs=1e-12)


def test_the_map_of_the_description_is_interpolated_by_hand():
    """Halfway between 1 and 3 N m and between 0 and 10 m/s: the mean of four corners."""
    assert ASSIST.torque(2.0, 5.0) == pytest.approx(np.mean([2.0, 12.0, 1.0, 6.0]))
    assert ASSIST.torque(-2.0, -5.0) == pytest.approx(-5.25)
    assert ASSIST.torque(99.0, 99.0) == 8.0
