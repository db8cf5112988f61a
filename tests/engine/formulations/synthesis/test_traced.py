"""Traced equations are the same equations: machine code, lanes, NumPy and the world frame agree on every mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.assembly.poses import accelerations
from jounce.engine.assembly.world_states import from_world
from jounce.engine.compiler.native import lanes
from jounce.engine.formulations import synthesis
from jounce.engine.formulations.world_frame.observe import observe
from jounce.engine.formulations.world_frame.system import build
from tests.engine.formulations.synthesis.machines import by_machine, by_numpy
from tests.engine.formulations.synthesis.states import sample
from tests.engine.formulations.synthesis.vehicles import CASES

STATES = 24
ROUNDING = 1e-10
"""What fused and separate roundings may differ by, relative to the largest number of a state: loops amplify it."""

CASES_IN_BOTH = [(name, coordinates) for name in CASES for coordinates in ("joint", "cartesian")]


@pytest.fixture(scope="module", params=CASES_IN_BOTH, ids="-".join)
def case(request):
    """A system, times, states of the world and of the system, and the accelerations of the world frame."""
    name, coordinates = request.param
    world = build(CASES[name].make())
    times, states = sample(world, STATES, 3)
    system = synthesis.build(CASES[name].make(), coordinates=coordinates)
    system.model.parameters[system.generated.limit] = -np.inf  # states may lie beyond a toggle position
    truth = observe(world, np.column_stack([times, states])).acceleration
    return system, times, from_world(system, states), truth


def test_machine_code_gives_the_accelerations_of_the_world_frame(case):
    system, times, y, truth = case
    found = by_machine(system, "derivative", times, y, 1)
    assert not found["culprit"][3].any()
    mine = accelerations(system.state, system.packed.layout.bodies, y, found["dy"].T)
    assert np.max(np.abs(mine - truth).max(axis=(1, 2)) / np.abs(truth).max(axis=(1, 2))) < 1e-8


def test_numpy_gives_what_machine_code_gives(case):
    system, times, y, _ = case
    for entry, array in (("derivative", "dy"), ("project", "y")):
        machine, numpy = (f(system, entry, times, y, *n) for f, n in ((by_machine, (1,)), (by_numpy, ())))
        scale = np.abs(machine[array]).max(axis=0)
        assert np.max(np.abs(machine[array] - numpy[array]).max(axis=0) / scale) < ROUNDING


def test_lanes_give_the_bits_of_one_car(case):
    """Whatever state the neighbours are in."""
    system, times, y, _ = case
    moved = y + 1e-4 * np.random.default_rng(5).normal(size=y.shape)
    for entry in ("derivative", "project"):
        alone = by_machine(system, entry, times, moved, 1)
        together = by_machine(system, entry, times, moved, lanes())
        for array in ("dy", "y", "culprit"):
            assert np.array_equal(alone[array], together[array], equal_nan=True)


def test_a_lane_does_not_know_its_neighbours(case):
    system, times, y, _ = case
    order = np.random.default_rng(1).permutation(STATES)
    straight = by_machine(system, "project", times, y + 1e-3, lanes())
    mixed = by_machine(system, "project", times[order], (y + 1e-3)[order], lanes())
    assert np.array_equal(straight["y"][:, order], mixed["y"], equal_nan=True)


def test_systems_of_the_same_module_share_its_code():
    """Pointers are handed on to a system with other laws; the addresses behind them must be there as well."""
    system = synthesis.build(CASES["macpherson"].make())
    assert not system.model.code.any()
    assert system.derivative is not None
    other = system.with_inputs({})
    assert other.model.code[:3].all()
    assert np.array_equal(other.model.code, system.model.code)
