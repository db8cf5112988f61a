"""The C library of a car: the bits of the Simulation that it was made from, and one sentence for everything wrong."""

import csv
import io
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.engine.integrators.progress import REFRESHES
from jounce.engine.laws.ground.kept_patch import derivatives_address
from jounce.errors import SimulationError
from jounce.lab.simulation import Simulation
from jounce.lab.simulation.car_export import OUTPUT, export_simulation
from jounce.output.native_export.check import ReadableCar, is_identical, turn_and_stop
from jounce.output.native_export.library import FUNCTIONS, SHELL, build_library
from jounce.output.native_export.tables import image_hash

STEP = 0.01


@pytest.fixture
def car(library):
    found = ReadableCar(library / "libcar.so")
    yield found
    found.close()


def channels(sim):
    return [name for name in sim if name != "time"]


def both_step(sim, car, duration=STEP, **inputs):
    """Step both, and compare all channels."""
    sim.step(duration, **inputs)
    car.set(**inputs)
    car.step(duration)
    return car.read(channels(sim)) == sim.observe(channels(sim)).tolist()


def test_a_j_turn_that_ends_at_standstill_has_the_same_bits(sim, car):
    assert is_identical(sim, car, turn_and_stop(STEP), STEP)
    assert sim["chassis.speed"] < 0.05, "the drive ends at standstill"
    assert car.time == sim.time


def test_direct_inputs_take_their_part_from_the_cockpit_until_they_are_released(sim, car):
    for inputs in ({"throttle": 0.3}, {"steering_wheel_angle": 0.4}, {"brake_torque_fl": 800.0}, {"steer": -0.3}):
        assert all(both_step(sim, car, **inputs) for _ in range(10))
    assert car["hold.brake_torque_fl"] == 1.0
    assert car["hold.brake_torque_fr"] == 0.0
    for name in ("brake_torque_fl", "steering_wheel_angle"):
        sim.release(name)
        car.release(name)
    assert all(both_step(sim, car) for _ in range(10))
    assert car["hold.brake_torque_fl"] == 0.0


def test_friction_of_the_ground_is_a_parameter(sim, car):
    sim.set("ground.friction", 0.3)
    car.set(**{"ground.friction": 0.3})
    assert all(both_step(sim, car, brake=1.0) for _ in range(30))
    slow = sim["chassis.speed"]
    sim.set("ground.friction", 1.0)
    sim.reset()
    for _ in range(30):
        sim.step(STEP, brake=1.0)
    assert sim["chassis.speed"] < slow - 1.0, "friction counts"


def test_numbers_of_the_car_are_changed_as_in_python(sim, car):
    kept = sim.snapshot()
    changed = {"chassis.mass": 1500.0, "axles.front.anti_roll_bar.stiffness": 60e3, "axles.rear.wheel.mass": 30.0}
    changed |= {
        "axles.front.tire.lateral.d": 0.7,
        "axles.rear.tire.longitudinal.b": 12.0,
        "aerodynamics.drag_area": 2.0,
    }
    assert all(both_step(sim, car, steer=0.3, throttle=0.2) for _ in range(20))
    for path, value in changed.items():
        sim.set(path, value)
        car.set(**{path: value})
    assert all(both_step(sim, car) for _ in range(40))
    heavy = sim["chassis.roll_angle"]
    sim.restore(kept)
    for _ in range(60):
        sim.step(STEP, steer=0.3, throttle=0.2)
    assert abs(heavy - sim["chassis.roll_angle"]) > 1e-3, "the numbers count"


def test_a_snapshot_goes_on_in_another_car_and_cars_are_independent(sim, car, library):
    names = channels(sim)
    car.set(steer=0.2, throttle=0.3)
    car.step(0.3)
    kept, other = car.snapshot(), ReadableCar(library / "libcar.so")
    begun = other.read(names)
    car.step(0.2)
    assert other.read(names) == begun, "the other car stands where it was"
    other.restore(kept)
    other.step(0.2)
    assert other.read(names) == car.read(names)
    assert other["steer"] == 0.2, "inputs are part of a snapshot"
    car.restore(kept)
    assert car.snapshot() == kept
    car.reset()
    assert car.read(names) == begun
    other.close()


