"""Obstacles, measured profiles, and the path of a wheel over them against the closed form."""

import contextlib

import numpy as np
import pytest

from jounce.engine.terrain.formats.profile_csv import read_profile
from jounce.engine.terrain.profiles import Tracks, envelope, half_round, pothole, table, trapezoid
from jounce.errors import FileError, InputError, JounceError

R = 0.4


def test_half_round():
    tracks = half_round(0.1, start=2.0, after=1.0)
    assert tracks.length == pytest.approx(3.2)
    np.testing.assert_allclose(tracks.left, np.sqrt(np.maximum(0.01 - (tracks.s - 2.1) ** 2, 0.0)), atol=1e-15)
    assert tracks.left.max() == pytest.approx(0.1)


def test_trapezoid_and_pothole():
    up = trapezoid("80 mm", 0.5, 1.0, start=1.0)
    np.testing.assert_allclose(np.interp([0.9, 1.0, 1.25, 1.5, 2.5, 2.75, 3.0], up.s, up.left) * 1e3,
                               [0, 0, 40, 80, 80, 40, 0], atol=1e-9)  # fmt: skip
    down = pothole(0.6, 0.1, edge=0.1, start=1.0)
    np.testing.assert_allclose(np.interp([1.0, 1.05, 1.1, 1.5, 1.6], down.s, down.left),
                               [0, -0.05, -0.1, -0.1, 0], atol=1e-12)  # fmt: skip


@pytest.mark.parametrize("side", ["left", "right"])
def test_one_side_only(side):
    tracks = half_round(0.1, side=side)
    other = "right" if side == "left" else "left"
    assert getattr(tracks, side).max() > 0.09
    assert np.all(getattr(tracks, other) == 0.0)


def test_a_table_keeps_its_points_and_is_resampled():
    s, z = [10.0, 10.5, 11.0], [0.0, 0.1, 0.05]
    tracks = table(s, z)
    assert (tracks.spacing, tracks.left.tolist(), tracks.right.tolist()) == (0.5, z, z)
    fine = table([0.0, 1.0, 3.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0], spacing=0.5, start=1.0)
    np.testing.assert_allclose(fine.left, [0, 0, 0, 0.5, 1, 0.75, 0.5, 0.25, 0])
    np.testing.assert_allclose(fine.right, [0, 0, 0, 0, 0, 0.5, 1, 1.5, 2])


def test_a_table_from_a_file(tmp_path):
    path = tmp_path / "road.csv"
    path.write_text("# measured\ns, right ,note, left\n0,1,a,2\n\n1,3,b,4\n")
    tracks = read_profile(path, unit="mm")
    np.testing.assert_allclose(tracks.left, [0.002, 0.004])
    np.testing.assert_allclose(tracks.right, [0.001, 0.003])
    path.write_text("s;left\r\n0;2\r\n1;4\r\n")
    np.testing.assert_array_equal(read_profile(path).right, [2.0, 4.0])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [":1: empty file"]),
        ("# only\n", ["empty file"]),
        ("x,left\n0,1\n", [":1: no column s", "'x,left'"]),
        ("s,z\n0,1\n", [":1: no column left"]),
        ("s,left\n0,1\n1,x\n", [":3: column left is not a number; got 'x'"]),
        ("s,left\n0,1\n1,nan\n", [":3: column left is not a number"]),
        ("s,left\n0,1\n1\n", [":3: wrong number of columns; got 1; expected 2"]),
        ("s,left\n0,1\n", ["s: not a table of distances"]),
        ("s,left\n0,1\n0,2\n", ["s: not a table of distances"]),
    ],
)
def test_bad_tables_name_their_line(tmp_path, text, parts):
    path = tmp_path / "road.csv"
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        read_profile(path)
    assert all(part in str(caught.value) for part in parts), str(caught.value)


def test_a_table_that_is_not_text_and_bytes_at_random(tmp_path):
    random = np.random.default_rng(1)
    path = tmp_path / "road.csv"
    for _ in range(200):
        content = bytearray(b"s,left,right\n0,1,2\n1,2,3\n")
        for _ in range(3):
            content[random.integers(len(content))] = random.integers(256)
        path.write_bytes(content)
        with contextlib.suppress(JounceError):
            assert np.all(np.isfinite(read_profile(path).left))


