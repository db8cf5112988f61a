"""`jounce fmu` and `jounce export-c`: what they print and write, and what they refuse."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jounce.cli.main import make_app

SEDAN = ["sedan", "--speed", "50 km/h", "--platform", "linux64", "--json"]


def call(*arguments):
    return CliRunner().invoke(make_app([arguments[0]]), list(arguments))


def test_an_fmu_is_written_validated_compared_and_timed(tmp_path):
    done = call("fmu", *SEDAN, "--out", str(tmp_path / "sedan.fmu"), "--cross-check", str(tmp_path / "check"))
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["validation"] == []
    assert found["bit_identical"] is True
    assert found["size_bytes"] == (tmp_path / "sedan.fmu").stat().st_size < 3_000_000
    assert (found["fmi"], found["platforms"]) == ("2.0", ["linux64"])
    assert found["variables"] > 80
    assert found["seconds"] > 0.0
    assert set(found["step_us"]) == {"python", "c", "fmpy"}
    (place,) = found["cross_check"]
    assert (Path(place) / "sedan_ref.csv").exists()


def test_a_library_is_written_compared_and_timed(tmp_path):
    done = call("export-c", *SEDAN, "--out", str(tmp_path / "c"))
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["bit_identical"] is True
    assert set(found["step_us"]) == {"python", "c", "ctypes"}
    assert {"libcar.so", "libcar.a", "car.h", "circle.c"} == set(found["files"])
    assert all((tmp_path / "c" / name).exists() for name in found["files"])


@pytest.mark.slow
def test_a_maneuver_and_a_grid_are_compared_too(tmp_path):
    for vehicle, more in (
        ("sedan", ["--maneuver", "step-steer", "--fmi", "3"]),
        ("rover6", ["--ground", "generated, size=60, spacing=0.5"]),
    ):
        done = call("fmu", vehicle, *more, "--out", str(tmp_path / "car.fmu"), "--platform", "linux64", "--json")
        assert done.exit_code == 0, done.output
        found = json.loads(done.stdout)
        assert (found["validation"], found["bit_identical"]) == ([], True)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--fmi", "4"], "fmi: no such version; got 4; expected 2 or 3"),
        (["--platform", "sparc"], "platform: no such platform; got sparc"),
        (["--integrator", "dormand-prince"], "integrator: chooses its own steps"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, more, sentence):
    done = call("fmu", "sedan", "--out", str(tmp_path / "car.fmu"), *more)
    assert done.exit_code == 2
    assert sentence in done.output
    assert not list(tmp_path.iterdir())
