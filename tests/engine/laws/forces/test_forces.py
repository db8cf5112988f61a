"""Force elements against their closed forms, and against the laws that all of them obey."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from jounce.engine.analysis import assemble
from jounce.engine.formulations.world_frame.entries import displace_bodies, evaluate
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import RungeKutta4, simulate
from jounce.model.mechanism import (
    AerodynamicDrag,
    AntiRollBar,
    AppliedForce,
    AppliedTorque,
    Body,
    Brake,
    Bushing,
    Curve,
    Mechanism,
    Prismatic,
    Revolute,
    RotationalSpringDamper,
    Servo,
    Sine,
    SpringDamper,
    Stop,
)
from tests.engine.mechanisms import kinetic_energy, moved, point, random_body, rotation, unit

ROUNDING = 1e-10
"""Relative to the forces: a dozen products of numbers of order one, with room for cancellation."""
NO_GRAVITY = {"gravity": (0.0, 0.0, 0.0)}


def pulled(system, y, t=0.0):
    """Applied forces (nb, 3) and torques about the centres of mass (nb, 3), world axes, without the ground."""
    evaluate(system.model, system.work, t, y)
    bodies = system.work.bodies[: len(system.layout.bodies)]
    return bodies["force"].copy(), bodies["torque"].copy()


# --- along a line -----------------------------------------------------------------------------------------------------


def strut(**fields):
    """A mass on a slide along x, pushed by a strut of 1 m from the origin; no inertia forces are looked at."""
    body = Body(name="m", mass=1.0, inertia=(1, 1, 1), position=(1, 0, 0))
    slide = Prismatic(name="slide", body_b="m", point=(1, 0, 0), axis=(1, 0, 0))
    spring = SpringDamper(name="s", body_b="m", point_a=(0, 0, 0), point_b=(1, 0, 0), **fields)
    return build(Mechanism(bodies=[body], joints=[slide], forces=[spring], **NO_GRAVITY))


CURVE = Curve(x=(-0.1, 0.0, 0.2, 0.3), y=(-50.0, 0.0, 80.0, 200.0))
STRUTS = {
    "slack at the design length": ({"stiffness": 100.0}, lambda x, v: -100 * (x - 1)),
    "free length": ({"stiffness": 100.0, "free_length": 1.2}, lambda x, v: 100 * (1.2 - x)),
    "preload pushes": ({"stiffness": 100.0, "preload": 30.0}, lambda x, v: 30 - 100 * (x - 1)),
    "damper": ({"damping": 7.0}, lambda x, v: -7 * v),
    "spring curve over compression": ({"spring_curve": CURVE, "free_length": 1.1}, lambda x, v: curve(1.1 - x)),
    "preload on a curve": ({"spring_curve": CURVE, "preload": 40.0}, lambda x, v: curve(0.1 + 1 - x)),
    "damper curve over compression speed": ({"damper_curve": CURVE}, lambda x, v: curve(-v)),
    "bump stop": (
        {"stiffness": 1.0, "bump_stop": Stop(length=0.9, stiffness=500.0, cubic=1e4)},
        lambda x, v: 1 - x + (500 * (0.9 - x) + 1e4 * (0.9 - x) ** 3) * (x < 0.9),
    ),
    "rebound stop": (
        {"stiffness": 1.0, "rebound_stop": Stop(length=1.1, stiffness=500.0, cubic=1e4)},
        lambda x, v: 1 - x - (500 * (x - 1.1) + 1e4 * (x - 1.1) ** 3) * (x > 1.1),
    ),
    "actuator": ({"actuator": Sine(amplitude=5.0, frequency=1.0)}, lambda x, v: 5 * np.sin(2 * np.pi * 0.1)),
}


def curve(x):
    """CURVE with its end slopes continued, by hand."""
    if x < 0.0:
        return 500.0 * x
    return 400.0 * x if x < 0.2 else 80.0 + 1200.0 * (x - 0.2)


@pytest.mark.parametrize("name", STRUTS)
def test_struts(name):
    """Force on the body along +x, positive pushes the ends apart."""
    fields, law = STRUTS[name]
    system = strut(**fields)
    for x in (0.5, 0.85, 0.97, 1.05, 1.25, 1.6):
        for v in (-0.25, -0.03, 0.0, 0.11, 0.4):
            y = assemble(system)
            y[0], y[7] = x, v
            force, torque = pulled(system, y, 0.1)
            assert force[0] == pytest.approx([law(x, v), 0, 0], abs=ROUNDING * 100)
            assert np.abs(torque).max() < ROUNDING * 100
            assert system.work.scalar_forces[0, :2] == pytest.approx([x, law(x, v)], abs=ROUNDING * 100)


# --- about an axis ----------------------------------------------------------------------------------------------------


def wheel(*forces):
    body = Body(name="w", mass=1.0, inertia=(0.5, 0.5, 0.5), position=(0, 0, 0))
    hinge = Revolute(name="hinge", body_b="w", point=(0, 0, 0), axis=(0, 0, 1))
    return build(Mechanism(bodies=[body], joints=[hinge], forces=list(forces), **NO_GRAVITY))


def turned(system, angle, rate):
    """The wheel turned by an angle, all turns counted."""
    y = assemble(system, hold={"hinge": angle}, rates={"hinge": rate})
    assert y[12] == pytest.approx(rate, abs=1e-9)
    return y


ABOUT = {
    "spring": ({"stiffness": 3.0, "damping": 0.4}, lambda a, w: -3 * a - 0.4 * w),
    "free angle": ({"stiffness": 3.0, "free_angle": 0.5}, lambda a, w: -3 * (a - 0.5)),
    "restoring curve": ({"curve": CURVE, "free_angle": 0.1}, lambda a, w: -curve(a - 0.1)),
    "actuator": ({"actuator": 2.5}, lambda a, w: 2.5),
}


@pytest.mark.parametrize("name", ABOUT)
@pytest.mark.parametrize("angle", [-8.0, -0.4, 0.0, 0.25, 3.5, 20.0])
def test_rotational_springs_over_several_turns(name, angle):
    fields, law = ABOUT[name]
    system = wheel(RotationalSpringDamper(name="r", joint="hinge", **fields))
    _, torque = pulled(system, turned(system, angle, 0.7))
    assert torque[0] == pytest.approx([0, 0, law(angle, 0.7)], abs=1e-6)  # the angle is assembled to 1e-9


def test_servo():
    system = wheel(
        Servo(name="s", joint="hinge", target=Sine(amplitude=0.5, frequency=1.0), stiffness=40.0, damping=2.0)
    )
    _, torque = pulled(system, turned(system, 0.2, 0.3), t=0.1)
    assert torque[0, 2] == pytest.approx(40 * (0.5 * np.sin(0.2 * np.pi) - 0.2) - 2 * 0.3, abs=1e-6)


@pytest.mark.parametrize("rate", [-50.0, -0.2, 0.0, 0.2, 50.0])
def test_brake_opposes_and_rests(rate):
    system = wheel(Brake(name="b", joint="hinge", torque=12.0, full_speed=0.5))
    _, torque = pulled(system, turned(system, 0.0, rate))
    assert torque[0, 2] == pytest.approx(-12.0 * np.tanh(rate / 0.5), abs=1e-8)


def test_brake_brings_a_wheel_to_rest_and_leaves_it_there():
    """J ω̇ = −T tanh(ω/ω₀) has the solution sinh(ω/ω₀) = sinh(ω₁/ω₀) exp(−T t/(J ω₀))."""
    system = wheel(Brake(name="b", joint="hinge", torque=1.0, full_speed=0.5))
    start = turned(system, 0.0, 3.0)
    trajectory = simulate(system, start, end=2.0, sample=0.05, integrator=RungeKutta4(step=1e-3))
    wanted = 0.5 * np.arcsinh(np.sinh(3.0 / 0.5) * np.exp(-trajectory.time / (0.5 * 0.5)))
    assert trajectory.angular_velocity("w")[:, 2] == pytest.approx(wanted, abs=1e-9)
    assert 0.0 <= trajectory.angular_velocity("w")[-1, 2] < 0.1


# --- every internal element: action and reaction ----------------------------------------------------------------------


def internal(kind, rng):
    """One element between bodies a, b, c."""
    a, b = {"body_a": "a", "body_b": "b"}, {"point_a": point(rng), "point_b": point(rng)}
    hinge = Revolute(name="hinge", **a, **b, axis=unit(rng))
    slide = Prismatic(name="slide", **a, **b, axis=unit(rng))

    def triple():
        return tuple(rng.uniform(10, 90, 3))

    return {
        "spring": lambda: ([], SpringDamper(name="e", **a, **b, stiffness=50.0, damping=4.0)),
        "rotational": lambda: ([hinge], RotationalSpringDamper(name="e", joint="hinge", stiffness=5.0, damping=1.0)),
        "servo": lambda: ([slide], Servo(name="e", joint="slide", target=0.7, stiffness=30.0, damping=2.0)),
        "brake": lambda: ([hinge], Brake(name="e", joint="hinge", torque=4.0)),
        "bushing": lambda: (
            [],
            Bushing(
                name="e",
                **a,
                **b,
                x_axis=unit(rng),
                y_axis=unit(rng),
                stiffness=triple(),
                damping=triple(),
                rotational_stiffness=triple(),
                rotational_damping=triple(),
                preload=triple(),
                preload_torque=triple(),
            ),
        ),
        "anti-roll bar": lambda: (
            [],
            AntiRollBar(
                name="e",
                body="a",
                left_body="b",
                right_body="c",
                left_point=point(rng),
                right_point=point(rng),
                axis=unit(rng),
                stiffness=60.0,
                damping=3.0,
            ),
        ),
        "torque with reaction": lambda: (
            [],
            AppliedTorque(name="e", body="a", axis=unit(rng), magnitude=7.0, reaction="b"),
        ),
    }[kind]()


INTERNAL = ["spring", "rotational", "servo", "brake", "bushing", "anti-roll bar", "torque with reaction"]


@pytest.mark.parametrize("kind", INTERNAL)
@pytest.mark.parametrize("seed", range(3))
def test_internal_forces_and_moments_add_up_to_zero(kind, seed):
    rng = np.random.default_rng([seed, *kind.encode()])
    joints, force = internal(kind, rng)
    bodies = [random_body(rng, name) for name in "abc"]
    system = build(Mechanism(bodies=bodies, joints=joints, forces=[force], **NO_GRAVITY))
    y = moved(system, rng, 0.4, 2.0)
    forces, torques = pulled(system, y)
    arms = np.array([y[system.pose(name)][:3] for name in "abc"])
    size = max(np.abs(forces).max(), np.abs(torques).max())
    assert size > 0.5
    assert np.abs(forces.sum(axis=0)).max() < ROUNDING * size
    assert np.abs((torques + np.cross(arms, forces)).sum(axis=0)).max() < ROUNDING * size


@pytest.mark.parametrize("kind", ["spring", "rotational", "bushing", "anti-roll bar", "servo"])
def test_dampers_take_power(kind):
    """Power at a random state = power of the same element at rest (elastic part) − dissipation, never more."""
    rng = np.random.default_rng(list(kind.encode()))
    joints, force = internal(kind, rng)
    system = build(Mechanism(bodies=[random_body(rng, n) for n in "abc"], joints=joints, forces=[force], **NO_GRAVITY))
    for _ in range(10):
        y = moved(system, rng, 0.3, 2.0)
        rest = y.copy()
        rest[21:39] = 0.0
        difference = [moving - still for moving, still in zip(pulled(system, y), pulled(system, rest), strict=True)]
        twist = y[21:39].reshape(3, 6)
        world = np.array([rotation(system, y, name) @ w for name, w in zip("abc", twist[:, 3:], strict=True)])
        assert np.sum(difference[0] * twist[:, :3]) + np.sum(difference[1] * world) < 0.0


# --- bushing ----------------------------------------------------------------------------------------------------------


def bushing_system(rng):
    K, T = rng.uniform(50, 300, 3), rng.uniform(5, 40, 3)
    x = np.array(unit(rng))
    y = np.cross(x, unit(rng))
    y /= np.linalg.norm(y)
    at = point(rng)
    bushing = Bushing(
        name="e",
        body_a="a",
        body_b="b",
        point=at,
        x_axis=tuple(x),
        y_axis=tuple(y),
        stiffness=tuple(K),
        rotational_stiffness=tuple(T),
    )
    system = build(Mechanism(bodies=[random_body(rng, n) for n in "ab"], forces=[bushing], **NO_GRAVITY))
    axes = np.column_stack([x, y, np.cross(x, y)])

    def energy(state):
        """½ dᵀKd + ½ φᵀTφ, by SciPy's logarithm."""
        A = {n: rotation(system, state, n) for n in "ab"}
        p = {n: state[system.pose(n)][:3] + A[n] @ system.frames[n].point(at) for n in "ab"}
        F = {n: A[n] @ system.frames[n].axes.T @ axes for n in "ab"}
        d = F["a"].T @ (p["b"] - p["a"])
        phi = Rotation.from_matrix(F["a"].T @ F["b"]).as_rotvec()
        return 0.5 * d @ (K * d) + 0.5 * phi @ (T * phi)

    return system, energy


