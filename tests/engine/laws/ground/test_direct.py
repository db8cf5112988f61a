"""Askers without memory: the surface that coefficients describe, straight from the heights."""

import numpy as np
import pytest

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground import (
    NOTHING,
    PLACE,
    Flat,
    allocate_memory,
    ask,
    extent,
    forget,
    irregular,
    regular,
    surface,
)
from jounce.engine.laws.ground.axis import difference_weights, slope_weights
from jounce.engine.laws.ground.friction import horner
from jounce.engine.laws.ground.surface import announce
from jounce.engine.terrain import ferguson
from tests.engine.laws.ground.grids import KINDS, X, Y, grid, name, recalled

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 6), (8, 2), (4, 4), (8, 6)]


def everywhere(ground, count=600):
    """Points of the grid, of its edges and corners, and beyond them."""
    x_min, x_max, y_min, y_max = extent(ground)
    rng = np.random.default_rng(4)
    x, y = rng.uniform(x_min - 1.0, x_max + 1.0, count), rng.uniform(y_min - 1.0, y_max + 1.0, count)
    x[:20], x[20:40], y[10:30], y[30:50] = x_min, x_max, y_min, y_max
    x[50], y[51] = np.inf, -np.inf
    return x, y


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_both_ways_are_one_surface(kind, shape):
    """To rounding: 100 units in the last place of the heights; slopes over the narrowest cell, an eighth."""
    ground = grid(np.random.default_rng(6).normal(size=(X.size, Y.size))[: shape[0], : shape[1]], **kind)
    x, y = everywhere(ground)
    direct, memory = ask(ground, x, y), recalled(ground, x, y)
    assert (direct.patch == memory.patch).all()
    assert (direct.friction == memory.friction).all()
    assert np.abs(direct.height - memory.height).max() < 2e-14 * np.abs(memory.height).max()
    assert np.abs(direct.gradient - memory.gradient).max() < 1e-13 * np.abs(memory.gradient).max()


@pytest.mark.parametrize("spacing", ["regular", "irregular"])
def test_level_ground_is_level_to_the_last_bit(spacing):
    ground = grid(np.full((X.size, Y.size), 1234.1), spacing)
    found = ask(ground, *everywhere(ground))
    assert (found.height == 1234.1).all()
    assert (found.gradient == 0.0).all()


@pytest.mark.parametrize("count", [2, 3, 4, 7])
@pytest.mark.parametrize(
    "axis", [lambda n: regular(0.5, 0.25, n), lambda n: irregular(X[:n])], ids=["regular", "irregular"]
)
def test_weights_of_differences_make_the_hermite_cubic(axis, count):
    line = axis(count)
    d = np.array([0.3, -0.7, 0.45])
    for m in range(count - 1):
        a, b = weights_of_slopes(line, m)
        for u in np.linspace(0.0, 1.0, 7):
            g, k = weights_of_differences(line, m, u)
            value, slope = horner((2.0, 2.0 + d[1], a @ d, b @ d), u)
            assert 2.0 + g @ d == pytest.approx(value, rel=1e-14)
            assert k @ d == pytest.approx(slope, rel=1e-13, abs=1e-13)


@kernel
def both_weights(axis, m, u):
    return slope_weights(axis, m), difference_weights(axis, m, u)


def weights_of_slopes(axis, m):
    return np.array(both_weights(axis, m, 0.0)[0])


def weights_of_differences(axis, m, u):
    return np.array(both_weights(axis, m, u)[1])


@pytest.mark.parametrize("kind", KINDS, ids=name)
def test_an_asker_may_bring_nothing_or_room_for_the_place(kind):
    ground = grid(np.random.default_rng(8).normal(size=(X.size, Y.size)), **kind)
    place = allocate_memory(1)[0, :PLACE]
    answer = surface(ground, NOTHING, 0.3, 11.3)
    assert surface(ground, place, 0.3, 11.3) == answer
    found = ask(ground, 0.3, 11.3)
    assert place.tolist() == found.patch.tolist()
    assert answer[0] == pytest.approx(float(found.height), rel=1e-14)
    assert answer[1:3] == pytest.approx(found.gradient, rel=1e-13)


def test_nothing_can_be_forgotten():
    forget(NOTHING)
    place = np.array([3.0, 4.0])
    forget(place)
    assert place.tolist() == [-1.0, -1.0]
    assert NOTHING.size == 0


def test_answers_do_not_depend_on_the_order_of_the_points():
    ground = ferguson(np.random.default_rng(9).normal(size=(30, 20)), spacing=0.5)
    x, y = everywhere(ground)
    order = np.random.default_rng(10).permutation(x.size)
    for part, shuffled in zip(ask(ground, x, y), ask(ground, x[order], y[order]), strict=True):
        assert (part[order] == shuffled).all()


def test_any_point_can_be_announced():
    """It changes no answer; points beyond the edge, without place or on grounds without tables do no harm."""
    ground = ferguson(np.random.default_rng(12).normal(size=(3, 2)), spacing=0.5)
    before = ground.heights.copy()
    for place in (0.1, -1e30, 1e30, np.inf, np.nan):
        announce_both(ground, Flat(), place)
    assert (ground.heights == before).all()
    assert ask(ground, [], []).height.shape == (0,)


@kernel
def announce_both(grid, flat, place):
    announce(grid, place, place)
    announce(flat, place, place)
