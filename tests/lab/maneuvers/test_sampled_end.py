"""Ends that follow from angles, rates and frequencies lie at samples, so that runs of a study have one step."""

import numpy as np
import pytest

from jounce.lab.maneuvers import maneuver
from jounce.lab.maneuvers.sampled_end import end_at_sample
from jounce.lab.runs.prepare import integrator_of

ODD = {
    "step-steer": [{"steering_wheel_angle": f"{angle} deg"} for angle in (20, 21.3, 33.7, 47.11)],
    "pulse": [{"width": f"{width} s"} for width in (0.4, 0.4137, 0.5551)],
    "sine": [{"frequency": f"{f} Hz"} for f in (0.5, 0.7, 0.913)],
    "sine-with-dwell": [{"frequency": f"{f} Hz"} for f in (0.7, 0.65, 0.811)],
    "slowly-increasing-steer": [{"largest_angle": f"{angle} deg"} for angle in (100, 101.77)],
    "rearward-amplification": [{"frequency": f"{f} Hz"} for f in (0.4, 0.37, 0.533)],
    "gust": [{"speed": f"{v} km/h"} for v in (100, 93.7)],
    "standing-start": [{"speed": f"{v} km/h"} for v in (100, 93.7)],
    "reversing": [{"speed": f"{v} km/h"} for v in (5, 4.77)],
}


@pytest.mark.parametrize("name", ODD)
def test_runs_of_a_study_have_one_step(name):
    plans = [maneuver(name, **options) for options in ODD[name]]
    steps = {integrator_of("chord", plan.end, plan.step, plan.sample) for plan in plans}
    assert len(steps) == 1
    assert next(iter(steps))[0].step == pytest.approx(plans[0].step, rel=1e-9)


def test_an_end_is_the_first_sample_at_a_time_or_after_it():
    for time in np.random.default_rng(2).uniform(0.1, 50.0, 100):
        end = end_at_sample(time)
        assert 0.0 <= end - time < 0.01
        assert end == end_at_sample(end)
    assert end_at_sample(5.05) == 5.05  # already at one, but for rounding


def test_a_duration_that_is_given_stays():
    assert maneuver("j-turn", duration=4.4444).end == 4.4444
