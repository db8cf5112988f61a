"""The observer of a system: one model for its start and all its runs, scratch of its own for everyone."""

import numpy as np

from jounce.engine.formulations import synthesis
from jounce.engine.simulate.observer import observer_of, to_world_frame
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling


def test_a_system_is_packed_once_and_observed_with_fresh_scratch():
    system = synthesis.build(rolling(load_vehicle("dw18"), 15.0))
    one, other, fresh = observer_of(system), observer_of(system), to_world_frame(system)
    assert one.model is other.model
    assert one.model is not fresh.model
    assert not any(np.shares_memory(a, b) for a, b in zip(one.work, other.work, strict=True))
    np.testing.assert_array_equal(one.model.terms, fresh.model.terms)
    assert one.model.regularisation == fresh.model.regularisation


def test_a_system_with_other_inputs_has_an_observer_of_its_own():
    system = synthesis.build(rolling(load_vehicle("dw18"), 15.0))
    assert observer_of(system).model is not observer_of(system.with_inputs({})).model


def test_the_world_frame_observes_itself():
    world = to_world_frame(synthesis.build(rolling(load_vehicle("dw18"), 15.0)))
    assert observer_of(world) is world
