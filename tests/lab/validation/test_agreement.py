"""Agreement of channels: closed forms of errors, correlation and delay; bands of cross plots."""

import numpy as np
import pytest

from jounce.lab.results import Channel, Metadata, Result
from jounce.lab.validation.agreement import agreement, correlation, delay
from jounce.lab.validation.standard_methods import compare_characteristics, cross_plot
from jounce.lab.validation.study import CrossPlot, LateralTransient

TIME = np.arange(0.0, 8.0, 0.01)
MEASURED = np.sin(2.0 * np.pi * 0.5 * TIME)


def result(origin="simulated", **channels):
    made = [Channel("time", "s", "", "", TIME)]
    made += [Channel(name.replace("__", "."), "1", "", "", values) for name, values in channels.items()]
    about = Metadata(
        vehicle="a", maneuver="b", origin=origin, planned_end=8.0, jounce_version="0", created="", steps=0,
        evaluations=0, rejected_steps=0, wall_time=0.0,
    )  # fmt: skip
    return Result(tuple(made), about)


def test_an_offset_and_a_gain():
    found = agreement(TIME, 1.1 * MEASURED + 0.2, MEASURED, "rad")
    # RMS of 0.1 sin + 0.2 over whole periods: √(0.1² / 2 + 0.2²)
    assert found.rms == pytest.approx(np.sqrt(0.005 + 0.04), rel=1e-9)
    assert found.peak == pytest.approx(0.3)
    assert found.measured_peak == pytest.approx(1.0)
    assert found.rms_of_peak == pytest.approx(found.rms)
    assert found.correlation == pytest.approx(1.0)
    assert found.delay == pytest.approx(0.0, abs=1e-6)
    assert agreement(TIME, -MEASURED, MEASURED, "rad").correlation == pytest.approx(-1.0)


@pytest.mark.parametrize("late", [0.0, 0.034, 0.1, -0.057])
def test_the_delay_is_that_of_the_model(late):
    model = np.sin(2.0 * np.pi * 0.5 * (TIME - late))
    assert delay(TIME, model, MEASURED) == pytest.approx(late, abs=5e-4)  # a twentieth of a sample


def test_missing_values_are_left_out():
    gap = np.where((TIME > 2.0) & (TIME < 3.0), np.nan, MEASURED)
    found = agreement(TIME, MEASURED + 0.1, gap, "rad")
    assert found.samples == np.count_nonzero(np.isfinite(gap))
    assert found.rms == pytest.approx(0.1)
    assert agreement(TIME, MEASURED, np.full(len(TIME), np.nan), "rad") is None


def test_what_does_not_change_has_no_correlation():
    assert correlation(np.ones(50), MEASURED[:50]) is None
    assert agreement(TIME, np.ones(len(TIME)), MEASURED, "1").delay is None


def test_the_band_of_a_cross_plot():
    x = 0.5 * TIME
    model = result(a__x=x, a__y=2.0 * x)
    method = CrossPlot(across="a.x", channels=["a.y"], gain=0.1, offset=0.05)
    inside = cross_plot(method, "a.y", model, result(a__x=x, a__y=2.15 * x))
    assert inside.passed
    assert inside.inside == 1.0
    # 15 % beyond at x = 4: the band there is 0.1 · 8 + 0.05 · 8 = 1.2 wide, the measurement 0.3 · 4 away
    assert inside.high[-1] - inside.model[-1] == pytest.approx(0.15 * inside.model[-1], rel=0.01)
    outside = cross_plot(method, "a.y", model, result(a__x=x, a__y=2.6 * x))
    assert not outside.passed
    assert 0.0 < outside.inside < 0.5
    assert outside.excess == pytest.approx(0.6 * outside.x[-1] - (0.1 + 0.05) * outside.model[-1], rel=0.02)


def test_characteristic_values_of_both_sides_come_from_their_own_channels():
    angle = np.where(TIME > 1.0, 0.5, 0.0)
    rise = lambda tau: np.where(TIME > 1.0, 0.2 * (1.0 - np.exp(-(TIME - 1.0) / tau)), 0.0)  # noqa: E731
    channels = {"steering_wheel__angle": angle}
    model = result(**channels, chassis__yaw_rate=rise(0.12))
    measured = result("measured", **channels, chassis__yaw_rate=rise(0.10))
    method = LateralTransient(metrics=["yaw_rate_response_time", "steady_state_yaw_rate"], tolerance=0.1)
    time, steady = compare_characteristics(method, model, measured, {"start": 1.0})
    # to 90 % a first-order lag takes ln 10 of its time constants
    assert time.measured == pytest.approx(0.10 * np.log(10.0), abs=0.01)
    assert time.model == pytest.approx(0.12 * np.log(10.0), abs=0.01)
    assert time.difference == pytest.approx(0.2, abs=0.03)
    assert time.passed is False
    assert steady.passed is True
