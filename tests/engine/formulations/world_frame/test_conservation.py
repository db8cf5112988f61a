"""What must not change: momentum of a free mechanism to round-off, energy to the order of the integrator."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.system import System, build
from jounce.engine.simulate import DormandPrince, RungeKutta4, Trajectory, simulate
from jounce.model.mechanism import (
    Body,
    Bushing,
    ConstantVelocity,
    Cylindrical,
    Distance,
    Mechanism,
    Revolute,
    RotationalSpringDamper,
    Spherical,
    SpringDamper,
    Universal,
)
from tests.engine.mechanisms import bricard, four_bar, height_energy, kinetic_energy, momenta, random_body

NO_GRAVITY = (0.0, 0.0, 0.0)


def tumbling_chain() -> Mechanism:
    """Four bodies on balls and a hinge, two of them joined by a spring, thrown without gravity."""
    rng = np.random.default_rng(5)
    bodies = [
        random_body(
            rng,
            f"b{i}",
            position=(0.6 * i, 0.0, 0.0),
            velocity=tuple(rng.normal(size=3)),
            angular_velocity=tuple(rng.normal(size=3)),
        )
        for i in range(4)
    ]
    joints = [
        Spherical(name="j0", body_a="b0", body_b="b1", point=(0.3, 0.1, 0.0)),
        Revolute(name="j1", body_a="b1", body_b="b2", point=(0.9, 0.0, 0.2), axis=(0.3, 1.0, 0.2)),
        Spherical(name="j2", body_a="b2", body_b="b3", point=(1.5, 0.0, 0.0)),
    ]
    spring = SpringDamper(
        name="spring", body_a="b0", body_b="b3", point_a=(0, 1, 0), point_b=(2, 1, 0.5), stiffness=20.0, free_length=1.5
    )
    return Mechanism(bodies=bodies, joints=joints, forces=[spring], gravity=NO_GRAVITY)


def run(mechanism: Mechanism, integrator, end: float = 1.0, **options) -> tuple[System, Trajectory]:
    system = build(mechanism)
    start = assemble(system, **options)
    return system, simulate(system, start, end=end, integrator=integrator, sample=0.02)


def spring_energy(mechanism: Mechanism, trajectory: Trajectory) -> np.ndarray:
    total = np.zeros(len(trajectory.time))
    for force in mechanism.forces:
        if isinstance(force, SpringDamper):
            stretch = trajectory.spring_length(force.name) - force.free_length_m
            total += 0.5 * force.stiffness * stretch**2
    return total


def energy(mechanism: Mechanism, system: System, trajectory: Trajectory) -> np.ndarray:
    states = trajectory.samples[:, 1:]
    motion = kinetic_energy(system, states) + height_energy(system, states)
    return motion + spring_energy(mechanism, trajectory)


def test_momentum_of_a_free_mechanism_is_kept_to_round_off():
    mechanism = tumbling_chain()
    for integrator in (RungeKutta4(step=2e-3), DormandPrince(relative=1e-8, absolute=1e-8)):
        system, trajectory = run(mechanism, integrator)
        linear, angular = momenta(system, trajectory.samples[:, 1:])
        scale = np.abs(linear).max()
        # linear momentum: sums of internal forces vanish exactly but for rounding, whatever the step
        assert np.abs(linear - linear[0]).max() < 1e-11 * scale
        # angular momentum is quadratic in the state: kept to the order of the step, a hundred local errors
        assert np.abs(angular - angular[0]).max() < 1e-6 * np.abs(angular).max()


@pytest.mark.parametrize("make", [tumbling_chain, four_bar, bricard])
def test_energy_drifts_with_the_order_of_runge_kutta(make):
    mechanism = make()
    drifts = []
    for step in (1e-2, 5e-3):
        system, trajectory = run(mechanism, RungeKutta4(step=step), end=0.8)
        E = energy(mechanism, system, trajectory)
        drifts.append(np.abs(E - E[0]).max())
    # at least fourth order (energy often drifts with the fifth); the scale: tens of joules are exchanged
    assert np.log2(drifts[0] / drifts[1]) > 3.7
    exchanged = np.ptp(height_energy(system, trajectory.samples[:, 1:])) or np.ptp(E - E[0]) + E[0]
    assert drifts[1] < 1e-4 * exchanged


def test_tight_adaptive_steps_keep_energy():
    mechanism = tumbling_chain()
    system, trajectory = run(mechanism, DormandPrince(relative=1e-11, absolute=1e-11), end=2.0)
    E = energy(mechanism, system, trajectory)
    assert np.abs(E - E[0]).max() < 1e-8 * np.abs(E).max()


def test_a_bushing_at_large_angles_conserves_energy():
    body = Body(
        name="block", mass=1.0, inertia=(0.02, 0.05, 0.06), velocity=(0.5, -0.3, 0.4), angular_velocity=(6.0, 4.0, -5.0)
    )
    bushing = Bushing(
        name="rubber",
        body_b="block",
        point=(0.1, 0.05, -0.02),
        x_axis=(1.0, 0.2, 0.0),
        stiffness=(300.0, 200.0, 100.0),
        rotational_stiffness=(2.0, 3.0, 1.5),
    )
    mechanism = Mechanism(bodies=[body], forces=[bushing], gravity=NO_GRAVITY)
    system, trajectory = run(mechanism, DormandPrince(relative=1e-11, absolute=1e-11), end=2.0)
    E = kinetic_energy(system, trajectory.samples[:, 1:]) + _bushing_energy(system, trajectory, bushing)
    turned = np.array([_angle(A) for A in trajectory.rotation("block")])
    assert turned.max() > 0.8  # large enough to tell the exact torque from −K φ
    assert np.abs(E - E[0]).max() < 1e-8 * E[0]


def _bushing_energy(system: System, trajectory: Trajectory, bushing: Bushing) -> np.ndarray:
    from scipy.spatial.transform import Rotation

    F = np.linalg.qr(np.column_stack([bushing.x_axis, bushing.y_axis, np.cross(bushing.x_axis, bushing.y_axis)]))[0]
    d = (trajectory.point("block", bushing.point_b) - np.array(bushing.point_a)) @ F
    phi = Rotation.from_matrix(F.T @ trajectory.rotation("block") @ F).as_rotvec()
    return 0.5 * (d**2 @ np.array(bushing.stiffness) + phi**2 @ np.array(bushing.rotational_stiffness))


def _angle(A: np.ndarray) -> float:
    return float(np.arccos(np.clip(0.5 * (np.trace(A) - 1.0), -1.0, 1.0)))


def test_a_chain_of_every_joint_drifts_with_the_order_of_runge_kutta():
    """Energy and angular momentum fall like h⁴ or faster, linear momentum stays at rounding."""
    mechanism = chain_of_every_joint()
    drifts = []
    for step in (2.5e-3, 1.25e-3):
        system, trajectory = run(mechanism, RungeKutta4(step=step))
        linear, angular = momenta(system, trajectory.samples[:, 1:])
        E = energy(mechanism, system, trajectory) + _hinge_energy(trajectory)
        assert np.ptp(kinetic_energy(system, trajectory.samples[:, 1:])) > 0.05 * E[0]
        assert np.abs(linear - linear[0]).max() < 1e-12 * np.abs(linear).max()
        drifts.append([np.abs(E - E[0]).max(), np.abs(angular - angular[0]).max()])
    assert np.all(np.log2(np.divide(*drifts)) > 3.8)
    assert max(drifts[1]) < 1e-5


def chain_of_every_joint() -> Mechanism:
    """Five bodies, closed by a rod, with springs across and nothing that holds them."""
    rng = np.random.default_rng(4)
    bodies = [
        random_body(
            rng,
            name,
            position=(0.6 * i, 0, 0),
            centre_of_mass=(0, 0.05, 0),
            velocity=rng.normal(size=3),
            angular_velocity=2.0 * rng.normal(size=3),
        )
        for i, name in enumerate("abcde")
    ]
    joints = [
        Spherical(name="ab", body_a="a", body_b="b", point=(0.3, 0.1, 0)),
        Revolute(name="bc", body_a="b", body_b="c", point=(0.9, 0, 0.1), axis=(0.2, 1, 0)),
        Universal(name="cd", body_a="c", body_b="d", point=(1.5, 0, 0), axis_a=(0, 1, 0), axis_b=(0, 0, 1)),
        Cylindrical(name="de", body_a="d", body_b="e", point=(2.1, 0, 0), axis=(1, 0.3, 0)),
        Distance(name="rod", body_a="a", body_b="c", point_a=(0, 0.5, 0), point_b=(1.2, 0.5, 0.2)),
        ConstantVelocity(name="cv", body_a="a", body_b="b", axis=(1, 0, 0)),
    ]
    ends = {"ae": ((0, 0, 0.5), (2.4, 0, 0.5)), "bd": ((0.6, 0, -0.5), (1.8, 0, -0.5))}
    springs = [
        SpringDamper(name=name, body_a=name[0], body_b=name[1], point_a=a, point_b=b, stiffness=60.0)
        for name, (a, b) in ends.items()
    ]
    hinge = RotationalSpringDamper(name="hinge", joint="bc", stiffness=4.0)
    return Mechanism(bodies=bodies, joints=joints, forces=[*springs, hinge], gravity=NO_GRAVITY)


def _hinge_energy(trajectory: Trajectory) -> np.ndarray:
    return 0.5 * 4.0 * trajectory.spring_length("hinge") ** 2
