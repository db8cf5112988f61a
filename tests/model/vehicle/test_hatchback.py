"""The hatchback of the library: a car of its class at rest and on the road, the same in both formulations."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.engine.analysis import assemble, degrees_of_freedom, linearise, settle
from jounce.engine.formulations.world_frame.system import build
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.runs.run import run
from jounce.model.mechanism import Constant, SmoothStep, replace
from jounce.model.vehicle import RACK_TRAVEL, rolling, to_mechanism
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare

WHEELBASE, STEER = 2.45, math.radians(4.92) / 0.01
"""Of the car [m], and of its front wheels per travel of the rack [rad/m]."""


@pytest.fixture(scope="module")
def rest(hatchback):
    system = build(to_mechanism(hatchback))
    return system, settle(system)


def test_mass_and_centre(hatchback):
    bodies = to_mechanism(hatchback).bodies
    masses = np.array([body.mass for body in bodies])
    places = np.array([np.add(body.position, body.centre_of_mass) for body in bodies])
    assert masses.sum() == pytest.approx(1050.0, abs=1.0)
    assert masses @ places / masses.sum() == pytest.approx([0.0, 0.0, 0.54], abs=2e-3)
    front, rear = (axle.suspension.wheel_centre[0] for axle in hatchback.axles)
    assert front - rear == pytest.approx(WHEELBASE, abs=1e-12)


def test_freedoms(rest):
    """Chassis 6, four wheels up and down, four that spin; the rack is prescribed."""
    system, _ = rest
    found = degrees_of_freedom(system, assemble(system))
    assert (found.dof, found.redundant) == (14, {})
    assert len(system.layout.bodies) == 16


def test_the_design_position_is_the_equilibrium(hatchback, rest):
    system, found = rest
    assert found.residual < 1e-6
    moved = found.state[system.pose("chassis")][:3] - np.array(hatchback.chassis.centre_of_mass)
    assert np.abs(moved).max() < 1e-4
    assert np.abs(found.state[system.pose("chassis")][4:]).max() < 1e-5


def test_frequencies_of_ride_and_hop(rest):
    """Bounce and pitch are the lowest two that are well damped; then roll, sway and yaw on the tires' own springs."""
    system, found = rest
    modes = [m for m in linearise(system, found.state).modes() if 0.25 < m.damping < 0.5]
    ride = [m.frequency for m in modes if m.bodies.get("chassis", 0.0) > 0.9]
    hop = [m.frequency for m in modes if m.frequency > 8.0]
    assert len(ride) == 2
    assert all(1.1 < f < 1.5 for f in ride)
    assert len(hop) == 4
    assert all(11.0 < f < 17.0 for f in hop)


def test_rack_and_steer(hatchback, rest):
    """10 mm of the rack to the right (−y) turn both front wheels left, by nearly the same angle."""
    system = build(to_mechanism(hatchback), inputs={RACK_TRAVEL: Constant(value=-0.01)})
    state = assemble(system, rest[1].state)
    for side in "lr":
        w, x, y, z = state[system.pose(f"knuckle_f{side}")][3:]
        heading = math.atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (y * y + z * z))
        assert heading == pytest.approx(0.01 * STEER, rel=0.02)


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


@pytest.mark.parametrize(("coordinates", "count"), [("joint", 8), ("cartesian", 2)])
def test_both_formulations_agree(interpreter, hatchback, coordinates, count):
    """Steered, driven on one side and braked on the other."""
    numbers = {RACK_TRAVEL: -0.005, "drive_torque_fl": 120.0, "brake_torque_rr": 100.0}
    inputs = {name: Constant(value=value) for name, value in numbers.items()}
    assert compare(interpreter, rolling(hatchback, 11.0), count, inputs=inputs, coordinates=coordinates) < EXACT


