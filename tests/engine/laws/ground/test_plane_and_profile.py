"""Planes and straight roads against closed forms."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Flat, ask, extent, inside
from jounce.engine.terrain import plane, profile


def test_grade_rises_ahead_and_bank_to_the_left():
    uphill, banked = plane(grade=0.1), plane(bank=0.05)
    assert ask(uphill, 10.0, 3.0).height == pytest.approx(1.0)
    assert ask(banked, 3.0, 10.0).height == pytest.approx(0.5)
    assert ask(uphill, 0.0, 0.0).normal[0] < 0.0  # leans back, towards who climbs
    assert ask(banked, 0.0, 0.0).normal[1] < 0.0  # leans to the right


@pytest.mark.parametrize("heading", [0.0, math.pi / 2.0, 2.1, -0.4])
def test_grade_and_bank_along_a_heading(heading):
    ground = plane(grade=0.1, bank=-0.05, heading=heading, point=(2.0, -3.0, 7.0), friction=0.8)
    ahead, left = np.array([math.cos(heading), math.sin(heading)]), np.array([-math.sin(heading), math.cos(heading)])
    for s, d in ((0.0, 0.0), (5.0, 0.0), (0.0, 5.0), (-30.0, 12.0)):
        found = ask(ground, *(np.array([2.0, -3.0]) + s * ahead + d * left))
        assert found.height == pytest.approx(7.0 + 0.1 * s - 0.05 * d, abs=1e-13)
        assert found.gradient @ ahead == pytest.approx(0.1, abs=1e-15)
        assert found.gradient @ left == pytest.approx(-0.05, abs=1e-15)
        assert found.friction == 0.8
        normal = np.append(-found.gradient, 1.0)
        assert found.normal == pytest.approx(normal / np.linalg.norm(normal), abs=1e-15)


def test_a_plane_without_grade_is_flat():
    for mine, expected in zip(ask(plane(), 3.0, 4.0), ask(Flat(), 3.0, 4.0), strict=True):
        assert (mine == expected).all()


def test_endless_grounds_have_no_extent():
    for ground in (Flat(), plane(), profile([0.0, 1.0], spacing=1.0)):
        assert extent(ground) is None
        assert inside(ground, 1e9, -1e9)
        assert not inside(ground, np.nan, 0.0)


LEFT, RIGHT = np.array([1.0, 1.5, 0.5, 2.0, 2.5]), np.array([-1.0, 0.0, 0.25, -0.5, 0.5])


def road(heading=0.0, origin=(0.0, 0.0)):
    return profile(LEFT, RIGHT, spacing=0.5, distance=2.0, heading=heading, origin=origin)


def test_a_profile_passes_through_its_heights():
    s = 0.5 * np.arange(5)
    for heights, y in ((LEFT, [1.0, 1.5, 80.0]), (RIGHT, [-1.0, -7.0, -1e9])):
        for d in y:
            assert np.abs(ask(road(), s, d).height - heights).max() < 1e-15
    assert ask(road(), 0.5, 0.0).height == pytest.approx(0.75)  # half way between the tracks
    assert ask(road(), 0.5, 0.5).height == pytest.approx(1.5 * 27.0 / 32.0)  # S(¾) = 27/32


def test_a_profile_is_a_hermite_cubic():
    """Half way along a cell: the mean of the ends and an eighth of the difference of the slopes, times the cell."""
    slope = [0.0, 0.5 * (0.5 - 1.0), 0.5 * (2.0 - 1.5), 0.5 * (2.5 - 0.5), 0.0]
    for m in range(4):
        expected = 0.5 * (LEFT[m] + LEFT[m + 1]) + (slope[m] - slope[m + 1]) / 8.0
        assert ask(road(), 0.5 * m + 0.25, 1.0).height == pytest.approx(expected, abs=1e-15)


def test_a_profile_is_level_before_and_after():
    for s, left, right in ((-3.0, 1.0, -1.0), (2.001, 2.5, 0.5), (1e9, 2.5, 0.5)):
        found = ask(road(), s, [5.0, -5.0])
        assert found.height.tolist() == [left, right]
        assert (found.gradient == 0.0).all()


def test_one_track_serves_both_sides():
    found = ask(profile(LEFT, spacing=0.5), 0.7, [-1.0, 0.1, 1.0])
    assert (found.height == found.height[0]).all()
    assert (found.gradient[:, 1] == 0.0).all()


@pytest.mark.parametrize("heading", [0.0, 1.1, -2.7])
def test_slopes_of_a_profile_are_those_of_its_height_and_continuous(heading):
    ground, rng, step = road(heading, (4.0, 5.0)), np.random.default_rng(0), 1e-7
    c, s = math.cos(heading), math.sin(heading)
    along, left = rng.uniform(-0.5, 2.5, 2000), rng.uniform(-1.5, 1.5, 2000)
    along[:500] = rng.choice(0.5 * np.arange(5), 500)  # on the nodes, the ends among them
    left[250:750] = rng.choice([-1.0, 1.0], 500)  # on the tracks
    x, y = 4.0 + along * c - left * s, 5.0 + along * s + left * c
    on = ask(ground, x, y)
    for dx, dy in ((step, 0.0), (0.0, step)):
        after, before = ask(ground, x + dx, y + dy), ask(ground, x - dx, y - dy)
        slope = on.gradient[:, 0 if dx else 1]
        # second derivatives stay below 100 / m on these heights
        assert np.abs((after.height - on.height) / step - slope).max() < 100.0 * step
        assert np.abs((on.height - before.height) / step - slope).max() < 100.0 * step
        assert np.abs(after.gradient - before.gradient).max() < 200.0 * step
