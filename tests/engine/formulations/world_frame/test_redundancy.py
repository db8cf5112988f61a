"""Mechanisms with more equations than they need, and positions where some stop counting."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble, degrees_of_freedom
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import RANK, build, has_redundant_rows, jacobian
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.model.mechanism import Cylindrical, Mechanism, Revolute, Spherical
from tests.engine.mechanisms import (
    applied,
    bricard,
    compiled_solution,
    dense_mass,
    dense_solution,
    four_bar,
    height_energy,
    kinetic_energy,
    rod,
)

REDUNDANT = {"four-bar": (four_bar, 20, 3), "bricard": (bricard, 30, 1)}


@pytest.fixture(scope="module", params=REDUNDANT)
def run(request):
    make, equations, redundant = REDUNDANT[request.param]
    system = build(make())
    start = assemble(system)
    return system, simulate(system, start, end=2.0, integrator=RungeKutta4(step=1e-3)), equations, redundant


def test_one_freedom_is_left(run):
    system, trajectory, equations, redundant = run
    for y in trajectory.samples[::40, 1:]:
        freedom = degrees_of_freedom(system, y)
        assert (freedom.dof, freedom.equations, freedom.rank) == (1, equations, equations - redundant)
        assert sum(freedom.redundant.values()) == redundant


def test_energy_is_conserved(run):
    """RK4 at 1 ms: local error h⁵ y⁽⁵⁾/120 with rates up to 10 1/s over 2000 steps, about 1e-7 of the energy."""
    system, trajectory, *_ = run
    states = trajectory.samples[:, 1:]
    kinetic = kinetic_energy(system, states)
    total = kinetic + height_energy(system, states)
    assert kinetic.max() > 30.0  # it really moves
    assert np.ptp(total) < 1e-7 * kinetic.max()


def test_joints_stay_closed(run):
    _, trajectory, *_ = run
    assert trajectory.observation.violation.max() < 1e-10


def test_accelerations_and_smallest_multipliers(run):
    """Accelerations as from dense least squares; multipliers of minimum norm, to rounding × condition."""
    system, trajectory, *_ = run
    for y in trajectory.samples[1::4, 1:]:
        (a, multipliers), (dense_a, _) = compiled_solution(system, y), dense_solution(system, y, redundant=True)
        assert np.max(np.abs(a - dense_a)) < 1e-9 * np.max(np.abs(dense_a))
        evaluate(system.model, system.work, 0.0, y)
        J = jacobian(system)
        smallest = np.linalg.pinv(J.T, rcond=1e-9) @ (applied(system, y) - dense_mass(system) @ a.ravel())
        assert np.max(np.abs(multipliers - smallest)) < 1e-6 * np.max(np.abs(smallest))


def test_accelerations_equal_those_without_redundancy():
    """A ball and a cylinder instead of two hinges: 17 equations for the same motion; equal to rounding × condition."""
    redundant, lean = build(four_bar()), build(four_bar(closing="ball"))
    assert degrees_of_freedom(lean, assemble(lean)).redundant == {}
    for angle in np.linspace(-3.0, 3.0, 7):
        y = assemble(lean, hold={"A": angle}, rates={"A": 2.0})
        assert np.max(np.abs(y[21:39])) > 1.0
        difference = compiled_solution(redundant, y)[0] - compiled_solution(lean, y)[0]
        assert np.max(np.abs(difference)) < 1e-9 * np.max(np.abs(compiled_solution(lean, y)[0]))


def parallelogram(kind):
    """Crank and rocker of 1 m on a base of 2 m, no gravity: the coupler only translates and the crank turns evenly."""
    A, B, C, D = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (2.0, 0.0, 1.0), (2.0, 0.0, 0.0)
    axis = (0.0, 1.0, 0.0)
    joints = [
        Revolute(name="A", body_b="crank", point=A, axis=axis),
        Revolute(name="B", body_a="crank", body_b="coupler", point=B, axis=axis),
    ]
    if kind == "hinges":
        joints.append(Revolute(name="C", body_a="coupler", body_b="rocker", point=C, axis=axis))
        joints.append(Revolute(name="D", body_b="rocker", point=D, axis=axis))
    else:
        joints.append(Spherical(name="C", body_a="coupler", body_b="rocker", point=C))
        joints.append(Cylindrical(name="D", body_b="rocker", point=D, axis=axis))
    bodies = [rod("crank", A, B), rod("coupler", B, C, 2.0), rod("rocker", C, D)]
    return Mechanism(bodies=bodies, joints=joints, gravity=(0.0, 0.0, 0.0))


@pytest.mark.parametrize("kind", ["hinges", "ball and cylinder"])
def test_passing_flat_positions(kind):
    """At 90° and 270° all four joints lie on a line, the rank drops and the motion could branch: it must go on.

    Closed form: every angle is ωt. In the flat position the branch is decided by rounding of the order 1e-10 in the
    angle of the coupler, so 1e-6 is asked for."""
    system = build(parallelogram(kind))
    start = assemble(system, rates={"A": 3.0})
    trajectory = simulate(system, start, end=2.5, integrator=RungeKutta4(step=1e-3))
    turned = 3.0 * trajectory.time
    wanted = 0.5 * np.column_stack([np.sin(turned), 0.0 * turned, np.cos(turned)])
    assert np.max(np.abs(trajectory.position("crank") - wanted)) < 1e-6
    assert np.max(np.abs(trajectory.quaternion("coupler")[:, 2])) < 1e-6
    energy = kinetic_energy(system, trajectory.samples[:, 1:])
    assert np.ptp(energy) < 1e-6 * energy[0]


@pytest.mark.parametrize("smallest", [1.0, 1e-3, 1e-6, 1e-8, 1e-10, 0.0])
def test_redundant_rows_are_those_without_a_singular_value_above_the_rank(smallest):
    """A matrix made of known singular values, far enough from RANK = 1e-9 that rounding (1e-16) cannot decide."""
    random = np.random.default_rng(0)
    left, right = (np.linalg.qr(random.normal(size=(n, n)))[0] for n in (5, 8))
    W = left @ np.diag([3.0, 2.0, 1.5, 1.0, 3.0 * smallest]) @ right[:5]
    assert has_redundant_rows(W) == (smallest < RANK)


def test_more_rows_than_columns_are_redundant_and_none_are_not():
    assert has_redundant_rows(np.random.default_rng(0).normal(size=(5, 4)))
    assert not has_redundant_rows(np.zeros((0, 4)))