@pytest.mark.parametrize("seed", range(4))
def test_bushing_force_is_the_gradient_of_its_energy(seed):
    """At large rotation too (up to 2 rad); differences with 1e-5 are good to 1e-8 of the energy's scale."""
    rng = np.random.default_rng(seed)
    system, energy = bushing_system(rng)
    y = moved(system, rng, 0.7, 0.0)
    force, torque = pulled(system, y)
    local = np.array([rotation(system, y, n).T @ t for n, t in zip("ab", torque, strict=True)])
    wanted = np.hstack([force, local])
    for i in range(12):
        step = np.zeros(12)
        step[i] = 1e-5
        ends = [y.copy(), y.copy()]
        displace_bodies(step.reshape(2, 6), ends[0])
        displace_bodies(-step.reshape(2, 6), ends[1])
        assert wanted.flat[i] == pytest.approx(
            (energy(ends[1]) - energy(ends[0])) / 2e-5, abs=1e-6 * np.abs(wanted).max()
        )


def test_bushing_conserves_energy_in_a_tumble():
    """RK4 at 1 ms with frequencies up to 30 1/s: (ωh)⁴/120 per radian, 1e-8 a second."""
    system, energy = bushing_system(np.random.default_rng(9))
    start = moved(system, np.random.default_rng(9), 0.3, 1.0)
    trajectory = simulate(system, start, end=1.0, sample=0.02, integrator=RungeKutta4(step=1e-3))
    states = trajectory.samples[:, 1:]
    total = kinetic_energy(system, states) + [energy(y) for y in states]
    assert np.ptp(kinetic_energy(system, states)) > 0.2 * total[0]
    assert np.ptp(total) < 1e-6 * total[0]