def test_both_formulations_agree_on_rubber(interpreter, hatchback):
    """Top mounts and mounts of the beam as bushings, through which rod and axle hang on forces alone."""
    rubber = {"kind": "bushing", "stiffness": (1e6, 8e5, 1.5e6), "damping": (500.0, 400.0, 600.0)}
    front, rear = hatchback.axles
    struts = replace(front.suspension, top_mount=rubber)
    beam = replace(rear.suspension, mount={**rubber, "rotational_stiffness": (50.0, 20.0, 50.0)})
    car = replace(hatchback, axles=(replace(front, suspension=struts), replace(rear, suspension=beam)))
    assert compare(interpreter, rolling(car, 11.0), 4, inputs={RACK_TRAVEL: Constant(value=0.004)}) < EXACT


@pytest.fixture(scope="module")
def cornering():
    """A slow turn to the left in the world frame, which need not be compiled for this car."""
    options = {"speed": "60 km/h", "rack_travel": "-2 mm", "start": 0.2, "ramp_time": 0.4, "duration": 4.0}
    return run("j-turn", vehicle="hatchback", formulation="cartesian", integrator="rk4", step="2 ms", **options)


def test_roll_and_understeer(cornering):
    """Roll angle per lateral acceleration, and steer beyond wheelbase / radius per lateral acceleration."""
    lateral, turning, speed, roll = (
        cornering[name].values[-1]
        for name in ("chassis.lateral_acceleration", "chassis.yaw_rate", "chassis.speed", "chassis.roll_angle")
    )
    per_g = lateral / 9.81
    assert 0.1 < per_g < 0.2
    assert math.degrees(roll) / per_g == pytest.approx(5.9, abs=0.2)
    assert math.degrees(0.002 * STEER - WHEELBASE * turning / speed) / per_g == pytest.approx(2.0, abs=0.2)


def test_channels_of_springs_and_dampers(cornering):
    """The strut has one element, the twist beam a spring and a damper of its own."""
    assert "damper.fl.force" not in cornering
    for name in ("spring", "damper"):
        outer, inner = (cornering[f"{name}.r{side}.length"].values[-1] for side in "rl")
        assert outer < inner
    assert cornering["damper.rl.force"].values[-1] == pytest.approx(0.0, abs=2.0)


def test_the_lane_change_is_one_sine_to_the_left(hatchback):
    plan = maneuver("lane-change", period=1.5, start=0.2, duration=2.0)
    result = run(plan, vehicle=hatchback, formulation="cartesian", integrator="rk4")
    travel, expected = result["rack.travel"].values, -0.01 * np.sin(2.0 * np.pi * (result.time - 0.2) / 1.5)
    inside = (result.time >= 0.2) & (result.time <= 1.7)
    # steps are 2e-10 longer than written: 0.042 m/s × 2e-10 × 1.7 s
    assert travel[inside] == pytest.approx(expected[inside], abs=2e-11)
    assert np.abs(travel[~inside]).max() < 2e-11
    first = (result.time > 0.3) & (result.time < 0.9)
    assert result["chassis.yaw_rate"].values[first].min() > 0.0
    assert result["chassis.position_y"].values[-1] > 1.0


@pytest.mark.slow
def test_generated_kernels_through_a_turn():
    """Compiled kernels against the world frame with the same steps.

    The rack moves smoothly: where its rate jumps, as at both ends of a sine, a prescribed rack gives the car an
    impulse, of which only the world frame passes on its part to the chassis.
    """
    rack = SmoothStep(before=0.0, after=-0.01, start=0.1, end=0.9)
    plan = Maneuver(name="smooth", about="", speed=40.0 / 3.6, inputs={RACK_TRAVEL: rack}, end=1.5)
    world = run(plan, vehicle="hatchback", formulation="cartesian", integrator="rk4")
    same, chord = run(plan, vehicle="hatchback", integrator="rk4"), run(plan, vehicle="hatchback")
    for name in ("chassis.yaw_rate", "chassis.lateral_acceleration", "chassis.roll_angle", "tire.rl.vertical_force"):
        peak = np.abs(world[name].values).max()
        assert same[name].values == pytest.approx(world[name].values, abs=1e-6 * peak)
        assert chord[name].values == pytest.approx(world[name].values, abs=1e-3 * peak)
