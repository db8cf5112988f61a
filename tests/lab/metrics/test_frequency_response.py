"""The whole frequency response, and what disturbs it."""

import numpy as np
import pytest

from jounce.lab.metrics import NoValueError
from jounce.lab.metrics.frequency_response import frequency_response, resonance, sine_response
from tests.lab.metrics.cases import FAST, pulse, random_steer, sweep, times


def response(result, output="yaw_rate", noise=0.0):
    """With noise of that share of the output's, but for its beginning and its end, where the car is at rest."""
    t, y = result.time, result[f"chassis.{output}"].values
    disturbance = y.std() * np.random.default_rng(3).normal(size=len(y)) * ((t > 1.0) & (t < 0.9 * t[-1]))
    return frequency_response(t, result["steering_wheel.angle"].values, y + noise * disturbance)


@pytest.mark.parametrize(("run", "within"), [(sweep, 1e-3), (pulse, 1e-3), (random_steer, 0.06)])
@pytest.mark.parametrize("output", ["yaw_rate", "lateral_acceleration"])
def test_gain_and_phase_from_02_to_15_hz(run, within, output):
    """As complex numbers, against the largest; a Hann window of 10 s is 0.2 Hz wide and blunts the resonance."""
    h = response(run(), output)
    used = (h.frequency >= 0.2) & (h.frequency <= 1.5)
    assert np.count_nonzero(used) > 10
    exact = np.array([FAST.transfer(f, output) for f in h.frequency[used]])
    assert np.max(np.abs(h.response[used] - exact)) < within * np.max(np.abs(exact))


@pytest.mark.parametrize("run", [sweep, random_steer])
def test_noise_lowers_the_coherence_and_not_the_gain(run):
    """Noise of the output's power: γ² near ½ in the mean; H1 is blind to noise that the input does not know."""
    clean, noisy = response(run()), response(run(), noise=1.0)
    used = (clean.frequency > 0.3) & (clean.frequency < 1.5)
    assert np.min(clean.coherence[used]) > 0.95
    assert np.mean(noisy.coherence[used]) < np.mean(clean.coherence[used]) - 0.01
    assert np.mean(noisy.gain[used]) == pytest.approx(np.mean(clean.gain[used]), rel=0.1)


def test_a_cubic_response_is_not_coherent():
    result = sweep()
    u = result["steering_wheel.angle"].values
    cubed = frequency_response(result.time, u, (u / 0.1) ** 3 * result["chassis.yaw_rate"].values)
    assert np.min(cubed.coherence[(cubed.frequency > 0.3) & (cubed.frequency < 2.0)]) < 0.9


def test_what_is_not_excited_is_not_told():
    with pytest.raises(NoValueError, match="not 9 Hz"):
        response(sweep()).at(9.0)


def test_a_delay_is_a_delay():
    """y(t) = u(t − 0.05 s): gain 1, lag 2πf · 0.05 s."""
    t = times(30.0)
    bell = np.exp(-(((t - 10.0) / 0.15) ** 2))
    late = np.exp(-(((t - 10.05) / 0.15) ** 2))
    gain, lag = frequency_response(t, bell, late).at(1.0)
    assert (gain, lag) == pytest.approx((1.0, 2.0 * np.pi * 0.05), rel=1e-4)
    with pytest.raises(NoValueError, match="no peak"):
        resonance(frequency_response(t, bell, bell))


def test_a_sine_with_offset_and_drift():
    t = times(10.0)
    u = 0.3 * np.sin(2.0 * np.pi * 0.7 * t)
    y = 2.0 + 0.1 * t + 0.9 * np.sin(2.0 * np.pi * 0.7 * t - 0.4)
    assert sine_response(t, u, y, 0.7) == pytest.approx((3.0, 0.4), rel=1e-9)


def test_a_run_that_is_too_short_for_segments():
    t = times(5.0)
    with pytest.raises(NoValueError, match="two segments of 10 s"):
        frequency_response(t, np.sin(t), np.cos(t) - 1.0)


def test_a_ramp_is_no_oscillation():
    t = times(30.0)
    with pytest.raises(NoValueError, match="drifts more than it oscillates"):
        frequency_response(t, 0.1 * t, 0.03 * t + 1e-6 * np.sin(t))


def test_a_wheel_that_does_not_move():
    t = times(5.0)
    with pytest.raises(NoValueError, match="does not move"):
        frequency_response(t, np.ones_like(t), np.sin(t))
