"""Smallest inputs of what an audit found: each once ended in a foreign exception, or took memory without end."""

import json
import os

import numpy as np
import pytest
import rasterio
from rasterio.transform import from_origin

from jounce.engine.terrain import ground_of
from jounce.engine.terrain.formats.read import read
from jounce.errors import FileError, InputError, JounceError, ModelError
from jounce.lab.drivers.path import read_path
from jounce.lab.maneuvers.files.read import parse_maneuver, read_maneuver
from jounce.lab.studies.read import read_plan
from jounce.model.library import load_vehicle
from jounce.model.mechanism.read import parse_mechanism
from jounce.model.tire_files import read as read_tir
from jounce.model.vehicle.read import read_vehicle
from jounce.schema.files import MAX_YAML_SIZE
from jounce.schema.units import parse_quantity
from jounce.schema.yaml_source import load_source, parse_source

LARGE = "9" * 400
LONG_FIELD = 140_000
"""Characters of a field, more than the csv module takes."""
STUDY = {"name": "x", "vehicle": "sedan", "maneuver": "j-turn"}
MASS = "vehicle.chassis.mass"


@pytest.mark.parametrize(
    "spec",
    [f"flat, friction={LARGE}", f"flat, height={LARGE}", f"bump, start={LARGE}", f"plane, grade={LARGE}"],
    ids=lambda spec: spec[:16],
)
def test_numbers_of_400_digits_are_no_numbers_of_a_ground(spec):
    with pytest.raises(InputError, match="not a finite number"):
        ground_of(spec)


@pytest.mark.parametrize("parameter", [{"paths": [MASS]}, {"paths": []}, {}])
@pytest.mark.parametrize("design", ["grid", {"sobol": {"runs": 4}}, {"list": [{}]}])
def test_a_parameter_without_values_is_a_finding(tmp_path, parameter, design):
    file = tmp_path / "study.yaml"
    name = "mass" if parameter.get("paths") else MASS
    file.write_text(json.dumps({**STUDY, "design": design, "parameters": {name: parameter}}))
    with pytest.raises(ModelError, match=r"values|distribution|not in the list"):
        read_plan(file)


@pytest.mark.parametrize(
    "changes",
    [
        {"design": {"latin_hypercube": {"runs": 10**9}}, "parameters": {MASS: {"from": 1000, "to": 2000}}},
        {"design": {"sobol": {"runs": 2**30}}, "parameters": {MASS: {"from": 1000, "to": 2000}}},
        {"parameters": {MASS: {"from": 1000, "to": 2000, "steps": 10**9}}},
        {"parameters": {f"{MASS}{i}": {"from": 1, "to": 2, "steps": 10**4} for i in range(5)}},
    ],
)
def test_a_study_of_more_runs_than_anybody_makes_is_refused_before_they_are_listed(tmp_path, changes):
    file = tmp_path / "study.yaml"
    file.write_text(json.dumps({**STUDY, **changes}))
    with pytest.raises(ModelError, match="too many runs"):
        read_plan(file)


@pytest.mark.parametrize("mass", [1e-320, 1e-300, 1e-30, 1e200])
def test_masses_beyond_arithmetic_are_refused(mass):
    with pytest.raises(ModelError, match="mass"):
        load_vehicle("dw18").with_values({"chassis.mass": mass})
    with pytest.raises(JounceError, match="out of range"):
        parse_quantity(1e-320)


@pytest.mark.parametrize("inertia", [1e-200, 1e-40])
def test_inertias_beyond_arithmetic_are_refused(inertia):
    with pytest.raises(ModelError, match="inertia"):
        load_vehicle("dw18").with_values({"axles.front.suspension.knuckle.inertia": [inertia] * 3})


def test_fields_that_the_csv_module_refuses_are_said(tmp_path):
    long = tmp_path / "long.csv"
    long.write_text("x,y\n0,0\n" + "1" * LONG_FIELD + ",0\n")
    with pytest.raises(FileError, match="field"):
        read_path(long)
    text = f"{{speed: 10, duration: 1, inputs: {{rack_travel: {{csv: {long.name}, time: x, value: y}}}}}}"
    file = tmp_path / "maneuver.yaml"
    file.write_text(text)
    with pytest.raises(ModelError, match="field"):
        read_maneuver(file)


