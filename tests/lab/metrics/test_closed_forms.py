"""Every metric against a run whose answer is known in closed form."""

import numpy as np
import pytest

from jounce.lab.metrics import METRICS
from tests.lab.metrics.bicycle import Bicycle, run
from tests.lab.metrics.cases import CAR, CASES, Case, slow_ramp, step_steer, times


@pytest.mark.parametrize("case", CASES, ids=[f"{i}-{case.name}" for i, case in enumerate(CASES)])
def test_metric(case: Case):
    measured = METRICS[case.name].measure(case.run())
    assert measured.note == ""
    if isinstance(case.expected, bool):
        assert measured.value is case.expected
    else:
        assert measured.value == pytest.approx(case.expected, rel=case.within, abs=1e-12)


def test_every_metric_has_a_closed_form():
    assert {case.name for case in CASES} == set(METRICS)


def test_verdicts_are_tested_both_ways():
    for name, metric in METRICS.items():
        if metric.unit == "":
            assert {case.expected for case in CASES if case.name == name} == {True, False}


def test_the_model_steps_as_its_eigenvalues_say():
    """The exact discrete step of `drive` and the sum of modes of `step` are two ways to one response."""
    car, t = Bicycle(), times(2.0)
    driven = car.drive(t, np.full_like(t, 0.2))
    for output in ("yaw_rate", "lateral_acceleration"):
        assert driven[f"chassis.{output}"].values == pytest.approx(0.2 * car.step(t, output), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (slow_ramp, ("understeer_gradient", "yaw_rate_gain", "roll_gradient", "maximum_lateral_acceleration")),
        (step_steer, ("understeer_gradient", "yaw_rate_response_time", "yaw_rate_overshoot", "tb_factor")),
    ],
)
def test_mirrored_turns_give_the_same_numbers(make, names):
    result = make(CAR)
    odd = {name: -result[name].values for name in result if name not in ("time", "chassis.speed")}
    mirrored = run(result.time, odd | {"chassis.speed": result["chassis.speed"].values}, facts=CAR.facts)
    for name in names:
        assert METRICS[name].compute(mirrored) == pytest.approx(METRICS[name].compute(result), rel=1e-12)
