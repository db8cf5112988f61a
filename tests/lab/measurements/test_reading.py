"""Measurement files become results: names, units, signs, time, gaps, filter; the same numbers from every format."""

import csv
import json

import numpy as np
import pytest
from typer.testing import CliRunner

import jounce
from jounce.cli.main import app
from jounce.errors import FileError, InputError, ModelError
from jounce.lab.measurements.file_columns import read_columns
from jounce.lab.measurements.measurement_map import parse_map

TIME = np.arange(0.0, 10.0, 0.01)
YAW_RATE = 0.3 * np.sin(2.0 * np.pi * 0.5 * TIME)
SPEED = 20.0 + 0.2 * TIME


def write_csv(path, columns):
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


@pytest.fixture
def drive(tmp_path):
    """A file in km/h, deg/s to the right, milliseconds."""
    columns = {"t_ms": 1e3 * TIME, "v": 3.6 * SPEED, "yaw [deg/s]": -np.degrees(YAW_RATE)}
    return write_csv(tmp_path / "drive.csv", columns)


MAP = {
    "time": {"column": "t_ms", "unit": "ms"},
    "channels": {
        "chassis.speed": {"column": "v", "unit": "km/h"},
        "chassis.yaw_rate": {"column": "yaw", "sign": -1},
    },
}


def test_names_units_and_signs(drive):
    found = jounce.read_measurement(drive, MAP)
    assert list(found) == ["time", "chassis.speed", "chassis.yaw_rate"]
    assert found.metadata.is_measured
    assert found["chassis.speed"].values == pytest.approx(SPEED, abs=1e-9)
    assert found["chassis.yaw_rate"].values == pytest.approx(YAW_RATE, abs=1e-9)  # the unit stands in the header
    assert found["chassis.yaw_rate"].unit == "rad/s"
    assert "column yaw" in found["chassis.yaw_rate"].description
    assert repr(found).startswith("<Measured result")


def test_shift_delay_offset_factor_and_zero(drive):
    plan = {
        **MAP,
        "time": {"column": "t_ms", "unit": "ms", "shift": "2 s"},
        "channels": {
            "chassis.speed": {"column": "v", "unit": "km/h", "factor": 2, "offset": "-1 m/s"},
            "chassis.yaw_rate": {"column": "yaw", "sign": -1, "delay": "0.1 s"},
            "chassis.roll_angle": {"column": "v", "unit": "rad", "zero": ["2 s", "3 s"]},
        },
    }
    found = jounce.read_measurement(drive, plan)
    assert np.interp(2.0, found.time, found["chassis.speed"].values) == pytest.approx(2 * 20.0 - 1.0)
    # a sensor that lags by 0.1 s shows now what was 0.1 s ago: its channel is moved back
    assert np.interp(2.4, found.time, found["chassis.yaw_rate"].values) == pytest.approx(np.interp(0.5, TIME, YAW_RATE))
    resting = found["chassis.roll_angle"].values[(found.time >= 2.0) & (found.time <= 3.0)]
    assert resting.mean() == pytest.approx(0.0, abs=1e-9)


def test_what_only_some_channels_cover_at_the_ends_is_left_out(drive):
    late = {"column": "yaw", "sign": -1, "delay": "0.2 s"}
    plan = {**MAP, "channels": {"chassis.speed": {"column": "v", "unit": "km/h"}, "chassis.yaw_rate": late}}
    found = jounce.read_measurement(drive, plan)
    assert found.time[0] == pytest.approx(0.0)
    assert found.time[-1] == pytest.approx(TIME[-1] - 0.2)
    assert all(np.isfinite(channel.values).all() for channel in found.channels)
    far = {**late, "delay": "5 s"}  # half of the time is no end any more: what is missing is shown as such
    found = jounce.read_measurement(drive, {**MAP, "channels": {**plan["channels"], "chassis.yaw_rate": far}})
    assert np.isnan(found["chassis.yaw_rate"].values).any()
    assert len(found.metadata.warnings) == 2