def test_a_snapshot_of_something_else_is_refused(car):
    kept = car.snapshot()
    for wrong in (kept[:-1], b"", bytes(16) + kept[16:]):
        with pytest.raises(SimulationError, match="snapshot"):
            car.restore(wrong)


@pytest.mark.parametrize(
    ("inputs", "sentence"),
    [
        ({"steer": 1.5}, "steer: out of range; got 1.5, expected a number from -1 to 1"),
        ({"throttle": math.nan}, "throttle: not a number; got nan, expected a number from 0 to 1"),
        ({"throttle": math.inf}, "throttle: not a number; got inf"),
        ({"gear": 1.5}, "gear: not a whole number; got 1.5"),
        ({"gear": 40.0}, "gear: out of range; got 40"),
        ({"chassis.speed": 1.0}, "chassis.speed: is an output"),
        ({"hold.brake_torque_fl": 2.0}, "hold.brake_torque_fl: out of range"),
        ({"ground.friction": -0.00012}, "ground.friction: out of range; got -0.00012, expected a number from 0.001"),
    ],
)
def test_bad_values_get_a_sentence_and_change_nothing(car, inputs, sentence):
    before = car.snapshot()
    with pytest.raises(SimulationError) as refused:
        car.set(**inputs)
    assert str(refused.value).startswith(sentence)
    assert car.snapshot() == before


@pytest.mark.parametrize("duration", [0.0, -1.0, math.nan, math.inf, 1e9])
def test_a_duration_that_is_none_is_refused(car, duration):
    before = car.snapshot()
    with pytest.raises(SimulationError, match="a duration is a number of seconds above 0, and at most 3600"):
        car.step(duration)
    assert car.snapshot() == before


def test_a_step_that_fails_says_when_and_why_and_a_reset_helps(car):
    begun = car.snapshot()
    car.set(brake_torque_fl=1e300)
    with pytest.raises(SimulationError, match=r"t = [\d.e-]+ s: .+\. .+\.$"):
        car.step(1.0)
    car.reset()
    assert car.snapshot() == begun
    car.step(0.1)


def test_the_last_step_is_shortened_where_the_duration_asks_for_it(sim, car):
    for _ in range(60):
        car.step(1.0 / 60.0)
    assert car.time == pytest.approx(1.0, abs=1e-9)
    sim.step(1.0)
    # the same drive in steps of 1 ms and of 0.67 ms, of order two
    assert car["chassis.position_x"] == pytest.approx(sim["chassis.position_x"], rel=1e-6)


def test_the_example_drives_a_circle(sim, library, tmp_path, compiler):
    if compiler is None:
        pytest.skip("no C compiler for programs of this machine")
    program = tmp_path / "circle"
    source = [str(SHELL / "circle.c"), "-I", str(SHELL)]
    subprocess.run([compiler, "-O1", *source, str(library / "libcar.a"), "-lm", "-o", str(program)], check=True)
    printed = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    last = list(csv.DictReader(io.StringIO(printed)))[-1]
    assert len(printed.splitlines()) == 12
    for _ in range(1000):
        sim.step(STEP, steer=0.2, throttle=0.2)
    assert float(last["x_m"]) == sim["chassis.position_x"]
    assert float(last["y_m"]) == sim["chassis.position_y"]


@pytest.mark.slow
def test_rust_c_and_python_get_the_same_bits(sim, car, library, tmp_path, compiler):
    rust = shutil.which("rustc")
    if rust is None or compiler is None:
        pytest.skip("no compilers for programs in Rust and C on this machine")
    names = ["chassis.position_x", "chassis.position_y", "chassis.speed"]
    source = Path(__file__).with_name("circle.rs")
    search = ["-L", str(library), "-C", f"linker={compiler}", "-C", "link-arg=-lm"]
    subprocess.run([rust, "-O", str(source), *search, "-o", str(tmp_path / "in_rust")], check=True)
    c_source = [str(SHELL / "circle.c"), "-I", str(SHELL), str(library / "libcar.a"), "-lm"]
    subprocess.run([compiler, "-O1", *c_source, "-o", str(tmp_path / "in_c")], check=True)
    printed = {
        program: subprocess.run([str(tmp_path / program)], check=True, capture_output=True, text=True).stdout
        for program in ("in_rust", "in_c")
    }
    car.set(steer=0.2, throttle=0.2)
    for second in range(11):
        here = car.read(names)
        for program, text in printed.items():
            # 17 digits tell doubles apart
            assert [float(x) for x in text.splitlines()[1 + second].split(",")[1:]] == here, (program, second)
        for _ in range(100):
            car.step(STEP)


