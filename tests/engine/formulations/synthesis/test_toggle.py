"""Toggle positions: other independent coordinates take over, or the run stops and names the joint; nothing drifts."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.assembly.world_states import from_world
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state, with_closed_loops
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import Auto, RungeKutta4, simulate
from jounce.errors import SimulationError
from jounce.model.mechanism import Body, Mechanism, Prismatic, Revolute, Spherical
from tests.engine.mechanisms import rod

Y = (0.0, 1.0, 0.0)


def engine() -> Mechanism:
    """A crank that turns fast, a rod, and a piston: dead centres twice a turn."""
    crank = rod(
        "crank", (0.0, 0.0, 0.0), (0.0, 0.0, 0.1), 2.0, angular_velocity=(0.0, 8.0, 0.0), velocity=(0.4, 0.0, 0.0)
    )
    connecting = rod("connecting_rod", (0.0, 0.0, 0.1), (0.3, 0.0, 0.0), 0.5)
    piston = Body(name="piston", mass=0.4, inertia=(1e-3, 1e-3, 1e-3), position=(0.3, 0.0, 0.0))
    joints = [
        Revolute(name="main", body_b="crank", point=(0.0, 0.0, 0.0), axis=Y),
        Revolute(name="big_end", body_a="crank", body_b="connecting_rod", point=(0.0, 0.0, 0.1), axis=Y),
        Prismatic(name="bore", body_b="piston", point=(0.3, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Spherical(name="small_end", body_a="connecting_rod", body_b="piston", point=(0.3, 0.0, 0.0)),
    ]
    return Mechanism(name="engine", bodies=[crank, connecting, piston], joints=joints)


def parallelogram() -> Mechanism:
    """Two equal cranks and a coupler: when it is flat, no coordinate tells which way it goes on."""
    left = rod(
        "left", (0.0, 0.0, 0.0), (0.0, 0.0, 0.2), 1.0, angular_velocity=(0.0, 9.0, 0.0), velocity=(0.9, 0.0, 0.0)
    )
    coupler = rod("coupler", (0.0, 0.0, 0.2), (0.4, 0.0, 0.2), 1.0, velocity=(1.8, 0.0, 0.0))
    right = rod(
        "right", (0.4, 0.0, 0.0), (0.4, 0.0, 0.2), 1.0, angular_velocity=(0.0, 9.0, 0.0), velocity=(0.9, 0.0, 0.0)
    )
    joints = [
        Revolute(name="left_pivot", body_b="left", point=(0.0, 0.0, 0.0), axis=Y),
        Revolute(name="left_pin", body_a="left", body_b="coupler", point=(0.0, 0.0, 0.2), axis=Y),
        Revolute(name="right_pivot", body_b="right", point=(0.4, 0.0, 0.0), axis=Y),
        Spherical(name="right_pin", body_a="coupler", body_b="right", point=(0.4, 0.0, 0.2)),
    ]
    return Mechanism(name="parallelogram", bodies=[left, coupler, right], joints=joints)


@pytest.mark.parametrize("integrator", [RungeKutta4(step=5e-4), Auto(relative=1e-6, absolute=1e-6)])
def test_the_piston_hands_over_to_the_crank_at_the_dead_centre(integrator):
    mechanism = engine()
    system = synthesis.build(mechanism, independent=["bore travel"])
    assert [c.rate_name(i) for c, i in system.partitions[system.state.subsystems[0].name].independent] == [
        "bore travel"
    ]
    world = build(mechanism)
    consistent = assemble(world)  # it shares the crank's velocity out; `start_state` would hold the piston's, none
    start = with_closed_loops(system, from_world(system, consistent)[0])
    run = simulate(system, start, end=1.0, integrator=integrator)
    chosen = run.simulated.partitions[system.state.subsystems[0].name].independent
    assert [c.rate_name(i) for c, i in chosen] != ["bore travel"]
    truth = simulate(world, consistent, end=1.0, integrator=RungeKutta4(step=5e-4))
    assert np.abs(run.position("piston") - truth.position("piston")).max() < 1e-5
    assert run.observation.violation[:, 0].max() < 1e-11


def test_a_flat_parallelogram_stops_with_the_name_of_a_joint():
    system = synthesis.build(parallelogram())
    with pytest.raises(SimulationError, match=r"toggle position.*right_pin") as caught:
        simulate(system, start_state(system), end=1.0, integrator=RungeKutta4(step=1e-3))
    kept = caught.value.trajectory
    assert len(kept.samples) > 5
    assert kept.observation.violation[:, 0].max() < 1e-9