# --- anti-roll bar ----------------------------------------------------------------------------------------------------


def axle():
    bodies = [
        Body(name=n, mass=1.0, inertia=(1, 1, 1), position=(0, y, 0), free=True)
        for n, y in (("frame", 0), ("left", 1), ("right", -1))
    ]
    bar = AntiRollBar(
        name="bar",
        body="frame",
        left_body="left",
        right_body="right",
        left_point=(0, 1, 0),
        right_point=(0, -1, 0),
        stiffness=1000.0,
    )
    return build(Mechanism(bodies=bodies, forces=[bar], **NO_GRAVITY))


@pytest.mark.parametrize(("left", "right"), [(0.05, 0.05), (0.05, -0.05), (0.03, 0.0)])
def test_anti_roll_bar(left, right):
    """k × difference of travel, down on the side that is up; the frame bears the couple, no force in sum."""
    system = axle()
    y = assemble(system)
    y[system.pose("left")][2] += left
    y[system.pose("right")][2] += right
    force, torque = pulled(system, y)
    f = 1000.0 * (left - right)
    assert force[:, 2] == pytest.approx([0.0, -f, f], abs=1e-9)
    assert torque[0, 0] == pytest.approx(2.0 * f, abs=1e-9)


# --- loads and air ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("frame", ["world", "body"])
@pytest.mark.parametrize("seed", range(3))
def test_applied_force_and_torque(frame, seed):
    """Directions are given at the design position; the body's turn with it, the world's do not."""
    rng = np.random.default_rng(seed)
    d, n, at = np.array(unit(rng)), np.array(unit(rng)), point(rng)
    forces = [
        AppliedForce(name="f", body="b", point=at, direction=tuple(d), magnitude=3.0, frame=frame),
        AppliedTorque(name="t", body="b", axis=tuple(n), magnitude=2.0, frame=frame),
    ]
    system = build(Mechanism(bodies=[random_body(rng, "b")], forces=forces, **NO_GRAVITY))
    y = moved(system, rng, 1.0)
    A = rotation(system, y, "b")
    since_design = A @ system.frames["b"].axes.T
    turn = since_design if frame == "body" else np.eye(3)
    force, torque = pulled(system, y)
    assert force[0] == pytest.approx(3.0 * turn @ d, abs=1e-12)
    arm = A @ system.frames["b"].point(at)
    assert torque[0] == pytest.approx(np.cross(arm, 3.0 * turn @ d) + 2.0 * turn @ n, abs=1e-12)