def test_every_format_gives_the_same_numbers(drive, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq
    from scipy.io import savemat

    own = read_columns(drive)
    columns = {name: own.column(name).values for name in ("t_ms", "v", "yaw")}
    fields = [pa.field(name, pa.float64(), metadata={"unit": "deg/s"} if name == "yaw" else None) for name in columns]
    pq.write_table(pa.table(list(columns.values()), schema=pa.schema(fields)), tmp_path / "drive.parquet")
    savemat(tmp_path / "drive.mat", {"data": columns, "units": {"yaw": "deg/s"}})
    first = jounce.read_measurement(drive, MAP)
    for name in ("drive.parquet", "drive.mat"):
        other = jounce.read_measurement(tmp_path / name, MAP)
        for channel in first:
            assert np.array_equal(first[channel].values, other[channel].values), (name, channel)


def test_mdf_channels_have_times_of_their_own(tmp_path):
    asammdf = pytest.importorskip("asammdf")
    slow = np.arange(0.0, 10.0, 0.05)
    with asammdf.MDF(version="4.10") as file:
        file.append([asammdf.Signal(np.degrees(YAW_RATE), TIME, name="yaw", unit="deg/s")])
        file.append([asammdf.Signal(20.0 + 0.2 * slow, slow, name="v", unit="m/s")])
        file.save(tmp_path / "drive.mf4")
    plan = {"channels": {"chassis.speed": "v", "chassis.yaw_rate": "yaw"}, "between": ["0 s", "9.9 s"]}
    found = jounce.read_measurement(tmp_path / "drive.mf4", plan)
    assert found["chassis.yaw_rate"].values == pytest.approx(np.interp(found.time, TIME, YAW_RATE))
    assert found["chassis.speed"].values == pytest.approx(20.0 + 0.2 * found.time)


def test_irregular_and_repeated_times_are_put_on_a_grid(tmp_path):
    rng = np.random.default_rng(1)
    times = np.sort(np.concatenate([rng.uniform(0.0, 5.0, 800), [2.0, 2.0]]))
    file = write_csv(tmp_path / "a.csv", {"time": times, "v": 3.0 * times + 1.0})
    found = jounce.read_measurement(file, {"channels": {"chassis.speed": "v"}, "rate": "50 Hz"})
    assert np.diff(found.time) == pytest.approx(0.02)
    known = np.isfinite(found["chassis.speed"].values)
    assert known.mean() > 0.99
    inner = known & (found.time > 0.2) & (found.time < 4.8)
    assert found["chassis.speed"].values[inner] == pytest.approx(3.0 * found.time[inner] + 1.0, abs=0.02)


def test_gaps_stay_open_and_are_named(tmp_path):
    there = (TIME < 3.0) | (TIME > 4.0)
    values = np.where((TIME > 6.0) & (TIME < 6.05), np.nan, SPEED)[there]
    file = write_csv(tmp_path / "a.csv", {"time": TIME[there], "v": ["" if np.isnan(v) else v for v in values]})
    found = jounce.read_measurement(file, {"channels": {"chassis.speed": "v"}, "filter": "5 Hz"})
    speed = found["chassis.speed"].values
    assert np.isnan(speed[(found.time > 3.05) & (found.time < 3.95)]).all()
    assert np.isfinite(speed[(found.time > 5.9) & (found.time < 6.2)]).all()  # 50 ms are bridged
    # a straight line stays one; at edges the start of the filter has decayed to 1e-6 over three periods
    assert speed[np.isfinite(speed)] == pytest.approx(20.0 + 0.2 * found.time[np.isfinite(speed)], abs=1e-5)
    assert found.metadata.warnings == ("chassis.speed: no values from 3 to 4 s",)


def test_metrics_come_from_the_measured_channels(drive):
    plan = {**MAP, "metrics": ["peak_yaw_rate", "top [km/h] = max(chassis.speed)"]}
    found = jounce.read_measurement(drive, plan)
    assert found.metrics["peak_yaw_rate"] == pytest.approx(0.3, rel=1e-3)
    assert found.metadata.measured["top"]["value"] == pytest.approx(3.6 * SPEED.max())
    faster = found.filtered("0.25 Hz")  # half of the 0.5 Hz signal and less
    assert faster.metrics["peak_yaw_rate"] < 0.1


def test_a_measured_result_is_saved_and_read_back(drive, tmp_path):
    found = jounce.read_measurement(drive, {**MAP, "metrics": ["peak_yaw_rate"]})
    found.save(tmp_path / "m.parquet")
    again = jounce.read_result(tmp_path / "m.parquet")
    assert again.metadata.is_measured
    assert again.metrics == found.metrics
    assert np.array_equal(again["chassis.yaw_rate"].values, found["chassis.yaw_rate"].values)


def test_the_command_writes_a_result_file(drive, tmp_path):
    (tmp_path / "map.yaml").write_text(
        "time: {column: t_ms, unit: ms}\nchannels:\n  chassis.speed: {column: v, unit: km/h}\n"
        "  chassis.yaw_rate: {column: yaw, sign: -1}\nmetrics: [peak_yaw_rate]\n"
    )
    words = ["measured", str(drive), "--map", str(tmp_path / "map.yaml"), "--out", str(tmp_path / "m.parquet")]
    done = CliRunner().invoke(app, [*words, "--json", "--report", str(tmp_path / "m.html")])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["origin"] == "measured"
    assert told["metrics"]["peak_yaw_rate"] == pytest.approx(0.3, rel=1e-3)
    assert jounce.read_result(tmp_path / "m.parquet").metadata.is_measured
    assert "measured" in (tmp_path / "m.html").read_text()


def test_all_findings_of_a_map_with_their_lines():
    text = "rate: -5 Hz\nchannels:\n  chassis.yawrate: {column: a}\n  chassis.speed: {column: b, sign: 3}\n"
    with pytest.raises(ModelError) as caught:
        parse_map(text, "map.yaml")
    lines = {finding.line for finding in caught.value.findings}
    assert {1, 4} <= lines
    with pytest.raises(ModelError, match=r"did you mean 'chassis\.yaw_rate'"):
        parse_map("channels:\n  chassis.yawrate: {column: a}\n")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"channels": {"chassis.speed": {"column": "w"}}}, "no such column.*t_ms, v, yaw"),
        ({"channels": {"chassis.speed": {"column": "v", "unit": "deg"}}}, "wrong unit"),
        ({"time": "clock"}, "no column of the time"),
        ({"between": ["20 s", "30 s"]}, "nothing measured there"),
        ({"channels": {"chassis.roll_angle": {"column": "v", "zero": ["50 s", "60 s"]}}}, "nothing measured there"),
    ],
)
def test_what_does_not_fit_the_file_is_refused(drive, change, message):
    with pytest.raises((ModelError, InputError), match=message):
        jounce.read_measurement(drive, {**MAP, **change})


def test_files_that_are_none(tmp_path):
    with pytest.raises(InputError, match="no such format"):
        jounce.read_measurement(tmp_path / "a.xls", MAP)
    with pytest.raises(FileError, match="no such file"):
        jounce.read_measurement(tmp_path / "a.csv", MAP)
    for name in ("a.parquet", "a.mat"):
        (tmp_path / name).write_bytes(b"\x01\x02 no such thing" * 20)
        with pytest.raises(FileError, match="not a"):
            jounce.read_measurement(tmp_path / name, MAP)
    file = write_csv(tmp_path / "b.csv", {"t_ms": [0, 1000, 500, 2000], "v": [1, 2, 3, 4], "yaw": [0, 0, 0, 1]})
    with pytest.raises((ModelError, InputError), match="time runs backwards"):
        jounce.read_measurement(file, MAP)
