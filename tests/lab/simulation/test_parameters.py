"""Numbers changed while a car is stepped: the future is that of a car that had them all along."""

import numpy as np
import pytest

from jounce.errors import InputError, ModelError
from jounce.lab.simulation import Simulation
from jounce.model.library import load_vehicle

STIFFNESS = "axles.front.suspension.spring.stiffness"


@pytest.fixture(scope="module")
def sim():
    return Simulation("dw18", speed="80 km/h")


def start_at(car, state):
    """Another car in the state of a snapshot, with its own numbers."""
    car._y[:] = state
    car._stepper.begin(state.copy())


@pytest.mark.parametrize(
    ("path", "value"),
    [(STIFFNESS, "60 N/mm"), ("chassis.mass", "1500 kg"), ("axles.rear.suspension.spring.damping", 1e3)],
)
def test_a_changed_car_goes_on_like_one_that_was_made_so(sim, path, value):
    sim.reset()
    sim.step(0.1, steer=0.1)
    state = sim._y.copy()
    other = Simulation(load_vehicle("dw18").with_values({path: value}), speed="80 km/h")
    start_at(other, state)
    sim._stepper.begin(state)
    sim.set(path, value)
    before = sim["chassis.vertical_acceleration"]
    for car in (sim, other):
        car.release()
        car.step(0.1, rack_travel=0.0, brake_torque_fl=0.0, brake_torque_fr=0.0)
    assert np.isfinite(before)
    for name in ("chassis.position_z", "chassis.yaw_rate", "spring.fl.force", "tire.fl.vertical_force"):
        # the cockpits of the two have other memories; their steps have the same numbers
        assert sim[name] == pytest.approx(other[name], rel=1e-9, abs=1e-9), name


def test_gravity_can_be_changed(sim):
    sim.reset()
    sim.set("gravity", 3.7)
    sim.step(0.05)
    assert sim["chassis.vertical_acceleration"] > 1.0, "springs that carried more push the car up"
    sim.set("gravity", load_vehicle("dw18").gravity)


def test_a_snapshot_brings_the_old_numbers_back(sim):
    sim.reset()
    kept = sim.snapshot()
    sim.step(0.1)
    expected = sim.observe()
    sim.restore(kept)
    sim.set(STIFFNESS, "60 N/mm")
    sim.step(0.1)
    assert not np.array_equal(sim.observe(), expected)
    sim.restore(kept)
    sim.step(0.1)
    np.testing.assert_allclose(sim.observe(), expected, rtol=1e-12, atol=1e-12)


def test_ice_under_a_braked_car_takes_its_deceleration(sim):
    sim.reset()
    sim.step(0.5, brake=0.5)
    dry = -sim["chassis.longitudinal_acceleration"]
    sim.set("ground.friction", 0.1)
    sim.step(0.2)
    assert dry > 4.0
    # a locked wheel keeps less than the peak of the friction
    assert 0.05 * 9.81 < -sim["chassis.longitudinal_acceleration"] < 0.1 * 9.81 * 1.2
    sim.set("ground.friction", 1.0)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("axles.front.suspension.lower_arm.ball_joint.2", 0.2, "needs another Simulation"),
        ("axles.front.suspension.spring.stifness", 1.0, "did you mean 'stiffness'"),
        ("chassis.mass", "1500 N", "wrong unit"),
        ("chassis.mass", -1.0, "positive|greater"),
        ("ground.frction", 0.5, "did you mean 'friction'"),
        ("ground.friction", float("nan"), "not a number"),
        ("ground.friction", -1.0, "out of range"),
    ],
)
def test_what_cannot_be_changed_changes_nothing(sim, path, value, said):
    before = sim.observe()
    with pytest.raises((InputError, ModelError), match=said):
        sim.set(path, value)
    assert np.array_equal(sim.observe(), before)
