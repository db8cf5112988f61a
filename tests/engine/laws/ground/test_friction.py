"""Friction: a number, two sides of a line, a map; on every kind of ground."""

import math

import numpy as np
import pytest

from jounce.engine.laws.ground import Bump, Flat, ask
from jounce.engine.terrain import ferguson, friction_map, plane, profile, split


def test_a_number_holds_everywhere():
    assert (ask(Flat(friction=0.4), [-1e6, 0.0, 3.0], 2.0).friction == 0.4).all()


@pytest.mark.parametrize("heading", [0.0, 0.7, -2.5, math.pi])
def test_left_is_left_of_the_heading(heading):
    ground = Flat(friction=split(0.2, 0.9, width=0.5, point=(3.0, -1.0), heading=heading))
    left = np.array([-math.sin(heading), math.cos(heading)])
    ahead = np.array([math.cos(heading), math.sin(heading)])

    def at(distance, along=0.0):
        x, y = np.array([3.0, -1.0]) + distance * left + along * ahead
        return float(ask(ground, x, y).friction)

    for along in (-50.0, 0.0, 20.0):
        assert at(0.26, along) == at(100.0, along) == pytest.approx(0.2, abs=1e-15)
        assert at(-0.26, along) == at(-100.0, along) == 0.9
        assert at(0.0, along) == pytest.approx(0.55, abs=1e-12)
    # a quarter of the way into the strip: S(¼) = 5/32
    assert at(-0.125) == pytest.approx(0.9 - 0.7 * 5.0 / 32.0, abs=1e-12)


def test_a_split_is_continuously_differentiable():
    ground = Flat(friction=split(0.2, 0.9, width=0.5))
    y = np.linspace(-0.4, 0.4, 8001)
    rate = np.diff(ask(ground, 0.0, y).friction) / np.diff(y)
    assert np.abs(np.diff(rate)).max() <= 6.0 * 0.7 / 0.5**2 * (y[1] - y[0]) * 1.01  # |S''| ≤ 6


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_map_is_bilinear_and_held_at_its_edge(dtype):
    values = np.array([[0.5, 0.25, 1.0], [0.75, 0.5, 0.125]], dtype=dtype)
    ground = Flat(friction=friction_map(values, spacing=(2.0, 4.0), origin=(10.0, -4.0)))

    def at(x, y):
        return float(ask(ground, x, y).friction)

    for i, x in enumerate((10.0, 12.0)):
        for j, y in enumerate((-4.0, 0.0, 4.0)):
            assert at(x, y) == pytest.approx(values[i, j], abs=1e-15)
    assert at(11.0, -2.0) == pytest.approx(0.5, abs=1e-15)
    assert at(10.5, 1.0) == pytest.approx(0.75 * (0.75 * 0.25 + 0.25) + 0.25 * (0.75 * 0.5 + 0.25 * 0.125), abs=1e-15)
    assert at(-1e9, 99.0) == 1.0
    assert at(np.inf, -np.inf) == 0.75
    assert math.isnan(at(math.nan, 0.0))


@pytest.mark.parametrize(
    "ground",
    [
        Flat(),
        Bump(),
        plane(grade=0.1),
        profile([0.0, 0.1, 0.0], spacing=1.0),
        ferguson(np.zeros((3, 3)), spacing=1.0),
    ],
    ids=lambda ground: type(ground).__name__,
)
def test_every_ground_takes_every_friction(ground):
    maps = split(0.5, 0.75, width=0.01), friction_map([[0.5, 0.5], [0.75, 0.75]], spacing=1.0), 0.5
    for friction, expected in zip(maps, ([0.75, 0.5], [0.625, 0.625], [0.5, 0.5]), strict=True):
        assert ask(ground._replace(friction=friction), 0.5, [-0.5, 0.5]).friction.tolist() == expected
