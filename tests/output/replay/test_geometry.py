"""The geometry of a car without a run: every hardpoint has its key, and parts are where they are described."""

import numpy as np
import pytest
from typer.testing import CliRunner

import jounce
from jounce.cli.main import app
from jounce.lab.design.hardpoints import hardpoints
from jounce.output.replay.geometry import still_motion


def test_hardpoints_have_the_keys_of_the_file():
    car = jounce.load_vehicle("sedan")
    found = {point.label: point.at for point in hardpoints(car)}
    arm = car.axle("front").suspension.lower_arm
    assert found["front.lower_arm.front_pivot"] == arm.front_pivot
    assert found["front.lower_arm.ball_joint"] == arm.ball_joint
    assert "rear.wheel_centre" in found
    assert not any(key.endswith(("spin_axis", "inertia", "centre_of_mass")) for key in found)


@pytest.mark.parametrize("name", ["sedan", "hatchback", "dw18", "rover6"])
def test_every_library_car_has_a_picture(name):
    car = jounce.load_vehicle(name)
    motion = still_motion(car)
    labels = [shape for shape in motion.scene["shapes"] if shape["kind"] == "label"]
    assert [label["text"] for label in labels] == [point.label for point in hardpoints(car)]
    assert np.array_equal(motion.blocks[0], motion.blocks[1])
    poses = motion.blocks[0, 1:].reshape(-1, 7)
    assert np.linalg.norm(poses[:, 3:], axis=1) == pytest.approx(1.0, abs=1e-6)


def test_the_command_takes_a_vehicle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["view", "dw18", "--no-browser"])
    assert done.exit_code == 0, done.output
    assert done.stdout == "Geometry: dw18-geometry.html\n"
    text = (tmp_path / "dw18-geometry.html").read_text(encoding="utf-8")
    assert "front.upper_arm" in text
    ghost = CliRunner().invoke(app, ["view", "dw18", "--ghost", "run.parquet", "--no-browser"])
    assert "ghosts without a run" in ghost.stderr
