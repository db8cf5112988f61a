"""The weightings of ISO 2631-1 against its table of factors (table 3), and what is applied against the curve."""

import numpy as np
import pytest

from jounce.lab.metrics.ride import WD, WK, crest_factor, rms, running_rms, vibration_dose, weigh

FREQUENCIES = (1.0, 2.0, 4.0, 5.0, 8.0, 16.0, 31.5, 80.0)
TABLE_WK = (0.482, 0.531, 0.967, 1.039, 1.036, 0.768, 0.405, 0.132)
TABLE_WD = {1.0: 1.011, 2.0: 0.890, 4.0: 0.512, 8.0: 0.253, 16.0: 0.125, 31.5: 0.0632}


def test_vertical_factors():
    """Printed to three digits at nominal centres, where the curve is within 1 in the last digit."""
    assert np.abs(WK(np.array(FREQUENCIES))) == pytest.approx(np.array(TABLE_WK), abs=1e-3)


def test_horizontal_factors():
    for frequency, factor in TABLE_WD.items():
        assert abs(WD(np.array(frequency))) == pytest.approx(factor, rel=5e-3)


def test_a_constant_is_not_felt():
    assert abs(WK(np.array(0.0))) == 0.0
    assert abs(WD(np.array(0.0))) == 0.0


@pytest.mark.parametrize("h", [0.002, 0.005, 0.01])
@pytest.mark.parametrize("frequency", [1.0, 8.0, 31.5])
def test_a_sine_is_weighted_alike_at_every_sample_time(h, frequency):
    """After 10 s, when the filter has settled, over whole periods: no sampled filter bends the curve."""
    t = np.arange(round(20.0 / h)) * h
    step, felt = weigh(t, np.sin(2.0 * np.pi * frequency * t), WK)
    assert step == pytest.approx(h)
    settled = felt[t >= 10.0]
    assert rms(settled) == pytest.approx(abs(WK(np.array(frequency))) / np.sqrt(2.0), rel=2e-3)


def test_the_end_of_a_run_is_not_felt_before_it():
    """A knock in the last sample leaves everything before it at rest, but for the ringing of a band of 100 Hz."""
    a = np.zeros(4000)
    a[-1] = 1.0
    felt = weigh(np.arange(4000) * 0.005, a, WK)[1]
    assert np.max(np.abs(felt[:3800])) < 1e-3 * np.max(np.abs(felt))


def test_dose_of_a_constant_and_of_two_halves():
    """VDV grows with the fourth root of time, and fourth powers of parts add."""
    a = np.full(1000, 2.0)
    assert vibration_dose(0.01, a) == pytest.approx(2.0 * 10.0**0.25)
    halves = vibration_dose(0.01, a[:500]) ** 4 + vibration_dose(0.01, a[500:]) ** 4
    assert vibration_dose(0.01, a) ** 4 == pytest.approx(halves)


def test_running_rms_of_a_burst():
    """Half a second of ones in silence: the largest RMS over 1 s is √½."""
    a = np.zeros(1000)
    a[400:450] = 1.0
    assert np.max(running_rms(0.01, a)) == pytest.approx(np.sqrt(0.5))
    assert crest_factor(a) == pytest.approx(np.sqrt(1000.0 / 50.0))
