"""Cars with every kind of steering: formulations agree on random states, and straight-ahead cars stay symmetric."""

import numpy as np
import pytest

from jounce.engine.formulations.null_space.reactions import instant
from jounce.engine.formulations.null_space.system import build as build_null_space
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from tests.engine.formulations.null_space.methods import state
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare
from tests.model.vehicle.steered_cars import cars

CARS = cars()
QUICK = ("pitman, column", "rotary", "rear linked")
"""Cars that have everything once; the others are slow tests."""


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in CARS]
)
def test_formulations_agree(interpreter, name):
    mechanism = CARS[name].to_mechanism()
    assert compare(interpreter, mechanism, 2, coordinates="joint") < EXACT
    world, other = build(mechanism), build_null_space(mechanism)
    times, states = sample(world, 1, seed=9)
    seen = observe(world, np.column_stack([times, states])).acceleration
    for k, (t, y) in enumerate(zip(times, states, strict=True)):
        found = instant(other, t, state(other, y)).acceleration
        assert np.abs(found - seen[k]).max() <= EXACT * np.abs(seen[k]).max()


@pytest.mark.parametrize("name", ["column", "rear servo", "rear linked"])
def test_a_symmetric_car_falls_symmetrically(name):
    """From the design position nothing turns it: both sides accelerate as mirror images."""
    world = build(CARS[name].to_mechanism())
    at = observe(world, np.concatenate([[0.0], world.start_state()])[None]).acceleration[0].reshape(-1, 6)
    bodies = list(world.layout.bodies)
    for left in (body for body in bodies if body.endswith("l") and f"{body[:-1]}r" in bodies):
        ours, theirs = at[bodies.index(left)], at[bodies.index(f"{left[:-1]}r")]
        assert theirs == pytest.approx(ours * (1.0, -1.0, 1.0, -1.0, 1.0, -1.0), abs=1e-7 * np.abs(at).max())
