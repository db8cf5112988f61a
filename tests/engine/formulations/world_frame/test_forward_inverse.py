"""Forward dynamics of the efforts that inverse dynamics finds gives the accelerations it was asked for."""

import numpy as np
import pytest

from jounce.engine.analysis import assemble, inverse_dynamics
from jounce.engine.analysis.freedom import tangent_basis
from jounce.engine.formulations.world_frame.entries import accelerations
from jounce.engine.formulations.world_frame.system import System, build
from jounce.model.mechanism import (
    Body,
    Mechanism,
    PrescribedMotion,
    Prismatic,
    Revolute,
    RotationalSpringDamper,
    Servo,
    Sine,
    Spherical,
    replace,
)
from tests.engine.mechanisms import four_bar, random_body


def arm() -> Mechanism:
    """Two hinges and a slider, carrying three bodies of any shape."""
    rng = np.random.default_rng(11)
    bodies = [random_body(rng, name) for name in ("upper", "fore", "hand")]
    joints = [
        Revolute(name="shoulder", body_b="upper", point=(0, 0, 0), axis=(0.2, 1.0, 0.1)),
        Revolute(name="elbow", body_a="upper", body_b="fore", point=(0.5, 0, 0.1), axis=(0.0, 0.3, 1.0)),
        Prismatic(name="reach", body_a="fore", body_b="hand", point=(1.0, 0.2, 0.0), axis=(1.0, 0.5, 0.0)),
    ]
    return Mechanism(bodies=bodies, joints=joints)


def forward(system: System, y: np.ndarray) -> np.ndarray:
    assert accelerations(system.model, system.work, 0.0, y) == 0
    return system.work.x[: len(system.layout.bodies)].copy()


def actuated(mechanism: Mechanism, efforts: dict[str, float]) -> Mechanism:
    """The mechanism with a constant effort at each joint."""
    forces = []
    for joint, effort in efforts.items():
        if isinstance(mechanism.joint(joint), Revolute):
            forces.append(RotationalSpringDamper(name=f"motor {joint}", joint=joint, actuator=effort))
        else:  # a servo of stiffness 1 whose target is that far away pushes with the effort
            forces.append(Servo(name=f"motor {joint}", joint=joint, target=effort, stiffness=1.0, damping=0.0))
    return replace(mechanism, forces=(*mechanism.forces, *forces))


@pytest.mark.parametrize(
    ("mechanism", "actuators", "rates"),
    [
        (arm(), ("shoulder", "elbow", "reach"), {"shoulder": 1.0, "elbow": -2.0, "reach": 0.5}),
        (four_bar(), ("A",), {"A": 2.0}),
        (four_bar(closing="ball and cylinder"), ("B",), {"A": 2.0}),
    ],
)
def test_forward_of_inverse_is_identity(mechanism, actuators, rates):
    system = build(mechanism)
    y = assemble(system, rates=rates)
    N = tangent_basis(system, y)
    passive = forward(system, y)
    wanted = passive + (N @ np.random.default_rng(3).normal(size=N.shape[1])).reshape(-1, 6)
    answer = inverse_dynamics(system, y, wanted, actuators)
    assert np.abs(answer.missing).max() < 1e-9 * max(1.0, np.abs(wanted).max())
    driven = build(actuated(mechanism, answer.efforts))
    z = assemble(driven, rates=rates)
    np.testing.assert_allclose(forward(driven, z), wanted, rtol=1e-8, atol=1e-8 * np.abs(wanted).max())


def test_without_a_change_no_effort_is_needed():
    system = build(arm())
    y = assemble(system)
    answer = inverse_dynamics(system, y, forward(system, y), ("shoulder", "elbow", "reach"))
    assert max(abs(e) for e in answer.efforts.values()) < 1e-9


def test_what_the_actuators_cannot_do_is_reported():
    system = build(arm())
    y = assemble(system)
    N = tangent_basis(system, y)
    wanted = forward(system, y) + (N @ np.array([1.0, 2.0, 3.0])).reshape(-1, 6)
    answer = inverse_dynamics(system, y, wanted, ("shoulder",))
    assert np.abs(answer.missing).max() > 1e-3


def test_the_effort_of_a_driver_is_what_inverse_dynamics_says():
    """A four-bar on a prescribed crank: multiplier of the driver = effort of the actuator."""
    plain = four_bar()
    driver = PrescribedMotion(name="motor", joint="A", motion=Sine(amplitude=0.7, frequency=1.0, phase=0.5))
    driven = build(replace(plain, joints=(*plain.joints, driver)))
    y = assemble(driven)
    acceleration = forward(driven, y)
    effort = -driven.work.x[3 + driven.layout.joints["motor"].node, 0]
    answer = inverse_dynamics(build(plain), y[:39], acceleration, ["A"])
    assert answer.efforts["A"] == pytest.approx(effort, rel=1e-8)
    assert np.abs(answer.missing).max() < 1e-8 * abs(effort)


def test_what_is_missing_is_the_torque_that_no_motor_has():
    """A ball-jointed body asked to turn: Jα is missing on it, in body axes, and nothing on the other body."""
    rng = np.random.default_rng(2)
    at_rest = {"centre_of_mass": (0, 0, 0)}
    bodies = [
        random_body(rng, "b", position=(0, 0, 0), **at_rest),
        random_body(rng, "c", position=(1, 0, 0), **at_rest),
    ]
    joints = [
        Spherical(name="ball", body_b="b", point=(0, 0, 0)),
        Revolute(name="hinge", body_b="c", point=(1, 0, 0), axis=(0, 0, 1)),
    ]
    system = build(Mechanism(bodies=bodies, joints=joints, gravity=(0, 0, 0)))
    wanted = np.zeros((2, 6))
    wanted[0, 3:] = [1.0, 2.0, -1.0]
    answer = inverse_dynamics(system, assemble(system), wanted, ["hinge"])
    assert answer.missing[0, 3:] == pytest.approx(bodies[0].inertia_matrix @ wanted[0, 3:], abs=1e-10)
    assert np.abs(answer.missing[1]).max() < 1e-10
    assert answer.efforts["hinge"] == pytest.approx(0.0, abs=1e-10)


def test_efforts_have_the_sign_of_their_coordinate():
    """Holding a horizontal arm against gravity takes a torque that lifts it: m g l."""
    body = Body(name="arm", mass=2.0, inertia=(0.1, 0.1, 0.1), position=(0.5, 0, 0))
    hinge = Revolute(name="h", body_b="arm", point=(0, 0, 0), axis=(0, -1, 0))  # positive lifts
    system = build(Mechanism(bodies=[body], joints=[hinge]))
    answer = inverse_dynamics(system, assemble(system), np.zeros((1, 6)), ["h"])
    assert answer.efforts["h"] == pytest.approx(2.0 * 9.81 * 0.5, rel=1e-12)
