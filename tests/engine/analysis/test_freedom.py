"""Degrees of freedom: counted by rank, with redundant joints named."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble, degrees_of_freedom
from jounce.engine.analysis.freedom import tangent_basis
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, jacobian
from jounce.model.mechanism import Body, Fixed, Mechanism, PrescribedMotion, Revolute, replace
from tests.engine.mechanisms import bricard, dense_mass, double_pendulum, dw18, four_bar, moved

COUNTS = {
    "double pendulum": (double_pendulum, 4, 0),
    "four-bar in space": (four_bar, 1, 3),
    "four-bar, lean": (lambda: four_bar(closing="ball"), 1, 0),
    "bricard": (bricard, 1, 1),
}


@pytest.mark.parametrize("name", COUNTS)
def test_count(name):
    make, dof, redundant = COUNTS[name]
    system = build(make())
    freedom = degrees_of_freedom(system, assemble(system))
    assert freedom.dof == dof
    assert sum(freedom.redundant.values()) == redundant == freedom.equations - freedom.rank
    assert set(freedom.redundant) <= set(system.layout.joints)


def test_the_car_has_15():
    """6 chassis, 4 jounce, 4 spin, 1 rack."""
    freedom = degrees_of_freedom(dw18(), assemble(dw18()))
    assert (freedom.dof, freedom.redundant) == (15, {})


def test_free_bodies():
    body = Body(name="a", mass=1, inertia=(1, 1, 1), free=True)
    system = build(Mechanism(bodies=[body]))
    assert degrees_of_freedom(system, assemble(system)).dof == 6


def test_a_repeated_joint_is_named():
    body = Body(name="a", mass=1, inertia=(1, 1, 1))
    first = Revolute(name="hinge", body_b="a", point=(0, 0, 0), axis=(0, 0, 1))
    twice = build(Mechanism(bodies=[body], joints=[first, Fixed(name="weld", body_b="a", point=(0, 0, 0))]))
    freedom = degrees_of_freedom(twice, assemble(twice))
    assert freedom.dof == 0
    assert sum(freedom.redundant.values()) == 5


def test_a_driver_takes_the_last_freedom():
    joints = (*four_bar().joints, PrescribedMotion(name="motor", joint="A", motion=0.0))
    system = build(replace(four_bar(), joints=joints))
    assert degrees_of_freedom(system, assemble(system)).dof == 0


@pytest.mark.parametrize("make", [double_pendulum, four_bar, bricard])
def test_the_tangent_basis_is_tangent_and_orthonormal_in_the_mass(make):
    """Φ_q N = 0 and NᵀMN = 1 to rounding times the spread of the inertias (1e4)."""
    system = build(make())
    y = assemble(system, moved(system, np.random.default_rng(0), 0.02))
    N = tangent_basis(system, y)
    evaluate(system.model, system.work, 0.0, y)
    assert np.abs(jacobian(system) @ N).max() < 1e-11 * np.abs(N).max()
    assert np.allclose(N.T @ dense_mass(system) @ N, np.eye(N.shape[1]), rtol=0.0, atol=1e-11)
