"""The books of a run: closed forms for every account, and a car whose accounts close."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.engine.analysis import assemble
from jounce.engine.assembly.world_states import from_world
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import Chord, DormandPrince, simulate
from jounce.engine.simulate.energy import bookkeeping
from jounce.engine.terrain import plane
from jounce.errors import InputError
from jounce.model.mechanism import (
    AerodynamicDrag,
    AppliedForce,
    AppliedTorque,
    Body,
    Brake,
    Bushing,
    Constant,
    Curve,
    Mechanism,
    Prismatic,
    Revolute,
    SmoothStep,
    SpeedControl,
    SpringDamper,
    Stop,
    replace,
)
from tests.engine.mechanisms import COEFFICIENTS
from tests.engine.simulate.cars import LAWS, on

M, K, C, G = 2.0, 800.0, 12.0, 9.81
FREE, START = 1.0, 0.85
EXACT = DormandPrince(relative=1e-11, absolute=1e-13)


def hung(body: dict | None = None, **spring) -> Mechanism:
    """A mass on a vertical slider over the origin, a spring from the origin to it, design length 0.85 m."""
    mass = Body(name="mass", mass=M, inertia=(1.0, 1.0, 1.0), position=(0.0, 0.0, START), **body or {})
    slider = Prismatic(name="slider", body_b="mass", point=(0.0, 0.0, START), axis=(0.0, 0.0, 1.0))
    law = {"stiffness": K, "damping": C, "free_length": FREE} | spring
    spring_ = SpringDamper(
        name="spring", body_a="ground", body_b="mass", point_a=(0.0, 0.0, 0.0), point_b=(0.0, 0.0, START), **law
    )
    return Mechanism(bodies=(mass,), joints=(slider,), forces=(spring_,))


def run_of(mechanism: Mechanism, end: float = 2.0, sample: float = 1e-3):
    system = build(mechanism)
    return simulate(system, assemble(system), end=end, integrator=EXACT, sample=sample)


def test_a_damped_oscillator():
    """x(t) about the equilibrium in closed form; the damper's work is ∫ c ẋ² dt of it, by trapezoids as the books."""
    books = bookkeeping(run_of(hung()))
    t = books.time
    rest = FREE - M * G / K
    decay, omega = 0.5 * C / M, math.sqrt(K / M - (0.5 * C / M) ** 2)
    a = START - rest
    x = rest + a * np.exp(-decay * t) * (np.cos(omega * t) + decay / omega * np.sin(omega * t))
    v = -a * np.exp(-decay * t) * (omega + decay**2 / omega) * np.sin(omega * t)
    assert books.kinetic == pytest.approx(0.5 * M * v**2, abs=1e-8)
    assert books.gravity == pytest.approx(M * G * x, abs=1e-8)
    assert books.springs == pytest.approx(0.5 * K * (FREE - x) ** 2, abs=1e-8)
    # what was stored and is not there any more; trapezoids leave up to dt²/12 × d(c v²)/dt, c v² ω ≈ 3 kW/s here
    left_over = 1e-6 / 12.0 * 2.0 * C * np.max(v**2) * omega
    total = 0.5 * M * v**2 + M * G * x + 0.5 * K * (FREE - x) ** 2
    assert books.dampers == pytest.approx(total[0] - total, abs=left_over)
    assert books.dampers[-1] > 0.99 * (total[0] - (M * G * rest + 0.5 * K * (FREE - rest) ** 2))
    assert not books.drive.any()
    assert not books.brakes.any()
    assert not books.tires.any()
    assert np.abs(books.residual).max() < left_over


def test_the_residual_falls_with_the_square_of_the_sampling():
    """Trapezoids: a quarter of the error with half of the time between samples."""
    coarse, fine = (np.abs(bookkeeping(run_of(hung(), sample=dt)).residual).max() for dt in (4e-3, 2e-3))
    assert coarse / fine == pytest.approx(4.0, rel=0.05)


def test_tables_and_stops():
    """A progressive spring with a bent damper curve and both stops, dropped hard enough to reach them."""
    mechanism = hung(
        {"velocity": (0.0, 0.0, 6.0)},
        stiffness=0.0,
        damping=0.0,
        spring_curve=Curve(x=(-0.3, -0.1, 0.0, 0.2, 0.4), y=(-400.0, -60.0, 0.0, 150.0, 600.0)),
        damper_curve=Curve(x=(-2.0, -0.5, 0.0, 0.5, 2.0), y=(-20.0, -8.0, 0.0, 2.0, 5.0)),
        bump_stop=Stop(length=0.8, stiffness=3000.0, cubic=1e5),
        rebound_stop=Stop(length=1.15, stiffness=2000.0, cubic=2e5),
    )
    run = run_of(mechanism)
    lengths = run.spring_length("spring")
    assert lengths.min() < 0.78
    assert lengths.max() > 1.2
    books = bookkeeping(run)
    assert books.dampers[-1] > 5.0
    assert np.abs(books.residual).max() < 1e-4 * books.stored[0]


