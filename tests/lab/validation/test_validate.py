"""A model against a measurement of itself: no error; against another car: errors; signs, files, page and command."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import jounce
from jounce.cli.main import app
from jounce.errors import InputError, ModelError
from jounce.lab.validation.study import ValidationStudy, parse_validation_study

MAP = """
time: {column: time, shift: 10 s}
rate: 100 Hz
filter: 8 Hz
vehicle: dw18
channels:
  steering_wheel.angle: {column: input.steering_wheel_angle} # what the hands did; the rack gives way under load
  chassis.speed: {column: chassis.speed}
  chassis.yaw_rate: {column: chassis.yaw_rate}
  chassis.lateral_acceleration: {column: chassis.lateral_acceleration}
  chassis.roll_angle: {column: chassis.roll_angle}
"""
STUDY = """
name: itself
vehicle: dw18
measurement: drive.csv
map: map.yaml
begin: 10 s
end: 12 s
inputs: {steering_wheel_angle: steering_wheel.angle, target_speed: chassis.speed}
windows: {fitted: [10.0 s, 11 s], held_out: [11 s, 12 s]}
channels: {chassis.yaw_rate: 1 %, chassis.lateral_acceleration: 1 %, chassis.roll_angle: 1 %}
methods:
  - {kind: iso_19364, channels: [chassis.roll_angle]}
  - {kind: iso_22140, tolerance: 0.05, metrics: [yaw_rate_response_time, steady_state_yaw_rate]}
