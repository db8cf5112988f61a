"""`jounce linearise`: gains and modes in words, matrices as a file and as JSON."""

import json

import numpy as np
import pytest

from jounce.cli.linearise import _print_gains
from jounce.lab.simulation import LinearModel
from jounce.lab.simulation.linear_files import load


def test_gains_and_modes_are_shown_and_the_file_holds_the_model(jounce, tmp_path):
    done = jounce("linearise", "dw18", "--speed", "20 m/s", "--outputs", "chassis.yaw_rate", "--out", "car.mat")
    assert done.exit_code == 0, done.output
    assert "states: 30, inputs: 1, outputs: 1" in done.stdout
    assert "file: car.mat" in done.stdout
    model = load(tmp_path / "car.mat")
    gain = model.reduce(["chassis.lateral_velocity", "chassis.yaw_rate"]).dc_gain()[0, 0]
    (line,) = (line for line in done.stdout.splitlines() if "chassis.yaw_rate by steering_wheel_angle" in line)
    assert float(line.split()[-1]) == pytest.approx(gain, rel=1e-3)  # four digits are printed


def test_json_has_matrices_and_names(jounce):
    done = jounce("linearise", "dw18", "--inputs", "steering_wheel_angle, drive_torque_rl", "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert np.shape(data["B"]) == (len(data["states"]), 2)
    assert data["inputs"] == ["steering_wheel_angle", "drive_torque_rl"]
    assert data["output_units"][0] == "rad/s"


def test_an_output_that_does_not_settle_has_no_gain(capsys):
    """y = ∫ u dt."""
    one, names = np.ones((1, 1)), (("travel",), ("force",), ("seen",), ("m",), ("N",), ("m",))
    _print_gains(LinearModel(0.0 * one, one, one, 0.0 * one, *names, np.zeros(1), np.zeros(1), np.zeros(1)))
    printed = capsys.readouterr().out
    assert printed.startswith("no steady gains: ")
    assert "travel" in printed


def test_what_is_refused_is_said(jounce):
    done = jounce("linearise", "dw18", "--inputs", "steering_weel_angle")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "did you mean 'steering_wheel_angle'?" in done.stderr
    assert "above 0" in jounce("linearise", "dw18", "--speed", "0").stderr
