"""A rack or a subframe between chassis and corners: a parent whose children share a kernel, with the same results."""

from __future__ import annotations

import numpy as np
import pytest

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.world_frame.system import build
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Mechanism, Planar, Prismatic, Revolute, Sine, SpeedControl, Spherical, replace
from jounce.model.vehicle import RACK_TRAVEL, rolling
from tests.engine.formulations.synthesis.interpreter import Interpreter
from tests.engine.formulations.synthesis.nests import PARENTS, RUBBER, nested_mechanism
from tests.engine.formulations.synthesis.states import sample, worst
from tests.engine.formulations.synthesis.steered import steered_axle
from tests.engine.formulations.synthesis.test_exactness import EXACT, compare
from tests.engine.formulations.synthesis.vehicles import CASES

INPUTS = {RACK_TRAVEL: Sine(amplitude=0.02, frequency=0.7)}
RACK_FOLLOWS = ("lca_fl angle", "lbj_fl rotation about z", "lca_fr angle")
"""Independent coordinates of dw18 from which its rack's travel follows."""


@pytest.fixture(scope="module")
def interpreter():
    worker = Interpreter()
    yield worker
    worker.close()


def kernels(system: synthesis.System) -> dict[str, str]:
    """Subsystem → kernel."""
    return {i.kernels.subsystem.name: i.name for i in system.generated.instances}


def parents(system: synthesis.System) -> dict[str, str]:
    """Subsystem → its parent, of those that have one."""
    return {s.name: s.parent for s in system.state.subsystems if s.parent is not None}


def car(name: str = "dw18") -> Mechanism:
    return rolling(load_vehicle(name), 15.0)


@pytest.mark.parametrize("name", ["dw18", "sedan"])
def test_front_corners_share_a_kernel_on_a_rack_that_moves(name):
    system = synthesis.build(car(name))
    assert parents(system) == {"corner_fl": "rack", "corner_fr": "rack"}
    assert kernels(system)["corner_fl"] == kernels(system)["corner_fr"]
    assert len(system.partitions["rack"].independent) == 1


@pytest.mark.parametrize("name", ["dw18", "sedan"])
def test_accelerations_of_cars_equal_the_world_frame(interpreter, name):
    """The sedan has an anti-roll bar between its front corners, and half shafts to its differential."""
    assert compare(interpreter, car(name), 20, 7, inputs=INPUTS) < EXACT


def test_a_parent_has_loops_of_its_own():
    """The teeth of rack, pinion and column leave one freedom, and the children move with whichever is independent."""
    system = synthesis.build(steered_axle())
    assert parents(system) == {"corner_left": "rack_and_2", "corner_right": "rack_and_2"}
    assert len(set(kernels(system).values())) == 2
    assert len(system.partitions["rack_and_2"].dependent) == 2


@pytest.mark.parametrize("independent", ["rack travel", "pinion angle", "column angle"])
def test_any_coordinate_of_a_parent_can_be_independent(interpreter, independent):
    mechanism = steered_axle()
    assert parents(synthesis.build(mechanism, independent=[independent]))
    assert compare(interpreter, mechanism, 10, independent=[independent]) < EXACT


@pytest.mark.parametrize(
    "joints", [("pinion", "hub_left"), ("column", "hub_left"), ("pinion", "hub_left", "hub_right")]
)
def test_one_control_over_joints_of_a_parent_and_its_children(interpreter, joints):
    """Pinion and column: one of them independent, the other not."""
    law = {"radius": 0.3, "gain": 60.0, "derivative_gain": 2.0, "limit": 300.0}
    mechanism = steered_axle()
    control = SpeedControl(name="control", joints=joints, target=4.0, **law)
    assert compare(interpreter, replace(mechanism, forces=(*mechanism.forces, control)), 10) < EXACT


@pytest.mark.parametrize("parent", [*PARENTS, RUBBER])
def test_random_parents_of_one_to_six_freedoms(interpreter, parent):
    nested = 0
    for seed in range(3):
        mechanism = nested_mechanism(parent, seed)
        nested += bool(parents(synthesis.build(mechanism)))
        assert compare(interpreter, mechanism, 4) < EXACT
    assert nested >= 2


@pytest.mark.parametrize("cradle", [Revolute, RUBBER], ids=["hinge", "rubber"])
def test_a_rack_on_a_subframe_is_one_parent_with_it(interpreter, cradle):
    """Two freedoms, or seven."""
    mechanism = nested_mechanism(Prismatic, 2, cradle=cradle)
    system = synthesis.build(mechanism)
    (parent,) = set(parents(system).values())
    assert {"cradle", "carrier"} <= set(next(s.bodies for s in system.state.subsystems if s.name == parent))
    assert compare(interpreter, mechanism, 4) < EXACT


def test_a_parent_of_more_freedoms_than_pay_stays_in_one_subsystem(interpreter):
    """Nine: a ball on a body in rubber."""
    mechanism = nested_mechanism(Spherical, 2, cradle=RUBBER)
    assert not parents(synthesis.build(mechanism))
    assert compare(interpreter, mechanism, 4) < EXACT


@pytest.mark.parametrize(("parent", "seed"), [(Revolute, 1), (Spherical, 1), (Planar, 1), (RUBBER, 2)])
def test_disturbed_children_are_closed_on_their_parent(interpreter, parent, seed):
    mechanism = nested_mechanism(parent, seed)
    system = build(mechanism)
    times, states = sample(system, 5, 2)
    closed = interpreter.disturb(mechanism, times, states, 1e-3)
    assert not closed.statuses.any()
    for violation, slip in worst(system, times, closed.returned):
        assert violation < 1e-10
        assert slip < 1e-7
    scale = np.maximum(np.abs(closed.before), 1.0)
    assert np.max(np.abs(closed.after - closed.before) / scale) < 1e-8


def test_a_parent_that_depends_on_its_children_stays_in_one_subsystem(interpreter):
    flat = synthesis.build(car(), independent=RACK_FOLLOWS)
    assert not parents(flat)
    assert "rack_and_8" in kernels(flat)
    assert compare(interpreter, car(), 10, inputs=INPUTS, independent=RACK_FOLLOWS) < EXACT


def test_states_are_the_same_with_and_without_a_nest():
    """So a run can go over from one choice of coordinates to the other."""
    nested, flat = synthesis.build(car()), synthesis.build(car(), independent=RACK_FOLLOWS)
    assert nested.state.coordinates == flat.state.coordinates
    assert nested.size == flat.size


@pytest.mark.parametrize("name", sorted(set(CASES) - {"steered_axle"}))
def test_what_has_no_equal_children_is_left_alone(name):
    assert not parents(synthesis.build(CASES[name].make()))
