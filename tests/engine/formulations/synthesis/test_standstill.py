"""Starting, stopping, standing on a slope and driving backwards, with implicit steps of 1 ms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.simulate import Chord, DormandPrince, Rosenbrock, simulate
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Constant, SmoothStep, replace
from jounce.model.vehicle import rolling, to_mechanism

CORNERS, DRIVEN = ("fl", "fr", "rl", "rr"), ("rl", "rr")
METHODS = {
    "trapezoid": Chord(),
    "bdf2": Chord(rule="bdf2"),
    "rosenbrock": Rosenbrock(),
    "forgiving": Rosenbrock(gamma="forgiving"),
}


def torque(kind: str, corners, signal) -> dict:
    return {f"{kind}_torque_{corner}": signal for corner in corners}


def ride(method, *, speed=0.0, slope=0.0, end=2.0, **inputs):
    """dw18 on a slope, which is gravity that leans backwards."""
    car = load_vehicle("dw18")
    mechanism = rolling(car, speed) if speed else to_mechanism(car)
    g, lean = car.gravity, math.atan(slope)
    mechanism = replace(mechanism, gravity=(-g * math.sin(lean), 0.0, -g * math.cos(lean)))
    system = synthesis.build(mechanism, inputs=inputs)
    return simulate(system, start_state(system), end=end, integrator=method)


def speed_of(run) -> np.ndarray:
    return run.velocity("chassis")[:, 0]


def chatter(run) -> float:
    """Largest second difference of a wheel's spin between samples, once the start is over."""
    return float(np.abs(np.diff(run.angular_velocity("wheel_rl")[:, 1], 2))[20:].max())


@pytest.mark.parametrize("name", METHODS)
def test_stands_on_a_slope(name):
    """The brakes hold the wheels but for their tanh; what is left is the creep that two laws of viscous kind allow."""
    run = ride(METHODS[name], slope=0.1, end=4.0, **torque("brake", CORNERS, Constant(value=1500.0)))
    weight = sum(b.mass for b in run.mechanism.bodies) * 9.81
    load = load_vehicle("dw18").axles[0].tire.longitudinal
    pull = weight * math.sin(math.atan(0.1))
    slip = 0.5 * pull / (load.b * load.c * load.d * weight * math.cos(math.atan(0.1)))  # κ = v / 0.5 m/s
    brake = load_vehicle("dw18").axles[0].brake
    spin = math.atanh(pull * 0.31 / (4 * 1500.0)) * brake.full_speed
    creep = slip + 0.31 * spin
    assert speed_of(run)[-1] == pytest.approx(-creep, rel=0.15)
    assert chatter(run) < 1e-3


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_starts_from_rest_either_way(name, way):
    push = SmoothStep(before=0.0, after=way * 300.0, start=0.2, end=0.5)
    run, truth = (
        ride(method, **torque("drive", DRIVEN, push))
        for method in (METHODS[name], DormandPrince(relative=1e-7, absolute=1e-9))
    )
    assert way * speed_of(run)[-1] > 1.5
    assert np.abs(speed_of(run) - speed_of(truth)).max() < 2e-4
    assert chatter(run) < 3e-3


@pytest.mark.parametrize("name", METHODS)
def test_stops(name):
    brake = torque("brake", CORNERS, SmoothStep(before=0.0, after=600.0, start=0.1, end=0.3))
    run, truth = (
        ride(method, speed=5.0, end=2.5, **brake)
        for method in (METHODS[name], DormandPrince(relative=1e-7, absolute=1e-9))
    )
    assert abs(speed_of(run)[-1]) < 0.02
    assert np.abs(speed_of(run) - speed_of(truth)).max() < 5e-3


@pytest.mark.parametrize("name", ["trapezoid", "bdf2"])
def test_locked_wheels(name):
    """Brakes that grip within a step: no matrix fits, so the step is made in parts."""
    brake = torque("brake", CORNERS, SmoothStep(before=0.0, after=2000.0, start=0.1, end=0.2))
    run, truth = (
        ride(method, speed=10.0, end=1.0, **brake)
        for method in (METHODS[name], DormandPrince(relative=1e-7, absolute=1e-9))
    )
    assert np.abs(run.angular_velocity("wheel_rl")[-1, 1]) < 0.5 < speed_of(run)[-1]
    assert np.abs(speed_of(run) - speed_of(truth)).max() < 5e-3
    assert np.abs(run.position("chassis") - truth.position("chassis")).max() < 2e-3
    assert run.counts.rejected > 0
    assert run.counts.refreshes < 60


def test_one_matrix_made_at_speed_is_not_enough():
    """Why there is a schedule: with the matrix of 20 m/s alone, a sharp Rosenbrock step chatters at standstill."""
    from jounce.engine.simulate.stepper import Stepper

    car = load_vehicle("dw18")
    system = synthesis.build(to_mechanism(car))
    y = start_state(system)
    outcomes = []
    for states in (system.rolling_states(y, 0.0), system.rolling_states(y, 0.0)[-3:]):
        z = y.copy()
        z[system.independent[6:]] += 1e-3  # wheels that turn a little
        times = np.linspace(0.0, 0.5, 51)
        stepper = Stepper(system, Rosenbrock(), z, times, states=states)
        status = stepper.advance(51)
        outcomes.append(math.inf if status else float(np.abs(np.diff(stepper.samples[20:, 1:], 2, axis=0)).max()))
    assert outcomes[0] < 1e-2
    assert outcomes[1] > 10.0 * outcomes[0]
