"""The mechanisms of this folder are what they claim to be, and their random states are admissible."""

from typing import get_args

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble, degrees_of_freedom
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, design_state
from jounce.model.mechanism import Brake, Force, Joint, SpeedControl
from tests.engine.formulations.synthesis.states import END, sample, worst
from tests.engine.formulations.synthesis.vehicles import CASES
from tests.engine.mechanisms import compiled_solution, dense_solution
from tests.model.vehicle.steered_cars import cars

COUNT = 30


@pytest.fixture(scope="module", params=CASES)
def case(request):
    made = CASES[request.param]
    system = build(made.make())
    return made, system, *sample(system, COUNT, 1)


def test_degrees_of_freedom(case):
    made, system, times, states = case
    for t, y in ((0.0, assemble(system)), (times[0], states[0])):
        freedom = degrees_of_freedom(system, y, t)
        assert (freedom.dof, sum(freedom.redundant.values())) == (made.dof, made.redundant)


def test_states_are_on_the_constraints(case):
    _, system, times, states = case
    assert np.all((times >= 0.0) & (times <= END))
    for violation, slip in worst(system, times, states):
        assert violation < 1e-11
        assert slip < 1e-9  # of wheels at 100 rad/s


def test_states_agree_with_dense_accelerations(case):
    """What the new formulation will be held against is right itself: 1e-9, as in test_against_dense."""
    made, system, times, states = case
    for t, y in zip(times, states, strict=True):
        found, _ = compiled_solution(system, y, t)
        wanted, _ = dense_solution(system, y, t, redundant=made.redundant > 0)
        assert np.max(np.abs(found - wanted)) < 1e-9 * np.max(np.abs(wanted), initial=1.0)


def test_all_bodies_move(case):
    """Against the first body, each turns or travels by a few hundredths of a radian or metre, and one by far more."""
    _, system, _, states = case
    nb = len(system.layout.bodies)
    poses = states[:, : 7 * nb].reshape(-1, nb, 7)
    spreads = []
    for i in range(1, nb):
        first, other = (Rotation.from_quat(poses[:, k][:, [4, 5, 6, 3]]) for k in (0, i))
        turns = first.inv() * other
        arms = first.inv().apply(poses[:, i, :3] - poses[:, 0, :3])
        spreads.append(max(np.max((turns[0].inv() * turns).magnitude()), np.max(np.ptp(arms, axis=0))))
    assert min(spreads) > 0.03
    assert max(spreads) > 0.3


@pytest.mark.parametrize("case", [name for name, made in CASES.items() if made.make().tires], indirect=True)
def test_tires_touch_and_fly(case):
    _, system, times, states = case
    grips = []
    for t, y in zip(times, states, strict=True):
        evaluate(system.model, system.work, t, y)
        grips.append(system.work.contacts["fz"] > 0.0)
    assert 0.1 < np.mean(grips) < 0.9


def test_every_kind_of_joint_and_force_is_there():
    made = [case.make() for case in CASES.values()]
    made += [car.to_mechanism() for car in cars().values()]  # of test_steering_templates
    assert {type(joint) for mechanism in made for joint in mechanism.joints} == set(get_args(Joint))
    forces = [force for mechanism in made for force in mechanism.forces]
    assert {type(force) for force in forces} == set(get_args(Force))
    assert {force.grip_angle is None for force in forces if isinstance(force, Brake)} == {True, False}
    controls = [force for force in forces if isinstance(force, SpeedControl)]
    assert {len(force.joints) > 1 for force in controls} == {True, False}
    assert {tire.law.kind for mechanism in made for tire in mechanism.tires} == {"simple", "magic_formula_87"}


def test_one_of_them_is_written_apart():
    system = build(CASES["slider_crank"].make())
    assert evaluate(system.model, system.work, 0.0, design_state(system)) > 1e-3
