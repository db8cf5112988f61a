"""Histograms know percentiles to the width of a bin, whatever was measured."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jounce.live.realtime.timing import BINS, BINS_PER_DECADE, LoopTiming, bin_of, edge, percentile

WIDTH = 10.0 ** (1.0 / BINS_PER_DECADE)
"""Ratio of the ends of a bin."""


def test_bins_are_fine_enough():
    assert BINS_PER_DECADE >= 20
    assert edge(0) == 1e-6
    assert edge(BINS - 2) == pytest.approx(10.0)


@given(st.floats(1.001e-6, 9.9))
def test_a_time_is_within_its_bin(seconds):
    i = bin_of(seconds)
    assert edge(i - 1) * (1 - 1e-12) <= seconds <= edge(i) * (1 + 1e-12)


@pytest.mark.parametrize("share", [0.5, 0.99, 0.999])
@pytest.mark.parametrize("seed", range(3))
def test_percentiles_agree_with_numpy_to_a_bin(share, seed):
    values = np.exp(np.random.default_rng(seed).normal(np.log(2e-4), 1.0, 20_000))
    timing = LoopTiming()
    for value in values:
        timing.count_wake_up(value / 3.0, value)
    found = percentile(timing.compute, share, values.max())
    exact = float(np.percentile(values, 100.0 * share, method="inverted_cdf"))
    assert exact / WIDTH < found < exact * WIDTH
    assert timing.summary()["max_us"] == 1e6 * values.max()
    assert timing.summary()["jitter_max_us"] == pytest.approx(1e6 * values.max() / 3.0)


def test_what_is_beyond_the_bins_is_counted():
    timing = LoopTiming()
    timing.count_wake_up(0.0, 25.0)
    timing.count_wake_up(0.0, 1e-9)
    n = timing.summary()
    assert n["max_us"] == 25e6
    assert sum(place["count"] for place in n["histogram"]) == 2
    assert n["p999_us"] == 25e6
    json.dumps(n)


def test_an_empty_timing_has_no_times():
    n = LoopTiming().summary()
    assert n["p50_us"] == n["max_us"] == n["ticks"] == n["real_time_factor"] == 0
    assert n["histogram"] == []
