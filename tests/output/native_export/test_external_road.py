"""An external road: planes and friction told wheel by wheel are those of grounds, in Python, C and FMUs."""

import math

import fmpy
import pytest
from fmpy.validation import validate_fmu

from jounce.errors import InputError, ModelError, SimulationError
from jounce.lab.simulation import Simulation
from jounce.lab.simulation.car_export import export_simulation
from jounce.output.native_export.check import DrivenFmu, ReadableCar
from jounce.output.native_export.fmu import write_archive
from jounce.output.native_export.library import build_library

STEP = 0.01
WHEELS = ("fl", "fr", "rl", "rr")


@pytest.fixture(scope="module")
def outside():
    return Simulation("sedan", speed="50 km/h", record=False, ground="external")


@pytest.fixture(scope="module")
def exported(outside):
    return export_simulation(outside)


@pytest.fixture
def car(outside):
    outside.release()
    outside.reset()
    return outside


def bumps(sim, t):
    """A rough road, from tables of another program."""
    said = {}
    for i, w in enumerate(WHEELS):
        x = sim[f"tire.{w}.contact_x"]
        said[f"road_height_{w}"] = 0.01 * math.sin(x + i)
        said[f"road_slope_x_{w}"] = 0.01 * math.cos(x + i)
        said[f"road_friction_{w}"] = 0.8 if i % 2 else 0.6
    return said | {"steer": 0.1 * math.sin(3.0 * t), "brake": 0.1 if t > 0.3 else 0.0}


def tangent(x):
    """Height and slope of `bump, start=3, length=2, height=0.05` at x [m]."""
    phase = math.pi * (x - 3.0)
    return (0.025 * (1.0 - math.cos(phase)), 0.025 * math.pi * math.sin(phase)) if 3.0 < x < 5.0 else (0.0, 0.0)


def test_a_bump_that_is_told_is_the_bump(car):
    """Tangents are told every millisecond, 14 mm apart; the bump falls short of them by half its curvature times that
    squared, 24 µm at most, or 5 N of a tire."""
    bump = Simulation("sedan", speed="50 km/h", record=False, ground="bump, start=3, length=2, height=0.05")
    seen = []
    for _ in range(400):
        said = {}
        for w in WHEELS:
            said[f"road_height_{w}"], said[f"road_slope_x_{w}"] = tangent(car[f"tire.{w}.contact_x"])
        car.step(0.001, **said)
        bump.step(0.001)
        forces = [(sim["tire.fl.vertical_force"], sim["tire.rr.vertical_force"]) for sim in (car, bump)]
        seen.append(forces[1][0])
        assert forces[0] == pytest.approx(forces[1], abs=60.0)
        assert car["chassis.pitch_angle"] == pytest.approx(bump["chassis.pitch_angle"], abs=1e-4)
    assert max(seen) > 1.5 * min(seen), "the bump is felt"


def test_friction_under_each_wheel_turns_a_braking_car_to_the_grippy_side(car):
    said = {f"road_friction_{w}": 1.0 if w.endswith("l") else 0.2 for w in WHEELS}
    for _ in range(100):
        car.step(STEP, brake=0.8, **said)
    split = Simulation("sedan", speed="50 km/h", record=False, ground="flat, friction=0.2")
    for _ in range(100):
        split.step(STEP, brake=0.8)
    assert car["chassis.yaw_rate"] > 0.1, "left wheels grip: it turns left"
    assert car["chassis.speed"] < split["chassis.speed"] - 1.0


def test_snapshots_keep_what_was_said(car):
    car.step(STEP, road_height_fl=0.02)
    kept = car.snapshot()
    car.step(STEP)
    there = car.observe().tolist()
    car.step(STEP, road_height_fl=-0.05)
    car.restore(kept)
    car.step(STEP)
    assert car.observe().tolist() == there
    car.reset()
    car.step(STEP)
    assert car["tire.fl.ground_height"] == 0.0


def test_what_cannot_be_is_refused(car):
    with pytest.raises(ModelError, match=r"road_friction_fl: out of range; got 0"):
        car.step(STEP, road_friction_fl=0.0)
    with pytest.raises(ModelError, match=r"road_height_rr: not a number"):
        car.step(STEP, road_height_rr=math.nan)
    with pytest.raises(InputError, match=r"result: inputs of an external road are not recorded"):
        Simulation("sedan", ground="external").result()


def drive(car, other):
    """Whether both have the same bits over the same rough road."""
    names = [name for name in car if name != "time"]
    same = []
    for i in range(80):
        said = bumps(car, i * STEP)
        car.step(STEP, **said)
        other.set(said)
        other.step(STEP)
        same.append(other.read(names) == car.observe(names).tolist())
    return all(same)


def test_the_library_has_the_bits_of_the_simulation(car, exported, tmp_path):
    build_library(exported, "linux64", tmp_path)
    other = ReadableCar(tmp_path / "libcar.so")
    assert drive(car, other)
    assert car["chassis.position_z"] != Simulation("sedan")["chassis.position_z"]
    with pytest.raises(SimulationError, match=r"road_friction_fl: out of range; got 0, expected a number from 0\.001"):
        other.set(road_friction_fl=0.0)
    other.reset()
    car.reset()
    assert drive(car, other)
    other.close()


@pytest.mark.parametrize("fmi", [pytest.param(2, marks=pytest.mark.slow), 3])
def test_fmus_have_the_road_as_inputs(car, exported, tmp_path, fmi):
    path = tmp_path / "car.fmu"
    write_archive(exported, path, fmi, ["linux64"])
    assert validate_fmu(str(path)) == []
    listed = {one.name: one for one in fmpy.read_model_description(str(path)).modelVariables}
    assert listed["road_height_fl"].causality == "input"
    assert float(listed["road_friction_rr"].start) == 1.0
    other = DrivenFmu(path)
    assert drive(car, other)
    other.close()
