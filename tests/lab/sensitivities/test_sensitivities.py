"""Derivatives of runs by parameters, against differences of runs whose iterations are as exact as doubles are."""

import dataclasses

import numpy as np
import pytest

import jounce
from jounce.engine.laws.ground import Flat
from jounce.errors import InputError, ModelError
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.prepare import prepare
from jounce.lab.sensitivities.exact import WEIGHTS, are_alike, run_every_step, vary_states, why_not_exact
from jounce.model.mechanism import SmoothStep

PATHS = (
    "chassis.mass",
    "axles.front.tire.lateral.b",
    "axles.rear.suspension.spring.stiffness",
    "axles.front.suspension.lower_arm.ball_joint.2",
    "steering.travel_per_turn",
)
"""A mass, a coefficient of a tire, a spring, a hardpoint and the ratio of the steering: all that a model has."""
FRICTION, AMPLITUDE = "ground.friction", "maneuver.amplitude"
"""Of a plane, which programs read without a call; and of the angle of the steering wheel, a signal."""
STEP = 1e-3
"""Of differences, relative: of order four, they leave 1e-12 of what is smooth."""


@pytest.fixture(scope="module")
def car():
    return jounce.load_vehicle("dw18")


@pytest.fixture(scope="module")
def turn():
    return turning(1.0)


def turning(share):
    """A turn with a share of 40° at the steering wheel."""
    angle = SmoothStep(before=0.0, after=share * np.radians(40.0), start=0.1, end=0.4)
    return dataclasses.replace(
        jounce.maneuver("j-turn", speed="60 km/h"), end=0.8, inputs={"steering_wheel_angle": angle}
    )


def tightened(plan, car, like=None, friction=1.0):
    """A run whose iterations go down to rounding, so that differences of runs are worth something."""
    ready = prepare(plan, car, RunSettings(ground=Flat(friction=friction), integrator="chord"), like=like)
    return dataclasses.replace(ready, method=dataclasses.replace(ready.method, tolerance=1e-14, iterations=30))


def test_states_change_as_differences_of_runs_say(car, turn):
    ready = tightened(turn, car)
    run = run_every_step(ready)
    beside, differences = [], []
    for path in (*PATHS, FRICTION, AMPLITUDE):
        others = {m: changed_run(turn, car, path, 1.0 + m * STEP, ready) for m in WEIGHTS[4]}
        assert all(are_alike(ready, other) for other in others.values()), path
        beside.append(others)
        differences.append(sum(w * run_every_step(others[m]).samples[:, 1:] for m, w in WEIGHTS[4].items()))
    changes = vary_states(ready, run.samples, beside, 4)
    assert changes is not None
    for path, exact, rough in zip((*PATHS, FRICTION, AMPLITUDE), changes, differences, strict=True):
        size = np.abs(rough).max(axis=0)
        assert (size > 1e-3 * size.max()).sum() > 20, path
        # iterations and closed loops leave 1e-11 to 1e-10 of states between 1e-1 and 1e2, whose changes are 1e-3
        assert np.abs(exact - rough).max() < 1e-7 * size.max(), path


def changed_run(turn, car, path, share, like):
    """The run with a share of one number."""
    if path == FRICTION:
        return tightened(turn, car, like, share)
    if path == AMPLITUDE:
        return tightened(turning(share), car, like)
    return tightened(turn, car.with_values({path: share * car.value(path)}), like)


def test_parameters_have_the_same_changes_alone_and_beside_others(car, turn):
    """Nine of them, more than go side by side, kept at every fourth step."""
    ready = prepare(turn, car, RunSettings(integrator="chord"))
    run = run_every_step(ready)
    beside = [{m: changed_run(turn, car, path, 1.0 + m * STEP, ready) for m in WEIGHTS[2]} for path in PATHS]
    nine = (beside * 2)[:9]
    every, few = vary_states(ready, run.samples, nine, 2), vary_states(ready, run.samples, nine, 2, stride=4)
    assert np.array_equal(every[:, ::4], few)
    assert np.array_equal(few[:4], few[5:])
    alone = vary_states(ready, run.samples, beside[:1], 2)
    assert np.array_equal(alone[0], every[0])


@pytest.fixture(scope="module")
def result(car, turn):
    return jounce.run(turn, vehicle=car, integrator="chord")


@pytest.fixture(scope="module")
def found(result):
    parameters = ["vehicle.chassis.mass", "vehicle.axles.front.tire.lateral.b"]
    metrics = ["maximum_lateral_acceleration", "two_wheel_lift"]
    return jounce.sensitivities(result, parameters, metrics=metrics)


def test_channels_and_metrics_change_as_differences_of_runs_say(result, found):
    assert set(found.methods.values()) == {"exact"}
    assert np.array_equal(found.result["chassis.yaw_rate"].values, result["chassis.yaw_rate"].values)
    names = [one.name for one in found.parameters]
    rough = jounce.sensitivities(result, names, metrics=["maximum_lateral_acceleration"], exact=False)
    assert all(text.startswith("differences") for text in rough.methods.values())
    for name in names:
        for channel in found.varied.channels:
            a, b = found[channel, name], rough[channel, name]
            assert np.abs(a - b).max() < 1e-4 * np.abs(b).max() + 1e-12, (channel, name)
        value = rough.metrics["maximum_lateral_acceleration"][name]
        assert found.metrics["maximum_lateral_acceleration"][name] == pytest.approx(value, rel=2e-3)
        assert np.isnan(found.metrics["two_wheel_lift"][name])  # a verdict has no derivative
    assert found.cost > 0.0


def test_a_run_that_chose_its_steps_is_differentiated_in_equal_ones(car, turn, found):
    """Steps that depend on the parameters would be part of a difference; those of chord are differentiated exactly."""
    free = jounce.run(turn, vehicle=car)
    assert free.metadata.settings["integrator"] == "auto"
    again = jounce.sensitivities(free, ["vehicle.chassis.mass"])
    assert set(again.methods.values()) == {"exact"}
    key = "chassis.yaw_rate", "vehicle.chassis.mass"
    assert np.array_equal(again[key], found[key])


def test_a_heavier_car_turns_its_wheels_no_faster_at_the_start(found):
    """At the start nothing has moved: the speed is given, and no mass changes it."""
    assert found["chassis.speed", "vehicle.chassis.mass"][0] == pytest.approx(0.0, abs=1e-9)
    with pytest.raises(KeyError, match="known"):
        found["chassis.speed", "vehicle.chassis.mas"]


def test_a_run_with_a_driver_is_differenced_and_says_why(car):
    steered = dataclasses.replace(jounce.maneuver("step-steer"), end=0.1)
    assert "driver" in why_not_exact(prepare(steered, car, RunSettings()))


def test_what_cannot_be_differentiated_is_said_at_once(result, found):
    with pytest.raises(ModelError) as caught:
        jounce.sensitivities(result, ["vehicle.chassis.mas", "car.mass", "maneuver.speed"])
    text = str(caught.value)
    assert "did you mean 'mass'" in text
    assert "car.mass" in text
    assert "maneuver.speed" in text
    with pytest.raises(InputError, match="fast runs"):
        jounce.sensitivities(result, ["vehicle.chassis.mass"], channels=["spring.fl.force"])
    with pytest.raises(InputError, match="no record"):
        jounce.sensitivities(found.result, ["vehicle.chassis.mass"])