options: {start: 10.3}
"""


@pytest.fixture(scope="session")
def driven():
    """A step of the steering wheel, as if it had been measured."""
    return jounce.run("step-steer", vehicle="dw18", speed=20.0, start=0.3, steering_wheel_angle="20 deg", after=1.7)


@pytest.fixture
def folder(driven, tmp_path):
    driven.export(tmp_path / "drive.csv")
    (tmp_path / "map.yaml").write_text(MAP)
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


def test_a_model_agrees_with_itself(folder):
    found = jounce.validate(folder / "study.yaml")
    for window in ("fitted", "held_out"):
        for name, one in found.windows[window].items():
            # inputs pass through a table of 10 ms, the steering of the test was smooth: a few 1e-4 of the peak
            assert one.rms_of_peak < 2e-3, (window, name)
    # at the end everything is steady, and what little moves there is the driver who holds the speed
    assert all(one.correlation > 0.9999 for one in found.windows["fitted"].values())
    assert found.passed is True
    assert found.model.time[0] == pytest.approx(10.0)  # in measured time
    step = next(one for one in found.methods if one.method.kind == "iso_22140")
    assert {value.name: value.passed for value in step.values}["yaw_rate_response_time"] is True


def test_another_car_does_not(folder):
    (folder / "study.yaml").write_text(STUDY.replace("vehicle: dw18", "vehicle: sedan"))
    found = jounce.validate(folder / "study.yaml")
    assert found.passed is False
    assert found.windows["held_out"]["chassis.yaw_rate"].rms_of_peak > 0.05


def test_a_turned_sign_is_seen(folder):
    (folder / "map.yaml").write_text(MAP.replace("{column: chassis.yaw_rate}", "{column: chassis.yaw_rate, sign: -1}"))
    found = jounce.validate(folder / "study.yaml")
    assert found.windows["fitted"]["chassis.yaw_rate"].correlation == pytest.approx(-1.0, abs=1e-3)


def test_a_sensor_that_lags_is_seen_as_a_model_that_leads(folder):
    text = MAP.replace("{column: chassis.yaw_rate}", "{column: chassis.yaw_rate, delay: -50 ms}")
    (folder / "map.yaml").write_text(text)
    covered = STUDY.replace("begin: 10 s", "begin: 10.1 s").replace("[10.0 s,", "[10.1 s,")  # by all channels
    (folder / "study.yaml").write_text(covered)
    found = jounce.validate(folder / "study.yaml")
    assert found.windows["fitted"]["chassis.yaw_rate"].delay == pytest.approx(-0.05, abs=0.002)


def test_before_and_after_on_the_command_line(folder):
    (folder / "study.yaml").write_text(STUDY + "before: {chassis.mass: 1800 kg}\n")
    words = ["validate", str(folder / "study.yaml"), "--json", "--out", str(folder / "page.html")]
    done = CliRunner().invoke(app, [*words, "--results", str(folder / "out")])
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    for window in ("fitted", "held_out"):
        after = told[window]["channels"]["chassis.yaw_rate"]
        assert {"rms", "peak", "correlation", "delay"} <= after.keys()
        assert after["rms"] < told["before"][window]["channels"]["chassis.yaw_rate"]["rms"]
    page = (folder / "page.html").read_text()
    assert all(words in page for words in ("ISO 19364", "no compliance", "before the fit"))
    both = [jounce.read_result(folder / "out" / f"{name}.parquet") for name in ("measured", "model")]
    assert [one.metadata.origin for one in both] == ["measured", "simulated"]
    jounce.compare(*both, path=folder / "both.html")
    plain = CliRunner().invoke(app, ["validate", str(folder / "study.yaml")])
    assert "held_out, before it was fitted" in plain.output


def test_the_measured_place_is_where_the_model_starts(folder):
    found = jounce.validate(folder / "study.yaml")
    first = found.measured.motion.blocks[0], found.model.motion.blocks[0]
    assert first[0][0] == pytest.approx(first[1][0], abs=1e-5)
    assert found.model["chassis.position_x"][0] == pytest.approx(0.0, abs=0.02)


def test_a_hand_made_result_never_shows_the_metrics_of_another(driven, tmp_path):
    """Compared results are measured anew: a copy with halved yaw rate has half of the peak."""
    from dataclasses import replace

    from jounce.lab.metrics.measuring import with_equal_metrics, with_metrics

    own = "half [deg/s] = 0.5 * max(chassis.yaw_rate)"
    first = with_metrics(driven, ("peak_yaw_rate", own))
    halved = [replace(c, values=0.5 * c.values) if c.name == "chassis.yaw_rate" else c for c in first.channels]
    copied = replace(first, channels=tuple(halved))
    assert copied.metrics["peak_yaw_rate"] == first.metrics["peak_yaw_rate"]  # as it was handed over
    one, other = with_equal_metrics([first, copied])
    assert other.metrics["peak_yaw_rate"] == pytest.approx(0.5 * one.metrics["peak_yaw_rate"])
    assert other.metadata.measured["half"]["value"] == pytest.approx(0.5 * one.metadata.measured["half"]["value"])
    assert one.metrics == first.metrics
    jounce.compare(first, copied, path=tmp_path / "c.html", labels=["whole", "halved"])
    peak = np.degrees(other.metrics["peak_yaw_rate"])
    assert f"{peak:.4g}"[:4] in (tmp_path / "c.html").read_text()


def test_all_findings_of_a_study_at_once():
    text = STUDY.replace("steering_wheel_angle:", "steering_weel_angle:").replace("end: 12 s", "end: 9 s")
    with pytest.raises(ModelError) as caught:
        parse_validation_study(text, "study.yaml")
    words = str(caught.value)
    assert "did you mean 'steering_wheel_angle'" in words
    assert "begin before end" in words
    assert all(finding.line for finding in caught.value.findings)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"inputs": {"steering_wheel_angle": "rack.travel"}}, "not measured"),
        ({"channels": ["chassis.pitch_angle"]}, "not measured"),
        ({"end": 40.0}, "not measured"),
    ],
)
def test_what_was_not_measured_is_refused(folder, change, message):
    keys = {
        "name": "a", "vehicle": "dw18", "measurement": "drive.csv", "map": "map.yaml", "begin": 10.0, "end": 12.0,
        "inputs": {"steering_wheel_angle": "steering_wheel.angle"}, "channels": ["chassis.yaw_rate"], "folder": folder,
    }  # fmt: skip
    with pytest.raises(InputError, match=message):
        jounce.validate(ValidationStudy(**{**keys, **change}))


def test_a_car_is_braked_with_the_measured_pedal(tmp_path):
    driven = jounce.run("braking", vehicle="dw18", speed=20.0, pedal=0.4, duration=2.0)
    driven.export(tmp_path / "drive.csv")
    channels = {"chassis.speed": "chassis.speed", "driver.brake": {"column": "input.brake", "unit": "1"}}
    channels["chassis.longitudinal_acceleration"] = "chassis.longitudinal_acceleration"
    measured = jounce.read_measurement(tmp_path / "drive.csv", {"channels": channels})
    measured.save(tmp_path / "measured.parquet")
    study = {
        "name": "pedal", "vehicle": "dw18", "measurement": "measured.parquet", "begin": 0.0, "end": 1.9,
        "inputs": {"brake": "driver.brake"}, "folder": tmp_path,
        "channels": {"chassis.speed": 0.01, "chassis.longitudinal_acceleration": 0.02},
    }  # fmt: skip
    found = jounce.validate(ValidationStudy(**study))
    assert found.passed is True
    assert found.measured["chassis.speed"][-1] < 15.0


def test_sine_with_dwell_by_its_characteristic_values(tmp_path):
    driven = jounce.run("sine-with-dwell", vehicle="dw18", speed=20.0, amplitude="20 deg", after=2.0)
    driven.export(tmp_path / "drive.csv")
    names = ["chassis.speed", "chassis.yaw_rate", "chassis.position_x", "chassis.position_y", "chassis.yaw_angle"]
    channels = {**{name: name for name in names}, "steering_wheel.angle": "input.steering_wheel_angle"}
    measured = jounce.read_measurement(tmp_path / "drive.csv", {"channels": channels, "vehicle": "dw18"})
    measured.save(tmp_path / "measured.parquet")
    study = {
        "name": "dwell", "vehicle": "dw18", "measurement": "measured.parquet", "begin": 0.0,
        "end": round(float(driven.time[-1]) - 0.02, 2), "folder": tmp_path, "channels": ["chassis.yaw_rate"],
        "inputs": {"steering_wheel_angle": "steering_wheel.angle"}, "options": {"frequency": 0.7, "start": 1.0},
        "methods": [{"kind": "iso_19365", "metrics": ["lateral_displacement", "peak_yaw_rate"], "tolerance": 0.02}],
    }  # fmt: skip
    same = jounce.validate(ValidationStudy(**study)).methods[0]
    assert [value.name for value in same.values] == ["lateral_displacement", "peak_yaw_rate"]
    assert all(value.measured is not None for value in same.values), [value.note for value in same.values]
    assert same.passed is True
    heavy = jounce.load_vehicle("dw18").with_values({"chassis.mass": "1750 kg"})
    other = jounce.validate(ValidationStudy(**{**study, "vehicle": heavy})).methods[0]
    assert other.passed is False
