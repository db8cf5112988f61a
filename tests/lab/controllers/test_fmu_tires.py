"""Forces and torques at the wheels from outside, and a tire that is an FMU.

The car stands on a road without grip, so that its own tires carry it and do nothing else.
"""

import sys

import numpy as np
import pytest

import jounce
from tests.lab.controllers.fmus.build import build_fmu

pytest.importorskip("fmpy")
pytestmark = [
    pytest.mark.slow,  # a topology of its own, which is compiled for these tests alone
    pytest.mark.skipif(sys.platform != "linux", reason="FMUs are compiled for Linux"),
]
WHEELS = ("fl", "fr", "rl", "rr")
ICE = "flat, friction=0.001"


def open_car():
    car = jounce.load_vehicle("sedan")
    return car.with_values({f"axles.{axle}.wheel_loads": True for axle in ("front", "rear")})


@pytest.fixture(scope="module")
def sim():
    return jounce.Simulation(open_car(), speed=10.0, record=False, ground=ICE)


def total_mass(car):
    return sum(body.mass for body in car.to_mechanism().bodies)


def test_forces_along_the_road_accelerate_the_whole_car(sim):
    mass = total_mass(sim.vehicle)
    for axis, push in (("x", 500.0), ("y", 300.0)):
        sim.reset()
        before = sim["chassis.position_x"], sim["chassis.position_y"]
        speed = 10.0 if axis == "x" else 0.0
        for _ in range(30):
            sim.step(0.01, **{f"wheel_force_{axis}_{w}": push for w in WHEELS})
        gone = (sim["chassis.position_x"] - before[0], sim["chassis.position_y"] - before[1])[axis == "y"]
        # s = v t + F t² / 2 m; air, and ice of 0.001 of the weight, take 2 % of F; the body leans a little
        assert gone - speed * 0.3 == pytest.approx(4.0 * push / mass * 0.3**2 / 2.0, rel=0.06)


def test_a_torque_about_the_spin_axis_turns_the_wheel(sim):
    sim.reset()
    driven = sim.vehicle.powertrain.axle_names[0]
    axle, wheel, beside = ("rear", "rl", "rr") if driven == "front" else ("front", "fl", "fr")
    inertia = sim.vehicle.axle(axle).wheel.spin_inertia
    before = sim[f"wheel.{wheel}.spin"]
    sim.step(0.02, **{f"wheel_torque_y_{wheel}": 100.0})
    # ice turns it back with at most 0.001 of its load times its radius
    assert sim[f"wheel.{wheel}.spin"] - before == pytest.approx(100.0 / inertia * 0.02, rel=0.03)
    assert sim[f"wheel.{beside}.spin"] == pytest.approx(before, abs=0.1)


def test_an_upward_force_takes_load_from_its_tire(sim):
    sim.reset()
    before = sim["tire.rl.vertical_force"]
    for _ in range(200):
        sim.step(0.01, wheel_force_z_rl=400.0)
    assert sim["tire.rl.vertical_force"] == pytest.approx(before - 400.0, rel=0.05)


def spec(path, wheel, stiffness):
    return {
        "kind": "fmu",
        "file": str(path),
        "name": f"tire_{wheel}",
        "rate": "1 kHz",
        "inputs": {
            "slip_ratio": f"tire.{wheel}.slip_ratio",
            "slip_angle": f"tire.{wheel}.slip_angle",
            "load": f"tire.{wheel}.vertical_force",
            "radius": f"wheel.{wheel}.height - tire.{wheel}.ground_height",
        },
        "outputs": {f"wheel_{name}_{wheel}": name for name in ("force_x", "force_y", "torque_x", "torque_y")},
        "parameters": {"stiffness_x": stiffness[0], "stiffness_y": stiffness[1]},
    }


def test_a_car_on_fmu_tires_turns_like_one_on_its_own(tmp_path):
    """A gentle turn: tires of the stiffness that the car's own have there."""
    own = jounce.Simulation("sedan", speed=20.0, record=False)
    steering, turn = {"steering_wheel_angle": 0.2}, ["chassis.yaw_rate", "chassis.position_y", "chassis.speed"]
    for _ in range(150):
        own.step(0.01, **steering)
    stiffness = {}
    for w in WHEELS:
        across = -own[f"tire.{w}.lateral_force"] / own[f"tire.{w}.slip_angle"]
        stiffness[w] = 1.2 * across, across
    path = build_fmu("tire", tmp_path / "tire.fmu")
    controllers = [spec(path, w, stiffness[w]) for w in WHEELS]
    other = jounce.Simulation(open_car(), speed=20.0, record=False, ground=ICE, controllers=controllers)
    for _ in range(150):
        other.step(0.01, **steering)
    expected, found = own.observe(turn), other.observe(turn)
    assert expected[0] > 0.05
    assert found == pytest.approx(expected, rel=0.05)
    assert np.isfinite(other.observe()).all()
