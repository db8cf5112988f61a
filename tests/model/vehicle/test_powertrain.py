"""The powertrain of a car: what it becomes, how it starts, and what is found wrong with it."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.simulate import AdamsBashforth2, Chord, Midpoint
from jounce.engine.simulate.stability import too_stiff
from jounce.errors import ModelError
from jounce.lab.maneuvers import Maneuver, maneuver
from jounce.lab.runs.driving import adapt_to_car, first_throttle, rolling_in_gear
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Clutch, Constant, Engine, HalfShaft, Table, replace
from jounce.model.vehicle import (
    GEAR,
    TARGET_SPEED,
    THROTTLE,
    LimitedSlip,
    SkidSteering,
    Vehicle,
    rolling,
    rolling_gear,
    to_mechanism,
)


@pytest.fixture(scope="module")
def sedan() -> Vehicle:
    return load_vehicle("sedan")


def test_bodies_joints_and_forces(sedan):
    model = to_mechanism(sedan)
    names = {body.name for body in model.bodies}
    assert {"engine", "differential_front", "flange_fl", "flange_fr"} < names
    forces = {force.name: force for force in model.forces}
    assert isinstance(forces["engine_torque"], Engine)
    gears = {f.number: f.coefficients[1] for f in forces.values() if isinstance(f, Clutch)}
    assert gears[1] == pytest.approx(-3.62 * 4.06)
    assert gears[-1] == pytest.approx(3.3 * 4.06)
    assert len(gears) == 7
    shafts = [f for f in forces.values() if isinstance(f, HalfShaft)]
    assert [(s.body_a, s.body_b) for s in shafts] == [("flange_fl", "wheel_fl"), ("flange_fr", "wheel_fr")]
    (left, right) = (np.array(s.axis_b) for s in shafts)
    assert right == pytest.approx(left * [-1.0, 1.0, -1.0])


def test_limited_slip_is_a_clutch_between_the_flanges(sedan):
    lock = LimitedSlip(preload=70.0, damping=4.0)
    car = sedan.with_values({"powertrain.driven_axles.front.differential.limited_slip": lock})
    found = next(f for f in to_mechanism(car).forces if f.name == "limited_slip_front")
    assert (found.joints, found.coefficients) == (("flange_fl", "flange_fr"), (1.0, -1.0))
    assert (found.torque, found.damping, found.gear) == (70.0, 4.0, None)


@pytest.mark.parametrize(("km_h", "gear"), [(0.0, 0), (5.0, 1), (25.0, 2), (40.0, 3), (60.0, 5), (120.0, 6)])
def test_the_gear_fits_the_speed(sedan, km_h, gear):
    """The highest in which the engine turns at 1500/min, twice its idle speed."""
    assert rolling_gear(sedan, km_h / 3.6) == gear


def test_everything_turns_with_the_wheels(sedan):
    spins = {body.name: body.angular_velocity for body in rolling(sedan, 20.0, gear=4).bodies}
    wheel = np.linalg.norm(spins["wheel_fl"])
    assert wheel == pytest.approx(20.0 / 0.2965)
    for name in ("differential_front", "flange_fl", "flange_fr"):
        assert spins[name] == pytest.approx((0.0, wheel, 0.0))
    assert spins["engine"] == pytest.approx((0.0, 0.95 * 4.06 * wheel, 0.0))
    assert rolling(sedan, 0.0).body("engine").angular_velocity[1] == pytest.approx(sedan.powertrain.engine.idle_speed)


def test_a_maneuver_holds_its_speed_unless_it_says_otherwise(sedan):
    plan = maneuver("j-turn")
    told = adapt_to_car(plan, sedan)
    assert told.inputs[TARGET_SPEED] == Constant(value=plan.speed)
    assert told.inputs[GEAR] == Constant(value=5)
    assert 0.05 < first_throttle(told, sedan) < 0.5
    assert adapt_to_car(plan, load_vehicle("dw18")) is plan
    inputs = {GEAR: Table(times=(0, 1), values=(2, 3)), THROTTLE: Constant(value=0.4)}
    own = Maneuver(name="own", about="", speed=12.0, end=1.0, inputs=inputs)
    told = adapt_to_car(own, sedan)
    assert TARGET_SPEED not in told.inputs
    assert first_throttle(told, sedan) == 0.0
    spin = 12.0 / 0.2965
    assert rolling_in_gear(told, sedan).body("engine").angular_velocity[1] == pytest.approx(1.93 * 4.06 * spin)


def test_a_clutch_too_stiff_for_the_step_is_refused(sedan):
    assert too_stiff(sedan, AdamsBashforth2(step=1e-3), 5) is None
    assert "chatter above about 0.55 ms" in str(too_stiff(sedan, AdamsBashforth2(step=1e-3), 1))
    assert too_stiff(sedan, Midpoint(step=1e-3), 1) is None
    assert too_stiff(sedan, Chord(step=1e-2), 1) is None


WRONG = {
    "driven_axles.front.name": ("rea", "no such axle"),
    "gearbox.ratios": ((2.0, 3.0), "not falling"),
    "gearbox.final_drive": (0.0, "out of range"),
    "engine.overrun": ({"x": [0.0, 600.0], "y": [-1.0, -60.0]}, "never idles"),
    "engine.full_load": ({"x": [0.0, 600.0], "y": [-100.0, 100.0]}, "less torque than on overrun"),
    "clutch.torque": ("3 kg", "wrong unit"),
    "driven_axles.front.half_shafts.stiffness": (0.0, "out of range"),
    "driven_axles.front.half_shafts.flange.centre_of_mass": ((1.15, 0.9, 0.3), "half shaft points inwards"),
    "driver.gain": (-1.0, "out of range"),
}


@pytest.mark.parametrize("path", WRONG)
def test_findings(sedan, path):
    value, what = WRONG[path]
    with pytest.raises(ModelError, match=what):
        sedan.with_values({f"powertrain.{path}": value})


def test_wheels_are_driven_once(sedan):
    front, rear = sedan.axles
    with pytest.raises(ModelError, match="driven twice"):
        replace(sedan, axles=(replace(front, drive="inboard"), rear))
    with pytest.raises(ModelError, match="driven twice"):
        replace(sedan, steering=None, skid_steering=SkidSteering(gain=100.0, limit=200.0))
