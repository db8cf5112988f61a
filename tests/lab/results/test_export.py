"""Exports: other programs read the same numbers, with units."""

import csv
import json
import sys

import numpy as np
import pytest
from scipy.io import loadmat
from typer.testing import CliRunner

from jounce.cli.main import app
from jounce.errors import FileError, InputError
from jounce.lab.results import Channel, Result
from jounce.lab.results.export import nest


def test_comma_separated_values(left_turn, tmp_path):
    left_turn.export(tmp_path / "r.csv")
    text = (tmp_path / "r.csv").read_bytes().decode()
    assert text.count("\r\n") == text.count("\n") == 1 + len(left_turn.time)  # RFC 4180
    head, *rows = csv.reader(text.splitlines())
    assert head == [f"{channel.name} [{channel.unit}]" for channel in left_turn.channels]
    assert head[0] == "time [s]"
    numbers = np.array(rows, dtype=float)
    assert numbers.tobytes() == np.column_stack([channel.values for channel in left_turn.channels]).tobytes()


def test_names_with_commas_and_quotes_survive(small_result, tmp_path):
    odd = Channel('a "b", c', "1", "", "", np.zeros(11))
    Result((*small_result.channels, odd), small_result.metadata).export(tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(newline="") as file:
        assert next(csv.reader(file))[-1] == 'a "b", c [1]'


def test_samples_can_be_left_out(small_result, tmp_path):
    small_result.export(tmp_path / "r.csv", every=3)
    rows = list(csv.reader((tmp_path / "r.csv").read_text().splitlines()))[1:]
    assert [float(row[0]) for row in rows] == pytest.approx([0.0, 0.3, 0.6, 0.9])
    with pytest.raises(InputError, match="1 or more"):
        small_result.export(tmp_path / "r.csv", every=0)


def test_matlab(left_turn, tmp_path):
    left_turn.export(tmp_path / "r.mat")
    found = loadmat(tmp_path / "r.mat", simplify_cells=True)
    assert np.array_equal(found["data"]["tire"]["fl"]["vertical_force"], left_turn["tire.fl.vertical_force"].values)
    assert np.array_equal(found["data"]["time"], left_turn.time)
    assert found["units"]["chassis"]["yaw_rate"] == "rad/s"
    assert found["descriptions"]["chassis"]["yaw_rate"] == left_turn["chassis.yaw_rate"].description
    assert json.loads(found["run"])["vehicle"] == "dw18"
    columns = loadmat(tmp_path / "r.mat")["data"]["time"][0, 0]
    assert columns.shape == (len(left_turn.time), 1)  # a column, as MATLAB people expect


def test_names_become_fields():
    assert nest({"a.b": 1, "a.c.d": 2}) == {"a": {"b": 1, "c": {"d": 2}}}
    assert nest({"a": 1, "a.b": 2}) == {"a": {"value": 1, "b": 2}}
    assert nest({"a.b": 2, "a": 1}) == {"a": {"b": 2, "value": 1}}
    assert nest({"wheel 1.2nd-gear": 1}) == {"wheel_1": {"x2nd_gear": 1}}


@pytest.mark.slow  # `make test-slow` installs what it needs, a hundred megabytes
def test_measurement_files(left_turn, tmp_path):
    import asammdf

    left_turn.export(tmp_path / "r.mf4")
    assert [path.name for path in tmp_path.iterdir()] == ["r.mf4"]
    with asammdf.MDF(tmp_path / "r.mf4") as file:
        signal = file.get("tire.fl.vertical_force")
        assert (signal.unit, signal.comment) == ("N", left_turn["tire.fl.vertical_force"].description)
        assert signal.samples.tobytes() == left_turn["tire.fl.vertical_force"].values.tobytes()
        assert signal.timestamps.tobytes() == left_turn.time.tobytes()
        assert file.header.subject == "dw18"


@pytest.mark.slow  # pandas comes with it
def test_pandas(left_turn):
    table = left_turn.to_pandas()
    assert list(table.columns) == list(left_turn)
    assert table["chassis.speed"].to_numpy().tobytes() == left_turn["chassis.speed"].values.tobytes()
    assert table.attrs["units"]["chassis.speed"] == "m/s"


@pytest.mark.parametrize(
    ("package", "convert"),
    [("asammdf", lambda result, path: result.export(path)), ("pandas", lambda result, path: result.to_pandas())],
)
def test_missing_packages_are_named(small_result, tmp_path, monkeypatch, package, convert):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=f"{package}; got no such package; .*pip install"):
        convert(small_result, tmp_path / "r.mf4")


def test_the_ending_chooses_and_the_command_writes(small_result, tmp_path):
    small_result.save(tmp_path / "r.parquet")
    for name in ("r.csv", "deep/r.MAT"):
        done = CliRunner().invoke(app, ["export", str(tmp_path / "r.parquet"), "--to", str(tmp_path / name)])
        assert done.exit_code == 0, done.output
        assert (tmp_path / name).stat().st_size > 100
    with pytest.raises(
        InputError, match=r"no such format; got '\.xls'; expected a file that ends in \.csv, \.mat, \.mf4"
    ):
        small_result.export(tmp_path / "r.xls")
    with pytest.raises(InputError, match=r"only \.csv leaves out samples"):
        small_result.export(tmp_path / "r.mat", every=2)


def test_a_failing_export_keeps_the_older_file(small_result, tmp_path, monkeypatch):
    (tmp_path / "r.mat").write_text("older")

    def half(part, *_, **__):
        part.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("scipy.io.savemat", half)
    with pytest.raises(FileError, match="No space left"):
        small_result.export(tmp_path / "r.mat")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["older"]
