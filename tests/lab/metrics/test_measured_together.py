"""Metrics share what they have in common; each still gives what it gives alone, whoever was measured before."""

from dataclasses import replace

import numpy as np
import pytest

from jounce.lab.maneuvers import maneuver
from jounce.lab.metrics import course
from jounce.lab.metrics.measuring import measure
from jounce.lab.metrics.once import once
from jounce.lab.metrics.registry import METRICS
from jounce.lab.metrics.signals import NoValueError
from jounce.lab.results.channel import Channel
from jounce.lab.runs.many import Run, run_many
from jounce.model.library import load_vehicle

PLANS = {
    "sedan": ("step-steer", "sine", "double-lane-change", "braking", "sine-with-dwell"),
    "car_caravan": ("rearward-amplification",),
}
OWN = "my_peak [deg/s] = max(abs(chassis.yaw_rate))"


@pytest.fixture(scope="module")
def results():
    runs = [Run(maneuver(name), load_vehicle(car)) for car, names in PLANS.items() for name in names]
    return run_many(runs)


def with_gap(result, name):
    """The result with a channel that is not a number at one sample."""
    changed = []
    for channel in result.channels:
        values = channel.values.copy()
        if channel.name == name:
            values[len(values) // 2] = np.nan
        changed.append(Channel(channel.name, channel.unit, channel.frame, channel.description, values))
    return replace(result, channels=tuple(changed))


def test_every_metric_is_what_it_is_alone(results):
    for result in results:
        together = measure(replace(result), METRICS)
        backwards = measure(replace(result), list(METRICS)[::-1])
        for name in METRICS:
            (alone,) = measure(replace(result), [name]).values()
            assert together[name] == backwards[name] == alone


def test_every_metric_has_a_value_for_one_of_them_or_says_why_not(results):
    for result in results:
        for found in measure(result, METRICS).values():
            assert (found.value is None) == bool(found.note)


def test_a_gap_in_a_run_is_noted_for_it_alone(results):
    step, sine = results[:2]
    before = measure(replace(sine), METRICS)
    found = measure(with_gap(step, "chassis.yaw_rate"), [*METRICS, OWN])
    assert found["peak_yaw_rate"].note == "the channel chassis.yaw_rate holds values that are not finite"
    assert found["peak_roll_angle"] == measure(replace(step), ["peak_roll_angle"])["peak_roll_angle"]
    assert measure(sine, METRICS) == before


def test_a_changed_copy_is_measured_anew(results):
    (step, *_) = results
    assert measure(step, ["peak_yaw_rate"])["peak_yaw_rate"].value is not None
    assert measure(with_gap(step, "chassis.yaw_rate"), ["peak_yaw_rate"])["peak_yaw_rate"].value is None


def test_a_course_is_driven_through_once(results, monkeypatch):
    lane_change, driven = results[2], []
    drive = course.drive_through
    monkeypatch.setattr(course, "drive_through", lambda *given: driven.append(given[0].name) or drive(*given))
    measure(replace(lane_change), METRICS)
    assert sorted(driven) == ["ISO 3888-1", "ISO 3888-2"]


def test_reasons_are_kept_as_well(results):
    asked = []

    @once
    def refuse(result, what):
        asked.append(what)
        raise NoValueError(f"no {what}")

    result = replace(results[0])
    for _ in range(2):
        for what in ("sense", "value"):
            with pytest.raises(NoValueError, match=f"no {what}"):
                refuse(result, what)
    assert asked == ["sense", "value"]
