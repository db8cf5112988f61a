"""A ground that is too large for the library of an FMU: a file in its resources, with the bits of `jounce.run`."""

import shutil
import zipfile
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu

import jounce
from jounce.errors import InputError
from jounce.lab.controllers.loaded_fmu import LoadedFmu
from jounce.lab.simulation import Simulation
from jounce.lab.simulation.car_export import export_simulation
from jounce.output.native_export.check import DrivenFmu
from jounce.output.native_export.fmu import write_archive
from jounce.output.native_export.library import FRONT, ground_file
from jounce.output.native_export.tables import image_hash

HILLS = {"ground": "generated, size=60, spacing=0.5"}
"""A proving ground with hills, 121 × 121 heights."""
TURN = {"start": 3.0, "turn_time": 1.0, "duration": 6.0}
NAMES = ["chassis.position_x", "chassis.position_y", "chassis.position_z"]


@pytest.fixture(scope="module")
def rover():
    return export_simulation(Simulation("rover6", maneuver=jounce.maneuver("skid-turn", **TURN), record=False, **HILLS))


@pytest.fixture(scope="module", params=[2, pytest.param(3, marks=pytest.mark.slow)])
def path(request, rover, tmp_path_factory):
    found = tmp_path_factory.mktemp("hills with ünicode") / "rover6.fmu"
    write_archive(rover, found, request.param, ["linux64"])
    return found


def test_the_rover_over_hills_has_the_bits_of_its_run(path, rover):
    assert validate_fmu(str(path)) == []
    assert zipfile.ZipFile(path).getinfo("resources/ground.bin").file_size == FRONT + len(rover.car.image.constants)
    run = jounce.run("skid-turn", vehicle="rover6", **TURN, **HILLS)
    car, sample = DrivenFmu(path), float(np.round(run.time[1], 6))
    driven = [car.read(NAMES)]
    for _ in run.time[1:]:
        car.step(sample)
        driven.append(car.read(NAMES))
    assert np.array_equal(np.array(driven), np.stack([run[name].values for name in NAMES], axis=1))
    heights = run["chassis.position_z"].values
    assert heights.max() - heights.min() > 0.02, "it went over something"
    car.close()


def test_fmpy_simulates_it(path):
    found = fmpy.simulate_fmu(str(path), stop_time=0.2, step_size=0.01, output=NAMES)
    car = DrivenFmu(path)
    for _ in range(20):
        car.step(0.01)
    assert [found[name][-1] for name in NAMES] == car.read(NAMES)
    car.close()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "resources/ground.bin: cannot be read"),
        (b"short", "resources/ground.bin: the ground of another car"),
        ("other", "resources/ground.bin: the ground of another car"),
    ],
)
def test_a_ground_that_is_not_there_is_told(path, rover, tmp_path, content, sentence):
    broken = tmp_path / "broken.fmu"
    other = bytes(16) + ground_file(rover)[16:]
    with zipfile.ZipFile(path) as given, zipfile.ZipFile(broken, "w") as made:
        for name in given.namelist():
            if name != "resources/ground.bin":
                made.writestr(name, given.read(name))
        if content is not None:
            made.writestr("resources/ground.bin", other if content == "other" else content)
    with pytest.raises(InputError, match=sentence):
        LoadedFmu(broken)


def test_small_grounds_are_part_of_the_library(export):
    assert ground_file(export) == b""


def test_the_file_says_whose_ground_it_is(rover):
    content = ground_file(rover)
    assert content[:16] == image_hash(rover)
    assert content[FRONT:] == rover.car.image.constants


@pytest.fixture(autouse=True)
def unpacked_files_are_removed(monkeypatch, tmp_path):
    """Folders that FMPy unpacks into go with the test; their path has a space and a letter beyond ASCII."""
    folder = Path(tmp_path) / "ä b"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    yield
    shutil.rmtree(tmp_path, ignore_errors=True)
