"""Drivers in maneuver files."""

import numpy as np
import pytest

from jounce.cli.check import check
from jounce.errors import ModelError
from jounce.lab.drivers import PathDriver
from jounce.lab.maneuvers.files.read import parse_maneuver, read_maneuver

HEAD = "speed: 40 km/h\nduration: 3 s\ndriver:\n"


def test_points_and_a_speed():
    plan = parse_maneuver(HEAD + "  points: [[0, 0], [30 m, 0], [60, 350 cm]]\n  speed: 36 km/h\n")
    assert isinstance(plan.driver, PathDriver)
    assert plan.driver.path.at(plan.driver.path.length) == pytest.approx((60.0, 3.5))
    assert plan.driver.speed == 10.0


def test_a_file_beside_the_maneuver_with_its_own_speeds(tmp_path):
    (tmp_path / "track.csv").write_text("x,y,speed\n0,0,10\n50,0,12\n80,10,9\n")
    (tmp_path / "my.yaml").write_text(HEAD + "  path: track.csv\n")
    driver = read_maneuver(tmp_path / "my.yaml").driver
    assert isinstance(driver, PathDriver)
    assert isinstance(driver.speed, np.ndarray)
    assert driver.speed[:, 1].tolist() == [10.0, 12.0, 9.0]


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("  speed: 3\n", "no path, or two"),
        ("  points: [[0, 0], [1, 0]]\n  path: a.csv\n", "no path, or two"),
        ("  path: none.csv\n", "none.csv: no such file"),
        ("  points: [[0, 0], [10, 0]]\n  speed: -3\n", "speed"),
        ("  points: [[0, 0]]\n", "not a path"),
        ("  pionts: [[0, 0], [10, 0]]\n", "did you mean 'points'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(keys, words):
    with pytest.raises(ModelError) as caught:
        parse_maneuver(HEAD + keys)
    assert words in str(caught.value)


def test_maneuvers_and_studies_can_be_checked(tmp_path):
    (tmp_path / "my.yaml").write_text(HEAD + "  points: [[0, 0], [30, 0]]\nmetrics: [peak_side_slip]\n")
    found = check(tmp_path / "my.yaml")
    assert (found.kind, found.parts["metrics"]) == ("maneuver", 1)
    study = "name: speeds\nvehicle: dw18\nmaneuver: j-turn\nparameters: {maneuver.speed: {values: [10, 12, 14]}}\n"
    (tmp_path / "study.yaml").write_text(study)
    assert "study 'speeds': 3 runs" in str(check(tmp_path / "study.yaml"))
    (tmp_path / "study.yaml").write_text(study.replace("speed", "sped"))
    with pytest.raises(ModelError, match="did you mean"):
        check(tmp_path / "study.yaml")
