"""Events on a null space: its states are those of a tree."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.null_space.system import build, start_state
from jounce.engine.formulations.world_frame import system as cartesian_system
from jounce.engine.simulate import AdamsBashforthMoulton, coordinate_event, position_event, simulate
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from tests.engine.formulations.synthesis.test_toggle import engine

CONTROL = AdamsBashforthMoulton(relative=1e-9, absolute=1e-11)


@pytest.mark.parametrize("velocities", ["all", "independent"])
def test_a_crank_angle_is_found(velocities):
    world = cartesian_system.build(engine())
    system = build(engine(), basis="qr", velocities=velocities)
    start = system.from_world(assemble(world))
    quarter = coordinate_event(system, "main", level=0.5 * np.pi, stop=True)
    run = simulate(system, start, end=1.0, integrator=CONTROL, events=[quarter])
    (hit,) = run.events
    crank = run.rotation("crank")[-1]
    assert run.time[-1] == hit.time < 0.5
    assert np.allclose(crank, [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]], atol=1e-9)


def test_a_car_passes_a_line():
    system = build(rolling(load_vehicle("rover6"), 5.0))
    event = position_event(system, "chassis", "x", level=1.0)
    run = simulate(system, start_state(system), end=0.3, integrator=CONTROL, events=[event])
    (hit,) = run.events
    assert np.interp(hit.time, run.time, run.position("chassis")[:, 0]) == pytest.approx(1.0, abs=1e-4)
