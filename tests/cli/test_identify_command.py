"""`jounce identify` and `jounce optimise`: what they would do, what they refuse, and their examples to the end."""

import json
from pathlib import Path

import pytest

from examples.twin_records import TRUTH
from jounce.cli import identify as identify_command

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_fit_can_be_checked_without_running_it(jounce):
    done = jounce("identify", EXAMPLES / "identify-twin.yaml", "--check")
    assert done.exit_code == 0, done.output
    assert "identify-twin: 3 parameters of dw18" in done.stdout
    assert "record twin-step: replays steering_wheel_angle" in done.stdout


def test_all_that_is_wrong_with_a_fit_is_said_with_its_line(jounce, tmp_path):
    study = tmp_path / "fit.yaml"
    study.write_text(
        "vehicle: dw18\n"
        "records: [missing.parquet]\n"
        "channels: {chassis.yaw_rate: 0.1 rad/s}\n"
        "parameters:\n"
        "  vehicle.chassis.mass: {from: 3 kg, to: 2 kg}\n"
    )
    done = jounce("identify", study)
    assert done.exit_code == 2
    assert "fit.yaml:5" in done.stderr
    assert "an empty range" in done.stderr
    study.write_text(study.read_text().replace("from: 3 kg, to: 2 kg", "from: 3 m, to: 2000 m"))
    done = jounce("identify", study)
    assert done.exit_code == 2
    assert "missing.parquet" in done.stderr


def test_units_paths_and_channels_of_a_fit_are_checked(jounce, tmp_path):
    study = tmp_path / "fit.yaml"
    study.write_text(
        "vehicle: dw18\n"
        f"records: [{EXAMPLES / 'records' / 'twin-step.parquet'}]\n"
        "channels: {chassis.yaw_rate: 0.1 m, chassis.yaw_rat: 1}\n"
        "parameters:\n"
        "  vehicle.chassis.mass: {from: 3 m, to: 2000 m}\n"
        "  inputs.steering_wheel.delay: {from: 0, to: 1}\n"
    )
    done = jounce("identify", study)
    assert done.exit_code == 2
    for text in ("another unit than the channel", "did you mean 'chassis.yaw_rate'", "fit.yaml:5", "no such input"):
        assert text in done.stderr
    assert done.stderr.count("fit.yaml:") >= 4


def test_ctrl_c_keeps_the_best_and_the_same_command_goes_on(jounce, tmp_path, monkeypatch):
    """The key is pressed in the second step: exit code 130, all files; then the fit goes on from there to its end."""
    study = tmp_path / "fit.yaml"
    study.write_text(
        "vehicle: dw18\n"
        "records:\n"
        f"  - {{file: {EXAMPLES / 'records' / 'twin-step.parquet'}, windows: [0.2 s, 0.8 s]}}\n"
        "channels: {chassis.yaw_rate: 0.005 rad/s}\n"
        "parameters:\n"
        "  vehicle.axles.front.tire.lateral.b: {factor: true, from: 0.5, to: 1.5}\n"
    )
    show, seen = identify_command._show, []

    def press(at):
        seen.append(at)
        show(at)
        if len(seen) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(identify_command, "_show", press)
    done = jounce("identify", study, "--out", "fit")
    assert done.exit_code == 130, done.output
    assert "The same command goes on" in done.stderr
    stopped = json.loads((tmp_path / "fit" / "identified.json").read_text())
    assert stopped["status"] == "interrupted"
    assert stopped["cost"] < 0.5 * seen[0].cost
    assert (tmp_path / "fit" / "identify.html").is_file()
    done = jounce("identify", study, "--out", "fit", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["status"] == "converged"
    assert found["history"][0] == seen[0].cost  # it went on
    assert found["cost"] <= stopped["cost"]


def test_an_optimisation_can_be_checked_without_running_it(jounce):
    done = jounce("optimise", EXAMPLES / "optimise-ride.yaml", "--check")
    assert done.exit_code == 0, done.output
    assert "96 cars, 192 runs of rough, step" in done.stdout
    assert "rough.tire_load_variation: least" in done.stdout


@pytest.mark.slow
def test_the_example_of_a_fit_finds_the_truth(jounce, tmp_path):
    done = jounce("identify", EXAMPLES / "identify-twin.yaml", "--json", "--out", "fit")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    for one in found["parameters"]:
        true = TRUTH[one["paths"][0].removeprefix("vehicle.")]
        assert abs(one["value"] - true) < 3.0 * one["std"], one
        assert one["std"] < 0.01
    assert found["error"] == pytest.approx(1.0, abs=0.1)
    assert {"identified.json", "identify.html", "vehicle.yaml"} <= {path.name for path in (tmp_path / "fit").iterdir()}


@pytest.mark.slow
def test_the_example_of_an_optimisation_beats_the_car_as_it_is(jounce, tmp_path):
    done = jounce("optimise", EXAMPLES / "optimise-ride.yaml", "--json", "--out", "ride")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    goals = ("rough.vibration_total_value", "rough.tire_load_variation")
    for goal in goals:
        assert min(one["metrics"][goal] for one in found["front"]) < 0.95 * found["nominal"]["metrics"][goal]
    assert all(one["metrics"]["step.yaw_rate_overshoot"] < 0.3 for one in found["front"])
    assert {"optimised.json", "optimise.html", "vehicle.yaml"} <= {p.name for p in (tmp_path / "ride").iterdir()}
