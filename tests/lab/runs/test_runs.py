"""Maneuvers with a car: dw18 brakes as its pedal asks, and a file does what the same maneuver in Python does."""

import math

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.simulate import Chord, simulate
from jounce.engine.simulate.rolling_start import rolling_start
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.maneuvers.files.read import parse_maneuver
from jounce.lab.runs.driving import adapt_to_car, rolling_in_gear
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Table
from jounce.model.vehicle.pedals import total_mass

FILE = """
speed: 60 km/h
duration: 0.6 s
inputs:
  steering_wheel_angle: {times: [0.1, 0.2], values: [0, 36 deg], interpolation: linear}
"""


def trajectory(plan):
    """What dw18 does."""
    car = load_vehicle("dw18")
    plan = adapt_to_car(plan, car)
    system = synthesis.build(rolling_in_gear(plan, car), inputs=plan.inputs)
    start = rolling_start(system, "design")
    return simulate(system, start, end=plan.end, integrator=Chord(step=plan.step), sample=plan.sample)


def test_dw18_brakes_as_its_pedal_asks():
    """m' a = pedal × 1.1 g m, with the inertia of the four wheels in m' = m + Σ J / r²."""
    moved = trajectory(maneuver("braking", pedal=0.4, start=0.05, ramp_time=0.05, duration=1.0))
    speed = moved.velocity("chassis")[:, 0]
    late = moved.time > 0.6
    slope = -np.polyfit(moved.time[late], speed[late], 1)[0]
    mass = total_mass(load_vehicle("dw18"))
    assert slope == pytest.approx(0.4 * 1.1 * 9.81 * mass / (mass + 4 * 1.0 / 0.29**2), rel=0.01)
    assert abs(moved.velocity("chassis")[-1, 1]) < 1e-6


def test_a_file_steers_as_the_rack_does(tmp_path):
    """36° of a wheel with −50 mm a turn are −5 mm of the rack, to the bit."""
    ramp = Table(times=(0.1, 0.2), values=(0.0, math.radians(36) * (-0.050 / math.tau)), interpolation="linear")
    plan = Maneuver(name="rack", about="", speed=60 / 3.6, end=0.6, inputs={"rack_travel": ramp}, needs=("steering",))
    by_hand, by_file = trajectory(plan), trajectory(parse_maneuver(FILE))
    assert by_file.angular_velocity("chassis")[-1, 2] > 0.05  # to the left
    assert np.array_equal(by_file.velocity("chassis"), by_hand.velocity("chassis"))
    (tmp_path / "turn.yaml").write_text(FILE)
    result = run(str(tmp_path / "turn.yaml"), vehicle="dw18", duration="0.2 s")
    assert (result.metadata.maneuver, result.metadata.planned_end) == ("turn", 0.2)
    assert result.time[-1] == pytest.approx(0.2)


def test_chord_takes_a_tolerance_and_the_record_has_it():
    """Fewer evaluations, and a turn that differs by less than 1e-6 rad/s; without one the record says so."""
    asked = {"vehicle": "dw18", "integrator": "chord", "start": 0.1, "duration": 0.6}
    usual, loose = run("j-turn", **asked), run("j-turn", **asked, tolerance=1e-6)
    assert usual.metadata.settings["tolerance"] is None
    assert loose.metadata.settings["tolerance"] == 1e-6
    assert loose.metadata.evaluations < 0.9 * usual.metadata.evaluations
    apart = np.abs(loose["chassis.yaw_rate"].values - usual["chassis.yaw_rate"].values).max()
    assert 0.0 < apart < 1e-6