def test_a_wheel_over_a_step():
    h, at = 0.15, 5.0
    s = 0.01 * np.arange(1001)
    z = np.where(s >= at - 1e-9, h, 0.0)
    path = envelope(Tracks(0.01, z, np.zeros_like(z)), R)
    # the circle turns about the edge of the step: z = h − R + √(R² − (at − s)²), from the distance √(2 R h − h²) on
    distance = np.maximum(at - s, 0.0)
    exact = np.where(distance < np.sqrt(2.0 * R * h - h**2), h - R + np.sqrt(np.maximum(R**2 - distance**2, 0.0)), 0.0)
    np.testing.assert_allclose(path.left, exact, atol=1e-12)
    np.testing.assert_allclose(path.right, 0.0, atol=1e-15)


@pytest.mark.parametrize("spacing", [0.01, 0.0025])
def test_a_wheel_over_a_half_round(spacing):
    r = 0.1
    tracks = half_round(r, start=2.0, after=2.0, spacing=spacing)
    path = envelope(tracks, R)
    distance = tracks.s - 2.0 - r
    reach = np.sqrt((R + r) ** 2 - R**2)
    exact = np.where(abs(distance) < reach, np.sqrt(np.maximum((R + r) ** 2 - distance**2, 0.0)) - R, 0.0)
    # chords lie below the cylinder by spacing² (1 + slope²)^(3/2)/(8 r), and the wheel touches where the slope is 0.75
    assert np.all(path.left <= exact + 1e-12)
    np.testing.assert_allclose(path.left, exact, atol=spacing**2 * 1.95 / (8.0 * r) * 1.01)
    assert np.abs(np.diff(path.left)).max() / spacing < 0.85  # no flank left: reach/R = 0.75 and its curvature
    assert np.abs(np.diff(tracks.left)).max() / spacing > 4.0


def test_a_wheel_over_a_slope_and_a_narrow_gap():
    s = 0.05 * np.arange(201)
    ramp = envelope(Tracks(0.05, 0.2 * s, 0.2 * s), R)
    lifted = R * (np.sqrt(1.0 + 0.2**2) - 1.0)  # a circle on a slope touches it beside its lowest point
    np.testing.assert_allclose(ramp.left[20:-20], 0.2 * s[20:-20] + lifted, atol=1e-13)
    hole = envelope(pothole(0.2, 1.0, start=2.0), R).left
    # it hangs between the rims, a chord of 0.2 m
    assert hole.min() == pytest.approx(np.sqrt(R**2 - 0.1**2) - R, abs=1e-12)


def test_an_envelope_is_never_below_its_profile_and_rolling_again_with_nothing_changes_little():
    z = 0.02 * np.random.default_rng(1).standard_normal(2000)
    path = envelope(Tracks(0.05, z, z), R)
    assert np.all(path.left >= z - 1e-15)
    larger = envelope(Tracks(0.05, z, z), 2.0 * R)
    assert np.all(larger.left >= path.left - 1e-15)


@pytest.mark.parametrize(
    "build",
    [
        lambda: half_round(-1),
        lambda: half_round("2 kg"),
        lambda: half_round(0.1, side="middle"),
        lambda: half_round(0.1, spacing=1e-9),
        lambda: trapezoid(0.1, 0.0, 1.0),
        lambda: pothole(0.5, 0.1, edge=0.3),
        lambda: table([0, 1], [1, 2, 3]),
        lambda: table([0, 1], ["a", 2]),
        lambda: table([0, np.nan], [1, 2]),
        lambda: table([1, 0], [1, 2]),
        lambda: table([0, 1], [1, 2], [[1, 2]]),
        lambda: envelope(half_round(0.1), 0),
        lambda: envelope(half_round(0.1), 1e6),
        lambda: Tracks(0.1, [0, 1], [0, 1, 2]),
        lambda: Tracks(-0.1, [0, 1], [0, 1]),
        lambda: Tracks(0.1, [0, np.inf], [0, 1]),
    ],
)
def test_refusals(build):
    with pytest.raises(InputError):
        build()
