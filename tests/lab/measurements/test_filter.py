"""The zero-phase filter: gain of its closed form, no delay, gaps; and no aliasing when samples are left out."""

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.lab.measurements.resample import resample
from jounce.lab.measurements.zero_phase import ZeroPhaseFilter, known_stretches

SPACING = 0.002
TIME = np.arange(0.0, 20.0, SPACING)
INNER = (TIME > 5.0) & (TIME < 15.0)


@pytest.mark.parametrize("frequency", [0.5, 2.0, 5.0, 8.0])
@pytest.mark.parametrize("order", [2, 4])
def test_gain_and_phase(frequency, order):
    signal = np.sin(2.0 * np.pi * frequency * TIME)
    filtered = ZeroPhaseFilter(cutoff=5.0, order=order).apply(signal, SPACING)
    # |H|² of an analogue Butterworth filter; the bilinear transform warps frequencies by (π f T)² / 3 = 5e-4 at most
    gain = 1.0 / (1.0 + (frequency / 5.0) ** (2 * order))
    in_phase = 2.0 * np.mean((filtered * signal)[INNER])
    across = 2.0 * np.mean((filtered * np.cos(2.0 * np.pi * frequency * TIME))[INNER])
    assert in_phase == pytest.approx(gain, abs=4e-3)
    assert across == pytest.approx(0.0, abs=1e-6)


def test_stretches_between_gaps_are_filtered_alone():
    values = np.where(TIME < 10.0, 1.0, 5.0)
    values[(TIME > 9.9) & (TIME < 10.1)] = np.nan
    filtered = ZeroPhaseFilter(cutoff=2.0).apply(values, SPACING)
    assert np.array_equal(np.isnan(filtered), np.isnan(values))
    assert filtered[TIME <= 9.9] == pytest.approx(1.0)  # nothing of the other side of the gap
    assert filtered[TIME >= 10.1] == pytest.approx(5.0)


def test_stretches():
    assert known_stretches(np.array([1.0, np.nan, 2.0, 3.0])) == [(0, 1), (2, 4)]
    assert known_stretches(np.array([np.nan])) == []


def test_a_cutoff_beyond_the_sampling_changes_nothing():
    values = np.random.default_rng(0).normal(size=50)
    assert np.array_equal(ZeroPhaseFilter(cutoff=45.0).apply(values, 0.01), values)


def test_fast_oscillations_do_not_come_back_as_slow_ones():
    fast = np.sin(2.0 * np.pi * 51.0 * TIME)  # at 50 Hz it would look like 1 Hz
    grid = np.arange(0.0, 19.9, 0.02)
    assert np.max(np.abs(np.interp(grid, TIME, fast))) > 0.9
    assert np.max(np.abs(resample(TIME, fast, grid, 0.1)[50:-50])) < 0.01


@pytest.mark.parametrize(
    "keys", [{"cutoff": 0.0}, {"cutoff": "5 m"}, {"cutoff": 5.0, "order": 0}, {"cutoff": 5, "order": 2.5}]
)
def test_what_is_no_filter_is_refused(keys):
    with pytest.raises(ModelError):
        ZeroPhaseFilter(**keys)
