"""Crossings, peaks and means fall between samples."""

import numpy as np
import pytest

from jounce.lab.metrics import NoValueError
from jounce.lab.metrics.signals import at, between, crossing, integral, largest_magnitude, mean, peak, resample, smooth

T = np.linspace(0.0, 2.0, 21)


def test_crossings_are_interpolated():
    assert crossing(T, 3.0 * T, 1.0) == pytest.approx(1.0 / 3.0)
    assert crossing(T, 5.0 - 3.0 * T, 1.0) == pytest.approx(4.0 / 3.0)
    assert crossing(T, T, 5.0) is None
    assert crossing(T, np.abs(T - 1.0), 0.55, after=0.5) == pytest.approx(1.55)


def test_a_signal_on_the_level_has_reached_it():
    assert crossing(T, T, 0.0) == 0.0
    assert crossing(T, T, 0.75, after=0.75) == pytest.approx(0.75)


def test_the_top_of_a_parabola_is_exact():
    when, top = peak(T, 7.0 - 2.0 * (T - 0.83) ** 2)
    assert (when, top) == pytest.approx((0.83, 7.0))
    uneven = np.array([0.0, 0.4, 0.9, 1.1, 2.0])
    assert peak(uneven, 7.0 - 2.0 * (uneven - 0.83) ** 2) == pytest.approx((0.83, 7.0))
    assert largest_magnitude(T, -7.0 + 2.0 * (T - 0.83) ** 2) == pytest.approx(7.0)


def test_a_peak_at_an_end_is_that_sample():
    assert peak(T, T) == (2.0, 2.0)
    assert peak(T, -T) == (0.0, 0.0)


def test_windows_end_between_samples():
    times, values = between(T, T**2, 0.25, 0.65)
    assert (times[0], times[-1]) == (0.25, 0.65)
    assert integral(T, T, 0.25, 0.65) == pytest.approx(0.5 * (0.65**2 - 0.25**2))
    assert mean(T, T, 0.25, 0.65) == pytest.approx(0.45)
    assert len(values) == len(times)


def test_outside_of_a_signal_there_is_nothing():
    assert at(T, T, 2.0 + 1e-12) == 2.0
    with pytest.raises(NoValueError, match=r"ends at 2 s, before 2\.5 s"):
        at(T, T, 2.5)
    with pytest.raises(NoValueError, match="nothing before 0 s"):
        at(T, T, -1.0)
    with pytest.raises(NoValueError):
        between(T, T, 2.5, 3.0)


def test_uneven_samples_are_made_even():
    t = np.array([0.0, 0.1, 0.3, 0.4])
    step, (y,) = resample(t, 2.0 * t)
    assert step == pytest.approx(0.4 / 3.0)
    assert y == pytest.approx(2.0 * np.linspace(0.0, 0.4, 4))


@pytest.mark.parametrize("window", [0.2, 0.3])
def test_means_have_whole_windows(window):
    """Of a straight line: the first mean is centred half a window after the start, the last one before the end."""
    means = smooth(T, T, window)
    assert (means[0], means[-1]) == pytest.approx((0.5 * window, 2.0 - 0.5 * window))
    with pytest.raises(NoValueError, match="shorter than 3 s"):
        smooth(T, T, 3.0)
