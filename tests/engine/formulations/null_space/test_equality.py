"""Every method against the world frame at random states: accelerations, multipliers, reactions of all joints."""

import numpy as np
import pytest

from jounce.engine.formulations.null_space.reactions import instant
from jounce.engine.formulations.world_frame.observe import observe, reaction
from jounce.model.mechanism import Connection
from tests.engine.formulations.null_space.methods import CARS, METHODS, mechanism, state, system, world
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.vehicles import CASES

EXACT = 1e-9
"""Relative to the largest of its kind; measured are 1e-12 and less."""
STATES = 3


@pytest.fixture(scope="module", params=[*CASES, *CARS])
def reference(request):
    name = request.param
    of = world(name)
    times, states = sample(of, STATES, seed=7)
    samples = np.column_stack([times, states])
    seen = observe(of, samples)
    joints = [j.name for j in mechanism(name).joints if isinstance(j, Connection)]
    return name, samples, seen, {joint: reaction(of, samples, seen, joint) for joint in joints}


@pytest.mark.parametrize("method", METHODS)
def test_equal_to_the_world_frame(reference, method):
    name, samples, seen, reactions = reference
    of = system(name, method)
    redundant = name in CASES and CASES[name].redundant > 0
    for k, (t, *y) in enumerate(samples):
        found = instant(of, t, state(of, np.array(y)))
        assert np.abs(found.acceleration - seen.acceleration[k]).max() <= EXACT * np.abs(seen.acceleration[k]).max()
        if redundant:
            continue  # which of the equations carry the load is a choice
        loops = ~np.isnan(found.multipliers)
        error = np.abs(found.multipliers - seen.multipliers[k])[loops].max(initial=0.0)
        assert error <= EXACT * np.abs(seen.multipliers[k]).max(initial=0.0)
        force = max(np.abs(r.force_world[k]).max() for r in reactions.values())
        torque = max(np.abs(r.torque_world[k]).max() for r in reactions.values())
        for joint, there in reactions.items():
            own = found.reactions[joint]
            assert np.abs(own[:3] - there.force_world[k]).max() <= EXACT * force, joint
            assert np.abs(own[3:] - there.torque_world[k]).max() <= EXACT * max(torque, 1e-3 * force), joint


def test_freedoms():
    """Wheels are cells without equations, a prescribed rack one that is known."""
    of = system("hatchback", "projection")
    assert of.model.cells["freedom"].tolist() == [0, 1, 1, 1, 1, 2, 1, 1]
    assert of.model.cells["driven"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert 6 + of.model.cells["freedom"].sum() == 14
