"""A motor's limits: at no speed, pedal, gear or charge does it draw or give back more than it may."""

import numpy as np
import pytest

from jounce.engine.assembly.signals import SignalTable
from jounce.engine.compiler import kernel
from jounce.engine.laws.forces.laws import MOTOR, SCALAR_FORCE, force_along, make_scalar_force
from jounce.model.mechanism import Constant, Curve

GIVE, TAKE, EFFICIENCY, ENERGY = 60e3, 25e3, 0.85, 2e8
FULL = Curve(x=(0.0, 400.0, 900.0, 1500.0), y=(250.0, 250.0, 130.0, 40.0))


@kernel
def torque_of(forces, signals, tables, rate):
    return force_along(forces[0], signals, tables, 0.0, 0.0, rate, 0.0, 0.0)


def motor(rate: float, throttle=0.0, regeneration=0.0, gear=1.0, discharge=1.0, charge=1.0) -> tuple[float, float]:
    """Torque [N m], and electrical power [W] by the rate of the state."""
    table = SignalTable({})
    pedals = {"throttle": throttle, "regeneration": regeneration, "gear": gear, "discharge": discharge}
    rows = {name: table.add(Constant(value=value)) for name, value in (pedals | {"charge": charge}).items()}
    full, points = table.add_smooth_curve(FULL)
    terms = {"start": 0, "stop": 0, "sense_start": 0, "sense_stop": 0, "state": 0, "heard": -1}
    numbers = {"give": GIVE, "take": TAKE, "efficiency": EFFICIENCY, "share": 0.8, "lift_off": 0.1, "fade_speed": 9.0}
    record = make_scalar_force(MOTOR, **terms, **rows, **numbers, full_table=full, full_points=points, energy=ENERGY)
    forces = np.zeros(1, SCALAR_FORCE)
    forces[0] = record
    torque, share = torque_of(forces, *table.arrays(), rate)
    return torque, share * ENERGY


def test_no_limit_is_passed():
    """Random speeds both ways, pedals beyond their ends, gears on the way and limits that somebody has lowered."""
    rng = np.random.default_rng(3)
    lowest = highest = 0.0
    for _ in range(3000):
        rate, throttle, regeneration = rng.uniform([-1600.0, -0.3, -0.3], [1600.0, 1.3, 1.3])
        gear, discharge, charge = rng.uniform([-1.2, -0.2, -0.2], [1.2, 1.0, 1.0])
        torque, power = motor(rate, throttle, regeneration, gear, discharge, charge)
        assert -TAKE * max(charge, 0.0) * (1.0 + 1e-12) <= power <= GIVE * max(discharge, 0.0) * (1.0 + 1e-12)
        mechanical = torque * rate
        assert power == pytest.approx(mechanical / EFFICIENCY if mechanical > 0 else mechanical * EFFICIENCY)
        lowest, highest = min(lowest, power), max(highest, power)
    assert lowest < -0.9 * TAKE  # the limits are reached, not just kept
    assert highest > 0.9 * GIVE


def test_torque_follows_pedals_gear_and_speed():
    assert motor(0.0, 1.0)[0] == pytest.approx(250.0, rel=1e-9)
    assert motor(0.0, 1.0, gear=-1.0)[0] == pytest.approx(-250.0, rel=1e-9)
    driving, lifted = 0.5 * 250.0, 0.5 * 0.1 * min(0.8 * 250.0, TAKE / EFFICIENCY / 200.0)
    assert motor(200.0, 0.5)[0] == pytest.approx(driving - lifted, rel=1e-9)
    assert motor(1000.0, 1.0)[0] == pytest.approx(EFFICIENCY * GIVE / 1000.0, rel=1e-9)
    assert motor(50.0, 0.0, 1.0)[0] == pytest.approx(-0.8 * 250.0 * np.tanh(50.0 / 9.0), rel=1e-9)
    assert motor(0.0, 0.0, 1.0)[0] == 0.0  # nothing is given back at rest
    assert motor(200.0, 1.0, gear=0.0)[0] == pytest.approx(0.0, abs=1e-9)
