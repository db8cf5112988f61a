"""The sedan of the library: a car of its class at rest and on the road, the same in both formulations."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.analysis import linearise, settle
from jounce.engine.formulations.world_frame.system import build
from jounce.lab.maneuvers import Maneuver
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant
from jounce.model.vehicle import rolling, to_mechanism
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare

SPEED = 60.0 / 3.6


@pytest.fixture(scope="module")
def sedan():
    return load_vehicle("sedan")


@pytest.fixture(scope="module")
def rest(sedan):
    system = build(to_mechanism(sedan))
    return system, settle(system)


def test_mass_and_centre(sedan):
    bodies = to_mechanism(sedan).bodies
    masses = np.array([body.mass for body in bodies])
    places = np.array([np.add(body.position, body.centre_of_mass) for body in bodies])
    assert masses.sum() == pytest.approx(1500.0, abs=1.0)
    assert masses @ places / masses.sum() == pytest.approx([0.0, 0.0, 0.555], abs=5e-3)


def test_the_design_position_is_the_equilibrium(rest):
    system, found = rest
    assert found.residual < 1e-6
    moved = found.state[system.pose("chassis")][:3] - np.array([-0.032, 0.0, 0.601])
    assert np.abs(moved).max() < 1e-3
    assert np.abs(found.state[system.pose("chassis")][4:]).max() < 1e-4


def test_frequencies_of_ride_and_hop(rest):
    """At rest in neutral; what hardly moves the chassis or a wheel's height is left out."""
    system, found = rest
    modes = linearise(system, found.state).modes()
    modes = [m for m in modes if 0.2 < m.damping < 0.5]
    ride = [m.frequency for m in modes if m.bodies.get("chassis", 0.0) > 0.85 and m.frequency < 2.0]
    hop = [m.frequency for m in modes if sum(share for body, share in m.bodies.items() if "knuckle" in body) > 0.3]
    assert len(ride) == 2
    assert all(1.1 < f < 1.5 for f in ride)
    assert len(hop) == 4
    assert all(10.0 < f < 13.0 for f in hop)


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


@pytest.mark.parametrize(("coordinates", "count"), [("joint", 8), ("cartesian", 2)])
def test_both_formulations_agree(interpreter, sedan, coordinates, count):
    """Between two gears, clutch slipping, steered, braked, with a driver who wants another speed."""
    numbers = {"gear": 2.4, "clutch": 0.8, "throttle": 0.1, "target_speed": 15.0, "rack_travel": -0.005}
    inputs = {name: Constant(value=v) for name, v in (numbers | {"brake_torque_fl": 100.0}).items()}
    assert compare(interpreter, rolling(sedan, 14.0), count, inputs=inputs, coordinates=coordinates) < EXACT


@pytest.fixture(scope="module")
def cruise():
    """Straight ahead in the world frame, which need not be compiled for this car."""
    plan = Maneuver(name="cruise", about="", speed=SPEED, end=5.0, step=2e-3)
    return run(plan, vehicle="sedan", formulation="cartesian", integrator="rk4")


def test_a_speed_is_held(cruise):
    late = cruise.time > 4.0
    assert np.abs(cruise["chassis.speed"][late] - SPEED).max() < 0.1 / 3.6
    assert np.ptp(cruise["chassis.speed"][late]) < 0.01


def test_the_engine_carries_drag(cruise):
    """No rolling resistance and no slope: ½ ρ Cd A v² is all, but for slip in clutch and tires."""
    force = 0.5 * 1.225 * 0.66 * cruise["chassis.speed"][-1] ** 2
    power = cruise["engine.torque"][-1] * cruise["engine.speed"][-1]
    assert power == pytest.approx(force * cruise["chassis.speed"][-1], rel=0.02)
    assert cruise["half_shaft.fl.torque"][-1] == pytest.approx(cruise["half_shaft.fr.torque"][-1], rel=1e-6)


@pytest.mark.slow
def test_generated_kernels_over_a_bump():
    """Compiled kernels against the world frame with the same steps, and chord within what a step of 1 ms leaves."""
    plan = {"vehicle": "sedan", "duration": 1.5}
    world = run("bump", formulation="cartesian", integrator="rk4", **plan)
    same, chord = run("bump", integrator="rk4", **plan), run("bump", **plan)
    for name, close in {
        "chassis.speed": 2e-3,
        "chassis.pitch_angle": 2e-4,
        "engine.speed": 0.3,
        "half_shaft.fl.torque": 10.0,
    }.items():
        assert same[name].values == pytest.approx(world[name].values, abs=1e-5 * close)
        assert chord[name].values == pytest.approx(world[name].values, abs=close)
