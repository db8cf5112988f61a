"""Small motions against closed forms.

Central differences with steps of 1e-6 m or rad and 1e-5 m/s err by rounding, 1e-15/1e-6 times the largest acceleration
that cancels, and by h² times the third derivative, 1e-12: EXACT is relative to the largest entry.
"""

import numpy as np
import pytest

from jounce.engine.analysis import Output, assemble, linearise, settle
from jounce.engine.formulations.world_frame.system import build
from jounce.model.mechanism import (
    AppliedForce,
    Body,
    Constant,
    Input,
    Mechanism,
    PrescribedMotion,
    Prismatic,
    Revolute,
    RotationalSpringDamper,
    Sine,
    SpringDamper,
)
from tests.engine.mechanisms import dw18, rod

EXACT = 1e-7
M, K, C = 2.0, 350.0, 7.0


def slider(name, mass, z, body_a="ground", at=None):
    body = Body(name=name, mass=mass, inertia=(1, 1, 1), position=(0, 0, z))
    return body, Prismatic(name=f"{name} slide", body_b=name, point=(0, 0, z), axis=(0, 0, 1))


def oscillator():
    """Mass, spring and damper on a vertical slide, with a force as input."""
    body, joint = slider("mass", M, 1.0)
    spring = SpringDamper(name="s", body_b="mass", point_a=(0, 0, 0), point_b=(0, 0, 1), stiffness=K, damping=C)
    force = AppliedForce(name="f", body="mass", point=(0, 0, 1), direction=(0, 0, 1), magnitude=Input(name="u"))
    return build(Mechanism(bodies=[body], joints=[joint], forces=[spring, force], gravity=(0, 0, 0)))


def test_mass_spring_damper():
    """In physical coordinates A = [0 1; −k/m −c/m], B = [0; 1/m]; the basis N scales displacements by 1/√m."""
    system = oscillator()
    outputs = [Output("mass", q, (0, 0, 1)) for q in ("position", "velocity", "acceleration")]
    found = linearise(system, assemble(system), outputs=outputs)
    s = found.basis[2, 0]  # metres per unit of z
    assert abs(s) == pytest.approx(1.0 / np.sqrt(M), rel=1e-12)
    assert np.allclose(found.A, [[0, 1], [-K / M, -C / M]], rtol=0.0, atol=EXACT * K)
    assert np.allclose(found.B * s, [[0], [1 / M]], rtol=0.0, atol=EXACT)
    assert np.allclose(found.C, np.array([[1, 0], [0, 1], [-K / M, -C / M]]) * s, rtol=0.0, atol=EXACT * K)
    assert np.allclose(found.D, [[0], [0], [1 / M]], rtol=0.0, atol=EXACT)


def test_mode_of_the_oscillator():
    mode = linearise(oscillator(), assemble(oscillator())).modes()[0]
    assert mode.frequency == pytest.approx(np.sqrt(K / M) / (2 * np.pi), rel=1e-6)
    assert mode.damping == pytest.approx(C / (2.0 * np.sqrt(K * M)), rel=1e-6)
    assert mode.bodies == {"mass": pytest.approx(1.0)}


def test_pendulum():
    """ω² = m g l / (J + m l²)."""
    body = Body(name="bob", mass=1.5, inertia=(0.1, 0.2, 0.1), position=(0, 0, -0.7))
    joints = [Revolute(name="h", body_b="bob", point=(0, 0, 0), axis=(0, 1, 0))]
    system = build(Mechanism(bodies=[body], joints=joints))
    (mode,) = linearise(system, assemble(system)).modes()
    wanted = np.sqrt(1.5 * 9.81 * 0.7 / (0.2 + 1.5 * 0.7**2))
    assert 2 * np.pi * mode.frequency == pytest.approx(wanted, rel=1e-6)
    assert mode.damping == pytest.approx(0.0, abs=1e-6)


def test_double_pendulum():
    """Two equal uniform rods of length l: ω² = (3 ± 6/√7) g/l."""
    bodies = [rod("upper", (0, 0, 0), (0, 0, -1)), rod("lower", (0, 0, -1), (0, 0, -2))]
    joints = [
        Revolute(name="a", body_b="upper", point=(0, 0, 0), axis=(0, 1, 0)),
        Revolute(name="b", body_a="upper", body_b="lower", point=(0, 0, -1), axis=(0, 1, 0)),
    ]
    system = build(Mechanism(bodies=bodies, joints=joints))
    modes = linearise(system, assemble(system)).modes()
    wanted = np.sqrt((3.0 + np.array([-6, 6]) / np.sqrt(7.0)) * 9.81)
    # the rods of this test have a thickness of 1 % of their length: 3/4 · 1e-4 of their inertia
    assert [2 * np.pi * mode.frequency for mode in modes] == pytest.approx(wanted, rel=1e-4)


