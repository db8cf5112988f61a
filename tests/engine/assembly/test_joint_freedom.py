"""What every joint allows and forbids, at finite displacements, and what couplers transmit."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble, degrees_of_freedom
from jounce.engine.formulations.world_frame.entries import evaluate
from jounce.engine.formulations.world_frame.system import build, design_state
from jounce.engine.laws.forces.signal import VALUE
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.model.mechanism import (
    Body,
    ConstantVelocity,
    Coupler,
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Input,
    Mechanism,
    Planar,
    PointOnLine,
    PrescribedMotion,
    Prismatic,
    RackAndPinion,
    Revolute,
    RevoluteSpherical,
    Servo,
    Spherical,
    SpringDamper,
    Table,
    Universal,
)
from tests.engine.mechanisms import random_body, unit

P, Q = np.array([0.3, -0.2, 0.5]), np.array([-0.4, 0.6, 0.1])  # where joints and rods sit, world at the design position
N = np.array([2.0, 1.0, -2.0]) / 3.0
X = np.array([1.0, 0.0, 1.0]) / np.sqrt(2.0)  # N, X, Y are orthonormal
Y = np.cross(N, X)
TURN, SLIDE = 0.8, 0.35


def turn(axis, at=P, angle=TURN):
    """A rotation of body b about a line."""
    R = Rotation.from_rotvec(angle * axis).as_matrix()
    return R, at - R @ at


def slide(direction, by=SLIDE):
    return np.eye(3), by * direction


TURNS = {"Rx": turn(X), "Ry": turn(Y), "Rn": turn(N)}
SLIDES = {"Tx": slide(X), "Ty": slide(Y), "Tn": slide(N)}
SIX = TURNS | SLIDES
CAPTURED = {"name": "j", "body_a": "a", "body_b": "b"}
ON_AXIS = CAPTURED | {"point": tuple(P), "axis": tuple(N)}
ROD = np.array(P - Q) / np.linalg.norm(P - Q)
IN_PLANE = np.cross(N, ROD) / np.linalg.norm(np.cross(N, ROD))

# joint: (object, motions it allows, motions it forbids)
JOINTS = {
    "revolute": (Revolute(**ON_AXIS), ["Rn"], ["Rx", "Ry", "Tx", "Ty", "Tn"]),
    "prismatic": (Prismatic(**ON_AXIS), ["Tn"], ["Rx", "Ry", "Rn", "Tx", "Ty"]),
    "cylindrical": (Cylindrical(**ON_AXIS), ["Rn", "Tn"], ["Rx", "Ry", "Tx", "Ty"]),
    "planar": (Planar(**ON_AXIS), ["Rn", "Tx", "Ty"], ["Rx", "Ry", "Tn"]),
    "spherical": (Spherical(**CAPTURED, point=tuple(P)), [*TURNS], [*SLIDES]),
    "fixed": (Fixed(**CAPTURED, point=tuple(P)), [], [*SIX]),
    "universal": (
        Universal(**CAPTURED, point=tuple(P), axis_a=tuple(X), axis_b=tuple(Y)),
        ["Rx", "Ry"],
        ["Rn", *SLIDES],
    ),
    "point_on_line": (PointOnLine(**ON_AXIS), [*TURNS, "Tn"], ["Tx", "Ty"]),
    "distance": (Distance(**CAPTURED, point_a=tuple(Q), point_b=tuple(P)), [*TURNS, "round Q"], ["along the rod"]),
    "revolute_spherical": (
        RevoluteSpherical(**CAPTURED, point_a=tuple(Q), point_b=tuple(P), axis=tuple(N)),
        [*TURNS, "hinge at Q"],
        ["along the rod", "Tn"],
    ),
    "constant_velocity": (ConstantVelocity(**CAPTURED, axis=tuple(N)), ["Rx", "Ry", *SLIDES], ["Rn"]),
}
SPECIAL = {
    "round Q": turn(np.array([0.0, 0.6, 0.8]), Q),
    "hinge at Q": turn(N, Q),
    "along the rod": slide(ROD),
}


def system_of(name):
    rng = np.random.default_rng(3)
    return build(Mechanism(bodies=[random_body(rng, "a"), random_body(rng, "b")], joints=[JOINTS[name][0]]))


def carried(system, y, body, motion):
    """Apply a rigid motion of the world to one body."""
    R, d = motion
    pose = y[system.pose(body)]
    pose[:3] = R @ pose[:3] + d
    w, *v = pose[3:]
    x, yy, z, w = (Rotation.from_matrix(R) * Rotation.from_quat([*v, w])).as_quat()
    pose[3:] = [w, x, yy, z]


def violation(system, motions):
    """|Φ| after motions of b (the last first), with both bodies then carried elsewhere together."""
    y = design_state(system)
    for motion in motions:
        carried(system, y, "b", motion)
    elsewhere = (Rotation.from_rotvec([0.5, -1.1, 0.7]).as_matrix(), np.array([3.0, -2.0, 1.0]))
    for body in "ab":
        carried(system, y, body, elsewhere)
    return evaluate(system.model, system.work, 0.0, y)


@pytest.mark.parametrize("name", JOINTS)
def test_number_of_equations(name):
    system = system_of(name)
    equations = JOINTS[name][0].equations
    freedom = degrees_of_freedom(system, design_state(system))
    assert (freedom.equations, freedom.rank, freedom.dof) == (equations, equations, 12 - equations)


@pytest.mark.parametrize("name", JOINTS)
def test_allowed_motions_leave_the_joint_closed(name):
    system = system_of(name)
    assert violation(system, []) < 1e-14
    for motion in JOINTS[name][1]:
        assert violation(system, [(SIX | SPECIAL)[motion]]) < 1e-14, motion


@pytest.mark.parametrize("name", JOINTS)
def test_forbidden_motions_open_the_joint(name):
    """By a good part of the displacement: 0.35 m or 0.8 rad."""
    system = system_of(name)
    for motion in JOINTS[name][2]:
        assert violation(system, [(SIX | SPECIAL)[motion]]) > 0.05, motion


def test_a_universal_joint_turns_about_both_pins_at_once():
    """About the pin of b first, then about the pin of a; the other way round it opens."""
    system = system_of("universal")
    assert violation(system, [turn(Y), turn(X)]) < 1e-14
    assert violation(system, [turn(X), turn(Y)]) > 0.05


# --- shafts -----------------------------------------------------------------------------------------------------------


def shafts(joint, bend):
    """Two shafts on the ground, the second bent by an angle in the x-z plane, meeting at the origin."""
    axes = [np.array([0.0, 0.0, 1.0]), np.array([np.sin(bend), 0.0, np.cos(bend)])]
    places = [-0.5 * axes[0], 0.5 * axes[1]]
    bodies = [
        Body(name=n, mass=1, inertia=(0.1, 0.1, 0.1), position=tuple(p)) for n, p in zip("ab", places, strict=True)
    ]
    hinges = [
        Revolute(name=f"shaft {n}", body_b=n, point=tuple(p), axis=tuple(u))
        for n, p, u in zip("ab", places, axes, strict=True)
    ]
    return build(Mechanism(bodies=bodies, joints=[*hinges, joint(axes)])), axes


def speed_ratio(system, axes, angle):
    y = assemble(system, hold={"shaft a": angle}, rates={"shaft a": 1.0})
    w, *v = y[system.pose("b")][3:]
    return Rotation.from_quat([*v, w]).as_matrix() @ y[system.twist("b")][3:] @ axes[1]


@pytest.mark.parametrize("bend", [0.2, 0.6])
@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, 4.5])
def test_universal_and_constant_velocity_shafts(bend, angle):
    """ω₂/ω₁ = cos β / (1 − sin²β cos²θ) with the driving pin in the plane of the shafts at θ = 0; and 1."""
    pins = {"point": (0, 0, 0), "axis_a": (1, 0, 0), "axis_b": (0, 1, 0)}
    system, axes = shafts(lambda _: Universal(name="x", body_a="a", body_b="b", **pins), bend)
    wanted = np.cos(bend) / (1.0 - np.sin(bend) ** 2 * np.cos(angle) ** 2)
    assert speed_ratio(system, axes, angle) == pytest.approx(wanted, abs=1e-8)

    def equal(u):
        return ConstantVelocity(name="x", body_a="a", body_b="b", axis_a=tuple(u[0]), axis_b=tuple(u[1]))

    system, axes = shafts(equal, bend)
    assert speed_ratio(system, axes, angle) == pytest.approx(1.0, abs=1e-8)


# --- couplers over many turns -----------------------------------------------------------------------------------------

TURNING = Table(times=(0.0, 1.0), values=(0.0, 20.0 * np.pi), interpolation="linear")
"""Ten turns in a second."""


def two(second, coupling):
    bodies = [Body(name=n, mass=1, inertia=(0.1, 0.1, 0.1), position=(x, 0, 0)) for n, x in (("p", 0), ("q", 1))]
    hinge = Revolute(name="hp", body_b="p", point=(0, 0, 0), axis=(0, 1, 0))
    system = build(
        Mechanism(
            bodies=bodies, joints=[hinge, second, coupling, PrescribedMotion(name="d", joint="hp", motion=TURNING)]
        )
    )
    trajectory = simulate(system, assemble(system), end=0.9, sample=0.01, integrator=RungeKutta4(step=1e-3))
    return trajectory, 20.0 * np.pi * trajectory.time


def angle_is(trajectory, body, angle):
    """Rotation about y by an angle, modulo full turns."""
    R = trajectory.rotation(body)
    assert np.allclose(R[:, 0, 0], np.cos(angle), rtol=0.0, atol=1e-9)
    assert np.allclose(R[:, 0, 2], np.sin(angle), rtol=0.0, atol=1e-9)


@pytest.mark.parametrize("ratio", [-1.7, 0.35, 3.0])
def test_gear_over_nine_turns(ratio):
    second = Revolute(name="hq", body_b="q", point=(1, 0, 0), axis=(0, 1, 0))
    trajectory, driven = two(second, Gear(name="g", joint_a="hp", joint_b="hq", ratio=ratio))
    angle_is(trajectory, "p", driven)
    angle_is(trajectory, "q", ratio * driven)


def test_rack_and_pinion():
    second = Prismatic(name="rack", body_b="q", point_a=(0.4, 0, 0), point_b=(1, 0, 0), axis=(1, 0, 0))
    trajectory, driven = two(second, RackAndPinion(name="g", rack="rack", pinion="hp", radius=-0.02))
    assert np.allclose(trajectory.position("q")[:, 0], 1.0 - 0.02 * driven, rtol=0.0, atol=1e-9)


def test_coupler():
    """2 · angle − 5 · travel = 0."""
    second = Prismatic(name="rack", body_b="q", point=(1, 0, 0), axis=(0, 0, 1))
    trajectory, driven = two(second, Coupler(name="g", joints=("hp", "rack"), coefficients=(2.0, -5.0)))
    assert np.allclose(trajectory.position("q")[:, 2], 0.4 * driven, rtol=0.0, atol=1e-9)


# --- drivers ----------------------------------------------------------------------------------------------------------


def test_an_input_is_followed_with_a_critically_damped_lag():
    """x = u (1 − (1 + t/T) e^(−t/T)) after a step of the input; RK4 errs by (h/T)⁴/120."""
    slide_joint = Prismatic(name="s", body_b="q", point=(0, 0, 0), axis=(1, 0, 0))
    driver = PrescribedMotion(name="d", joint="s", motion=Input(name="u"), smoothing=0.05)
    system = build(Mechanism(bodies=[Body(name="q", mass=1, inertia=(1, 1, 1))], joints=[slide_joint, driver]))
    start = assemble(system)
    system.model.signals[list(system.layout.inputs["u"]), VALUE] = 0.3
    trajectory = simulate(system, start, end=0.5, sample=0.01, integrator=RungeKutta4(step=5e-4))
    s = trajectory.time / 0.05
    assert np.allclose(trajectory.position("q")[:, 0], 0.3 * (1.0 - (1.0 + s) * np.exp(-s)), rtol=0.0, atol=1e-9)


def test_coordinates_are_zero_at_the_design_position():
    """Also when the points of a slider are written apart: a driver of 0.1 m moves it 0.1 m from the design position."""
    apart = {"point_a": (0.2, 0, 0), "point_b": (1.0, 0, 0), "axis": (1, 0, 0)}
    slide_joint = Prismatic(name="s", body_b="q", **apart)
    body = Body(name="q", mass=1, inertia=(1, 1, 1), position=(1, 0, 0))
    system = build(Mechanism(bodies=[body], joints=[slide_joint, PrescribedMotion(name="d", joint="s", motion=0.1)]))
    assert assemble(system)[0] == pytest.approx(1.1, abs=1e-10)
    servo = Servo(name="e", joint="s", target=0.1, stiffness=50.0)
    system = build(Mechanism(bodies=[body], joints=[slide_joint], forces=[servo], gravity=(0, 0, 0)))
    evaluate(system.model, system.work, 0.0, design_state(system))
    assert system.work.bodies[0]["force"][0] == pytest.approx(5.0, abs=1e-12)


def test_a_zero_length_spring_pushes_nowhere():
    """At zero length the direction is undefined; the force is finite (zero) and not NaN."""
    spring = SpringDamper(name="s", body_b="q", point_a=(0, 0, 0), point_b=(1, 0, 0), stiffness=10.0)
    system = build(Mechanism(bodies=[Body(name="q", mass=1, inertia=(1, 1, 1), position=(1, 0, 0))], forces=[spring]))
    y = design_state(system)
    y[0] = 0.0
    evaluate(system.model, system.work, 0.0, y)
    assert np.all(np.isfinite(system.work.bodies[0]["force"]))


def test_unit_is_used():
    """The axes of this file are orthonormal, so that the tables above say what they mean."""
    assert np.allclose(np.column_stack([X, Y, N]).T @ np.column_stack([X, Y, N]), np.eye(3))
    assert np.isclose(np.linalg.norm(unit(np.random.default_rng(0))), 1.0)