def test_it_needs_nothing_but_the_c_library_and_shows_nothing_but_its_functions(library):
    needed = subprocess.run(["readelf", "-dW", str(library / "libcar.so")], check=True, capture_output=True, text=True)
    found = {line.partition("[")[2].partition("]")[0] for line in needed.stdout.splitlines() if "(NEEDED)" in line}
    assert found <= {"libm.so.6", "libc.so.6"}
    names = subprocess.run(["readelf", "-W", "--dyn-syms", str(library / "libcar.so")], capture_output=True, text=True)
    rows = [line.split() for line in names.stdout.splitlines()]
    shown = {row[7] for row in rows if len(row) > 7 and row[4] == "GLOBAL" and row[6] != "UND"}
    assert shown == set(FUNCTIONS)
    header = (SHELL / "car.h").read_text()
    assert all(f"{name}(" in header for name in FUNCTIONS)


def test_a_maneuver_inside_has_the_bits_of_its_run(tmp_path):
    export = export_simulation(Simulation("sedan", maneuver="step-steer", record=False))
    assert {one.kind for one in export.variables} == {OUTPUT}, "a car that drives itself has no inputs"
    build_library(export, "linux64", tmp_path)
    car = ReadableCar(tmp_path / "libcar.so")
    run = jounce.run("step-steer", vehicle="sedan", integrator="chord")
    # channels of results are evaluated from states by other code, which rounds differently; these are states
    names = [f"chassis.position_{axis}" for axis in "xyz"]
    driven = [car.read(names)]
    for _ in run.time[1:]:
        car.step(STEP)
        driven.append(car.read(names))
    assert np.array_equal(np.array(driven), np.stack([run[name].values for name in names], axis=1))
    assert abs(car["chassis.yaw_rate"]) > 0.1
    car.close()


def test_a_car_over_a_bump_makes_its_matrices_anew_with_the_slopes_of_the_bump(tmp_path):
    """Derivatives of a ground that is no plane are called by an address on its label, which the memory holds."""
    sim = Simulation("sedan", speed="50 km/h", record=False, ground="bump, start=4, length=0.5, height=0.08")
    export = export_simulation(sim)
    assert derivatives_address(sim._ready.system.model.ground.box) in export.car.image.called
    build_library(export, "linux64", tmp_path)
    car = ReadableCar(tmp_path / "libcar.so")
    assert is_identical(sim, car, [{"steer": 0.2}] * 60, STEP)
    assert sim._stepper.record[REFRESHES] > 0, "a matrix was made on the bump"
    car.close()


def test_the_same_car_gives_the_same_memory(export):
    again = export_simulation(Simulation("sedan", speed="50 km/h", record=False))
    assert image_hash(again) == image_hash(export)
    assert again.car.called == export.car.called


@pytest.mark.slow
def test_rover6_over_hills_and_other_integrators_have_the_same_bits(tmp_path):
    cars = [("rover6", {"ground": "generated, size=300", "speed": 2.0})]
    cars += [("sedan", {"integrator": name, "speed": "50 km/h"}) for name in ("rosenbrock", "midpoint", "rk4")]
    for vehicle, settings in cars:
        sim = Simulation(vehicle, record=False, **settings)
        build_library(export_simulation(sim), "linux64", tmp_path)
        # a library that is loaded already is not loaded anew from the same path
        car = ReadableCar((tmp_path / "libcar.so").rename(tmp_path / f"{vehicle}{settings.get('integrator', '')}.so"))
        inputs = [{"throttle": 0.6, "steer": 0.1}] * 300 if vehicle == "rover6" else turn_and_stop(STEP)
        assert is_identical(sim, car, inputs, STEP), settings
        assert car.time > 2.9
        car.close()