def flywheel(*forces, speed=20.0) -> Mechanism:
    wheel = Body(name="wheel", mass=1.0, inertia=(0.5, 0.8, 0.5), angular_velocity=(0.0, speed, 0.0))
    axle = Revolute(name="axle", body_b="wheel", point=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    return Mechanism(bodies=(wheel,), joints=(axle,), forces=forces)


@pytest.mark.parametrize("grip", [None, 0.01])
def test_a_brake_takes_the_kinetic_energy(grip):
    """½ J ω² is in the brake when the wheel has stopped, after J ω / T = 1.6 s and a little."""
    books = bookkeeping(run_of(flywheel(Brake(name="b", joint="axle", torque=10.0, grip_angle=grip)), end=4.0))
    assert books.kinetic[0] == pytest.approx(0.5 * 0.8 * 400.0)
    assert books.kinetic[-1] < 1e-3
    assert books.brakes[-1] == pytest.approx(160.0, abs=0.02)
    assert not books.dampers.any()


def test_a_control_of_speed_is_a_drive():
    control = SpeedControl(name="c", joints=("axle",), target=3.0, radius=0.1, gain=4.0, limit=1e9)
    books = bookkeeping(run_of(flywheel(control, speed=0.0), end=4.0))
    assert books.kinetic[-1] == pytest.approx(0.5 * 0.8 * 30.0**2, rel=1e-6)
    assert books.drive[-1] == pytest.approx(books.kinetic[-1], rel=1e-5)
    assert np.abs(books.residual).max() < 1e-5 * books.kinetic[-1]


@pytest.mark.parametrize("law", LAWS)
def test_a_car_that_rolls_down_and_brakes(law):
    """dw18 without drive, from 5 m/s downhill to a stop: all accounts close within 1e-3 of the energy.

    The first second is not booked: a car on other tires than its own starts too deep, and bounces.
    """
    brake = SmoothStep(before=0.0, after=500.0, start=1.5, end=1.8)
    system, start = on(plane(grade=-0.1), law, brake, speed=5.0)
    before = simulate(system, start, end=1.0, integrator=Chord())
    settled = from_world(system, before.samples[-1:, 1:])[0]
    run = simulate(system, settled, begin=1.0, end=7.0, integrator=Chord(step=5e-4), sample=5e-4)
    books = bookkeeping(run)
    turned_over = books.kinetic[0] + float(np.ptp(books.gravity))
    assert np.abs(books.residual).max() < 1e-3 * turned_over
    assert books.kinetic[-1] < 1e-3 * turned_over
    assert books.brakes[-1] > 0.5 * turned_over
    assert books.dampers[-1] > 0.0
    assert books.tires[-1] > 0.0
    assert np.all(np.diff(books.dampers) >= 0.0)


def sled(*forces, speed=30.0) -> Mechanism:
    """2 kg on a horizontal slider."""
    mass = Body(name="sled", mass=M, inertia=(1.0, 1.0, 1.0), velocity=(speed, 0.0, 0.0))
    slider = Prismatic(name="slider", body_b="sled", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0))
    return Mechanism(bodies=(mass,), joints=(slider,), forces=forces)


def test_the_air_takes_what_a_sled_loses():
    """m v̇ = −½ρ C_d A v²: v = v₀ / (1 + v₀ t ρ C_d A / 2m); lift is across the motion and takes nothing."""
    drag = AerodynamicDrag(name="x", body="sled", point=(0.1, 0.0, 0.2), drag_area=0.5, lift_area=0.3)
    books = bookkeeping(run_of(sled(drag)))
    v = 30.0 / (1.0 + 30.0 * books.time * 1.225 * 0.5 / (2.0 * M))
    assert books.kinetic == pytest.approx(0.5 * M * v**2, rel=1e-8)
    # trapezoids leave dt²/12 times the change of the power's slope, 3 (ρ C_d A / 2) v² v̇ at the start
    slope = 1.5 * 1.225 * 0.5 * 30.0**2 * (1.225 * 0.5 * 30.0**2 / (2.0 * M))
    assert books.air == pytest.approx(books.kinetic[0] - books.kinetic, abs=1e-6 / 12.0 * slope)
    assert books.residual == pytest.approx(0.0, abs=1e-6 / 12.0 * slope)


