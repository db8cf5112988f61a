"""Cars on every suspension template: world frame, synthesis and null space agree, and mirror images of states too."""

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
from tests.lab.kinematics_compliance.axle_kinds import cars
from tests.lab.kinematics_compliance.kc_tables import with_tables

CARS = {**cars(), "table": with_tables(load_vehicle("sedan"))}


SYMMETRIC = [name for name in CARS if name not in ("panhard", "torque tube") and "steered" not in name]
SYMMETRIC.remove("right drag link")
SYMMETRIC.remove("bellcrank")


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
