"""Where things come to rest: closed forms, the car on its tires, and what falls for ever."""

import numpy as np
import pytest

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.errors import EquilibriumError
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Body, Mechanism, PrescribedMotion, Prismatic, Revolute, Sine, SpringDamper, replace
from jounce.model.vehicle import to_mechanism
from tests.engine.mechanisms import dw18

REST = 1e-8
"""[m]: accelerations below 1e-7 m/s² divided by squared frequencies of 10 1/s² and more."""


def slider(**fields):
    """A mass of 2 kg on a vertical slide, hung from a spring of 400 N/m and 0.5 m."""
    body = Body(name="mass", mass=2.0, inertia=(1, 1, 1), position=(0, 0, -0.5))
    joint = Prismatic(name="slide", body_b="mass", point=(0, 0, -0.5), axis=(0, 0, 1))
    spring = SpringDamper(name="spring", body_b="mass", point_a=(0, 0, 0), point_b=(0, 0, -0.5), stiffness=400.0)
    return Mechanism(bodies=[body], joints=[joint], forces=[spring], **fields)


def test_hanging_mass():
    system = build(slider())
    found = settle(system)
    assert found.state[2] == pytest.approx(-0.5 - 2.0 * 9.81 / 400.0, abs=REST)
    assert found.free_directions == 0
    assert found.residual < 1e-6


def test_two_springs_share_the_load_by_their_stiffness():
    """Free body on two vertical springs left and right of it: each carries half, the softer one sags more."""
    body = Body(name="beam", mass=3.0, inertia=(0.4, 0.4, 0.1), position=(0, 0, 0))
    springs = [
        SpringDamper(name=n, body_b="beam", point_a=(x, 0, 5.0), point_b=(x, 0, 0), stiffness=k, damping=5.0)
        for n, x, k in (("left", -1.0, 500.0), ("right", 1.0, 800.0))
    ]
    found = settle(build(Mechanism(bodies=[body], forces=springs)))
    system = build(Mechanism(bodies=[body], forces=springs))
    evaluate(system.model, system.work, 0.0, found.state)
    lengths = system.work.scalar_forces[:, 0]
    forces = -system.work.scalar_forces[:, 1]
    # long springs hang nearly upright: the sums of forces and of moments are exact, the halves to the tilt squared
    assert forces.sum() == pytest.approx(3.0 * 9.81, rel=1e-3)
    assert lengths[0] - 5.0 == pytest.approx(forces[0] / 500.0, abs=1e-12)
    assert forces[0] == pytest.approx(forces[1], rel=1e-3)
    assert np.abs(system.work.bodies[0]["force"]).max() < 1e-6
    assert np.abs(system.work.bodies[0]["torque"]).max() < 1e-6


def test_a_pendulum_hangs_down():
    """No spring at all: the stiffness comes from the load in the joint."""
    body = Body(name="rod", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.5, 0, 0))
    system = build(Mechanism(bodies=[body], joints=[Revolute(name="h", body_b="rod", point=(0, 0, 0), axis=(0, 1, 0))]))
    found = settle(system)
    assert np.allclose(found.state[:3], [0, 0, -0.5], rtol=0.0, atol=REST)
    assert found.free_directions == 0


def test_signals_are_frozen_at_the_time_asked_for():
    """A driver in the middle of its swing: rest is meant at that place, not with its acceleration."""
    arm = Body(name="arm", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.5, 0, 0))
    bob = Body(name="bob", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(1.0, 0, -0.3))
    joints = [
        Revolute(name="h", body_b="arm", point=(0, 0, 0), axis=(0, 1, 0)),
        PrescribedMotion(name="motor", joint="h", motion=Sine(amplitude=0.5, frequency=2.0)),
        Revolute(name="pin", body_a="arm", body_b="bob", point=(1, 0, 0), axis=(0, 1, 0)),
    ]
    found = settle(build(Mechanism(bodies=[arm, bob], joints=joints)), t=0.1)
    angle = 0.5 * np.sin(2.0 * np.pi * 2.0 * 0.1)
    pin = np.array([np.cos(angle), 0.0, -np.sin(angle)])
    assert np.allclose(found.state[7:10], pin - np.array([0.0, 0.0, 0.3]), rtol=0.0, atol=REST)


@pytest.mark.parametrize("change", [-0.03, 0.03])
def test_the_car_settles_with_wrong_preloads_and_stands_on_its_tires(change):
    """Springs 30 mm too long or too short; the tires carry the weight to the residual acceleration times the mass."""
    mechanism = to_mechanism(load_vehicle("dw18"))
    springs = [
        replace(force, free_length=force.free_length_m + change, preload=None)
        if isinstance(force, SpringDamper)
        else force
        for force in mechanism.forces
    ]
    system = build(replace(mechanism, forces=springs))
    found = settle(system)
    evaluate(system.model, system.work, 0.0, found.state)
    weight = system.model.bodies["mass"].sum() * 9.81
    assert system.work.contacts["fz"].sum() == pytest.approx(weight, rel=1e-7)
    assert np.all(system.work.contacts["fz"] > 0.1 * weight)
    standard = settle(dw18())
    height = found.state[system.pose("chassis")][2] - standard.state[dw18().pose("chassis")][2]
    assert 0.3 * abs(change) < height * np.sign(change) < 3.0 * abs(change)
    assert found.free_directions == 7  # x, y, yaw and four spins


def test_what_falls_for_ever_is_named():
    """One body on a spring, one on nothing."""
    free = Body(name="stone", mass=1.0, inertia=(1, 1, 1), position=(3, 0, 0), free=True)
    system = build(replace(slider(), bodies=(*slider().bodies, free)))
    with pytest.raises(EquilibriumError, match=r"stone is not held.*-9\.81"):
        settle(system, longest=5.0)
