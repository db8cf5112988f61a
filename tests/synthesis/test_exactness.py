"""Generated kernels against the world frame: the same accelerations on random states of every kind of mechanism."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from jounce.formulations.cartesian.observe import observe
from jounce.formulations.cartesian.system import build
from tests.synthesis.interpreter import Interpreter
from tests.synthesis.states import sample
from tests.synthesis.strategies import mechanisms
from tests.synthesis.vehicles import CASES

EXACT = 1e-9


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


def compare(interpreter: Interpreter, mechanism, count: int, seed: int = 1) -> float:
    """Largest relative difference of accelerations over random admissible states."""
    system = build(mechanism)
    times, states = sample(system, count, seed)
    truth = observe(system, np.column_stack([times, states])).acceleration
    answer = interpreter.evaluate(mechanism, times, states)
    assert not answer.statuses.any()
    scale = np.abs(truth).max(axis=(1, 2))
    difference = np.abs(answer.accelerations - truth).max(axis=(1, 2)) / np.maximum(scale, 1.0)
    nb = 13 * len(system.layout.bodies)
    poses = np.abs(np.abs(answer.returned[:, :nb]) - np.abs(states[:, :nb])).max()
    assert poses < 1e-9
    assert answer.closed.max() < 1e-8
    return float(difference.max())


@pytest.mark.parametrize("name", sorted(CASES))
def test_accelerations_equal_the_world_frame(interpreter, name):
    assert compare(interpreter, CASES[name].make(), 200) < EXACT


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(mechanism=mechanisms())
def test_random_mechanisms_equal_the_world_frame(interpreter, mechanism):
    assert compare(interpreter, mechanism, 5) < 1e-7