@pytest.mark.parametrize("reader", [read_path, read_vehicle, load_source, read_tir, read])
def test_devices_are_no_files(reader, tmp_path):
    """One that is read to its end never ends."""
    endless = tmp_path / ("endless.asc" if reader is read else "endless")
    endless.symlink_to("/dev/zero")
    with pytest.raises(JounceError, match=r"not a (regular )?file|no such file"):
        reader(endless)


def test_an_endless_input_of_a_maneuver_is_refused(tmp_path):
    (tmp_path / "endless.csv").symlink_to("/dev/zero")
    file = tmp_path / "maneuver.yaml"
    file.write_text("{speed: 10, duration: 1, inputs: {rack_travel: {csv: endless.csv, time: x, value: y}}}")
    with pytest.raises(ModelError, match="not a regular file"):
        read_maneuver(file)


def test_a_file_of_gigabytes_is_refused_before_it_is_read(tmp_path):
    file = tmp_path / "large.yaml"
    with file.open("wb") as opened:
        os.truncate(opened.fileno(), 10 * MAX_YAML_SIZE)  # a hole, which takes no room
    with pytest.raises(FileError, match="too large"):
        load_source(file)
    tire = tmp_path / "large.tir"
    with tire.open("wb") as opened:
        os.truncate(opened.fileno(), 10**10)
    with pytest.raises(JounceError, match="too large"):
        read_tir(tire)
    with (tmp_path / "large.csv").open("wb") as opened:
        os.truncate(opened.fileno(), 10**10)
    with pytest.raises(FileError, match="too large"):
        read_path(tmp_path / "large.csv")


def test_aliases_that_multiply_are_refused():
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(ModelError, match="aliases"):
        parse_mechanism("\n".join(lines))
    assert parse_source("a: &a [1, 2]\nb: *a\nc: *a\n").data["c"] == [1, 2]


@pytest.mark.parametrize("side", [64, 11_402])
def test_a_sparse_geotiff_has_no_heights(tmp_path, side):
    """A file of some hundred bytes says that it has any number of them; those that are missing would be read as 0."""
    file = tmp_path / "sparse.tif"
    place = {"transform": from_origin(500000.0, 4e6, 1.0, 1.0), "crs": "EPSG:32652"}
    with rasterio.open(
        file, "w", driver="GTiff", width=side, height=side, count=1, dtype="float32", SPARSE_OK=True, tiled=True,
        blockxsize=512, blockysize=512, **place,
    ):  # fmt: skip
        pass
    assert file.stat().st_size < 20_000
    with pytest.raises(FileError, match=r"missing|too large"):
        read(file)


def test_a_full_geotiff_is_read(tmp_path):
    file = tmp_path / "full.tif"
    place = {"transform": from_origin(500000.0, 4e6, 1.0, 1.0), "crs": "EPSG:32652"}
    with rasterio.open(file, "w", driver="GTiff", width=40, height=30, count=1, dtype="float32", **place) as made:
        made.write(np.ones((30, 40), np.float32), 1)
    assert read(file).heights.shape == (40, 30)


@pytest.mark.parametrize("speed", ["null", "-3", "[1]"])
def test_a_driver_without_a_speed_is_one_and_one_with_a_wrong_speed_is_none(speed):
    """Found by `make fuzz`, input maneuver:2:1395."""
    text = f"{{speed: 10, duration: 3, driver: {{points: [[0, 0], [20, 0]], speed: {speed}}}}}"
    if speed == "null":
        assert parse_maneuver(text).driver is not None
    else:
        with pytest.raises(ModelError, match=r"driver\.speed"):
            parse_maneuver(text)


def test_a_surrogate_in_a_maneuver_is_refused():
    with pytest.raises(ModelError, match="surrogate"):
        parse_maneuver('{"maneuver": "j-turn", "about": "\\ud800"}')