def test_quarter_car():
    """Eigenvalues of [0 1; −M⁻¹K −M⁻¹C] with two masses, and the road as a moved base."""
    ms, mu, ks, cs, kt = 300.0, 40.0, 20e3, 1500.0, 200e3
    parts = [slider("sprung", ms, 1.0), slider("unsprung", mu, 0.5), slider("road", 1.0, 0.0)]
    springs = [
        SpringDamper(
            name="ride",
            body_a="unsprung",
            body_b="sprung",
            point_a=(0, 0, 0.5),
            point_b=(0, 0, 1),
            stiffness=ks,
            damping=cs,
        ),
        SpringDamper(
            name="tire", body_a="road", body_b="unsprung", point_a=(0, 0, 0), point_b=(0, 0, 0.5), stiffness=kt
        ),
    ]
    driver = PrescribedMotion(name="road motion", joint="road slide", motion=Input(name="h"), smoothing=0.02)
    system = build(
        Mechanism(
            bodies=[p[0] for p in parts], joints=[*(p[1] for p in parts), driver], forces=springs, gravity=(0, 0, 0)
        )
    )
    found = linearise(system, assemble(system), outputs=[Output("sprung", "acceleration", (0, 0, 1))])
    inverse = np.diag([1 / ms, 1 / mu])
    stiffness = np.array([[ks, -ks], [-ks, ks + kt]])
    damping = np.array([[cs, -cs], [-cs, cs]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-inverse @ stiffness, -inverse @ damping]])
    wanted = [*np.linalg.eigvals(A), -50.0, -50.0]  # and the critically damped road, twice 1/T
    found_values = np.linalg.eigvals(found.A)
    for value in wanted[:4]:
        assert np.abs(found_values - value).min() < 1e-6 * abs(value)
    # a double eigenvalue splits with the square root of the error
    assert np.sort(np.abs(found_values + 50.0))[1] < 1e-2
    # frequency response from the road to the body against the closed form, through the filter
    w = 2 * np.pi * 3.0
    s = 1j * w
    base = np.array([0.0, kt]) / (1.0 + 0.02 * s) ** 2
    x = np.linalg.solve(np.diag([ms, mu]) * s**2 + damping * s + stiffness, base)
    response = found.C @ np.linalg.solve(s * np.eye(len(found.A)) - found.A, found.B) + found.D
    assert response[0, 0] == pytest.approx(s**2 * x[0], rel=1e-5)


def test_outputs_of_rotation():
    """A hinge with J = 0.4 and torque by a lever: rates and accelerations about the axis."""
    body = Body(name="wheel", mass=1.0, inertia=(0.2, 0.4, 0.3), angular_velocity=(0, 2.0, 0))
    force = AppliedForce(
        name="f", body="wheel", point=(0.5, 0, 0), direction=(0, 0, -1), magnitude=Input(name="u"), frame="body"
    )
    joints = [Revolute(name="h", body_b="wheel", point=(0, 0, 0), axis=(0, 1, 0))]
    system = build(Mechanism(bodies=[body], joints=joints, forces=[force], gravity=(0, 0, 0)))
    outputs = [Output("wheel", q, (0, 1, 0)) for q in ("angular_velocity", "angular_acceleration")]
    found = linearise(system, assemble(system), outputs=outputs)
    assert np.allclose(found.D, [[0.0], [0.5 / 0.4]], rtol=0.0, atol=EXACT)
    assert np.allclose(found.C[0], [0.0, found.basis[4, 0]], rtol=0.0, atol=EXACT)


def test_a_smoothed_function_of_time_is_linearised_where_it_is():
    """The filter's own poles, −1/T twice, whatever the signal."""
    body, joint = slider("mass", 1.0, 0.0)
    motion = {"kind": "smooth_step", "before": 0, "after": 1, "start": 0, "end": 1}
    driver = PrescribedMotion(name="d", joint="mass slide", motion=motion, smoothing=0.1)
    system = build(Mechanism(bodies=[body], joints=[joint, driver]))
    found = linearise(system, assemble(system, t=0.4), t=0.4)
    assert np.allclose(found.A, [[0, 1], [-100, -20]], rtol=0.0, atol=1e-4)