def test_terminal_velocity():
    """v = v∞ tanh(g t / v∞), v∞ = √(2 m g / (ρ C_d A))."""
    drag = AerodynamicDrag(name="air", body="b", point=(0, 0, 0), drag_area=0.5)
    system = build(Mechanism(bodies=[Body(name="b", mass=2.0, inertia=(1, 1, 1), free=True)], forces=[drag]))
    trajectory = simulate(system, assemble(system), end=5.0, sample=0.1, integrator=RungeKutta4(step=0.01))
    limit = np.sqrt(2 * 2.0 * 9.81 / (1.225 * 0.5))
    assert -trajectory.velocity("b")[:, 2] == pytest.approx(limit * np.tanh(9.81 * trajectory.time / limit), abs=1e-7)


def test_lift_and_wind():
    """½ρ C_l A v² along the body's z, and only the speed through the air counts."""
    drag = AerodynamicDrag(
        name="air", body="b", point=(0, 0, 0), drag_area=0.6, lift_area=-0.2, air_density=1.2, wind=(5.0, 0.0, 0.0)
    )
    system = build(
        Mechanism(bodies=[Body(name="b", mass=1, inertia=(1, 1, 1), free=True)], forces=[drag], **NO_GRAVITY)
    )
    y = assemble(system)
    y[7] = 25.0
    force, _ = pulled(system, y)
    assert force[0] == pytest.approx([-0.5 * 1.2 * 0.6 * 400.0, 0.0, -0.5 * 1.2 * 0.2 * 400.0], abs=1e-10)
    y[7] = 5.0
    assert np.abs(pulled(system, y)[0]).max() == 0.0
