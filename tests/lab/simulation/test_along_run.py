"""Linear models along a run."""

import dataclasses

import numpy as np
import pytest
import scipy.linalg

import jounce
from jounce.errors import InputError
from jounce.model.mechanism import SmoothStep

OUTPUTS = ("chassis.yaw_rate", "chassis.lateral_acceleration")


@pytest.fixture(scope="module")
def along():
    angle = SmoothStep(before=0.0, after="40 deg", start=0.1, end=0.4)
    turn = jounce.maneuver("j-turn", speed="60 km/h")
    turn = dataclasses.replace(turn, end=0.8, inputs={"steering_wheel_angle": angle}, metrics=())
    run = jounce.run(turn, vehicle="dw18", integrator="chord")
    return run, jounce.linearise_along(run, outputs=OUTPUTS, every="0.2 s")


def test_outputs_and_inputs_are_those_of_the_run(along):
    run, models = along
    assert models.time == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8])
    for t, model in models:
        sample = np.searchsorted(run.time, t - 1e-6)
        expected = [run[name].values[sample] for name in OUTPUTS]
        assert model.output_values == pytest.approx(expected, rel=1e-6, abs=1e-9)
        assert model.input_values[0] == pytest.approx(run["input.steering_wheel_angle"].values[sample], abs=1e-9)
    n = len(models.models[0].states)
    assert models.A.shape == (5, n, n)
    assert models.B.shape == (5, n, 1)
    assert not np.allclose(models.A[0], models.A[-1], rtol=1e-3)  # a car in a turn is another one


def test_a_model_in_the_turn_foretells_what_more_steering_does(along):
    """20 ms after a small step of the wheel: the linear model about t = 0.6 s against two runs."""
    _, models = along
    model, tick, more = models.models[3], 0.02, 1e-3
    angle = SmoothStep(before=0.0, after="40 deg", start=0.1, end=0.4)
    turn = dataclasses.replace(
        jounce.maneuver("j-turn", speed="60 km/h"), end=0.8, inputs={"steering_wheel_angle": angle}, metrics=()
    )
    rates = []
    for extra in (more, -more):
        sim = jounce.Simulation("dw18", maneuver=turn, record=False)
        sim.step(0.6)
        sim.step(tick, steering_wheel_angle=np.deg2rad(40.0) + extra)
        rates.append(sim["chassis.yaw_rate"])
    n = len(model.states)
    # a trapezoidal step takes its first slope from before the jump: it feels that half a step of 1 ms later
    whole = scipy.linalg.expm((tick - 0.5e-3) * np.block([[model.A, model.B], [np.zeros((1, n + 1))]]))
    foretold = model.C[0] @ whole[:n, n] + model.D[0, 0]
    assert foretold == pytest.approx((rates[0] - rates[1]) / (2.0 * more), rel=2e-2)


def test_what_was_not_run_is_refused(along):
    run, _ = along
    with pytest.raises(InputError, match="no record"):
        jounce.linearise_along(dataclasses.replace(run, record=None))
    with pytest.raises(InputError, match="greater than 0"):
        jounce.linearise_along(run, every=0.0)


def test_a_run_that_chose_its_steps_is_linearised_in_equal_ones(along):
    run, models = along
    turn = dataclasses.replace(
        jounce.maneuver("j-turn", speed="60 km/h"),
        end=0.8,
        inputs={"steering_wheel_angle": SmoothStep(before=0.0, after="40 deg", start=0.1, end=0.4)},
        metrics=(),
    )
    free = jounce.run(turn, vehicle="dw18", tolerance=1e-5)
    assert free.metadata.settings["integrator"] == "auto" != run.metadata.settings["integrator"]
    assert np.array_equal(jounce.linearise_along(free, outputs=OUTPUTS, every="0.2 s").A, models.A)
