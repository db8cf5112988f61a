"""Combinations: synthesis, null space and world frame agree on random states of ball, fifth wheel and turntable."""

import numpy as np
import pytest

from jounce.engine.formulations.null_space.reactions import instant
from jounce.engine.formulations.null_space.system import build as build_null_space
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from tests.engine.formulations.null_space.methods import state
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare
from tests.model.vehicle.combinations import double

COMBINATIONS = {
    "car_caravan": lambda: load_vehicle("car_caravan"),
    "tractor_semitrailer": lambda: load_vehicle("tractor_semitrailer"),
    "double": double,
}


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


@pytest.mark.parametrize("name", COMBINATIONS)
def test_formulations_agree(interpreter, name):
    mechanism = COMBINATIONS[name]().to_mechanism()
    assert compare(interpreter, mechanism, 3, coordinates="joint") < EXACT
    world, other = build(mechanism), build_null_space(mechanism)
    times, states = sample(world, 2, seed=9)
    seen = observe(world, np.column_stack([times, states])).acceleration
    for k, (t, y) in enumerate(zip(times, states, strict=True)):
        found = instant(other, t, state(other, y)).acceleration
        assert np.abs(found - seen[k]).max() <= EXACT * np.abs(seen[k]).max()
