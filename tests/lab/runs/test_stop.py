"""Conditions that end a run, and metrics that people define."""

import math

import numpy as np
import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.maneuvers.maneuver import Stop, check_conditions, stop_at
from jounce.lab.metrics.own_metrics import OwnMetric, own_metrics

CHANNELS = {
    "time": np.array([0.0, 1.0, 2.0, 3.0, 4.0]),
    "chassis.speed": np.array([0.0, 9.0, 5.0, 1.0, 0.0]),
    "chassis.yaw_rate": np.array([0.0, 0.1, -0.5, 0.2, 0.1]),
}


def test_the_first_sample_that_meets_a_condition():
    slow, turning = "chassis.speed < 10 km/h", "abs(chassis.yaw_rate) > 10 deg/s"
    assert stop_at([slow], CHANNELS) == Stop(3, slow)  # the start, which is slow too, does not count
    assert stop_at([slow, turning], CHANNELS) == (2, turning)
    assert stop_at(["t >= 4"], CHANNELS) == (4, "t >= 4")
    assert stop_at(["chassis.speed > 10"], CHANNELS) is None
    assert stop_at([], CHANNELS) is None


def test_of_two_conditions_at_once_the_first_is_told():
    assert stop_at(["time > 1 s", "chassis.speed < 6 m/s"], CHANNELS) == (2, "time > 1 s")


def test_conditions_are_judged_before_and_at_the_run():
    assert check_conditions("t > 1") == ("t > 1",)
    with pytest.raises(InputError, match=r"^1: not a condition"):
        check_conditions(["t > 1", "t"])
    with pytest.raises(InputError, match=r"unknown name 'chassis.sped'.*did you mean 'chassis.speed'"):
        stop_at(["chassis.sped < 1"], CHANNELS)


def test_own_metrics_are_told_in_their_unit():
    texts = ("peak_side_slip", "fastest [km/h] = max(chassis.speed)", "turns [-] = max(abs(chassis.yaw_rate)) / 0.5")
    fastest, turns = own_metrics(texts)
    assert fastest.measure(CHANNELS) == pytest.approx(32.4)
    assert (turns.name, turns.unit, turns.measure(CHANNELS)) == ("turns", "1", 1.0)
    assert str(fastest) == texts[1]
    assert OwnMetric.parse(str(turns)) == turns
    assert math.isnan(OwnMetric.parse("odd [1] = sqrt(-max(chassis.speed))").measure(CHANNELS))


@pytest.mark.parametrize("text", ["a = 3", "[m] = max(t)", "a [m = 3", "a [m] = t", "a [furlong] = 3", "a [m] = "])
def test_wrong_definitions_are_refused(text):
    with pytest.raises(ModelError):
        OwnMetric.parse(text)
