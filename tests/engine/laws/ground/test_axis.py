"""Look-up on an axis: the right cell everywhere, in constant time, and slopes of parabolas."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jounce.engine.compiler import kernel
from jounce.engine.laws.ground.axis import RATIO, irregular, locate, regular, slope_weights


@kernel
def locate_each(axis, s, cells, places):
    for i in range(s.size):
        cells[i], places[i], _ = locate(axis, s[i])


@kernel
def weights(axis, m):
    return slope_weights(axis, m)


def located(axis, s):
    cells, places = np.empty(len(s), dtype=np.int64), np.empty(len(s))
    locate_each(axis, np.asarray(s, dtype=float), cells, places)
    return cells, places


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(1.0, RATIO), min_size=1, max_size=40), st.floats(-1e4, 1e4), st.integers(0, 2**32 - 1))
def test_the_cell_of_an_irregular_axis_is_that_of_a_search(widths, start, seed):
    nodes = start + np.concatenate([[0.0], np.cumsum(widths)])
    rng = np.random.default_rng(seed)
    s = np.concatenate([rng.uniform(nodes[0] - 1.0, nodes[-1] + 1.0, 200), nodes, nodes + 1e-9, nodes - 1e-9])
    cells, places = located(irregular(nodes), s)
    expected = np.clip(np.searchsorted(nodes, s, side="right") - 1, 0, nodes.size - 2)
    assert (cells == expected).all()
    assert places == pytest.approx((s - nodes[expected]) / np.diff(nodes)[expected], abs=1e-9)


def test_buckets_stay_within_what_the_ratio_allows():
    nodes = np.concatenate([[0.0], np.cumsum(np.tile([1.0, RATIO], 50))])
    assert irregular(nodes).cells.size <= RATIO * (nodes.size - 1)


def test_what_is_no_number_or_far_away_has_a_cell():
    s = [np.nan, np.inf, -np.inf, 1e300, -1e300]
    for axis in (regular(1.0, 0.5, 6), irregular([1.0, 1.5, 3.5])):
        cells, places = located(axis, s)
        last = axis.count - 2
        assert cells.tolist() == [0, last, 0, last, 0]
        assert np.isnan(places[0])
        assert (places[[1, 3]] > 1.0).all()
        assert (places[[2, 4]] < 0.0).all()


@pytest.mark.parametrize("nodes", [[0.0, 1.0, 2.0, 3.0, 4.0], [0.0, 0.3, 1.7, 2.0, 5.0], [0.0, 2.0, 2.5]])
def test_slopes_are_those_of_the_parabola_through_three_nodes(nodes):
    """The weights applied to a parabola give its slopes at both nodes of every cell."""
    nodes = np.array(nodes)
    even = np.ptp(np.diff(nodes)) == 0.0
    values, slopes = 1.0 - 2.0 * nodes + 0.5 * nodes**2, -2.0 + nodes
    for axis in [irregular(nodes), *([regular(0.0, 1.0, nodes.size)] if even else [])]:
        for m in range(nodes.size - 1):
            rows = np.clip(np.arange(m - 1, m + 3), 0, nodes.size - 1)
            found = np.array(weights(axis, m)) @ np.diff(values[rows])
            assert found == pytest.approx((nodes[m + 1] - nodes[m]) * slopes[m : m + 2], abs=1e-14)


def test_two_nodes_make_a_straight_line():
    for axis in (regular(0.0, 3.0, 2), irregular([0.0, 3.0])):
        assert weights(axis, 0) == ((0.0, 1.0, 0.0), (0.0, 1.0, 0.0))
