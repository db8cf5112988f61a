"""Generated kernels against the world frame: the same accelerations on random states of every kind of mechanism."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from jounce.engine.formulations.synthesis.start import evaluate
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Sine
from jounce.model.vehicle import RACK_TRAVEL, rolling, with_prescribed_rack
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample, worst
from tests.engine.formulations.synthesis.strategies import mechanisms
from tests.engine.formulations.synthesis.vehicles import CASES

EXACT = 1e-9
COUNTS = {"joint": 40, "cartesian": 20}
"""States of a case in each kind of coordinates; a dense system of all twists takes the interpreter longer."""
MANY = ("macpherson", "trailing_arm", "twist_axle", "solid_axle")
"""Cases that see 200 states, and a thousand among the slow tests (dw18 does, compiled, in its own file)."""
INDEPENDENT = {
    "twist_axle_bushed": (
        "beam angle",
        *(f"arm_left {x}" for x in ("x", "z", *(f"rotation about {a}" for a in "xyz"))),
    )
}
"""Left to itself, the one equation of this axle is solved for a rotation that hardly changes it in some states: two of
these ten then do not close. A known weakness of a choice that is made once, at the design position."""
SLIP = {"twist_axle_bushed": 1e-6}
"""Φ̇ that may be left, 1e-7 elsewhere; the same weak equation leaves 2.7e-7 in relative Cartesian coordinates."""


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


def rates_of(system, times: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Rates of all auxiliary states in the world frame."""
    dy = np.zeros_like(states)
    for n, t in enumerate(times):
        assert evaluate(system.derivative, system.model, system.work, t, states[n], dy[n]) == 0
    return dy[:, 13 * len(system.layout.bodies) :]


def compare(
    interpreter: Interpreter, mechanism, count: int, seed: int = 1, *, inputs=None, ground=None, **options
) -> float:
    """Largest relative difference of accelerations and of rates of auxiliary states over random admissible states.

    inputs, ground: of both formulations; options: of the synthesis.
    """
    system = build(mechanism, inputs=inputs, ground=ground)
    times, states = sample(system, count, seed)
    truth = observe(system, np.column_stack([times, states])).acceleration
    answer = interpreter.evaluate(mechanism, times, states, **{"inputs": inputs, "ground": ground} | options)
    assert not answer.statuses.any()
    rates = rates_of(system, times, states)
    strays = np.abs(answer.rates - rates) / np.maximum(np.abs(rates).max(axis=1, initial=1.0), 1.0)[:, None]
    scale = np.abs(truth).max(axis=(1, 2))
    difference = np.abs(answer.accelerations - truth).max(axis=(1, 2)) / np.maximum(scale, 1.0)
    nb = 13 * len(system.layout.bodies)
    poses = np.abs(np.abs(answer.returned[:, :nb]) - np.abs(states[:, :nb])).max()
    assert poses < 1e-9
    assert np.allclose(answer.returned[:, nb:], states[:, nb:], rtol=0.0, atol=1e-8)
    assert answer.closed.max() < 1e-8
    return max(float(difference.max()), float(strays.max(initial=0.0)))


@pytest.mark.parametrize("coordinates", COUNTS)
@pytest.mark.parametrize("name", sorted(CASES))
def test_accelerations_equal_the_world_frame(interpreter, name, coordinates):
    count = 200 if name in MANY and coordinates == "joint" else COUNTS[coordinates]
    assert compare(interpreter, CASES[name].make(), count, coordinates=coordinates) < EXACT


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_a_thousand_states(interpreter, name):
    assert compare(interpreter, CASES[name].make(), 1000) < EXACT


def test_accelerations_of_dw18_on_a_prescribed_rack(interpreter):
    """The whole car; on its servo it is compared compiled, in a file of its own."""
    inputs = {RACK_TRAVEL: Sine(amplitude=0.02, frequency=0.7)}
    car = rolling(with_prescribed_rack(load_vehicle("dw18")), 15.0)
    assert compare(interpreter, car, 100, 7, inputs=inputs) < EXACT


@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(mechanism=mechanisms(condition=1e2))
def test_two_random_mechanisms_on_a_thousand_states(interpreter, mechanism):
    assert compare(interpreter, mechanism, 1000) < EXACT


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(mechanism=mechanisms())
def test_random_mechanisms_equal_the_world_frame(interpreter, mechanism):
    for coordinates in COUNTS:
        assert compare(interpreter, mechanism, 5, coordinates=coordinates) < 1e-7


@pytest.mark.parametrize("coordinates", COUNTS)
@pytest.mark.parametrize("name", sorted(CASES))
def test_disturbed_states_are_closed(interpreter, name, coordinates):
    """Back onto the constraints of positions and velocities, while independent velocities stay what they were."""
    mechanism = CASES[name].make()
    system = build(mechanism)
    times, states = sample(system, 10, 2)
    wanted = {"coordinates": coordinates, "independent": INDEPENDENT.get(name, ())}
    closed = interpreter.disturb(mechanism, times, states, 1e-3, **wanted)
    assert not closed.statuses.any()
    for violation, slip in worst(system, times, closed.returned):
        assert violation < 1e-10
        assert slip < SLIP.get(name, 1e-7)
    scale = np.maximum(np.abs(closed.before), 1.0)
    assert np.max(np.abs(closed.after - closed.before) / scale, initial=0.0) < 1e-8
