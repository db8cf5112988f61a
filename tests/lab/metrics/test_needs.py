"""What metrics say that they need is all that they read, so that a study may leave the other channels out."""

import dataclasses

import pytest

from jounce.lab.metrics import METRICS, metric
from jounce.lab.metrics.needs import channel_needs
from jounce.lab.results import Result
from tests.lab.metrics.cases import CAR, braked, coasting, slow_ramp, step_steer, swaying

RUNS = {
    "braked": braked,
    "coasting": coasting,
    "swaying": swaying,
    "ramp": lambda: slow_ramp(CAR),
    "step": lambda: step_steer(CAR),
}


def with_needs(result: Result, name: str) -> Result:
    """The run with time, what a study always has, and what one metric needs."""
    needs = channel_needs([name])
    kept = tuple(c for c in result.channels if c.name == "time" or c.name.startswith("input.") or c.name in needs)
    return dataclasses.replace(result, channels=kept)


@pytest.mark.parametrize("case", RUNS)
def test_a_metric_reads_what_it_needs_and_nothing_else(case):
    result = RUNS[case]()
    fewer = set()
    for name in METRICS:
        part = with_needs(result, name)
        assert metric(name).measure(part) == metric(name).measure(result), name
        fewer.add(len(part) < len(result))
    assert True in fewer


def test_needs_name_wheels_by_a_star_or_one_by_one():
    needs = channel_needs(["minimum_wheel_load", "low [1] = min(tire.fl.slip_angle)"])
    assert "tire.rr.vertical_force" in needs
    assert "tire.fl.slip_angle" in needs
    assert "tire.fr.slip_angle" not in needs
    assert needs.any_of(["wheel.fl.spin", "tire.rl.vertical_force"])


def test_a_channel_that_is_not_in_the_table_asks_for_all():
    assert "wheel.fl.spin" in channel_needs(["peak [N*m] = max(abs(input.torque_rl))"])
    assert "wheel.fl.spin" not in channel_needs(["peak [1] = max(abs(chassis.yaw_rate))"])
