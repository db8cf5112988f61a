"""FMUs of both versions: what FMPy's validation finds, the bits of the Simulation, states, instances, refusals."""

import math
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu

from jounce.errors import InputError, SimulationError
from jounce.lab.simulation.car_export import OUTPUT, REAL
from jounce.output.native_export.arrays import array_variables
from jounce.output.native_export.check import DrivenFmu, is_identical, turn_and_stop
from jounce.output.native_export.fmu import check_choices, exported_names, identifier_of, write_archive
from jounce.output.native_export.units import BASE, DISPLAY, display_unit, unit_name

STEP = 0.01
ROOT = Path(__file__).parents[3]


@pytest.fixture
def loaded(fmu):
    found = DrivenFmu(fmu)
    yield found
    found.close()


def test_validation_finds_nothing(fmu):
    assert validate_fmu(str(fmu)) == []


def test_a_j_turn_that_ends_at_standstill_has_the_same_bits(sim, loaded):
    assert is_identical(sim, loaded, turn_and_stop(STEP), STEP)


def test_fmpy_simulates_it_and_gets_the_bits_of_the_car(sim, fmu):
    count, outputs = 100, ["chassis.yaw_rate", "chassis.speed", "tire.fl.slip_angle"]
    given = np.zeros(count + 1, dtype=[(name, float) for name in ("time", "steer", "throttle")])
    given["time"], given["throttle"] = np.arange(count + 1) * STEP, 0.2
    given["steer"] = np.where(given["time"] >= 0.3, 0.2, 0.0)
    options = {"stop_time": 1.0, "step_size": STEP, "output_interval": STEP, "input": given, "output": outputs}
    found = fmpy.simulate_fmu(str(fmu), **options)
    for k in range(count):
        sim.step(STEP, steer=float(given["steer"][k]), throttle=0.2)
        assert [found[name][k + 1] for name in outputs] == [sim[name] for name in outputs]


def test_states_are_kept_put_back_and_made_bytes(loaded):
    names = ["chassis.position_x", "chassis.yaw_rate", "steer"]
    loaded.set({"steer": 0.3})
    loaded.step(0.2)
    state, before = loaded.keep(), loaded.read(names)
    content = loaded.to_bytes(state)
    loaded.set({"steer": -0.5})
    loaded.step(0.2)
    after = loaded.read(names)
    loaded.put_back(state)
    assert loaded.read(names) == before
    loaded.step(0.2)
    straight = loaded.read(names)
    assert straight != after
    loaded.put_back(loaded.from_bytes(content))
    loaded.step(0.2)
    assert loaded.read(names) == straight


def test_instances_are_independent(fmu):
    names = ["chassis.position_x", "chassis.yaw_rate"]
    cars = [DrivenFmu(fmu) for _ in range(3)]
    begun = cars[0].read(names)
    cars[1].set({"steer": 0.5})
    cars[1].step(0.5)
    assert cars[0].read(names) == begun == cars[2].read(names)
    for car in cars:
        car.close()


@pytest.mark.parametrize(("name", "value"), [("steer", math.nan), ("throttle", 7.0), ("brake_torque_fl", math.inf)])
def test_a_bad_input_is_an_error_with_a_sentence(loaded, name, value):
    before = loaded.to_bytes(loaded.keep())
    with pytest.raises(SimulationError, match=rf"set: {name}: "):
        loaded.set({name: value})
    assert loaded.logged[-1].startswith(f"{name}: ")
    assert "expected a number from" in loaded.logged[-1]
    assert loaded.to_bytes(loaded.keep()) == before


def test_a_description_of_another_fmu_is_refused(fmu, tmp_path):
    folder = fmpy.extract(str(fmu), unzipdir=str(tmp_path / "unpacked"))
    description = fmpy.read_model_description(folder)
    description.guid = description.instantiationToken = "{00000000-0000-0000-0000-000000000000}"
    with pytest.raises(Exception, match="instantiate"):
        fmpy.instantiate_fmu(folder, description, "CoSimulation")


def test_every_variable_is_described(fmu, export):
    root = ElementTree.fromstring(zipfile.ZipFile(fmu).read("modelDescription.xml"))
    listed = {one.get("name"): one for one in root.find("ModelVariables")}
    assert {one.name for one in export.variables} <= set(listed)
    assert all(one.get("description") for one in listed.values())
    assert len(listed) == len(root.find("ModelVariables"))
    outputs = [one for one in export.variables if one.kind == OUTPUT and one.name != "time"]
    assert all(one.start == one.start for one in outputs), "a car that is settled has values"


def test_arrays_of_fmi_3_are_made_of_the_wheels(fmu, export, sim):
    if "3" not in fmu.stem:
        assert len(fmpy.read_model_description(str(fmu)).modelVariables) == len(export.variables)
        return
    loaded = DrivenFmu(fmu)
    arrays = {one.name: one.members for one in array_variables(export.variables)}
    assert arrays["tire.vertical_force"] == tuple(f"tire.{wheel}.vertical_force" for wheel in ("fl", "fr", "rl", "rr"))
    for name, members in arrays.items():
        assert loaded.read_array(name, len(members)) == [sim[member] for member in members], name
    loaded.close()


def call_randomly(fmu, count, seed):
    """So many sequences of calls in a process of their own: calls that succeeded, and calls that were refused."""
    command = [sys.executable, "-m", "tests.output.native_export.call_sequences", str(fmu), str(count), str(seed)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-2000:]}"
    return [int(number) for number in done.stdout.split()]


def test_random_sequences_of_calls_end_in_answers_or_errors(fmu):
    good, refused = call_randomly(fmu, 400, seed=1)
    assert good > 5 * refused > 400


@pytest.mark.slow
def test_a_hundred_thousand_random_sequences_of_calls(fmu):
    good, refused = call_randomly(fmu, 100_000, seed=2)
    assert good > 500_000
    assert refused > 50_000


def test_the_same_car_gives_the_same_file(export, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_archive(export, tmp_path / name / "car.fmu", 2, ["linux64"])
    assert (tmp_path / "a" / "car.fmu").read_bytes() == (tmp_path / "b" / "car.fmu").read_bytes()


def test_what_there_is_none_of_is_refused():
    for fmi, platforms in ((1, ["linux64"]), (2, ["darwin64"]), (2, [])):
        with pytest.raises(InputError, match="no such"):
            check_choices(fmi, platforms)


def test_identifiers_are_those_of_c(tmp_path):
    assert identifier_of(tmp_path / "my car-2.fmu") == "my_car_2"
    assert identifier_of(tmp_path / "2wd.fmu") == "car_2wd"


def test_all_functions_of_the_standard_are_exported():
    assert {"fmi2DoStep", "fmi2GetReal", "fmi2SetBoolean", "fmi2DeSerializeFMUstate"} <= set(exported_names(2))
    assert {"fmi3DoStep", "fmi3GetFloat64", "fmi3SetClock", "fmi3GetUInt8"} <= set(exported_names(3))


def test_units_have_base_units_and_their_display_units_exist(export):
    for one in export.variables:
        name = unit_name(one.unit)
        if one.type == REAL and name:
            assert name in BASE
            shown = display_unit(one.name, one.unit)
            assert not shown or shown in [unit for unit, _ in DISPLAY[name]]


@pytest.fixture(autouse=True)
def unpacked_files_are_removed(monkeypatch, tmp_path):
    """Folders that FMPy unpacks into go with the test."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield
    shutil.rmtree(tmp_path, ignore_errors=True)