def test_a_free_body_has_six_zero_modes():
    """Twelve eigenvalues zero; pairs of them split with the square root of the error of A."""
    system = build(Mechanism(bodies=[Body(name="b", mass=1, inertia=(1, 2, 2.5), free=True)], gravity=(0, 0, 0)))
    found = linearise(system, assemble(system))
    assert np.abs(np.linalg.eigvals(found.A)).max() < 1e-3
    assert found.A.shape == (12, 12)


def test_a_spinning_body_nutates():
    """Free of torque, symmetric about y: nutation at Ω Ja / Jt seen from the world, everything else at rest."""
    body = Body(name="b", mass=1, inertia=(1.0, 1.6, 1.0), orientation=(1, 2, 3, 4), free=True)
    system = build(Mechanism(bodies=[body], gravity=(0, 0, 0)))
    y = assemble(system)
    y[system.twist("b")] = [3.0, 0.0, -1.0, 0.0, 5.0, 0.0]
    values = np.linalg.eigvals(linearise(system, y).A)
    moving = values[np.abs(values) > 0.1]
    assert sorted(moving.imag) == pytest.approx([-8.0, 8.0], abs=1e-4)
    assert np.abs(moving.real).max() < 1e-4
    assert np.abs(values[np.abs(values) <= 0.1]).max() < 1e-2  # tenfold zero in Jordan blocks: roots of the error


def test_a_spinning_rotor_in_a_gimbal():
    """Rotor Ja on an axle hung in two hinges with springs: J θ̈ ± Ja Ω φ̇ + k θ = 0, forward and backward whirl."""
    Jt, Ja, spin, k = 0.4, 0.7, 9.0, 12.0
    rings = [Body(name=n, mass=0.1, inertia=(1e-6, 1e-6, 1e-6)) for n in ("outer", "inner")]
    rotor = Body(name="rotor", mass=1.0, inertia=(Jt, Ja, Jt), angular_velocity=(0, spin, 0))
    joints = [
        Revolute(name="x", body_b="outer", point=(0, 0, 0), axis=(1, 0, 0)),
        Revolute(name="z", body_a="outer", body_b="inner", point=(0, 0, 0), axis=(0, 0, 1)),
        Revolute(name="axle", body_a="inner", body_b="rotor", point=(0, 0, 0), axis=(0, 1, 0)),
    ]
    forces = [RotationalSpringDamper(name=f"k{j}", joint=j, stiffness=k) for j in ("x", "z")]
    system = build(Mechanism(bodies=[*rings, rotor], joints=joints, forces=forces, gravity=(0, 0, 0)))
    values = np.linalg.eigvals(linearise(system, assemble(system)).A)
    whirl = np.sort(values.imag[values.imag > 0.1])
    g = Ja * spin / Jt
    wanted = [0.5 * (np.sqrt(g**2 + 4 * k / Jt) + s * g) for s in (-1, 1)]
    assert whirl == pytest.approx(wanted, rel=1e-4)  # the rings weigh 1e-5 of the rotor


@pytest.mark.parametrize("bound", [Constant(value=20.0), Sine(amplitude=0.0, frequency=1.0, offset=20.0)])
def test_a_bound_input_is_the_same_as_its_value(bound):
    """An input that is bound to a signal is linearised about the signal's value."""
    system = build(oscillator().mechanism, inputs={"u": bound})
    found = linearise(system, settle(system).state)
    assert np.allclose(found.A, [[0, 1], [-K / M, -C / M]], rtol=0.0, atol=EXACT * K)
    free = oscillator()
    assert np.allclose(np.abs(found.B), np.abs(linearise(free, settle(free).state).B), rtol=1e-6)
    assert np.abs(found.B).max() > 0.1


def test_modes_of_the_car():
    """At rest on its tires: heave, pitch and roll between 0.7 and 4 Hz, four wheel hops between 7 and 20 Hz."""
    system = dw18()
    modes = linearise(system, settle(system).state).modes()
    swaying = [mode for mode in modes if mode.damping < 0.95 and mode.frequency > 0.3]
    body = [mode for mode in swaying if 0.7 < mode.frequency < 4.0 and next(iter(mode.bodies)) == "chassis"]
    hop = [mode for mode in swaying if 7.0 < mode.frequency < 20.0 and mode.bodies["chassis"] < 0.3]
    assert len(body) >= 3
    assert len(hop) >= 4
    shapes = [np.abs(mode.shape[system.layout.body("chassis")]) for mode in body]
    assert {int(np.argmax(shape[2:5])) for shape in shapes} >= {0, 1, 2}  # heave, roll, pitch: each leads somewhere
    assert all(np.isclose(sum(mode.bodies.values()), 1.0) for mode in modes)
    assert max(mode.eigenvalue.real for mode in modes) < 1e-2  # stable but for the free directions
