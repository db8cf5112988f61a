"""Cars on every suspension template: world frame, synthesis and null space agree; symmetric ones fall symmetrically."""

import numpy as np
import pytest

from jounce.engine.formulations.null_space.reactions import instant
from jounce.engine.formulations.null_space.system import build as build_null_space
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.model.vehicle.suspensions.registry import SUSPENSIONS
from tests.engine.formulations.null_space.methods import state
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare
from tests.engine.formulations.template_cars import suspension_cars

CARS = suspension_cars()
SYMMETRIC = [name for name in CARS if name not in ("panhard", "torque tube") and "steered" not in name]
SYMMETRIC.remove("right drag link")
SYMMETRIC.remove("bellcrank")
"""Cars without rods from side to side that have no mirror image."""


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


@pytest.mark.parametrize("name", CARS)
def test_formulations_agree(interpreter, name):
    mechanism = CARS[name].to_mechanism()
    assert compare(interpreter, mechanism, 3, coordinates="joint") < EXACT
    world, other = build(mechanism), build_null_space(mechanism)
    times, states = sample(world, 3, seed=9)
    seen = observe(world, np.column_stack([times, states])).acceleration
    for k, (t, y) in enumerate(zip(times, states, strict=True)):
        found = instant(other, t, state(other, y)).acceleration
        assert np.abs(found - seen[k]).max() <= EXACT * np.abs(seen[k]).max()


def test_every_kind_is_among_the_symmetric_cars():
    assert {axle.suspension.kind for name in SYMMETRIC for axle in CARS[name].axles} == set(SUSPENSIONS)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_a_symmetric_car_falls_symmetrically(name):
    """From the design position nothing turns it: lateral acceleration, roll and yaw are rounding."""
    mechanism = CARS[name].to_mechanism()
    world = build(mechanism)
    y = world.start_state()
    at = observe(world, np.concatenate([[0.0], y])[None]).acceleration[0].reshape(-1, 6)
    bodies = list(world.layout.bodies)
    for left in (body for body in bodies if body.endswith("l") and f"{body[:-1]}r" in bodies):
        ours, theirs = at[bodies.index(left)], at[bodies.index(f"{left[:-1]}r")]
        assert theirs == pytest.approx(ours * (1.0, -1.0, 1.0, -1.0, 1.0, -1.0), abs=1e-7 * np.abs(at).max())
