"""The compiled car against the world frame on random states, tires in the air and on the ground; slow: on a thousand.

With a prescribed rack its kernels take as long to compile as with a servo, and no other test runs them: test_exactness
runs the same source as plain Python, and this file compiles it among the slow tests.
"""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.assembly.poses import accelerations
from jounce.engine.assembly.world_states import from_world, to_world
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import close_loops, evaluate
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Sine
from jounce.model.vehicle import RACK_TRAVEL, rolling, with_prescribed_rack
from tests.engine.formulations.synthesis.states import sample

INPUTS = {RACK_TRAVEL: Sine(amplitude=0.02, frequency=0.7)}


@pytest.mark.parametrize(
    ("rack", "count"),
    [("servo", 150), *(pytest.param(rack, 1000, marks=pytest.mark.slow) for rack in ("servo", "prescribed"))],
)
def test_accelerations_of_dw18(rack, count):
    car = load_vehicle("dw18")
    mechanism = rolling(car if rack == "servo" else with_prescribed_rack(car), 15.0)
    world = build(mechanism, inputs=INPUTS)
    times, states = sample(world, count, 7)
    truth = observe(world, np.column_stack([times, states])).acceleration
    system = synthesis.build(mechanism, inputs=INPUTS)
    y = from_world(system, states)
    dy = np.zeros_like(y)
    for n, t in enumerate(times):
        assert evaluate(system.derivative, system.model, system.work, t, y[n], dy[n]) == 0
        closed = y[n].copy()
        assert close_loops(system.project, system.model, system.work, t, closed) == 0
        assert np.abs(closed - y[n]).max() < 1e-8
    mine = accelerations(system.state, system.layout.bodies, y, dy)
    scale = np.abs(truth).max(axis=(1, 2))
    assert np.max(np.abs(mine - truth).max(axis=(1, 2)) / scale) < 1e-9
    assert np.abs(to_world(system, y)[:, : 7 * 18 : 7] - states[:, : 7 * 18 : 7]).max() < 1e-12
