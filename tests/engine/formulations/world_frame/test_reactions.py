"""Reactions hold every body in balance, and a joint transmits nothing along what it leaves free.

For each body m a = Σ applied + Σ reactions and Jω̇ + ω × Jω = Σ moments, with reactions from `Trajectory.reaction`: what
body a does to b through a joint, the opposite done to a at the same point.
"""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.errors import InputError
from jounce.model.mechanism import (
    Body,
    ConstantVelocity,
    Cylindrical,
    Distance,
    Fixed,
    Mechanism,
    Planar,
    PointOnLine,
    PrescribedMotion,
    Prismatic,
    Ramp,
    Revolute,
    RevoluteSpherical,
    Sine,
    Spherical,
    SpringDamper,
    Universal,
)
from tests.engine.mechanisms import point, random_body, rotation, unit

CLOSE = 1e-9
"""Of the largest force or moment: rounding times the condition of the augmented system."""

ON_AXIS = {"revolute": Revolute, "prismatic": Prismatic, "cylindrical": Cylindrical, "planar": Planar}
# components of force and torque (joint axes, z along the axis) that a joint leaves free, so cannot transmit
FREE = {
    "revolute": ((), (2,)),
    "prismatic": ((2,), ()),
    "cylindrical": ((2,), (2,)),
    "planar": ((0, 1), (2,)),
    "spherical": ((), (0, 1, 2)),
    "fixed": ((), ()),
    "universal": ((), ()),
    "point_on_line": ((2,), (0, 1, 2)),
    "distance": ((), (0, 1, 2)),
    "revolute_spherical": ((), (0, 1, 2)),
    "constant_velocity": ((0, 1, 2), ()),
}


def joint(kind, rng, a, b):
    at = {"name": kind, "body_a": a, "body_b": b}
    if kind in ON_AXIS:
        return ON_AXIS[kind](**at, point=point(rng), axis=unit(rng))
    axis = unit(rng)
    across = np.cross(axis, unit(rng))
    return {
        "spherical": lambda: Spherical(**at, point=point(rng)),
        "fixed": lambda: Fixed(**at, point=point(rng)),
        "universal": lambda: Universal(**at, point=point(rng), axis_a=axis, axis_b=tuple(across)),
        "point_on_line": lambda: PointOnLine(**at, point=point(rng), axis=axis),
        "distance": lambda: Distance(**at, point_a=point(rng), point_b=point(rng)),
        "revolute_spherical": lambda: RevoluteSpherical(**at, point_a=point(rng), point_b=point(rng), axis=axis),
        "constant_velocity": lambda: ConstantVelocity(**at, axis=axis),
    }[kind]()


def run(kind):
    """A chain ground – a – b, with the joint in question between a and b and springs that keep it moving."""
    rng = np.random.default_rng(list(kind.encode()))
    joints = [Revolute(name="hinge", body_b="a", point=point(rng), axis=unit(rng)), joint(kind, rng, "a", "b")]
    springs = [
        SpringDamper(name=f"s{name}", body_b=name, point_a=point(rng), point_b=point(rng), stiffness=80.0, damping=2.0)
        for name in "ab"
    ]
    bodies = [random_body(rng, name, angular_velocity=rng.normal(size=3), velocity=rng.normal(size=3)) for name in "ab"]
    system = build(Mechanism(bodies=bodies, joints=joints, forces=springs))
    return simulate(system, assemble(system), end=0.2, sample=0.02, integrator=RungeKutta4(step=2e-3))


@pytest.fixture(scope="module", params=FREE)
def moving(request):
    return request.param, run(request.param)


def joint_points(trajectory, name):
    """Where a joint sits on body b, world, (n, 3)."""
    system = trajectory.system
    place = system.layout.joints[name]
    body = system.layout.bodies[place.bodies[1]]
    return trajectory.position(body) + trajectory.rotation(body) @ place.point_b


def imbalance(trajectory):
    """Largest unbalanced force and moment, and the largest of those that balance."""
    system = trajectory.system
    reactions = {name: (trajectory.reaction(name), joint_points(trajectory, name)) for name in system.layout.joints}
    worst, size = np.zeros(2), np.zeros(2)
    for n, (t, *y) in enumerate(trajectory.samples):
        evaluate(system.model, system.work, t, np.array(y))
        for i, name in enumerate(system.layout.bodies):
            body, A = system.model.bodies[i], rotation(system, np.array(y), name)
            inertia = A @ body["inertia"].reshape(3, 3) @ A.T
            w = trajectory.angular_velocity(name)[n]
            force = body["mass"] * trajectory.acceleration(name)[n] - system.work.bodies[i]["force"]
            moment = inertia @ trajectory.angular_acceleration(name)[n] + np.cross(w, inertia @ w)
            moment -= system.work.bodies[i]["torque"]
            size = np.maximum(size, [np.abs(force).max(), np.abs(moment).max()])
            for joint_name, (reaction, at) in reactions.items():
                a, b = system.layout.joints[joint_name].bodies
                sign = float(b == i) - float(a == i)
                force -= sign * reaction.force_world[n]
                arm = at[n] - trajectory.position(name)[n]
                moment -= sign * (reaction.torque_world[n] + np.cross(arm, reaction.force_world[n]))
            worst = np.maximum(worst, [np.abs(force).max(), np.abs(moment).max()])
    return worst, size


def test_every_body_is_in_balance(moving):
    _, trajectory = moving
    worst, size = imbalance(trajectory)
    assert np.all(size > 1.0)
    assert np.all(worst < CLOSE * size)


