"""Result files: what is written is what is read, explains itself, and appears whole or not at all."""

import dataclasses
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jounce.errors import FileError
from jounce.lab.results import Channel, Result, read_result, write_result
from jounce.lab.results.atomic import atomic_write, write_text


def test_what_is_written_is_what_is_read(small_result, tmp_path):
    path = tmp_path / "deep" / "folder" / "result.parquet"
    write_result(small_result, path)
    back = read_result(path)
    assert back == small_result
    assert back.summary == small_result.summary
    assert [p.name for p in path.parent.iterdir()] == ["result.parquet"]  # no temporary file is left


def test_a_file_explains_itself_to_any_reader_of_parquet(small_result, tmp_path):
    write_result(small_result, tmp_path / "r.parquet")
    schema = pq.read_schema(tmp_path / "r.parquet")
    field = schema.field("chassis.yaw_rate")
    assert field.metadata[b"unit"] == b"rad/s"
    assert field.metadata[b"frame"] == b"world"
    assert "steer left → positive" in field.metadata[b"description"].decode()
    run = json.loads(schema.metadata[b"jounce.run"])
    assert run["vehicle"] == "toy"
    assert run["steps"] == 1000


def test_numbers_survive_bit_for_bit(small_result, tmp_path):
    values = np.array([np.nan, np.inf, -0.0, 5e-324, 0.1 + 0.2, *range(6)])
    odd = Result((*small_result.channels, Channel("odd", "1", "", "odd numbers", values)), small_result.metadata)
    write_result(odd, tmp_path / "r.parquet")
    assert read_result(tmp_path / "r.parquet")["odd"].values.tobytes() == values.tobytes()


def test_channels_are_found_by_name(small_result):
    assert small_result["chassis.speed"].unit == "m/s"
    assert np.max(small_result["chassis.speed"]) == 11.0
    assert "chassis.yaw_rate" in small_result
    assert next(iter(small_result)) == "time"
    with pytest.raises(KeyError, match=r"no channel 'yawrate'; did you mean 'chassis.yaw_rate'\?"):
        small_result["yawrate"]


def test_channels_cannot_be_changed(small_result):
    with pytest.raises(ValueError, match="read-only"):
        small_result["chassis.speed"].values[0] = 0.0


def test_a_table_carries_the_units(small_result):
    table = small_result.to_table()
    assert table.column_names == list(small_result)
    assert table.schema.field("chassis.speed").metadata[b"unit"] == b"m/s"


def test_a_result_must_make_sense(small_result):
    time, yaw_rate, *_ = small_result.channels
    with pytest.raises(ValueError, match="first channel"):
        Result((yaw_rate, time), small_result.metadata)
    with pytest.raises(ValueError, match="two channels of one name"):
        Result((time, yaw_rate, yaw_rate), small_result.metadata)
    with pytest.raises(ValueError, match="different lengths"):
        Result((time, Channel("short", "1", "", "", np.zeros(3))), small_result.metadata)


def test_the_summary_gives_end_values_and_cost(small_result):
    summary = small_result.summary
    assert summary["yaw_rate"] == small_result["chassis.yaw_rate"][-1]
    assert summary["max_constraint_violation"] == 2e-12
    assert summary["us_per_step"] == pytest.approx(250.0)
    assert summary["real_time_factor"] == pytest.approx(4.0)
    assert summary["lateral_acceleration"] is None  # no such channel
    json.dumps(summary, allow_nan=False)


def test_a_failing_write_leaves_no_file(tmp_path):
    def write_half() -> None:
        with atomic_write(tmp_path / "new.txt") as part:
            part.write_text("half of it")
            raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_half()
    assert list(tmp_path.iterdir()) == []


def test_a_failing_write_keeps_the_older_file(small_result, tmp_path, monkeypatch):
    path = tmp_path / "result.parquet"
    write_result(small_result, path)

    def half_a_table(table, where, **_):
        where.write_bytes(b"PAR1")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", half_a_table)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        write_result(small_result, path)
    assert [p.name for p in tmp_path.iterdir()] == ["result.parquet"]
    monkeypatch.undo()
    assert read_result(path) == small_result


def test_a_folder_that_cannot_be_made_is_said_so(small_result, tmp_path):
    write_text(tmp_path / "file", "in the way")
    with pytest.raises(FileError, match="cannot be written"):
        write_result(small_result, tmp_path / "file" / "result.parquet")


def test_foreign_files_are_refused_with_a_hint(small_result, tmp_path):
    with pytest.raises(FileError, match="no such file; check the name"):
        read_result(tmp_path / "missing.parquet")
    write_text(tmp_path / "text.parquet", "not a table at all")
    with pytest.raises(FileError, match=r"not a Parquet file.*give a result\.parquet"):
        read_result(tmp_path / "text.parquet")
    pq.write_table(pa.table({"a": [1, 2]}), tmp_path / "foreign.parquet")
    with pytest.raises(FileError, match=r"not of jounce; give a result\.parquet"):
        read_result(tmp_path / "foreign.parquet")
    write_result(small_result, tmp_path / "r.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "r.parquet").read_bytes()[:-40])
    with pytest.raises(FileError, match="not a Parquet file"):
        read_result(tmp_path / "cut.parquet")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (b"jounce.format", b"99", "result format 99"),
        (b"jounce.run", b"{}", "damaged"),
        (b"jounce.run", b"?", "damaged"),
    ],
)
def test_damaged_or_newer_files_are_refused(small_result, tmp_path, key, value, message):
    table = small_result.to_table()
    pq.write_table(table.replace_schema_metadata({**table.schema.metadata, key: value}), tmp_path / "r.parquet")
    with pytest.raises(FileError, match=message):
        read_result(tmp_path / "r.parquet")


def test_a_channel_is_one_line(small_result):
    assert repr(small_result["chassis.speed"]) == "<Channel chassis.speed [m/s]: 11 samples, 10 … 11>"
    odd = Channel("x", "m", "", "nothing known", np.array([np.nan, np.inf]))
    assert repr(odd) == "<Channel x [m]: 2 samples>"
    assert "nothing known" in odd._repr_html_()
    assert "<svg" in small_result["chassis.speed"]._repr_html_()


def test_metrics_are_in_si_whatever_unit_they_are_shown_in(small_result):
    measured = {
        "own_angle": {"value": 90.0, "unit": "deg"},
        "own_ratio": {"value": 0.5, "unit": "1"},
        "passed": {"value": True, "unit": ""},
        "vibration_dose_value": {"value": 2.0, "unit": "m/s^1.75"},
        "nothing": {"value": None, "unit": "m"},
    }
    result = Result(small_result.channels, dataclasses.replace(small_result.metadata, measured=measured))
    assert result.metrics["own_angle"] == pytest.approx(np.pi / 2.0, rel=1e-15)
    assert {name: value for name, value in result.metrics.items() if name != "own_angle"} == {
        "own_ratio": 0.5, "passed": True, "vibration_dose_value": 2.0, "nothing": None,
    }  # fmt: skip
