"""Paths: their geometry, the nearest place on them, and files."""

import math

import numpy as np
import pytest

from jounce.errors import FileError, InputError
from jounce.lab.drivers import Path
from jounce.lab.drivers.path import read_path


def circle(radius=20.0, points=24):
    angles = np.linspace(0.0, 2.0 * math.pi, points, endpoint=False)
    return Path.through(radius * np.column_stack([np.cos(angles), np.sin(angles)]), closed=True)


def test_a_closed_path_has_the_length_of_its_circle():
    assert circle().length == pytest.approx(2.0 * math.pi * 20.0, rel=1e-4)


def test_the_nearest_place_of_a_circle_lies_on_the_radius():
    path = circle()
    for angle in np.linspace(0.1, 12.0, 60):  # almost two rounds
        x, y = 20.7 * math.cos(angle), 20.7 * math.sin(angle)
        station, left = path.station(x, y, near=20.0 * angle - 0.3)
        assert station == pytest.approx(20.0 * angle, abs=0.02)
        assert left == pytest.approx(-0.7, abs=2e-3)  # outside a left turn is to the right


def test_a_point_and_its_station_belong_together():
    path = Path.through([(0, 0), (30, 2), (60, -3), (90, 0)])
    for s in np.linspace(1.0, path.length - 1.0, 37):
        x, y = path.at(s)
        found, left = path.station(x, y, near=s - 0.4)
        assert found == pytest.approx(s, abs=1e-3)
        assert left == pytest.approx(0.0, abs=1e-3)


def test_straight_on_beyond_both_ends():
    path = Path.through([(0, 0), (10, 0)])
    assert path.at(15.0) == pytest.approx((15.0, 0.0))
    assert path.at(-4.0) == pytest.approx((-4.0, 0.0))
    assert path.station(13.0, 0.5, near=9.0) == pytest.approx((13.0, 0.5))
    assert path.station(-2.0, -0.5, near=0.0) == pytest.approx((-2.0, -0.5))


def test_bends_end_on_the_circle_that_they_lead_to():
    """Straight on, a clothoid, a quarter of a circle: the heading is the integral of the curvature."""
    radius = 30.0
    path = Path.bends([(10.0, 0.0), (20.0, 1.0 / radius), (0.5 * math.pi * radius, 1.0 / radius)])
    assert path.headings[-1] == pytest.approx(10.0 / radius + 0.5 * math.pi, abs=5e-3)
    inner = path.stations > 31.0
    normal = np.column_stack([-np.sin(path.headings), np.cos(path.headings)])
    centres = (path.points + radius * normal)[inner][:-2]
    assert np.ptp(centres, axis=0).max() < 0.02


@pytest.mark.parametrize(
    "points", [[(0, 0)], [(0, 0), (math.nan, 1)], [(0, 0, 0), (1, 1, 1)], [(0, 0), (0, 0), (1, 0)]]
)
def test_what_is_no_path_is_refused(points):
    with pytest.raises(InputError):
        Path.through(points)


def test_a_file_gives_points_and_speeds(tmp_path):
    file = tmp_path / "track.csv"
    file.write_text("# a track\nX, y, speed\n0, 0, 10\n20, 0, 12\n40, 5, 8\n".replace(", ", ","))
    path, speeds = read_path(file)
    assert path.at(0.0) == pytest.approx((0.0, 0.0))
    assert speeds is not None
    assert speeds[:, 1].tolist() == [10.0, 12.0, 8.0]
    assert speeds[-1, 0] == pytest.approx(path.length)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "expected x and y"),
        ("x,y\n1,2\n3,z\n", "row 2"),
        ("", "expected x and y"),
        ("x,y\n1,1\n", "two or more"),
    ],
)
def test_bad_files_are_refused_with_a_place(tmp_path, text, words):
    file = tmp_path / "track.csv"
    file.write_text(text)
    with pytest.raises(FileError, match=words):
        read_path(file)
    with pytest.raises(FileError, match="no such file"):
        read_path(tmp_path / "none.csv")