def test_nothing_is_transmitted_along_free_directions(moving):
    kind, trajectory = moving
    reaction = trajectory.reaction(kind)
    forces, torques = FREE[kind]
    size = max(np.abs(reaction.force_world).max(), np.abs(reaction.torque_world).max())
    assert size > 0.1
    assert np.all(np.abs(reaction.force_joint[:, list(forces)]) < CLOSE * size)
    assert np.all(np.abs(reaction.torque_joint[:, list(torques)]) < CLOSE * size)
    held = [k for k in range(3) if k not in forces]
    assert np.all(np.abs(reaction.force_joint[:, held]).max(axis=0) > 1e-3 * size)  # what is held is felt


def test_joint_axes_turn_with_body_a(moving):
    """The same vector in joint axes and in the world; the third joint axis is the axis in body a."""
    kind, trajectory = moving
    reaction, system = trajectory.reaction(kind), trajectory.system
    axes = trajectory.rotation("a") @ system.layout.joints[kind].axes_a
    for local, world in ((reaction.force_joint, reaction.force_world), (reaction.torque_joint, reaction.torque_world)):
        assert np.allclose(np.einsum("nij,nj->ni", axes, local), world, rtol=0.0, atol=CLOSE * np.abs(world).max())
    if kind in ON_AXIS:
        axis = np.array(system.mechanism.joint(kind).axis_a)
        design = system.frames["a"].axes
        assert np.allclose(axes[:, :, 2], trajectory.rotation("a") @ design.T @ axis)


def test_a_universal_joint_transmits_torque_along_the_normal_of_its_cross_only():
    trajectory = run("universal")
    universal = trajectory.system.mechanism.joint("universal")
    pins = [
        trajectory.rotation(body) @ trajectory.system.frames[body].axes.T @ np.array(axis)
        for body, axis in (("a", universal.axis_a), ("b", universal.axis_b))
    ]
    torque = trajectory.reaction("universal").torque_world
    for pin in pins:
        assert np.all(np.abs(np.einsum("ni,ni->n", torque, pin)) < CLOSE * np.abs(torque).max())


def test_rods_push_along_themselves():
    trajectory = run("distance")
    rod, system = trajectory.system.mechanism.joint("distance"), trajectory.system
    ends = [
        trajectory.position(body) + trajectory.rotation(body) @ system.frames[body].point(at)
        for body, at in (("a", rod.point_a), ("b", rod.point_b))
    ]
    force = trajectory.reaction("distance").force_world
    assert np.all(np.abs(np.cross(ends[1] - ends[0], force)) < CLOSE * np.abs(force).max())


def test_effort_of_a_driver_is_the_torque_about_its_axis():
    """J φ̈ + m g l sin-law of a pendulum: torque = (J + m l²) f̈ + m g l cos f for a rod driven from the horizontal."""
    motion = Sine(amplitude=0.4, frequency=1.5, phase=0.3)
    system = build(
        Mechanism(
            bodies=[
                random_body(
                    np.random.default_rng(0),
                    "arm",
                    mass=2.0,
                    inertia=(0.1, 0.3, 0.3),
                    position=(0.5, 0, 0),
                    centre_of_mass=(0, 0, 0),
                    orientation=(1, 0, 0, 0),
                )
            ],
            joints=[
                Revolute(name="hinge", body_b="arm", point=(0, 0, 0), axis=(0, -1, 0)),
                PrescribedMotion(name="motor", joint="hinge", motion=motion),
            ],
        )
    )
    trajectory = simulate(system, assemble(system), end=0.5, sample=0.01)
    w = 2.0 * np.pi * 1.5
    f = 0.4 * np.sin(w * trajectory.time + 0.3)
    torque = (0.3 + 2.0 * 0.5**2) * -(w**2) * f + 2.0 * 9.81 * 0.5 * np.cos(f)
    assert np.allclose(trajectory.effort("motor"), torque, rtol=0.0, atol=1e-9 * np.abs(torque).max())


def test_torques_are_about_the_marker_that_was_asked_for():
    """A block of weight G slides away from the ground's marker: about its own no torque, about the other −x G."""
    speed, mass = 0.5, 3.0
    block = Body(name="block", mass=mass, inertia=(0.1, 0.2, 0.3), position=(0.0, 0.0, 1.0))
    rail = Prismatic(name="rail", body_b="block", point=(0.0, 0.0, 1.0), axis=(1.0, 0.0, 0.0))
    push = PrescribedMotion(name="push", joint="rail", motion=Ramp(after=1.0, end=1.0 / speed))
    system = build(Mechanism(bodies=(block,), joints=(rail, push)))
    start = assemble(system)
    run = simulate(system, start, end=1.0, integrator=RungeKutta4(step=0.05))
    own, other = run.reaction("rail"), run.reaction("rail", about="a")
    weight = mass * 9.81
    np.testing.assert_allclose(own.force_world, np.tile([0.0, 0.0, weight], (len(run.time), 1)), atol=1e-9)
    np.testing.assert_allclose(own.torque_world, 0.0, atol=1e-9)
    np.testing.assert_allclose(own.point_world[:, 0], speed * run.time, atol=1e-9)
    np.testing.assert_allclose(other.point_world, np.tile([0.0, 0.0, 1.0], (len(run.time), 1)), atol=1e-12)
    np.testing.assert_allclose(other.torque_world[:, 1], -speed * run.time * weight, atol=1e-8)
    with pytest.raises(InputError, match="'a' or 'b'"):
        run.reaction("rail", about="ground")