def test_wind_from_behind_gives():
    drag = AerodynamicDrag(name="x", body="sled", point=(0.0, 0.0, 0.0), drag_area=0.5, wind=(40.0, 0.0, 0.0))
    books = bookkeeping(run_of(sled(drag, speed=1.0)))
    assert books.air[-1] < -100.0
    assert np.abs(books.residual).max() < 1e-5 * books.kinetic[-1]


def test_accounts_of_a_body_that_slides_into_wind_close():
    """A free body that turns and slides at 30 m/s into a zone of wind, with forces and moments of every kind."""
    wind = {"wind_speed": 20.0, "wind_direction": 1.4, "zone_start": 20.0, "zone_end": 24.0}
    air = AerodynamicDrag(
        name="x", body="sled", point=(0.1, 0.2, 0.3), coefficients=COEFFICIENTS.model_copy(update={"drag": 0.5}),
        front=2.0, rear=-2.5, **{name: Constant(value=value) for name, value in wind.items()},
    )  # fmt: skip
    body = Body(name="sled", mass=60.0, inertia=(40.0, 50.0, 60.0), free=True, velocity=(30.0, 2.0, 0.0))
    books = bookkeeping(run_of(Mechanism(bodies=(body,), forces=(air,))))
    assert np.ptp(books.kinetic) > 0.1 * books.kinetic[0]
    assert np.abs(books.residual).max() < 1e-4 * np.abs(books.air).max()


def test_applied_loads_drive():
    """A constant push over a distance, and a constant torque on a wheel: their work is the kinetic energy."""
    books = bookkeeping(
        run_of(sled(AppliedForce(name="push", body="sled", point=(0, 0, 1), direction=(1, 0, 0), magnitude=10.0))),
        {"push": np.full(2001, 10.0)},
    )
    assert books.drive[-1] == pytest.approx(10.0 * (30.0 * 2.0 + 0.5 * 5.0 * 2.0**2))  # F (v₀ t + ½ a t²)
    assert np.abs(books.residual).max() < 1e-9 * books.kinetic[-1]
    torque = AppliedTorque(name="motor", body="wheel", axis=(0.0, 1.0, 0.0), magnitude=4.0)
    books = bookkeeping(run_of(flywheel(torque, speed=0.0)), {"motor": np.full(2001, 4.0)})
    assert books.drive[-1] == pytest.approx(0.5 * 0.8 * (4.0 / 0.8 * 2.0) ** 2)
    assert np.abs(books.residual).max() < 1e-9 * books.kinetic[-1]


def test_a_body_that_tumbles_in_rubber():
    """A free body on one bushing to the ground, turned far, with preloads: what springs hold and dampers take is what
    motion loses, and without damping the sum of energies stays."""
    held = Bushing(
        name="x", body_b="sled", point=(0.2, 0.1, 0.0), stiffness=(900.0, 500.0, 700.0), preload=(3.0, -2.0, 5.0),
        rotational_stiffness=(30.0, 20.0, 40.0), y_axis=(0.0, 0.6, 0.8), preload_torque=(0.5, 1.0, -0.4),
    )  # fmt: skip
    damped = replace(held, damping=(4.0, 3.0, 5.0), rotational_damping=(0.3, 0.2, 0.4))
    spun = {"free": True, "velocity": (1.0, 0.5, -2.0), "angular_velocity": (3.0, -4.0, 5.0)}
    body = Body(name="sled", mass=M, inertia=(1.0, 1.4, 0.8), **spun)
    for rubber in (held, damped):
        books = bookkeeping(run_of(Mechanism(bodies=(body,), forces=(rubber,))))
        assert np.ptp(books.springs) > 5.0
        assert np.abs(books.residual).max() < 1e-4 * np.ptp(books.kinetic)
        assert (books.dampers[-1] > 5.0) == (rubber is damped)


def test_refuses_loads_without_their_magnitudes():
    mechanism = hung()
    push = AppliedForce(name="x", body="mass", point=(0, 0, 0), direction=(0, 0, 1), magnitude=1.0)
    mechanism = replace(mechanism, forces=(*mechanism.forces, push))
    with pytest.raises(InputError, match="loads: not booked; got loads"):
        bookkeeping(run_of(mechanism, end=0.01))
